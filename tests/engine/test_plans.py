"""Plans as data, looking ahead and following, on the toy game and on a few positions of Age of Steam."""

import msgspec
import pytest

from engine.core.ahead import NO_PLAN, make_choice, questions_ahead, read_choice, taken_all
from engine.core.follow import Broken, Followed, follow, question
from engine.core.move import write_line
from engine.core.plan import Choice, Intention, Plan
from engine.core.play import actors, play, start
from engine.core.refusal import MoveError
from engine.core.standing_forms import Rest, UpTo, read_form
from engine.games import GAMES
from tests.toys.parlour import GAME
from tests.toys.parlour.moves import Knock, Stake
from tests.toys.parlour.state import State
from tests.toys.test_parlour import TURN, staking

AOS = GAMES["age-of-steam"]
COLOURS = ("orange", "green", "sky", "magenta")


def test_a_plan_is_plain_data() -> None:
    view = GAME.view(TURN, 1)
    plan = taken_all(NO_PLAN, questions_ahead(GAME, view, 1))
    assert plan
    assert Plan.decode(plan.encode()) == plan


def test_forms_are_read_as_written() -> None:
    for form in (UpTo(6), UpTo(0, ask=True), UpTo(12, shares=True), UpTo(3, ask=True, shares=True), Rest()):
        assert read_form(str(form)) == form
    assert read_form("bid.6") is read_form("upto") is read_form("upto.06") is None


def test_a_later_intention_replaces_an_earlier_one() -> None:
    first, second = Intention("1/turn/1", (Choice("draw"),)), Intention("1/turn/1", (Choice("rest"),))
    plan = Plan((first,)).with_intention(second)
    assert plan.intentions == (second,)
    standing = Intention("1/stake", (Choice("rest"),), always=True)
    assert plan.with_intention(standing).after_turn("2/stake").intentions == (standing,)


def test_a_later_standing_order_replaces_an_earlier_one_for_the_same_question() -> None:
    first, second = (Intention(f"{turn}/stake", (Choice("rest"),), always=True) for turn in (1, 3))
    once, other = Intention("2/stake", (Choice("rest"),)), Intention("1/turn/1", (Choice("rest"),), always=True)
    assert Plan((first, other)).with_intention(once).intentions == (first, other, once)
    assert Plan((first, other, once)).with_intention(second).intentions == (other, once, second)


def test_the_next_turn_is_planned_while_others_play() -> None:
    [turn] = questions_ahead(GAME, GAME.view(TURN, 1), 1)
    assert (turn.key, turn.now, turn.planned) == ("1/turn/1", False, False)
    assert actors(GAME, turn.state) == (1,)
    plan = taken_all(NO_PLAN, [turn])
    after = play(GAME, TURN, 0, GAME.read("show.tram done", TURN)).state
    followed = follow(GAME, after, 1, plan)
    assert isinstance(followed, Followed)
    assert write_line(followed.line) == plan.intentions[0].choices[0].form


def test_what_is_planned_is_kept_and_shown_again() -> None:
    [turn] = questions_ahead(GAME, GAME.view(TURN, 1), 1)
    planned = Intention(turn.key, (read_choice(GAME, turn, 1, "show.milk-car done"),))
    [again] = questions_ahead(GAME, GAME.view(TURN, 1), 1, NO_PLAN.with_intention(planned))
    assert (again.intention, again.planned) == (planned, True)


def test_a_standing_order_of_another_turn_is_shown_as_planned() -> None:
    [turn] = questions_ahead(GAME, GAME.view(TURN, 1), 1)
    choice = read_choice(GAME, turn, 1, "show.milk-car done")
    standing = Plan((Intention("0/turn/1", (choice,), always=True),))
    [again] = questions_ahead(GAME, GAME.view(TURN, 1), 1, standing)
    assert (again.intention, again.planned) == (Intention(turn.key, (choice,), always=True), True)
    assert taken_all(standing, [again]) == standing


def test_a_plan_whose_card_was_dropped_is_asked_about() -> None:
    [turn] = questions_ahead(GAME, GAME.view(TURN, 1), 1)
    plan = Plan((Intention(turn.key, (read_choice(GAME, turn, 1, "show.milk-car done"),)),))
    knocked = play(GAME, TURN, 0, (Knock("green"),)).state
    dropped = play(GAME, knocked, 1, GAME.read("drop.milk-car", knocked)).state
    s = play(GAME, dropped, 0, GAME.read("show.tram done", dropped)).state
    broken = follow(GAME, s, 1, plan)
    assert isinstance(broken, Broken)
    assert broken.why == "illegal"
    said = GAME.words.render(broken.reason, "en")
    assert said == "Your plan “show.milk-car done” cannot be played: You have no milk car."


def test_a_choice_must_be_legal_where_it_is_imagined() -> None:
    [turn] = questions_ahead(GAME, GAME.view(TURN, 1), 1)
    for text in ("show.sleeper done", "show.milk-car", "bid.3", "upto.3", "frobnicate"):
        with pytest.raises(MoveError):
            read_choice(GAME, turn, 1, text)


def test_looking_ahead_stops_at_chance() -> None:
    """The next round deals cards: nobody can plan beyond that."""
    last = msgspec.structs.replace(TURN, queue=(0,))
    assert [one.key for one in questions_ahead(GAME, GAME.view(last, 0), 0)] == ["1/turn/1"]
    assert questions_ahead(GAME, GAME.view(last, 1), 1) == ()


def test_rest_plays_the_default_through_the_phase() -> None:
    plan = Plan((Intention("1/turn/1", (Choice("rest"),)),))
    drawn = play(GAME, TURN, 0, GAME.read("draw", TURN)).state
    assert question(GAME, drawn, 0) == "1/turn/2"
    followed = follow(GAME, drawn, 0, plan)
    assert isinstance(followed, Followed)
    assert write_line(followed.line) == "show.sleeper.sleeper done"


def test_always_lasts_until_nothing_was_heard_for_two_rounds() -> None:
    s: State = staking(("tram", "sleeper"), ("tram",), ("milk-car",), round=2)
    plan = Plan((Intention("1/stake", (make_choice(GAME, s, 0, "stake.tram"),), always=True),))
    assert isinstance(follow(GAME, s, 0, plan, silent_rounds=1), Followed)
    lapsed = follow(GAME, s, 0, plan, silent_rounds=2)
    assert isinstance(lapsed, Broken)
    assert lapsed.why == "lapsed"


def test_an_action_that_is_taken_falls_to_the_next() -> None:
    s = start(AOS, COLOURS, "plans").state
    questions = {seat: questions_ahead(AOS, AOS.view(s, seat), seat) for seat in range(4)}
    while s.phase != "actions":
        s = play(AOS, s, actors(AOS, s)[0], AOS.read("pass", s)).state
    first, second = s.order[:2]
    ahead = {one.key: one for one in questions[second]}
    assert list(ahead) == ["1/issue", "1/auction", "1/actions", "1/build", "1/goods/1", "1/goods/2"]
    wished = [choice.form for choice in ahead["1/actions"].intention.choices]
    assert len(wished) == 7
    s = play(AOS, s, first, AOS.read(wished[0], s)).state
    followed = follow(AOS, s, second, taken_all(NO_PLAN, questions[second]))
    assert isinstance(followed, Followed)
    assert followed.choice.form == wished[1]


def test_stakes_that_are_laid_at_once_are_asked_now() -> None:
    s = staking(("tram", "sleeper"), ("tram", "tram"), ("milk-car", "tram"))
    s = play(GAME, s, 1, (Stake("tram"),)).state
    [stake, *_] = questions_ahead(GAME, GAME.view(s, 0), 0)
    assert (stake.key, stake.now) == ("1/stake", True)
