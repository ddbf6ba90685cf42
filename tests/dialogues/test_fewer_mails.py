"""How many mails a player gets who only answers mails, over a whole game of each kind against bots."""

from collections.abc import Iterator

import pytest

from pbem.base.service import Service
from pbem.mail_in.listener import Listener
from pbem.store.models import Ask, Mail
from tests.dialogues.mail_only import MailOnly
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import bot_line, started

GAMES = ("age-of-steam", "railroad-tycoon", "railways-of-the-world", "spike", "whistle-stop")


@pytest.fixture
def door(sqlite_service: Service) -> Iterator[Listener]:
    """The real listener, on a port of its own."""
    listener = Listener(sqlite_service, "smtp://127.0.0.1:0")
    listener.start()
    yield listener
    listener.stop()


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
def test_mails(sqlite_service: Service, clock: FakeClock, door: Listener, game: str) -> None:
    def says(ask: Ask, mail: Mail) -> str:
        return bot_line(sqlite_service, ask, "greedy")

    player = MailOnly(sqlite_service, clock, door, started(sqlite_service, game, 1, 2), says)
    player.play()
    print(f"\n{game}: sent {player.sent}, got {dict(player.got)}, {player.per_answer:.2f} a mail")
    assert player.is_over
    assert not player.refused
