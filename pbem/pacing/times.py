"""Moments in words, in the reader's own zone and language. A mail is read late, so it never says "in two days"."""

from datetime import date as Date
from datetime import datetime
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime, get_timezone_location

# English dates in the British order, day before month, as the French have it.
_LOCALES = {"en": "en_GB", "fr": "fr"}
_LONG = {"en": "EEEE d MMMM, HH:mm", "fr": "EEEE d MMMM, HH' h 'mm"}
_SHORT = {"en": "EEE d MMM, HH:mm", "fr": "EEE d MMM, HH' h 'mm"}
_SHORTEST = {"en": "d MMM, HH:mm", "fr": "d MMM, HH' h 'mm"}
_DAY = {"en": "EEEE HH:mm", "fr": "EEEE HH' h 'mm"}


def long(at: datetime, zone: str, lang: str) -> str:
    """`Thursday 19 November, 18:00`"""
    return _format(at, zone, lang, _LONG[lang])


def short(at: datetime, zone: str, lang: str) -> str:
    """`Thu 19 Nov, 18:00`"""
    return _format(at, zone, lang, _SHORT[lang])


def shortest(at: datetime, zone: str, lang: str) -> str:
    """`19 Nov, 18:00`"""
    return _format(at, zone, lang, _SHORTEST[lang])


def day(at: datetime, zone: str, lang: str) -> str:
    """`Sunday 21:40`, for what was said in the last days."""
    return _format(at, zone, lang, _DAY[lang])


def date(day: Date, lang: str) -> str:
    """`24 December 2026`"""
    text: str = format_date(day, "d MMMM y", locale=_LOCALES[lang])
    return text


def city(zone: str, lang: str) -> str:
    """The zone as people name it: `Paris`, `New York`, `UTC`."""
    place: str = get_timezone_location(ZoneInfo(zone), locale=_LOCALES[lang], return_city=True)
    return place.rpartition("/")[2]


def _format(at: datetime, zone: str, lang: str, pattern: str) -> str:
    if at.tzinfo is None:
        raise ValueError(f"a moment without a zone cannot be told: {at}")
    text: str = format_datetime(at, pattern, tzinfo=ZoneInfo(zone), locale=_LOCALES[lang])
    return text.replace(" h ", "\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}")
