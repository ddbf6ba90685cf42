"""When a person is not to be disturbed: quiet hours every night, absences by the day, both in the person's zone."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from pbem.pacing.local import Span, moment, next_moment, read_time, utc, wall

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Quiet:
    """Hours without mail, past midnight if they end before they begin."""

    begins: time
    ends: time

    def __post_init__(self) -> None:
        if self.begins == self.ends:
            raise ValueError("quiet hours that never end")

    def holds(self, shown: datetime) -> bool:
        at = shown.time()
        if self.begins < self.ends:
            return self.begins <= at < self.ends
        return at >= self.begins or at < self.ends

    def end_after(self, shown: datetime) -> datetime:
        """What the clock shows at the end of the quiet hours that hold now."""
        ends = datetime.combine(shown.date(), self.ends)
        return ends if ends > shown else ends + _DAY


@dataclass(frozen=True)
class Absence:
    """Whole days, the last one included."""

    first: date
    last: date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("an absence that ends before it begins")

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    def holds(self, shown: datetime) -> bool:
        return self.first <= shown.date() <= self.last


def read_quiet(begins: str, ends: str) -> Quiet | None:
    """Quiet hours as they are stored; None when there are none."""
    first, last = read_time(begins), read_time(ends)
    return None if first is None or last is None or first == last else Quiet(first, last)


@dataclass(frozen=True)
class Rest:
    zone: str = "UTC"
    quiet: Quiet | None = None
    absences: tuple[Absence, ...] = ()

    @cached_property
    def away(self) -> tuple[Span, ...]:
        """The absences as moments, in order, those that touch or overlap in one: these stop the clock."""
        zone = ZoneInfo(self.zone)
        return merged((_midnight(gone.first, zone), _midnight(gone.last + _DAY, zone)) for gone in self.absences)

    def allows(self, at: datetime) -> bool:
        return self._held_until(utc(at), ZoneInfo(self.zone)) is None

    def next_allowed(self, at: datetime) -> datetime:
        """This moment, or the first after it at which a mail may come."""
        at, zone = utc(at), ZoneInfo(self.zone)
        while (until := self._held_until(at, zone)) is not None:
            at = until
        return at

    def _held_until(self, at: datetime, zone: ZoneInfo) -> datetime | None:
        """A later moment to look at again, since this one is in quiet hours or an absence; None if it is free.

        By what the clock shows, not by spans: quiet hours that end in an hour which is shown twice are over only when
        the clock does not go back into them.
        """
        shown = wall(at, zone)
        ends = [_start_of(gone.last + _DAY) for gone in self.absences if gone.holds(shown)]
        if self.quiet is not None and self.quiet.holds(shown):
            ends.append(self.quiet.end_after(shown))
        if not ends:
            return None
        until = next_moment(at, max(ends), zone)
        # Shown already, and now the clock has been put back: it comes again as far ahead as the clock says.
        return until if until is not None else at + (max(ends) - shown)


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same time in order and without overlaps."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        elif start < end:
            found.append((start, end))
    return tuple(found)


def _start_of(day: date) -> datetime:
    return datetime.combine(day, time())


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return moment(_start_of(day), zone)
