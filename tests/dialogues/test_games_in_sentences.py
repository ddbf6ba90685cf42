"""Whole games by mail: by people who write sentences, in two languages, and by numbers alone."""

import re

import pytest
from sqlalchemy import update
from sqlmodel import col

from engine.core.play import suggest
from engine.core.record import replay
from pbem.base.service import Service
from pbem.mail_in.listener import Listener
from pbem.play.scene import Scene
from pbem.play.stored_scenes import names_at
from pbem.store.models import Ask, Mail, Seat, Table, User
from pbem.store.positions import game_of, state_at
from pbem.tables.records import record_of
from pbem.web.mailbox import opened, text_of
from tests.dialogues.mail_only import MailOnly
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import seats, started, table

LANGUAGES = ("en", "fr", "en", "fr")
YOUR_MOVES = re.compile(r"^(YOUR MOVES|VOS COUPS|OTHER MOVES|AUTRES COUPS)\n-+$", re.MULTILINE)
NUMBER = re.compile(r"^ *(\d+)  \S", re.MULTILINE)
SENTENCES = {
    "issue": {"en": "I'd like to issue {n} shares, please", "fr": "Bonjour, j'émets {n} actions, merci"},
    "bid": {"en": "Hi all, I bid {n}. Cheers", "fr": "je mise {n} s'il vous plaît"},
    "loco": {"en": "Please raise my engine", "fr": "j'améliore ma locomotive"},
    "draw": {"en": "I draw the cubes, thanks", "fr": "je pioche deux cubes"},
}
GAMES = {"railroad-tycoon": 3, "railways-of-the-world": 3, "spike": 3, "whistle-stop": 3}


def by_number(_: Ask, mail: Mail) -> str:
    """The number that stands beside the first of the moves."""
    text = text_of(opened(mail), "plain").replace("\r\n", "\n")
    heading = YOUR_MOVES.search(text)
    assert heading is not None, text
    found = NUMBER.search(text, heading.end())
    assert found is not None, text
    return found[1]


class Writer:
    """Somebody who says what the game suggests, as people do."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def __call__(self, ask: Ask, mail: Mail) -> str:
        assert mail.kind != "refused", text_of(opened(mail), "plain")
        with self.service.db.reading() as session:
            here, seat = session.get_one(Table, ask.table_id), session.get_one(Seat, ask.seat_id)
            game, state = game_of(here), state_at(session, here)
            lang = session.get_one(User, seat.user_id).lang
            names = names_at(session, here, lang)
        if mail.kind == "answer":
            return "oui" if lang == "fr" else "yes"
        tip = suggest(game, game.view(state, seat.number), seat.number, 1)[0]
        verb, words = tip.line[0].VERB, tip.line[0].words()
        if verb in SENTENCES:
            return SENTENCES[verb][lang].format(n=words[0] if words else "")
        label = Scene(game, state, seat.number, names, lang).say(tip.label)
        return f"Bonjour,\n\n{label}\n\nMerci !" if lang == "fr" else f"{label}, please\n\nRegards, Peter"


def play(player: MailOnly) -> None:
    """To the end, or as far as it goes; and the log replays."""
    with player.service.db.writing() as session:
        for seat, lang in zip(seats(player.service, player.table_id), LANGUAGES, strict=False):
            session.exec(update(User).where(col(User.id) == seat.user_id).values(news="turn", lang=lang))
    player.play()
    assert player.is_over or player.sent == player.most
    assert player.got["refused"] == 0, player.refused
    with player.service.db.reading() as session:
        here = table(player.service, player.table_id)
        assert replay(game_of(here), record_of(session, here)).now == state_at(session, here)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("most", [12, pytest.param(1000, marks=pytest.mark.soak)])
def test_age_of_steam_in_sentences(sqlite_service: Service, clock: FakeClock, door: Listener, most: int) -> None:
    table_id = started(sqlite_service, "age-of-steam", 4)
    player = MailOnly(sqlite_service, clock, door, table_id, Writer(sqlite_service), most)
    play(player)
    assert player.got["answer"] <= player.sent / 20, player.refused


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("most", [8, pytest.param(1000, marks=pytest.mark.soak)])
def test_age_of_steam_by_numbers(sqlite_service: Service, clock: FakeClock, door: Listener, most: int) -> None:
    play(MailOnly(sqlite_service, clock, door, started(sqlite_service, "age-of-steam", 4), by_number, most))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("most", [4, pytest.param(1000, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("game", "people"), GAMES.items())
def test_other_games_by_numbers(
    sqlite_service: Service, clock: FakeClock, door: Listener, game: str, people: int, most: int
) -> None:
    play(MailOnly(sqlite_service, clock, door, started(sqlite_service, game, people), by_number, most))
