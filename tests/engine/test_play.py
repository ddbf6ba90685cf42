"""The driver: lines, previews, what needs nobody, and what is forced."""

from dataclasses import replace
from types import SimpleNamespace

import msgspec
import pytest

from engine.core.event import Event, kebab
from engine.core.game import OVER, BadSetup
from engine.core.play import (
    actors,
    complete,
    forced,
    is_over,
    legal,
    play,
    preview,
    refuse,
    settle,
    start,
    step,
    suggest,
)
from engine.core.refusal import Illegal, NotAMove, NotYourTurn, refusal
from engine.core.rng import Rng
from engine.core.say import say
from engine.core.sheet import Piece
from tests.toys.parlour import GAME
from tests.toys.parlour.events import Drew, Shown
from tests.toys.parlour.moves import Done, Draw, Drop, Give, Knock, Show, Stake
from tests.toys.parlour.phases import turn
from tests.toys.parlour.state import PACK, State, Turn, without

HANDS = (("tram", "sleeper", "sleeper"), ("milk-car", "mail-car"), ("dining-car",))


def at_turn(*hands: tuple[str, ...], **fields: object) -> State:
    """Three seats, seat 0 in its turn."""
    hands = hands or HANDS
    opening = start(GAME, ("orange", "green", "sky"), "s").state
    deck = without(PACK, [card for hand in hands for card in hand])
    standard = {"phase": "turn", "hands": hands, "deck": deck, "stakes": (), "queue": (0, 1, 2)}
    state: State = msgspec.structs.replace(opening, **(standard | fields))
    assert not list(GAME.audit(state))
    return state


def test_line_1_a_move_of_another_phase_is_refused() -> None:
    reason = refuse(GAME, at_turn(), 0, Drop("tram"))
    assert reason == refusal("not-in-this-phase", "line-1", verb="drop")
    with pytest.raises(Illegal):
        play(GAME, at_turn(), 0, (Drop("tram"),))


@pytest.mark.parametrize("line", [(), (Show(("tram",)),), (Give("tram"), Show(("sleeper",)))])
def test_line_2_a_line_that_stops_too_early_is_refused(line: tuple) -> None:
    with pytest.raises(Illegal) as raised:
        play(GAME, at_turn(), 0, line)
    assert (raised.value.refusal.rule, raised.value.refusal.reason) == ("line-2", "line-unfinished")
    assert raised.value.index == max(len(line) - 1, 0)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ((Draw(), Show(("tram",)), Done()), 1),  # something was shown
        ((Show(("tram",)), Knock("green"), Done()), 2),  # another seat decides first
        ((Show(("tram",)), Done(), Done()), 2),  # the turn is over
    ],
)
def test_line_3_a_line_that_goes_on_too_long_is_refused(line: tuple, number: int) -> None:
    for attempt in (play, preview):
        with pytest.raises(Illegal) as raised:
            attempt(GAME, at_turn(), 0, line)
        assert raised.value.refusal == refusal("line-too-long", "line-3", number=number)
        assert raised.value.move == line[number]
        assert raised.value.say().params == {"number": number}


def test_line_4_a_line_is_played_whole_or_not_at_all() -> None:
    state = at_turn()
    with pytest.raises(Illegal) as raised:
        play(GAME, state, 0, (Give("tram"), Show(("tram",)), Done()))
    assert raised.value.index == 1
    assert state == at_turn()
    played = play(GAME, state, 0, (Show(("sleeper",)), Done()))
    assert [type(event) for event in played.events] == [Shown]
    assert (played.ends, actors(GAME, played.state)) == ("turn", (1,))


def test_line_5_done_is_added_when_nothing_else_is_lacking() -> None:
    state = at_turn()
    assert complete(GAME, state, 0, (Show(("tram",)),)) == (Show(("tram",)), Done())
    assert complete(GAME, state, 0, (Give("tram"),)) == (Give("tram"),)  # done would be refused
    assert complete(GAME, state, 0, (Draw(),)) == (Draw(),)  # it has ended
    assert complete(GAME, start(GAME, ("orange", "green"), "s").state, 0, ()) == ()
    without_done = replace(GAME, phases=(SimpleNamespace(**{**vars(turn), "MOVES": (Show,)}),))
    assert complete(without_done, state, 0, (Show(("tram",)),)) == (Show(("tram",)),)


def test_line_6_a_preview_never_passes_a_reveal() -> None:
    state = at_turn()
    shown = preview(GAME, state, 0, (Give("tram"), Draw()))
    assert (shown.shown, shown.ends) == (1, "seen")
    assert shown.state == preview(GAME, state, 0, (Give("tram"),)).state
    assert not any(isinstance(event, Drew) for event in shown.events)
    through = preview(GAME, state, 0, (Show(("tram",)), Done()))
    assert (through.shown, through.ends) == (2, "turn")
    others = preview(GAME, state, 0, (Knock("green"),))
    assert (others.shown, others.ends) == (1, "others")
    assert preview(GAME, state, 0, ()).state == state


def test_a_preview_does_not_run_what_follows_by_itself() -> None:
    last = at_turn(queue=(0,), round=2)
    line = (Show(("tram",)), Done())
    assert not is_over(GAME, preview(GAME, last, 0, line).state)
    assert is_over(GAME, play(GAME, last, 0, line).state)


def test_only_those_asked_can_play() -> None:
    state = at_turn()
    with pytest.raises(NotYourTurn) as raised:
        step(GAME, state, 1, Draw())
    assert raised.value.say() == say("not-your-turn", seat=1)
    assert list(legal(GAME, state, 1)) == []


def test_nobody_is_asked_when_the_game_is_over() -> None:
    over = at_turn().with_phase(OVER)
    assert actors(GAME, over) == ()
    assert list(legal(GAME, over, 0)) == []
    assert settle(GAME, over).state == over
    with pytest.raises(NotYourTurn):
        play(GAME, over, 0, (Done(),))


def test_an_automatic_phase_may_end_the_game() -> None:
    final = SimpleNamespace(NAME="turn", run=lambda s: settle(GAME, s.with_phase(OVER)))
    assert settle(replace(GAME, phases=(final,)), at_turn()).state.phase == OVER


def test_the_opening_tells_what_was_dealt() -> None:
    opening = start(GAME, ("orange", "green"), "s")
    assert len(opening.events) == 3
    assert actors(GAME, opening.state) == (0, 1)


def test_a_seat_without_a_choice_is_forced() -> None:
    bare = at_turn(("tram",), ("milk-car",), ("sleeper",), turn=Turn(drawn=True, knocked=True, shown=True, given=True))
    assert forced(GAME, bare, 0) == (Done(),)
    assert forced(GAME, at_turn(), 0) is None
    assert forced(GAME, at_turn(), 1) is None


def test_line_7_what_only_a_secret_forces_is_not_forced() -> None:
    """The victim has two cards of one kind, so one legal move; but nobody else knows that."""
    victim = at_turn(("tram",), ("milk-car", "milk-car"), ("sleeper",), phase="drop", victim=1)
    assert list(legal(GAME, victim, 1)) == [Drop("milk-car")]
    assert forced(GAME, victim, 1) is None


def test_a_forced_line_may_have_several_moves() -> None:
    """Everybody knows the five trams in the discard and one card in hand: here all cards but one are in the open."""
    rest = without(PACK, ("tram",))
    known = at_turn(("tram",), (), (), turn=Turn(drawn=True, knocked=True, given=True), discard=rest, deck=())
    assert forced(GAME, known, 0) == (Show(("tram",)), Done())


def test_suggestions_are_not_more_than_asked_for() -> None:
    state = at_turn()
    assert len(suggest(GAME, GAME.view(state, 0), 0, 2)) == 2


@pytest.mark.parametrize(
    ("colours", "options", "why"),
    [
        (("orange",), {}, "parlour has 2 to 4 seats, not 1"),
        (("orange", "orange"), {}, "a colour of its own"),
        (("orange", "grey"), {}, "a colour of its own"),
        (("orange", "green"), {"map": "x"}, "has no option 'map'; it has rounds"),
        (("orange", "green"), {"rounds": "9"}, "is one of 2, 1, 3, not '9'"),
    ],
)
def test_a_table_that_cannot_be_set_up(colours: tuple[str, ...], options: dict[str, str], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        start(GAME, colours, "s", options)


def test_a_game_is_named_with_its_rules_and_options() -> None:
    assert GAME.rules == "parlour/1"
    assert GAME.full_options({}) == {"rounds": "2"}
    with pytest.raises(BadSetup, match="it has none"):
        replace(GAME, options=()).full_options({"rounds": "1"})


def test_a_game_reads_a_line_with_the_words_of_its_options() -> None:
    renamed = replace(GAME, lexicon=lambda options: {"card": (f"card-{options['rounds']}",)})
    two = at_turn()
    assert renamed.read("stake.card-2~done", two) == (Stake("card-2"), Done())
    with pytest.raises(NotAMove, match="word-unknown"):
        renamed.read("stake.card-3", two)


def test_errors_say_what_is_wrong() -> None:
    with pytest.raises(NotAMove, match=r"stake\.coal: word-unknown"):
        GAME.read("stake.coal", at_turn())
    error = Illegal(refusal("not-in-hand", "par-1.4", card="tram", n=1), Stake("tram"))
    assert str(error) == "stake.tram: not-in-hand (par-1.4)"


class Happened(Event, frozen=True):
    seat: int


def test_events_are_told_to_all_unless_they_say_otherwise() -> None:
    event = Happened(2)
    assert event.seen_by(None) is event
    assert event.places() == ()
    assert event.say() == say("happened", seat=2)
    assert msgspec.json.encode(event) == b'{"type":"happened","seat":2}'
    assert kebab("NewCityBuilt2Day") == "new-city-built2-day"


def test_a_piece_of_a_drawing_can_be_moved() -> None:
    assert Piece(1, 2, (0, 0, 5, 5), "<g/>").moved(10, -2) == Piece(11, 0, (0, 0, 5, 5), "<g/>")


def test_imagined_dice_are_not_the_true_ones() -> None:
    state = at_turn()
    assert GAME.imagine(GAME.view(state, 0), Rng("other")).rng.seed == "other"
