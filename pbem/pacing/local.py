"""Wall clocks, and the moments at which they show a time.

All moments that leave these modules are in UTC: Python subtracts two moments of the same zone by their wall clocks, and
is then an hour wrong across a change of the clocks.
"""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

ZERO = timedelta()
_SECOND = timedelta(seconds=1)

Span = tuple[datetime, datetime]  # from the first moment up to, not including, the second


def utc(at: datetime) -> datetime:
    if at.tzinfo is None:
        raise ValueError(f"a moment without a zone cannot be counted: {at}")
    return at.astimezone(UTC)


def wall(at: datetime, zone: ZoneInfo) -> datetime:
    """What a wall clock in that zone shows, without a zone."""
    return at.astimezone(zone).replace(tzinfo=None, fold=0)


def moment(shown: datetime, zone: ZoneInfo) -> datetime:
    """The first moment at which clocks in that zone show this time or a later one.

    A time that is shown twice begins with its first showing; one that is skipped begins when the clocks are put
    forward. So a later wall time is never an earlier moment, and windows cannot overlap.
    """
    at = shown.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if wall(at, zone) == shown:
        return at
    early = shown.replace(tzinfo=zone, fold=1).astimezone(UTC)
    steps = (at - early) // _SECOND
    low, high = 0, steps  # the clocks are put forward more than `low` and at most `high` seconds after `early`
    while high - low > 1:
        middle = (low + high) // 2
        if wall(early + middle * _SECOND, zone) >= shown:
            high = middle
        else:
            low = middle
    return early.replace(microsecond=0) + high * _SECOND


def next_moment(after: datetime, shown: datetime, zone: ZoneInfo) -> datetime | None:
    """The first moment after `after` at which clocks come to show this time: its first or its second showing."""
    first = moment(shown, zone)
    if first > after:
        return first
    second = shown.replace(tzinfo=zone, fold=1).astimezone(UTC)
    return second if second > after and wall(second, zone) == shown else None


def read_time(text: object) -> time | None:
    """`22:00` as it is stored; None for anything else."""
    try:
        found = time.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return None if found is None or found.tzinfo is not None else found.replace(second=0, microsecond=0)


def write_time(at: time) -> str:
    return at.strftime("%H:%M")


def say_time(at: time, lang: str) -> str:
    """`18:00`, in French `18 h 00`."""
    return at.strftime("%H\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}%M" if lang == "fr" else "%H:%M")
