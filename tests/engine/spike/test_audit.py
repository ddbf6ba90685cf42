"""The audit notices every piece that is lost or made, and events tell where they happened."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.core.game import OVER
from engine.core.play import legal, notes, prompt, rank, suggest
from engine.core.sheet import Marks
from engine.core.words import LANGUAGES
from engine.games.spike import GAME, events
from engine.games.spike.components import TIME, box
from engine.games.spike.moves import DECK
from engine.games.spike.state import State
from tests.engine.spike.positions import COLOURS, opened, path, placed, with_player, with_tracks

Change = Callable[[State], State]


def doubled(s: State) -> State:
    both = with_tracks(s, 0, *path("chicago", "indianapolis"))
    return with_player(both, 1, home="chicago", train="chicago", tracks=path("chicago", "indianapolis"))


def loaded(s: State) -> State:
    return with_player(s, 0, contracts=tuple(contract.with_loaded(True) for contract in s.players[0].contracts))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda s: replace(s, bank=1), "money is neither made nor lost"),
        (lambda s: replace(s, market=s.market[:3]), "the market holds every good once"),
        (doubled, "a track space holds one track"),
        (lambda s: with_player(s, 0, contracts=s.players[0].contracts[1:]), "there is one contract for each good"),
        (lambda s: with_player(s, 0, hand=(-1, 0, 0, 0, 0, 0)), "no hand owes cards"),
        (lambda s: replace(s, display=s.display[1:]), "rail cards are neither lost nor made"),
        (lambda s: replace(s, deck=(TIME, *s.deck)), "time cards are in the last deck alone"),
        (lambda s: replace(s, deck=(TIME, *s.deck), safe=2), "no time card is in the upper half of the last deck"),
        (lambda s: replace(s, deck=()), "the deck is never empty when a player chooses"),
        (lambda s: with_player(s, 0, score=4), "orange: the score is what was earned less what was spent"),
        (lambda s: with_player(s, 0, freight=4), "orange: deliveries pay what is printed"),
        (loaded, "orange: a freight car carries one token"),
        (lambda s: with_tracks(s, 0, *list(box().edges)[:46]), "orange: there are no more tracks than printed"),
        (lambda s: with_player(s, 0, spent=3), "orange: upgrades cost what is printed"),
        (lambda s: with_tracks(s, 0, "j1-j2"), "orange: a network is one piece without loops"),
        (lambda s: with_player(s, 0, train="miami"), "orange: a train is on its own network"),
    ],
)
def test_what_is_wrong_is_noticed(change: Change, complaint: str) -> None:
    s = placed("chicago", "boston")
    assert list(GAME.audit(s)) == []
    assert any(told.startswith(complaint) for told in GAME.audit(change(s)))


def test_two_deliveries_to_one_city_are_noticed() -> None:
    s = placed("chicago", "boston")
    city = next(iter(s.players[0].contracts[0].printed.pays))
    one, _, *rest = s.players[0].contracts
    both = with_player(s, 0, contracts=(one.with_delivered(city), one.with_delivered(city), *rest))
    assert "orange: one delivery to a city" in list(GAME.audit(both))


def test_events_tell_where_they_happened_and_can_be_said() -> None:
    told = (
        (events.Dealt(0), ()),
        (events.DisplayTurnedUp(("red",)), (DECK,)),
        (events.Chose(0, ()), ()),
        (events.Chose(0, ("cows",)), ()),
        (events.Placed(0, "chicago"), ("chicago",)),
        (events.Ran(0, "chicago", 1), ("chicago",)),
        (events.Ran(0, "chicago-j25", 2), ("chicago-j25",)),
        (events.Restarted(0, "chicago", "chicago-j25", 1), ("chicago-j25",)),
        (events.WentOn(0, "chicago"), ("chicago",)),
        (events.WentOn(0, "chicago-j25"), ("chicago-j25",)),
        (events.Loaded(0, "corn", "chicago"), ("chicago",)),
        (events.Dropped(0, "corn"), ()),
        (events.Delivered(0, "corn", "miami", 13), ("miami",)),
        (events.Linked(0, "j19", "boston", 1, "pigs", 3), ("boston",)),
        (events.DisplayFilled(("red",)), (DECK,)),
        (events.RoundBegan(2, ("red",)), (DECK,)),
        (events.RouteScored(0, "miami", (), 0), ()),
        (events.RouteScored(0, "miami", ("tampa",), 4), ("miami",)),
        (events.Ended((0,)), ()),
        (events.Ended((0, 1)), ()),
    )
    for event, places in told:
        assert event.places() == places
        for lang in LANGUAGES:
            assert GAME.words.render(event.say(), lang, COLOURS)


def test_the_gift_is_asked_and_ranked() -> None:
    s = opened(2)
    view = GAME.view(s, s.first)
    moves = list(legal(GAME, s, s.first))
    ranked = rank(GAME, view, s.first, moves)
    hand = s.players[s.first].hand
    counts = [hand[box().kind_index[str(move).partition(".")[2]]] for move in ranked]
    assert counts == sorted(counts)
    assert prompt(GAME, view, s.first).id == "ask-give"
    assert [note.id for note in notes(GAME, view, s.first)] == ["note-give"]


def test_cities_can_be_pressed_and_are_shown_when_chosen() -> None:
    s = placed("chicago", "boston")
    drawn = GAME.draw(GAME.view(s, 0), Marks(links={"miami": "/miami"}, chosen=("tampa", "display:card-red"))).moving
    assert 'href="/miami"' in drawn
    assert drawn != GAME.draw(GAME.view(s, 0), Marks(links={"miami": "/miami"})).moving
    over = replace(s, phase=OVER)
    assert "Your hand" not in GAME.draw(GAME.view(over, 0), Marks()).moving
    assert all(line.id != "route" for line in GAME.sheet(GAME.view(over, 0)).private)


def test_notes_warn_of_the_end() -> None:
    s = replace(placed("chicago", "boston"), extra_turns=1, times=2)
    told = [note.id for note in notes(GAME, GAME.view(s, 0), 0)]
    assert told[:2] == ["note-last-turn", "note-time"]


def test_only_the_deck_is_suggested_where_there_is_no_display_and_no_hand() -> None:
    s = with_player(replace(placed("chicago", "boston"), display=()), 0, hand=(0, 0, 0, 0, 0, 0))
    assert [str(move) for suggestion in suggest(GAME, GAME.view(s, 0), 0, 5) for move in suggestion.line] == ["draw"]


def test_an_extra_space_that_saves_no_turn_is_no_first_choice() -> None:
    s = with_tracks(placed("chicago", "boston"), 0, *path("chicago", "indianapolis", "j42", "louisville"))
    s = with_player(s, 0, train="chicago-indianapolis", speed=1)
    best = suggest(GAME, GAME.view(s, 0), 0, 1)[0].line
    assert all(move.VERB != "extra" for move in best)
