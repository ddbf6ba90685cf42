"""The iCalendar file of a person's deadlines, read back by a library."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar
from icalendar.parser import Contentline

from pbem.pacing.calendar import Entry, calendar_text

NOW = datetime(2026, 10, 19, 16, tzinfo=UTC)
DEADLINE = datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Paris"), fold=1)
ENTRY = Entry(
    "ask-7@play.example.org", "Jeudi: à vous; deux, trois\\quatre", DEADLINE, "https://play.example.org/t/x~y"
)


def parsed(text: str) -> Any:
    """Strictly: every line ends as it must and is short enough, and nothing was skipped over."""
    assert text.endswith("\r\n")
    lines = text.split("\r\n")[:-1]
    for line in lines:
        assert len(line.encode()) <= 75
        assert not set(line) & {"\r", "\n"}
    for line in text.replace("\r\n ", "").split("\r\n")[:-1]:
        Contentline(line, strict=True).parts()
    calendar = Calendar.from_ical(text)
    assert isinstance(calendar, Calendar)
    assert all(not component.errors for component in calendar.walk())
    return calendar


def test_a_deadline():
    calendar = parsed(calendar_text("Railpost: Ada", [ENTRY], NOW, "turns@play.example.org"))
    assert calendar["VERSION"] == "2.0"
    assert calendar["METHOD"] == "PUBLISH"
    assert calendar["NAME"] == calendar["X-WR-CALNAME"] == "Railpost: Ada"
    assert calendar["REFRESH-INTERVAL"].dt == timedelta(hours=1)
    (event,) = calendar.walk("VEVENT")
    assert event["UID"] == ENTRY.uid
    assert event["SUMMARY"] == ENTRY.title
    assert event["URL"] == ENTRY.url
    assert event["SEQUENCE"] == 0
    assert event["DTSTART"].dt == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    assert event["DTSTAMP"].dt == event["LAST-MODIFIED"].dt == NOW
    assert event["ORGANIZER"] == "mailto:turns@play.example.org"


def test_a_deadline_that_moves_is_the_same_event_with_a_higher_sequence():
    moved = Entry(ENTRY.uid, ENTRY.title, DEADLINE + timedelta(days=1), ENTRY.url, 1, NOW + timedelta(hours=2))
    (before,) = parsed(calendar_text("Ada", [ENTRY], NOW)).walk("VEVENT")
    (after,) = parsed(calendar_text("Ada", [moved], NOW + timedelta(hours=3))).walk("VEVENT")
    assert before["UID"] == after["UID"]
    assert before["SEQUENCE"] < after["SEQUENCE"]
    assert before["LAST-MODIFIED"].dt < after["LAST-MODIFIED"].dt < after["DTSTAMP"].dt
    assert before["DTSTART"].dt != after["DTSTART"].dt


def test_nobody_is_asked():
    assert parsed(calendar_text("Ada", [], NOW)).walk("VEVENT") == []


def test_no_line_can_be_smuggled_in():
    entry = Entry("ask-8@h", "One\r\nEND:VCALENDAR\x00", NOW, "https://h/\r\nATTACH:https://evil", 0)
    (event,) = parsed(calendar_text("A\nB", [entry], NOW)).walk("VEVENT")
    assert event["SUMMARY"] == "One\nEND:VCALENDAR"
    assert "ATTACH" not in event


def test_a_deadline_without_zone_is_refused():
    with pytest.raises(ValueError):
        calendar_text("Ada", [Entry("u", "t", datetime.fromisoformat("2026-10-25"), "https://h/")], NOW)


names = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=100)


@settings(max_examples=40)
@given(names, names)
def test_any_title_comes_back(name, title):
    (event,) = parsed(calendar_text(name, [Entry("ask-1@h", title, NOW, "https://h/t/x")], NOW)).walk("VEVENT")
    assert event["SUMMARY"] == title
