"""What one seat is told in a game of secrets, line by line, is the same whatever the others hold."""

import pytest

from engine.core.game import Outcome
from engine.core.move import Move
from engine.core.play import actors, legal, preview, start, step
from engine.core.rng import Rng
from engine.core.sheet import Marks
from tests.contract.every_game import colours
from tests.toys.parlour import GAME
from tests.toys.parlour.moves import Give
from tests.toys.parlour.state import VALUES, State

SEATS = colours(3)


class Told:
    """Everything that a reader is shown while lines are played, as text."""

    def __init__(self, reader: int | None) -> None:
        self.reader = reader
        self.texts: list[str] = []

    def hear(self, mover: int, move: Move, outcome: Outcome[State]) -> None:
        self.texts.append(move.seen_by(self.reader, mover))
        for event in outcome.events:
            seen = event.seen_by(self.reader)
            if seen is not None:
                self.texts += [GAME.words.render(seen.say(), lang, SEATS) for lang in ("en", "fr")]
                self.texts += seen.places()
        self.look(outcome.state)

    def look(self, s: State) -> None:
        view = GAME.view(s, self.reader)
        sheet, marks = GAME.sheet(view), Marks(names=SEATS)
        lines = [cell for row in sheet.rows for cell in (*row.cells, *filter(None, [row.note]))]
        lines += [line for section in sheet.sections for line in section.lines] + list(sheet.private)
        self.texts += [GAME.words.render(line, "en", SEATS) for line in lines]
        beside = GAME.panels(view, marks)
        assert beside
        for drawing in (GAME.draw(view, marks), *(panel.drawing for panel in beside)):
            self.texts += [drawing.still, drawing.moving, drawing.text]
        self.texts += [GAME.words.render(said, "en") for panel in beside for said in (panel.heading, panel.label)]
        self.texts.append(str(actors(GAME, s)))


def stake_and_give(s: State, told: Told, first: bool) -> tuple[State, State]:
    """Seats 0 and 1 stake; then, in a turn of seat 0, it gives a card to seat 1. The lowest or the highest card."""
    for seat in (0, 1):
        offers = list(legal(GAME, s, seat))
        move = offers[0 if first else -1]
        outcome = step(GAME, s, seat, move)
        told.hear(seat, move, outcome)
        s = outcome.state
    staked = s
    s = s.with_stakes(()).with_discard((*s.discard, *filter(None, s.stakes))).with_phase("turn").with_queue((0, 1, 2))
    gifts = [move for move in legal(GAME, s, 0) if isinstance(move, Give)]
    outcome = step(GAME, s, 0, gifts[0 if first else -1])
    only_told = Told(told.reader)
    only_told.hear(0, gifts[0 if first else -1], outcome)
    told.texts += only_told.texts[:3]
    return staked, outcome.state


@pytest.mark.parametrize("reader", [2, None])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_watcher_hears_the_same_of_other_cards(seed: str, reader: int | None) -> None:
    true = start(GAME, SEATS, seed).state
    view = GAME.view(true, reader)
    heard = set()
    for number, first in ((0, True), (1, False), (2, True)):
        world = true if number == 0 else GAME.imagine(view, Rng(f"world-{number}"))
        told = Told(reader)
        told.look(world)
        stake_and_give(world, told, first)
        heard.add("\n".join(told.texts))
    assert len(heard) == 1


def test_a_watcher_reads_no_name_of_a_secret_card() -> None:
    true = start(GAME, SEATS, "names").state
    told = Told(None)
    stake_and_give(true, told, first=True)
    text = "\n".join(told.texts)
    names = [GAME.words.name(card, lang) for card in VALUES for lang in ("en", "fr")]
    assert [name for name in names if name in text] == []
    assert "stake.?" in text
    assert "give.?" in text


def test_the_receiver_of_a_gift_is_told_which_card_it_is() -> None:
    true = start(GAME, SEATS, "gift").state
    receiver, giver = Told(1), Told(0)
    stake_and_give(true, receiver, first=True)
    stake_and_give(true, giver, first=True)
    gave = [text for text in receiver.texts if " gave " in text]
    assert gave == [text for text in giver.texts if " gave " in text]
    assert any(GAME.words.name(card, "en") in gave[0] for card in VALUES)


def test_a_staked_card_stays_hidden_from_those_who_still_choose() -> None:
    s = start(GAME, SEATS, "hidden").state
    move = next(legal(GAME, s, 0))
    after = step(GAME, s, 0, move).state
    for world in (after, GAME.imagine(GAME.view(after, 1), Rng("w"))):
        assert [str(other) for other in legal(GAME, world, 1)] == [str(other) for other in legal(GAME, after, 1)]
        assert preview(GAME, world, 1, (next(legal(GAME, after, 1)),)).ends == "turn"
