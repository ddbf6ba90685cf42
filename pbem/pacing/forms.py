"""What people write about time, read and checked. What cannot be taken is said at its field, with what would work."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from functools import cache
from itertools import islice
from zoneinfo import ZoneInfo, available_timezones

from pbem.actions.people import BadField
from pbem.pace import DAYS, STANDARD_ABSENCE, Pace, hours_and_minutes
from pbem.pacing.counting import MIDNIGHT, CountedTime
from pbem.pacing.local import ZERO, moment, utc, wall, write_time
from pbem.pacing.reminding import MOST_POINTS, Before, NoPoint, Point, in_order, read_point, words, write_points
from pbem.pacing.rest import Absence, Quiet

SHORTEST, LONGEST = timedelta(minutes=5), timedelta(weeks=8)
LONGEST_WAIT = timedelta(days=182)  # between question and deadline, with all the time that does not count
LEAST_A_DAY = timedelta(minutes=15)  # that counts
LEAST_AWAKE = timedelta(hours=1)  # of a day without quiet hours
MOST_BANK = 8 * 7 * 24
MOST_ABSENCE = 182  # days, of one absence
FARTHEST = timedelta(days=730)  # ahead, for absences and deadlines
_AN_HOUR, _A_MINUTE = timedelta(hours=1), timedelta(minutes=1)

_TIME = re.compile(r"(\d{1,2})(?:\s*[:.h]\s*(\d{2})?)?")
_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DAY_FIRST = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")

# Zones


@cache
def known_zones() -> tuple[str, ...]:
    named = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return (*named, "UTC")


@cache
def _zones_by_word() -> dict[str, str]:
    """Also by the city alone, where only one zone has it."""
    found = {zone.lower(): zone for zone in known_zones()}
    cities: dict[str, list[str]] = {}
    for zone in known_zones():
        cities.setdefault(zone.rpartition("/")[2].lower(), []).append(zone)
    return {city: zones[0] for city, zones in cities.items() if len(zones) == 1} | found


def read_zone(text: str, field: str = "zone") -> str:
    """`Europe/Paris`, also `europe/paris` or `Paris`."""
    word = "_".join(text.split()).lower()
    by_word = _zones_by_word()
    if word in by_word:
        return by_word[word]
    shown = text.strip()[:40]
    near = get_close_matches(word, by_word, n=1)
    if not shown:
        raise BadField(field, "Write a time zone, such as Europe/Paris.")
    if near:
        raise BadField(field, "There is no time zone “%(zone)s”. Is it %(near)s?", zone=shown, near=by_word[near[0]])
    raise BadField(field, "There is no time zone “%(zone)s”. One looks like Europe/Paris.", zone=shown)


# Times and days


def read_clock(text: str, field: str) -> time:
    """`22:00`, also `22`, `22h` and `22 h 30`; `24:00` is midnight."""
    found = _TIME.fullmatch(text.strip().lower())
    if found:
        hour, minute = int(found[1]), int(found[2] or 0)
        if (hour, minute) == (24, 0):
            return MIDNIGHT
        if hour < 24 and minute < 60:
            return time(hour, minute)
    raise BadField(field, "This is not a time of day. It looks like 22:00.")


def read_day(text: str, field: str, today: date) -> date:
    """`2026-08-03`, also `3.8.2026` and `3/8/2026`, day first."""
    text = text.strip()
    if found := _DATE.fullmatch(text):
        year, month, day = int(found[1]), int(found[2]), int(found[3])
    elif found := _DAY_FIRST.fullmatch(text):
        year, month, day = int(found[3]), int(found[2]), int(found[1])
    else:
        raise BadField(field, "This is not a date. Today is %(today)s.", today=today.isoformat())
    try:
        return date(year, month, day)
    except ValueError:
        raise BadField(field, "No calendar has this day. Today is %(today)s.", today=today.isoformat()) from None


def read_absence(start: str, end: str, today: date, first_field: str = "start", last_field: str = "end") -> Absence:
    """An absence in the person's own days, the last one included; `today` is the day there."""
    first, last = read_day(start, first_field, today), read_day(end, last_field, today)
    if last < first:
        raise BadField(
            last_field, "This is before the first day. Write %(first)s or a later day.", first=first.isoformat()
        )
    if last < today:
        raise BadField(last_field, "This is over already. Write %(today)s or a later day.", today=today.isoformat())
    farthest = today + FARTHEST
    if first > farthest:
        raise BadField(
            first_field, "This is too far ahead. Write %(last)s or an earlier day.", last=farthest.isoformat()
        )
    longest = first + timedelta(days=MOST_ABSENCE - 1)
    if last > longest:
        raise BadField(
            last_field,
            "An absence lasts at most %(days)d days: up to %(last)s.",
            days=MOST_ABSENCE,
            last=longest.isoformat(),
        )
    return Absence(first, last)


def read_quiet_hours(
    begins: str, ends: str, first_field: str = "quiet_from", last_field: str = "quiet_to"
) -> Quiet | None:
    """Both or neither."""
    if not begins.strip() and not ends.strip():
        return None
    if not begins.strip() or not ends.strip():
        raise BadField(
            last_field if begins.strip() else first_field,
            "Write when they begin and when they end, or leave both empty.",
        )
    first, last = read_clock(begins, first_field), read_clock(ends, last_field)
    if CountedTime(opens=first, closes=last).a_day > timedelta(days=1) - LEAST_AWAKE:
        latest = (datetime.combine(date.min, first) + timedelta(days=1) - LEAST_AWAKE).time()
        raise BadField(
            last_field,
            "This leaves no time for a mail. Write %(latest)s or an earlier time, or leave both empty.",
            latest=write_time(latest),
        )
    return Quiet(first, last)


def read_moment(text: str, zone: str, now: datetime, field: str = "until") -> datetime:
    """`2026-11-19T18:00` by the clocks of that zone, still to come: a deadline that the host moves."""
    now = utc(now)
    day, _, clock = text.strip().replace("T", " ").partition(" ")
    there = ZoneInfo(zone)
    shown = datetime.combine(read_day(day, field, wall(now, there).date()), read_clock(clock, field))
    if not now.year <= shown.year <= (now + FARTHEST).year:
        raise BadField(field, "Write a year from %(first)d to %(last)d.", first=now.year, last=(now + FARTHEST).year)
    at = moment(shown, there)
    if wall(at, there) != shown:
        raise BadField(
            field,
            "The clocks are put forward then and never show this. Write %(next)s or a later time.",
            next=write_time(wall(at, there).time()),
        )
    if at <= now:
        # One that is shown twice may still come a second time.
        at = shown.replace(tzinfo=there, fold=1).astimezone(UTC)
    if at <= now:
        soon = wall(now + _A_MINUTE, there)
        raise BadField(field, "This is over already. Write %(next)s or later.", next=soon.strftime("%Y-%m-%d %H:%M"))
    return at


# Reminders


def read_reminders(text: str, field: str = "reminders", pace: Pace | None = None) -> tuple[Point, ...]:
    """Points such as `1/2 24h 30m`. With a pace, none may always come before the question."""
    found: list[Point] = []
    longest = longest_wait(pace) if pace is not None else LONGEST_WAIT
    for word in words(text):
        try:
            point = read_point(word)
        except NoPoint as wrong:
            if wrong.late:
                raise BadField(
                    field,
                    "“%(word)s” would come when the deadline is over. "
                    "Write a part of the time such as 1/2, or a time before the deadline such as 4h.",
                    word=word[:20],
                ) from None
            raise BadField(
                field,
                "“%(word)s” is no reminder. "
                "Write a part of the time such as 1/2, or a time before the deadline such as 4h or 30m.",
                word=word[:20],
            ) from None
        if isinstance(point, Before) and point.length >= longest:
            raise BadField(
                field,
                "“%(word)s” before the deadline the question is not asked yet. Write at most %(longest)s.",
                word=word,
                longest=str(Before(_rounded_down(longest))),
            )
        found.append(point)
    points = in_order(found)
    if len(points) > MOST_POINTS:
        raise BadField(field, "These are too many reminders. Write at most %(most)d.", most=MOST_POINTS)
    return points


def _rounded_down(longest: timedelta) -> timedelta:
    """The longest whole hours, or minutes, that are shorter."""
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
    (days) and pace-reminders. A day is what counts of a day, a week what counts of a week."""

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
    reminders = write_points(read_reminders(text("reminders"), "pace-reminders", pace))
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
            raise BadField("pace-to", "This is when they begin. Leave both empty if every hour counts.")
    counts = CountedTime(days, first, last, read_zone(zone or "UTC", "pace-zone"))
    if counts.a_day < LEAST_A_DAY:
        raise BadField("pace-to", "Let at least %(minutes)d minutes of a day count.", minutes=LEAST_A_DAY // _A_MINUTE)
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
        "pace-reminders": pace.reminders,
    }
