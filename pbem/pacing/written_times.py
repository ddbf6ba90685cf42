"""Zones, times of day, days and moments as people write them, on pages and in mails. A value that cannot be
accepted gets a message at its field, which says what would work."""

import re
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from pbem.base.fields import BadField
from pbem.pacing.counted_time import MIDNIGHT, CountedTime
from pbem.pacing.local import moment, utc, wall, write_time
from pbem.pacing.rest import Absence, Quiet

LEAST_AWAKE = timedelta(hours=1)  # of a day, without quiet hours
MOST_ABSENCE = 182  # days, of one absence
FARTHEST = timedelta(days=730)  # ahead, for absences and deadlines

# Minutes stand behind a sign, or behind an h; in `22h 07h` the h behind the 07 makes it a time of its own.
_CLOCK = re.compile(
    r"(?<!\d)(\d{1,2})(?:\s*[:.]\s*(\d{2})(?:\s*h)?|\s*h\s*(\d{2})(?!\d|\s*h)|\s*[:.h])?(?!\d)", re.ASCII
)
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[./](\d{1,2})[./](\d{4})", re.ASCII)

# Zones


@cache
def known_zones() -> tuple[str, ...]:
    """Those that forms offer and take: named after places, without abbreviations."""
    named = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return ("UTC", *named)


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
    near = get_close_matches(word, by_word, n=1, cutoff=0.75)
    if not shown:
        raise BadField(field, "Write a time zone, such as Europe/Paris.")
    if near:
        raise BadField(field, "There is no time zone “%(zone)s”. Is it %(near)s?", zone=shown, near=by_word[near[0]])
    raise BadField(field, "There is no time zone “%(zone)s”. A time zone looks like Europe/Paris.", zone=shown)


# Times and days


def read_clock(text: str, field: str) -> time:
    """`22:00`, also `22`, `22h`, `22.30` and `22 h 30`; `24:00` is midnight."""
    found = _CLOCK.fullmatch(text.strip().lower())
    if found:
        hour, minute = int(found[1]), int(found[2] or found[3] or 0)
        if (hour, minute) == (24, 0):
            return MIDNIGHT
        if hour < 24 and minute < 60:
            return time(hour, minute)
    raise BadField(field, "This is not a time of day. It looks like 22:00.")


def read_day(text: str, field: str, today: date) -> date:
    """`2026-08-03`, also `3.8.2026` and `3/8/2026`, day first."""
    found = _DAY.fullmatch(text.strip())
    if found is None:
        raise BadField(field, "This is not a date. Today is %(today)s.", today=today.isoformat())
    try:
        return _day(found)
    except ValueError:
        raise BadField(field, "This day does not exist. Today is %(today)s.", today=today.isoformat()) from None


def _day(found: re.Match[str]) -> date:
    year, month, day = found.groups()[:3] if found[1] else found.groups()[:2:-1]
    return date(int(year), int(month), int(day))


def clocks_in(text: str) -> tuple[list[str], list[str]]:
    """The times of day in a text, and the words around them."""
    return [found[0] for found in _CLOCK.finditer(text)], _around(_CLOCK, text)


def days_in(text: str) -> tuple[list[date], list[str]]:
    """The days in a text, and the words around them; ValueError for a day that does not exist."""
    return [_day(found) for found in _DAY.finditer(text)], _around(_DAY, text)


def _around(pattern: re.Pattern[str], text: str) -> list[str]:
    return pattern.sub(" ", text).replace(",", " ").split()


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
            "This time does not exist, because the clocks go forward then. Write %(next)s or a later time.",
            next=write_time(wall(at, there).time()),
        )
    if at <= now:
        # One that is shown twice may still come a second time.
        at = shown.replace(tzinfo=there, fold=1).astimezone(UTC)
    if at <= now:
        soon = wall(now + timedelta(minutes=1), there)
        raise BadField(field, "This is over already. Write %(next)s or later.", next=soon.strftime("%Y-%m-%d %H:%M"))
    return at
