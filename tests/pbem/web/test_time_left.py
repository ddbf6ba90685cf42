"""How long a player still has, as the turn page says it."""

from datetime import timedelta

import pytest
from flask_babel import force_locale

from pbem.base.service import Service
from pbem.web.app import create_app
from pbem.web.turn import time_left


@pytest.mark.parametrize(
    ("left", "english", "french"),
    [
        (timedelta(days=3, seconds=-20), "3 days left", "encore 3 jours"),
        (timedelta(hours=48), "2 days left", "encore 2 jours"),
        (timedelta(hours=47), "47 hours left", "encore 47 heures"),
        (timedelta(hours=1), "1 hour left", "encore 1 heure"),
        (timedelta(minutes=59), "less than an hour left", "encore moins d'une heure"),
        (timedelta(minutes=-5), "less than an hour left", "encore moins d'une heure"),
    ],
)
def test_the_time_left_in_words(sqlite_service: Service, left: timedelta, english: str, french: str) -> None:
    with create_app(sqlite_service).test_request_context():
        with force_locale("en"):
            assert time_left(left) == english
        with force_locale("fr"):
            assert time_left(left) == french
