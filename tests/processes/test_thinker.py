"""The thinker of the Procfile: it thinks in its own queue, and its death in the middle of a thought costs only time."""

import pytest

from engine.core.move import write_line
from engine.core.patient import patient_line
from engine.games import GAMES
from pbem.play.bots import dice_of
from tests.pbem.sample_tables import asks, lines, seats, started, state, table
from tests.processes.conftest import Start
from tests.processes.system import wait_until
from tests.toys.parlour import GAME as PARLOUR

PLAYOUTS = 300  # a second or more of thinking


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_thinker_is_killed_and_another_comes_to_the_same_line(
    production: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, PARLOUR.id, PARLOUR)
    server = production(toys=True, sweep=1)
    server.settings["BOT_PLAYOUTS"] = str(PLAYOUTS)
    service = server.service()
    table_id = started(service, PARLOUR.id, people=1, bots=1, bot="patient")
    bot = next(seat for seat in seats(service, table_id) if seat.bot)
    ask = next(ask for ask in asks(service, table_id) if ask.for_bot)
    view = PARLOUR.view(state(service, table_id), bot.number)  # type: ignore[arg-type]
    dice = dice_of(table(service, table_id), ask, bot)
    expected = write_line(patient_line(PARLOUR, view, bot.number, dice, PLAYOUTS))
    server.start("beat", "thinker")
    server.start("worker")
    wait_until("the beginning of a thought", lambda: "thought begun" in server.told("thinker").read_text())
    server.kill("thinker")
    server.start("thinker.2")
    wait_until("the bot's line", lambda: len(lines(service, table_id)) > 1)
    assert [(line.seat, line.text, line.how) for line in lines(service, table_id)[1:]] == [
        (bot.number, expected, "bot")
    ]
