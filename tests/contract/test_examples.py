"""A list of choices hides no kind of move."""

import pytest

from engine.core.examples import examples
from engine.core.play import legal, play, suggest
from engine.games import GAMES
from pbem.play.scene import Scene
from tests.mails.people.corpus import Place, places

SAMPLES = [place for game in GAMES for place in [one for one in places() if one.game.id == game][::3]]


@pytest.mark.parametrize("place", SAMPLES, ids=lambda place: f"{place.record}-{place.to}")
def test_choices_are_legal_lines_and_hold_every_kind_of_move(place: Place) -> None:
    game, state, seat = place.game, place.state, place.seat
    offered = Scene(game, state, seat, tuple(state.seats), "en").choices
    lines = [game.read(choice.line, state) for choice in offered]
    assert len(set(lines)) == len(lines)
    assert all(choice.label for choice in offered)
    for line in lines:
        play(game, state, seat, line)
    shown = {move.VERB for line in lines for move in line}
    assert {move.VERB for move in legal(game, state, seat)} <= shown


def test_a_question_with_few_answers_shows_them_all() -> None:
    action = next(place for place in places() if place.state.phase == "actions" and place.game.id == "age-of-steam")
    game, state, seat = action.game, action.state, action.seat
    offered = Scene(game, state, seat, tuple(state.seats), "en").choices
    assert {choice.line for choice in offered} == {str(move) for move in legal(game, state, seat)}


def test_the_best_suggestion_comes_first() -> None:
    for place in SAMPLES:
        scene = Scene(place.game, place.state, place.seat, tuple(place.state.seats), "en")
        assert scene.advice is not None
        assert scene.choices[0].line == " ".join(map(str, scene.advice.tips[0].line))


def test_what_is_shown_already_is_no_example() -> None:
    for place in SAMPLES[:6]:
        view = place.game.view(place.state, place.seat)
        tips = suggest(place.game, view, place.seat, 20)
        assert not {
            example.line for example in examples(place.game, view, place.seat, [tip.line for tip in tips], tips)
        } & {tip.line for tip in tips}
