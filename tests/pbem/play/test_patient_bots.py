"""Patient bots think in a queue of their own, outside of any transaction, and never hold up a table for long."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from engine.core.bots import bots_with
from engine.core.move import write_line
from engine.games import GAMES
from pbem.base.service import Dilemma, Service
from pbem.pacing.pace import Pace
from pbem.play.advice import ask_advice
from pbem.play.bots import LONGEST_THOUGHT, answer_bot, dice_of
from pbem.play.patient_bots import call_thinkers, think_once
from pbem.play.play_line import AskClosed, play_line
from pbem.play.thinking_process import think
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, bot_line, lines, play_one, seats, started, state, sweep, table
from tests.toys.parlour import GAME as PARLOUR

PLAYOUTS = 6


@pytest.fixture
def service(sqlite_service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    monkeypatch.setitem(GAMES, PARLOUR.id, PARLOUR)
    sqlite_service.config = replace(sqlite_service.config, bot_playouts=PLAYOUTS)
    return sqlite_service


@pytest.fixture
def hints(service: Service) -> list[str]:
    given: list[str] = []
    service.hint = lambda task, id: given.append(task)
    return given


def begun(service: Service, bot: str = "patient", **more: Any) -> int:
    """Anna against two bots; a bot is asked."""
    table_id = started(service, "parlour", 1, bots=2, bot=bot, **more)
    while not any(ask.for_bot for ask in asks(service, table_id)):
        play_one(service, table_id)
    return table_id


def bots_line(service: Service, table_id: int) -> str:
    """What a patient bot plays for the first question to one."""
    ask = next(ask for ask in asks(service, table_id) if ask.for_bot)
    seat = next(seat for seat in seats(service, table_id) if seat.id == ask.seat_id)
    dice = dice_of(table(service, table_id), ask, seat)
    view = PARLOUR.view(state(service, table_id), seat.number)  # type: ignore[arg-type]
    return write_line(bots_with(PLAYOUTS)["patient"](PARLOUR, view, seat.number, dice))


def test_a_patient_bot_is_answered_for_by_whoever_thinks_and_by_nobody_else(service: Service, hints: list[str]) -> None:
    table_id = begun(service)
    assert "think" in hints
    assert "answer" not in hints
    assert not answer_bot(service)
    before, expected = len(lines(service, table_id)), bots_line(service, table_id)
    assert think_once(service, table_id)
    new = lines(service, table_id)[before]
    assert (new.text, new.how) == (expected, "bot")


def test_a_bot_that_answers_at_once_is_not_thought_about(service: Service, hints: list[str]) -> None:
    begun(service, "greedy")
    assert "think" not in hints
    assert not think_once(service)
    assert answer_bot(service)


@pytest.mark.parametrize(
    ("pace", "time"), [(Pace(), LONGEST_THOUGHT), (Pace(hours=0, minutes=20), timedelta(minutes=1))]
)
def test_a_bot_that_is_not_ready_in_time_plays_like_greedy(
    service: Service, clock: FakeClock, pace: Pace, time: timedelta
) -> None:
    table_id = begun(service, pace=pace)
    ask = next(ask for ask in asks(service, table_id) if ask.for_bot)
    expected = bot_line(service, ask, "greedy")
    before = len(lines(service, table_id))
    clock.forward(seconds=time.total_seconds() - 1)
    sweep(service)
    assert len(lines(service, table_id)) == before
    clock.forward(seconds=1)
    sweep(service)
    assert lines(service, table_id)[before].text == expected


def test_nothing_is_locked_while_it_thinks(service: Service) -> None:
    """A page that plays in the meantime does not wait, and a thought that comes too late is dropped."""
    table_id = begun(service)

    def slow(dilemma: Dilemma) -> str:
        ask = next(ask for ask in asks(service, table_id) if ask.for_bot)
        play_line(service, ask.seat_id, ask.id, bot_line(service, ask), "page")
        return think(dilemma)

    before = len(lines(service, table_id))
    service.thinker = slow
    assert think_once(service)
    assert [line.how for line in lines(service, table_id)[before:]] == ["page"]


def test_a_thinker_that_dies_costs_a_repeated_question(service: Service, hints: list[str]) -> None:
    table_id = begun(service)
    before, expected = lines(service, table_id), bots_line(service, table_id)

    def dies(_: Dilemma) -> str:
        raise EOFError

    service.thinker = dies
    with pytest.raises(EOFError):
        think_once(service)
    assert lines(service, table_id) == before
    hints.clear()
    call_thinkers(service)
    assert hints == ["think"], "the sweep calls for it again"
    service.thinker = None
    assert think_once(service)
    assert lines(service, table_id)[len(before)].text == expected


def test_the_budget_is_the_operators_or_that_of_the_game(service: Service) -> None:
    begun(service)
    seen: list[int] = []

    def note(dilemma: Dilemma) -> str:
        seen.append(dilemma.playouts)
        raise EOFError

    service.thinker = note
    for playouts in (PLAYOUTS, 0):
        service.config = replace(service.config, bot_playouts=playouts)
        with pytest.raises(EOFError):
            think_once(service)
    assert seen == [PLAYOUTS, PARLOUR.playouts]


def advised(service: Service, has_advice: bool = True) -> int:
    return started(service, "parlour", 2, has_advice=has_advice)


def test_a_person_gets_the_line_of_a_patient_bot_and_nothing_is_played(service: Service, hints: list[str]) -> None:
    table_id = advised(service)
    ask = asks(service, table_id)[0]
    assert not think_once(service)
    ask_advice(service, ask.seat_id, ask.id)
    assert "think" in hints
    assert think_once(service)
    advice = next(again for again in asks(service, table_id) if again.id == ask.id).advice
    now = state(service, table_id)
    assert PARLOUR.read(advice, now)  # type: ignore[arg-type]
    assert len(lines(service, table_id)) == 1
    assert not think_once(service), "it is thought about once"


def test_people_come_before_bots(service: Service) -> None:
    begun(service)
    table_id = advised(service)
    ask = asks(service, table_id)[0]
    ask_advice(service, ask.seat_id, ask.id)
    assert think_once(service)
    assert next(again for again in asks(service, table_id) if again.id == ask.id).advice


def test_no_advice_where_the_host_does_not_allow_it_or_to_somebody_who_is_not_asked(service: Service) -> None:
    ask = asks(service, advised(service, has_advice=False))[0]
    with pytest.raises(AskClosed):
        ask_advice(service, ask.seat_id, ask.id)
    first, second = (asks(service, advised(service))[0] for _ in range(2))
    with pytest.raises(AskClosed):
        ask_advice(service, first.seat_id, second.id)
    assert not think_once(service)
