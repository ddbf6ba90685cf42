"""Paces and previews in plain words."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from pbem.pacing.counted_time import CountedTime
from pbem.pacing.pace import Pace, pace_sentence
from pbem.pacing.preview import preview
from pbem.pacing.rest import Absence, Quiet, Rest

# A Monday, 18:00 in Paris, five days before the clocks are put back.
NOW = datetime(2026, 10, 19, 16, tzinfo=UTC)
NIGHT = Quiet(time(22), time(9))
FRENCH = {
    "You will hear from us on %(times)s; the default is played on %(deadline)s (%(city)s).": (
        "Vous aurez de nos nouvelles %(times)s ; sans réponse, le coup par défaut est joué %(deadline)s (%(city)s)."
    ),
    "%(these)s and %(last)s": "%(these)s et %(last)s",
}


def english(text: str) -> str:
    return text


@pytest.mark.parametrize(
    ("pace", "reminders", "rest", "said"),
    [
        (
            Pace(51),
            "1/2 12h",
            Rest("Europe/Paris", NIGHT),
            (
                "You will hear from us on Tuesday 19:30 and Wednesday 09:00; "
                "the default is played on Wednesday 21:00 (Paris)."
            ),
        ),
        (
            Pace(72),
            "1/4 1/2 4h",
            Rest("America/New_York"),
            (
                "You will hear from us on Tuesday 06:00, Wednesday 00:00 and Thursday 08:00; "
                "the default is played on Thursday 12:00 (New York)."
            ),
        ),
        (
            Pace(12),
            "24h",
            Rest("Asia/Kolkata"),
            "You get no reminder; the default is played on Tuesday 09:30 (Kolkata).",
        ),
        # Beyond a week, and over the end of summer time, with the day of the month.
        (
            Pace(7 * 24),
            "24h 4h",
            Rest("Europe/Paris"),
            (
                "You will hear from us on Sun 25 Oct, 17:00 and Mon 26 Oct, 13:00; "
                "the default is played on Mon 26 Oct, 17:00 (Paris)."
            ),
        ),
        (
            Pace(24),
            "1/2 4h",
            Rest("Europe/Paris", NIGHT, (Absence(date(2026, 10, 20), date(2026, 11, 1)),)),
            (
                "You will hear from us on Mon 2 Nov, 09:00 and Mon 2 Nov, 14:00; "
                "the default is played on Mon 2 Nov, 18:00 (Paris)."
            ),
        ),
    ],
)
def test_previews(pace, reminders, rest, said):
    assert preview(pace, reminders, rest, NOW, "en", english) == said


def test_preview_in_french():
    said = preview(Pace(51), "1/2 12h", Rest("Europe/Paris", NIGHT), NOW, "fr", FRENCH.__getitem__)
    assert said.replace("\N{NO-BREAK SPACE}", " ") == (
        "Vous aurez de nos nouvelles mardi 19 h 30 et mercredi 09 h 00 ; "
        "sans réponse, le coup par défaut est joué mercredi 21 h 00 (Paris)."
    )


def test_preview_at_a_table_that_asks_the_host():
    said = preview(Pace(24), "4h", Rest("UTC"), NOW, "en", english, asks_host=True)
    assert said == "You will hear from us on Tuesday 12:00; the host is asked on Tuesday 16:00 (UTC)."
    said = preview(Pace(24), "", Rest("UTC"), NOW, "en", english, asks_host=True)
    assert said == "You get no reminder; the host is asked on Tuesday 16:00 (UTC)."


def test_preview_with_time_saved():
    pace = Pace(24, bank=timedelta(hours=48))
    said = preview(pace, "", Rest(), NOW, "en", english, bank=timedelta(hours=24))
    assert said == "You get no reminder; the default is played on Wednesday 16:00 (UTC)."


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        (Pace(72), "3 days for each answer."),
        (Pace(24), "24 hours for each answer."),
        (Pace(1), "One hour for each answer."),
        (Pace(336), "2 weeks for each answer."),
        (Pace(0, 30), "30 minutes for each answer."),
        (Pace(1, 5), "1 h 05 min for each answer."),
        (
            Pace(12, bank=timedelta(hours=48)),
            "12 hours for each answer. Quick answers save time for late ones, up to 48 h.",
        ),
        (
            Pace(72, counts=CountedTime((0, 1, 2, 3, 4), zone="Europe/Paris")),
            "3 days for each answer. Week-ends do not count. Times are Paris time.",
        ),
        (
            Pace(36, counts=CountedTime((0, 1, 2, 3, 4, 5), time(9), time(21), "America/New_York")),
            (
                "3 days for each answer. Not counted: Sunday. "
                "Only the hours from 09:00 to 21:00 count. Times are New York time."
            ),
        ),
        (
            Pace(8, counts=CountedTime((2, 6), time(10), time(18))),
            (
                "One day for each answer. Only these days count: Wednesday, Sunday. "
                "Only the hours from 10:00 to 18:00 count. Times are UTC time."
            ),
        ),
    ],
)
def test_paces_in_words(pace, said):
    assert pace_sentence(pace.stored(), english) == said


def test_hours_in_french():
    pace = Pace(12, counts=CountedTime(opens=time(9), closes=time(21), zone="Europe/London"))
    said = pace_sentence(pace.stored(), english, "fr").replace("\N{NO-BREAK SPACE}", " ")
    assert "from 09 h 00 to 21 h 00 count. Times are Londres time." in said
