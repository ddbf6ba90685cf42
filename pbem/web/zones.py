"""The time zones that a form offers."""

from functools import cache
from zoneinfo import available_timezones

_AREAS = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")


@cache
def zones() -> tuple[str, ...]:
    """Named after places, in order; without the old and the abbreviated names."""
    return ("UTC", *sorted(zone for zone in available_timezones() if zone.startswith(_AREAS)))
