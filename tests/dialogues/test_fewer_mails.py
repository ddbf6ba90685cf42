"""How many mails a player gets who only answers mails, over a whole game of each kind against two bots."""

import pytest

from pbem.base.service import Service
from pbem.mail_in.listener import Listener
from pbem.store.models import Ask, Mail
from tests.dialogues.mail_only import MailOnly
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import bot_line, started

# Mails for each answer that was sent, when each line brought a receipt and each question a mail of its own.
BEFORE = {
    "age-of-steam": 2.01,
    "railroad-tycoon": 2.07,
    "railways-of-the-world": 2.02,
    "spike": 1.80,
    "whistle-stop": 1.90,
}
WHOLE = [pytest.param(game, 1000, marks=pytest.mark.soak) for game in BEFORE]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "most"), [("age-of-steam", 8), ("whistle-stop", 6), *WHOLE])
def test_receipt_and_next_question_are_one_mail(
    sqlite_service: Service, clock: FakeClock, door: Listener, game: str, most: int
) -> None:
    def says(ask: Ask, mail: Mail) -> str:
        return bot_line(sqlite_service, ask, "greedy")

    player = MailOnly(sqlite_service, clock, door, started(sqlite_service, game, 1, 2), says, most)
    player.play()
    assert not player.refused
    assert player.is_over or player.sent == most
    assert player.per_answer <= BEFORE[game] * 2 / 3, player.got
