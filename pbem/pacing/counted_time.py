"""Which time counts: some days of the week, some hours of the day, in one zone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from pbem.pacing.local import ZERO, Span, moment, utc, wall

EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)
MIDNIGHT = time()
DAY = timedelta(days=1)
_NEVER = datetime(9999, 12, 31, tzinfo=UTC)


@dataclass(frozen=True)
class CountedTime:
    """Monday is 0. Hours up to an earlier time go on past midnight and belong to the day on which they begin; from a
    time up to the same time is the whole day."""

    days: tuple[int, ...] = EVERY_DAY
    opens: time = MIDNIGHT
    closes: time = MIDNIGHT
    zone: str = "UTC"

    def __post_init__(self) -> None:
        if not self.days or not set(self.days) <= set(EVERY_DAY):
            raise ValueError(f"no clock can run on the days {self.days}")

    @property
    def is_always(self) -> bool:
        return self.every_day and self.every_hour

    @property
    def every_day(self) -> bool:
        return set(self.days) == set(EVERY_DAY)

    @property
    def every_hour(self) -> bool:
        return self.opens == self.closes

    @property
    def a_day(self) -> timedelta:
        """How long the clock runs on a day that counts, when nobody changes the clocks."""
        length = timedelta(hours=self.closes.hour - self.opens.hour, minutes=self.closes.minute - self.opens.minute)
        return length if length > ZERO else length + DAY

    @property
    def a_week(self) -> timedelta:
        return len(set(self.days)) * self.a_day

    def windows(self, since: datetime) -> Iterator[Span]:
        """The spans in which the clock runs, from `since` on, without end."""
        if self.is_always:
            # The windows of all days touch each other whatever the clocks do.
            yield since, _NEVER
            return
        # Two days back: one for hours past midnight, one for zones that have crossed the date line.
        day = wall(since, ZoneInfo(self.zone)).date().toordinal() - 2
        while True:
            if (day - 1) % 7 in self.days:  # the first day of the calendar is a Monday
                opens, closes = _window(self, day)
                if since < closes and opens < closes:
                    yield max(opens, since), closes
            day += 1

    def runs(self, since: datetime, away: Sequence[Span] = ()) -> Iterator[Span]:
        """The same without the spans in `away`, which are in order and do not overlap."""
        for opens, closes in self.windows(since):
            for gone, back in away:
                if back <= opens:
                    continue
                if gone >= closes:
                    break
                if opens < gone:
                    yield opens, gone
                opens = max(opens, back)
            if opens < closes:
                yield opens, closes

    def after(self, start: datetime, length: timedelta, away: Sequence[Span] = ()) -> datetime:
        """The first moment at which this much time has been counted since `start`."""
        start, left = utc(start), length
        if left <= ZERO:
            return start
        for opens, closes in self.runs(start, away):
            if left <= closes - opens:
                return opens + left
            left -= closes - opens
        raise OverflowError("the calendar ends before the time is over")

    def between(self, start: datetime, end: datetime, away: Sequence[Span] = ()) -> timedelta:
        """How much time is counted from `start` to `end`: the inverse of `after`."""
        start, end, counted = utc(start), utc(end), ZERO
        if end <= start:
            return ZERO
        for opens, closes in self.runs(start, away):
            if opens >= end:
                break
            counted += min(closes, end) - opens
        return counted

    def last_run(self, start: datetime, end: datetime) -> datetime:
        """The latest moment from `start` to `end` at which the clock runs or has just stopped; `start` if none."""
        start, end = utc(start), utc(end)
        last = start
        for opens, closes in self.windows(start):
            if opens >= end:
                break
            last = min(closes, end)
        return last


@lru_cache(maxsize=4096)
def _window(counts: CountedTime, ordinal: int) -> Span:
    """From when to when the clock runs on a day that counts."""
    zone, day = ZoneInfo(counts.zone), date.fromordinal(ordinal)
    last = day + DAY if counts.closes <= counts.opens else day
    return moment(datetime.combine(day, counts.opens), zone), moment(datetime.combine(last, counts.closes), zone)
