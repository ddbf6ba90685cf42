"""The pace of a table and reminders as people fill them in. A value that cannot be accepted gets a message at its
field, which says what would work."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice

from pbem.base.fields import BadField
from pbem.pacing.counted_time import MIDNIGHT, CountedTime
from pbem.pacing.local import ZERO, write_time
from pbem.pacing.pace import DAYS, STANDARD_ABSENCE, Pace, hours_and_minutes
from pbem.pacing.reminder_times import MOST_POINTS, Before, NoPoint, Point, in_order, read_point, words, write_points
from pbem.pacing.written_times import MOST_ABSENCE, read_clock, read_zone

SHORTEST, LONGEST = timedelta(minutes=5), timedelta(weeks=8)
LONGEST_WAIT = timedelta(weeks=26)  # between question and deadline, with all the time that does not count
LEAST_A_DAY = timedelta(minutes=15)  # that counts
MOST_BANK = 8 * 7 * 24  # hours
_AN_HOUR, _A_MINUTE = timedelta(hours=1), timedelta(minutes=1)

# Reminders


def read_reminders(text: str, field: str = "reminders", pace: Pace | None = None) -> tuple[Point, ...]:
    """Points such as `1/2 24h 30m`. With a pace, a point that would always come before the question is refused."""
    found: list[Point] = []
    longest = longest_wait(pace) if pace is not None else LONGEST_WAIT
    for word in words(text):
        try:
            point = read_point(word)
        except NoPoint as wrong:
            if wrong.late:
                raise BadField(
                    field,
                    "“%(word)s” would come after the deadline. "
                    "Write a part of the time such as 1/2, or a time before the deadline such as 4h.",
                    word=word[:20],
                ) from None
            raise BadField(
                field,
                "“%(word)s” is not a reminder. "
                "Write a part of the time such as 1/2, or a time before the deadline such as 4h or 30m.",
                word=word[:20],
            ) from None
        if isinstance(point, Before) and point.length >= longest:
            raise BadField(
                field,
                "A reminder “%(word)s” before the deadline would come before the question. Write at most %(longest)s.",
                word=word,
                longest=str(Before(_rounded_down(longest))),
            )
        found.append(point)
    points = in_order(found)
    if len(points) > MOST_POINTS:
        raise BadField(field, "These are too many reminders. Write at most %(most)d.", most=MOST_POINTS)
    return points


def _rounded_down(longest: timedelta) -> timedelta:
    """The greatest whole number of hours, or of minutes, below this length."""
    unit = _AN_HOUR if longest > _AN_HOUR else _A_MINUTE
    return (longest - timedelta(microseconds=1)) // unit * unit


def longest_wait(pace: Pace) -> timedelta:
    """From question to deadline at the worst moment of an ordinary week: when the clock has just stopped."""
    if pace.counts.is_always:
        return pace.time
    windows = pace.counts.windows(datetime(2026, 6, 1, tzinfo=UTC))
    return max(pace.deadline(closes) - closes for _, closes in islice(windows, len(pace.counts.days)))


# The pace of a table

_UNITS = ("minutes", "hours", "days", "weeks")


def read_pace_form(given: Mapping[str, Sequence[str]]) -> Pace:
    """The fields pace-time, pace-unit, pace-bank (hours), pace-days (several), pace-from, pace-to, pace-zone, pace-away
    (days) and pace-reminders (several). A day is what counts of a day, a week what counts of a week."""

    def text(name: str) -> str:
        return next(iter(given.get(f"pace-{name}", ())), "").strip()

    counts = _read_counts(given, text("from"), text("to"), text("zone"))
    unit = text("unit") or "days"
    if unit not in _UNITS:
        raise BadField("pace-unit", "Choose minutes, hours, days or weeks.")
    bank = _whole(text("bank") or "0", "pace-bank", 0, MOST_BANK)
    away = _whole(text("away") or str(STANDARD_ABSENCE), "pace-away", 0, MOST_ABSENCE)
    length = {"minutes": _A_MINUTE, "hours": _AN_HOUR, "days": counts.a_day, "weeks": counts.a_week}[unit]
    least = max(-(-SHORTEST // length), 1)
    most = max(min(LONGEST, LONGEST_WAIT // timedelta(weeks=1) * counts.a_week) // length, 1)
    time = _whole(text("time"), "pace-time", least, most) * length
    pace = Pace(*hours_and_minutes(time), bank=timedelta(hours=bank), counts=counts, most_away=away)
    ticked = " ".join(given.get("pace-reminders", ()))
    reminders = write_points(read_reminders(ticked, "pace-reminders", pace))
    return Pace(pace.hours, pace.minutes, pace.bank, pace.counts, pace.most_away, reminders)


def _read_counts(given: Mapping[str, Sequence[str]], opens: str, closes: str, zone: str) -> CountedTime:
    ticked = given.get("pace-days", ())
    if not ticked:
        raise BadField("pace-days", "Tick at least one day.")
    if not set(ticked) <= set(DAYS):
        raise BadField("pace-days", "Choose days of the week.")
    days = tuple(number for number, day in enumerate(DAYS) if day in ticked)
    first, last = MIDNIGHT, MIDNIGHT
    if opens or closes:
        if not opens or not closes:
            raise BadField(
                "pace-to" if opens else "pace-from",
                "Write when they begin and when they end, or leave both empty: then every hour counts.",
            )
        first, last = read_clock(opens, "pace-from"), read_clock(closes, "pace-to")
        if first == last != MIDNIGHT:
            raise BadField(
                "pace-to", "The hours begin and end at the same time. Leave both empty if every hour counts."
            )
    counts = CountedTime(days, first, last, read_zone(zone or "UTC", "pace-zone"))
    if counts.a_day < LEAST_A_DAY:
        raise BadField("pace-to", "At least %(minutes)d minutes of a day must count.", minutes=LEAST_A_DAY // _A_MINUTE)
    return counts


def _whole(text: str, field: str, least: int, most: int) -> int:
    # isdigit() holds for signs that int() cannot read.
    if not (text.isascii() and text.isdigit() and len(text) < 9 and least <= int(text) <= most):
        raise BadField(field, "Write a whole number from %(least)d to %(most)d.", least=least, most=most)
    return int(text)


def pace_values(pace: Pace) -> dict[str, str | tuple[str, ...]]:
    """The fields of the form that give this pace again."""
    counts, time = pace.counts, pace.time
    lengths = (("weeks", counts.a_week), ("days", counts.a_day), ("hours", _AN_HOUR), ("minutes", _A_MINUTE))
    unit, length = next((unit, length) for unit, length in lengths if time % length == ZERO)
    return {
        "pace-time": str(time // length),
        "pace-unit": unit,
        "pace-bank": str(pace.bank // _AN_HOUR) if pace.bank else "",
        "pace-days": tuple(DAYS[day] for day in counts.days),
        "pace-from": "" if counts.every_hour else write_time(counts.opens),
        "pace-to": "" if counts.every_hour else write_time(counts.closes),
        "pace-zone": counts.zone,
        "pace-away": str(pace.most_away),
        "pace-reminders": tuple(pace.reminders.split()),
    }
