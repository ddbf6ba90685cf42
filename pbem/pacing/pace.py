"""How fast a table plays: how long a seat has for an answer, and which time counts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from pbem.pacing import times
from pbem.pacing.counted_time import EVERY_DAY, MIDNIGHT, CountedTime
from pbem.pacing.local import ZERO, Span, read_time, say_time, utc, write_time

STANDARD_HOURS = 72
STANDARD_ABSENCE = 21
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEK_END = (5, 6)


@dataclass(frozen=True)
class Pace:
    hours: int = STANDARD_HOURS  # with the minutes: the time for one answer
    minutes: int = 0
    bank: timedelta = ZERO  # the most that quick answers can save up; nothing: there is no bank
    counts: CountedTime = field(default_factory=CountedTime)
    most_away: int = STANDARD_ABSENCE  # days by which an absence may move a deadline
    reminders: str = ""  # the table's own points; empty: each person's

    def __post_init__(self) -> None:
        if self.time <= ZERO:
            raise ValueError("a pace without time")

    @property
    def time(self) -> timedelta:
        return timedelta(hours=self.hours, minutes=self.minutes)

    def deadline(
        self, start: datetime, away: Sequence[Span] = (), bank: timedelta = ZERO, used: timedelta = ZERO
    ) -> datetime:
        """The moment when the time of an ask that begins at `start` is used up, and what the seat has saved with it.

        `used` of it had passed before. An absence moves the deadline by at most `most_away` days, and then back to the
        moment at which the clock last ran.
        """
        length = max(self.time + min(max(bank, ZERO), self.bank) - used, ZERO)
        plain = self.counts.after(start, length)
        if not away or self.most_away <= 0:
            return plain
        latest = self.counts.last_run(plain, plain + timedelta(days=self.most_away))
        first = utc(start)
        # An absence after the latest moment changes nothing; cutting a long one saves counting through it.
        near = [(gone, min(back, latest)) for gone, back in away if back > first and gone < latest]
        return min(self.counts.after(start, length, near), latest)

    def counted_between(self, start: datetime, end: datetime, away: Sequence[Span] = ()) -> timedelta:
        return self.counts.between(start, end, away)

    def bank_after(self, bank: timedelta, used: timedelta) -> timedelta:
        """What a seat has saved after an answer that took `used` counted time."""
        return min(max(bank + self.time - used, ZERO), self.bank)

    def stored(self) -> dict[str, object]:
        counts = self.counts
        return {
            "hours": self.hours,
            "minutes": self.minutes,
            "bank": self.bank // timedelta(minutes=1),
            "days": [DAYS[day] for day in counts.days],
            "from": write_time(counts.opens),
            "to": write_time(counts.closes),
            "zone": counts.zone,
            "away": self.most_away,
            "reminders": self.reminders,
        }


def hours_and_minutes(time: timedelta) -> tuple[int, int]:
    hours, rest = divmod(time, timedelta(hours=1))
    return hours, rest // timedelta(minutes=1)


def read_pace(stored: Mapping[str, object]) -> Pace:
    """A pace as it is stored. A field that is missing or makes no sense gets its standard value."""
    time = timedelta(hours=_number(stored, "hours", 0), minutes=_number(stored, "minutes", 0))
    reminders = stored.get("reminders", "")
    return Pace(
        *hours_and_minutes(time if time > ZERO else timedelta(hours=STANDARD_HOURS)),
        bank=timedelta(minutes=_number(stored, "bank", 0)),
        counts=_read_counts(stored),
        most_away=_number(stored, "away", STANDARD_ABSENCE),
        reminders=reminders if isinstance(reminders, str) else "",
    )


def _read_counts(stored: Mapping[str, object]) -> CountedTime:
    named = stored.get("days", DAYS)
    days = tuple(DAYS.index(day) for day in DAYS if isinstance(named, list | tuple) and day in named)
    zone = stored.get("zone")
    return CountedTime(
        days or EVERY_DAY,
        read_time(stored.get("from")) or MIDNIGHT,
        read_time(stored.get("to")) or MIDNIGHT,
        zone if isinstance(zone, str) and is_zone(zone) else "UTC",
    )


def _number(stored: Mapping[str, object], name: str, standard: int) -> int:
    value = stored.get(name, standard)
    return value if isinstance(value, int) and 0 <= value < 1_000_000 else standard


@cache
def is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # unknown, a folder of zones, no name at all
        return False
    return True


def pace_sentence(stored: Mapping[str, object], gettext: Callable[[str], str], lang: str = "en") -> str:
    """The pace in one or a few sentences."""
    pace = read_pace(stored)
    counts = pace.counts
    said = [_time_sentence(pace, gettext)]
    if not counts.every_day:
        said.append(_days_sentence(counts, gettext))
    if not counts.every_hour:
        hours = gettext("Only the hours from %(start)s to %(end)s count.")
        said.append(hours % {"start": say_time(counts.opens, lang), "end": say_time(counts.closes, lang)})
    if not counts.is_always:
        said.append(gettext("Times are %(city)s time.") % {"city": times.city(counts.zone, lang)})
    if pace.bank:
        bank = gettext("Quick answers save time for late ones, up to %(hours)d h.")
        said.append(bank % {"hours": -(-pace.bank // timedelta(hours=1))})
    return " ".join(said)


def _time_sentence(pace: Pace, gettext: Callable[[str], str]) -> str:
    """In days and weeks of the time that counts: three days of 9 to 17 are 24 hours."""
    time, hours, minutes, a_day, a_week = pace.time, pace.hours, pace.minutes, pace.counts.a_day, pace.counts.a_week
    if time % a_week == ZERO and time > a_week:
        return gettext("%(weeks)d weeks for each answer.") % {"weeks": time // a_week}
    if time % a_day == ZERO and time > a_day:
        return gettext("%(days)d days for each answer.") % {"days": time // a_day}
    if time == a_day and not pace.counts.every_hour:
        return gettext("One day for each answer.")
    if hours and minutes:
        return gettext("%(hours)d h %(minutes)02d min for each answer.") % {"hours": hours, "minutes": minutes}
    if minutes:
        return gettext("%(minutes)d minutes for each answer.") % {"minutes": minutes}
    if hours == 1:
        return gettext("One hour for each answer.")
    return gettext("%(hours)d hours for each answer.") % {"hours": hours}


def _days_sentence(counts: CountedTime, gettext: Callable[[str], str]) -> str:
    idle = tuple(day for day in EVERY_DAY if day not in counts.days)
    if idle == WEEK_END:
        return gettext("Week-ends do not count.")
    names = (
        gettext("Monday"), gettext("Tuesday"), gettext("Wednesday"), gettext("Thursday"), gettext("Friday"),
        gettext("Saturday"), gettext("Sunday"),
    )  # fmt: skip
    if len(idle) <= len(counts.days):
        return gettext("Not counted: %(days)s.") % {"days": ", ".join(names[day] for day in idle)}
    return gettext("Only these days count: %(days)s.") % {"days": ", ".join(names[day] for day in counts.days)}
