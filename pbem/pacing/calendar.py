"""A person's deadlines as an iCalendar file (RFC 5545) to subscribe to.

It is written here and not by a library: events in UTC need no zones and no repetitions, only folded and escaped lines.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.pacing.local import utc

MIMETYPE = "text/calendar"
REFRESH = timedelta(hours=1)
_LONGEST = 75  # octets of a line, without its end


@dataclass(frozen=True)
class Entry:
    uid: str  # stays the same as long as the question does
    title: str
    deadline: datetime
    url: str
    sequence: int = 0  # goes up whenever the deadline moves
    changed_at: datetime | None = None  # when it last moved


def calendar_text(name: str, entries: Iterable[Entry], now: datetime, organizer: str = "") -> str:
    """The whole file. A calendar that fetches it again replaces each entry by the one with the same uid."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Railpost//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{_text(name)}",
        f"X-WR-CALNAME:{_text(name)}",  # the older word for it, which more programs know
        f"REFRESH-INTERVAL;VALUE=DURATION:{_duration(REFRESH)}",
        f"X-PUBLISHED-TTL:{_duration(REFRESH)}",
    ]
    for entry in entries:
        lines += _event(entry, now, organizer)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(entry: Entry, now: datetime, organizer: str) -> Sequence[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{_text(entry.uid)}",
        f"DTSTAMP:{_moment(now)}",
        f"LAST-MODIFIED:{_moment(entry.changed_at or now)}",
        f"SEQUENCE:{entry.sequence}",
        # Without an end it is a point in time, which is what a deadline is.
        f"DTSTART:{_moment(entry.deadline)}",
        f"SUMMARY:{_text(entry.title)}",
        f"URL:{_plain(entry.url)}",
        *([f"ORGANIZER:mailto:{_plain(organizer)}"] if organizer else []),
        "TRANSP:TRANSPARENT",  # a deadline does not make anybody busy
        "END:VEVENT",
    ]


def _moment(at: datetime) -> str:
    return utc(at).strftime("%Y%m%dT%H%M%SZ")


def _duration(length: timedelta) -> str:
    return f"PT{length // timedelta(minutes=1)}M"


def _text(value: str) -> str:
    value = value.replace("\r\n", "\n").replace("\r", "\n").replace("\\", "\\\\")
    return _plain(value.replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n"))


def _plain(value: str) -> str:
    """Without the characters that would end the line or that no calendar may hold."""
    return "".join(char for char in value if char >= " " and not "\x7f" <= char <= "\x9f")


def _folded(line: str) -> Iterator[str]:
    """Lines of at most 75 octets, each further one begun by a blank; no character is cut in two."""
    held, size = "", 0
    for char in line:
        length = len(char.encode())
        if size + length > _LONGEST:
            yield held
            held, size = " ", 1
        held, size = held + char, size + length
    yield held
