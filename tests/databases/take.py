"""Writes the database that a server of this release leaves: `python -m tests.databases.take`, run before a release.

Every game has a running table with open questions; one table invites, one is paused, one is over, and one votes on a
way back. Some mails have left, others wait, and an answer that came in has not been read. A database of a released
version is never changed.
"""

import lzma
import tempfile
from pathlib import Path

from sqlalchemy import make_url

from engine.games import GAMES
from pbem.base.config import Config, embedded_config
from pbem.base.db import Database
from pbem.base.service import Service
from pbem.mail_in.letterbox import store_raw
from pbem.store.models.table import RUNNING
from pbem.store.schema import head
from pbem.tables.host import pause, rewind
from pbem.tables.open_table import create_table
from pbem.tables.talk import say_at_table, write_note
from pbem.web.mailbox import opened
from tests.e2e.player import Post
from tests.pbem.conftest import FakeClock, made
from tests.pbem.mail_in.letters import letter
from tests.pbem.sample_tables import asks, bot_line, new_table, play_one, seats, started, table

FOLDER = Path(__file__).parent
LINES = 6  # played at each table
FIRST_TURN = 30  # lines that go past the first dice of Age of Steam


def settings(data: Path) -> Config:
    """With a secret that stays, so that links in mails of that time still open."""
    secret = "the secret of the servers that left these databases"
    return embedded_config({"DATA": str(data), "PUBLIC_URL": "http://127.0.0.1:8000", "SECRET_KEYS": secret})


def take() -> Path:
    with tempfile.TemporaryDirectory() as data:
        config = settings(Path(data))
        service = made(config, Database(config.database_url), FakeClock())
        fill(service)
        service.db.close()  # the last connection leaves one file
        path = FOLDER / f"{head()}.sqlite.xz"
        path.write_bytes(lzma.compress(Path(make_url(config.database_url).database or "").read_bytes()))
        return path


def fill(service: Service) -> None:
    answer(service, started(service, "railways-of-the-world", 2))
    # No mail leaves from here on.
    running = [
        started(service, id, game.seats[0], lang="fr" if number % 2 else "en")
        for number, (id, game) in enumerate(GAMES.items())
    ]
    for table_id in running:
        play(service, table_id, LINES)
    talk(service, running[0])
    create_table(service, new_table("age-of-steam", 4), by_operator=True)
    pause(service, started(service, "spike", 2))
    over = started(service, "spike", 2)
    while table(service, over).status == RUNNING:
        play(service, over, 1)
    voting = started(service, "age-of-steam", 3)
    play(service, voting, FIRST_TURN)
    assert not rewind(service, voting, 1), "everybody has to agree"


def play(service: Service, table_id: int, lines: int) -> None:
    for _ in range(lines):
        service.clock.forward(minutes=1)  # type: ignore[attr-defined]
        play_one(service, table_id, bot="greedy")


def talk(service: Service, table_id: int) -> None:
    first, second = seats(service, table_id)[:2]
    say_at_table(service, first.id, "Good luck to all of you.", "")
    say_at_table(service, first.id, "And to you above all.", second.colour)
    write_note(service, second.id, "Anna wants the coal.")


def answer(service: Service, table_id: int) -> None:
    """By mail, which has come in and waits."""
    ask = asks(service, table_id)[0]
    question = next(mail for mail in Post(service).arrive() if mail.ask_id == ask.id)
    to = str(opened(question)["Reply-To"])
    store_raw(service, letter(to, bot_line(service, ask, "greedy"), From=question.email), question.email, to, "lmtp")


if __name__ == "__main__":
    print(take())
