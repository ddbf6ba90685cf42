"""Drawing (spk-5), rounds and the end (spk-8), final scoring (spk-9)."""

import pytest
from msgspec.structs import replace

from engine.core.game import OVER
from engine.core.play import is_over, legal, preview
from engine.core.refusal import Illegal
from engine.games.spike import GAME
from engine.games.spike.components import TIME, box
from engine.games.spike.events import DisplayFilled, Drew, Ended, LastTurns, RoundBegan, RouteScored, TimeRevealed
from engine.games.spike.network import network
from engine.games.spike.phases import close, routes
from engine.games.spike.rounds import next_round
from engine.games.spike.score import RouteScore, deliverable, has_finished, route_score, standings
from engine.games.spike.state import Player, State
from tests.engine.spike.positions import (
    asked,
    in_round_3,
    line,
    path,
    placed,
    reader,
    why,
    with_contracts,
    with_deck,
    with_player,
    with_tracks,
)


def table() -> State:
    return placed("chicago", "boston")


def pool(s: State) -> list[str]:
    """All cards that would make a new deck."""
    return [*s.display, *(kind for kind, n in zip(box().kinds, s.discards, strict=True) for _ in range(n))]


def test_spk_5_1_at_least_one_and_up_to_power() -> None:
    s = table()
    three = " ".join(f"take.{kind}" for kind in s.display[:3])
    assert why(s, 0, three) == ("power-used", "spk-5.1")
    assert why(with_player(s, 0, power=1), 0, three) is None
    assert asked(line(s, 0, f"take.{s.display[0]} done").state) == (1,)
    assert why(s, 0, "done") == ("action-missing", "spk-2.2")


def test_spk_5_2_one_by_one_from_deck_or_display() -> None:
    s = table()
    absent = next((kind for kind in box().kinds if kind not in s.display), None)
    if absent is not None:
        assert why(s, 0, f"take.{absent}") == ("not-in-display", "spk-5.2")
    with pytest.raises(Illegal) as error:
        line(s, 0, "draw draw")
    assert error.value.refusal.reason == "line-too-long"
    first = line(s, 0, "draw")
    assert first.ends == "seen"
    assert first.events == (Drew(0, s.deck[0]),)
    mixed = line(first.state, 0, f"take.{s.display[2]} done")
    assert sum(mixed.state.players[0].hand) == sum(s.players[0].hand) + 2
    hidden = Drew(0, "red").seen_by(1)
    assert hidden == Drew(0, None)


def test_spk_5_3_the_display_is_filled_after_the_whole_draw() -> None:
    s = table()
    two = f"take.{s.display[0]} take.{s.display[1]}"
    assert len(preview(GAME, s, 0, reader(s, two)).state.display) == 2
    played = line(s, 0, f"{two} done")
    assert played.ends == "seen"
    assert played.state.display == (*s.display[2:], *s.deck[:2])
    assert DisplayFilled(s.deck[:2]) in played.settled
    assert line(with_player(s, 0, score=3, market=3), 0, "upgrade.speed done").ends == "turn"


def test_spk_5_4_no_limit_to_a_hand() -> None:
    s = with_player(table(), 0, hand=(7, 7, 7, 7, 7, 0))
    assert why(s, 0, "draw") is None


def test_spk_8_1_the_round_ends_with_the_last_card() -> None:
    s = with_deck(table(), "red", discards=["blue"] * 6)
    drawn = line(s, 0, "draw")
    assert drawn.state.round == 2
    assert any(isinstance(event, RoundBegan) for event in drawn.events)
    filled = line(with_deck(table(), "red", discards=["blue"] * 6), 0, f"take.{s.display[0]} done")
    assert filled.state.round == 2
    assert [type(event) for event in filled.settled] == [DisplayFilled, RoundBegan]


def test_spk_8_2_display_and_discards_make_the_new_deck() -> None:
    s = with_deck(table(), "red", discards=["blue"] * 6 + ["white"] * 2)
    new = line(s, 0, "draw").state
    assert sorted((*new.display, *new.deck)) == sorted(pool(s))
    assert len(new.display) == 4
    assert sum(new.discards) == 0


def test_spk_8_3_the_player_goes_on_drawing() -> None:
    s = with_deck(table(), "red", discards=["blue"] * 6)
    new = line(s, 0, "draw").state
    assert asked(new) == (0,)
    last = line(new, 0, f"take.{new.display[0]} done").state
    assert asked(last) == (1,)
    assert len(last.display) == 4


@pytest.mark.parametrize(("cards", "upper"), [(20, 8), (21, 9)])
def test_spk_8_4_time_cards_lie_in_the_lower_half(cards: int, upper: int) -> None:
    s = replace(with_deck(table(), discards=["red"] * (cards - 4)), round=2)
    for _ in range(5):
        new = next_round(s)
        assert new.round == 3
        assert (len(new.display), TIME in new.display) == (4, False)
        assert new.safe == upper
        assert TIME not in new.deck[:upper]
        assert new.deck.count(TIME) == 3
        s = s.with_rng(new.rng)


def test_spk_8_5_a_time_card_is_shown_and_replaced() -> None:
    s = in_round_3(table(), TIME, "red", "blue", TIME, "white", TIME)
    drawn = line(s, 0, "draw")
    assert drawn.events == (TimeRevealed(1), Drew(0, "red"))
    assert drawn.state.turn is not None
    assert drawn.state.turn.drawn == 1
    filled = line(in_round_3(table(), TIME, "red", TIME, TIME), 0, f"take.{s.display[0]} done")
    assert filled.settled[:2] == (TimeRevealed(1), DisplayFilled(("red",)))
    assert filled.state.times == 1


def test_spk_8_6_the_third_time_card_ends_the_game_at_once() -> None:
    s = in_round_3(table(), TIME, "red", "blue", times=2)
    ended = line(s, 0, "draw")
    assert is_over(GAME, ended.state)
    assert sum(ended.state.players[0].hand) == sum(s.players[0].hand)
    filled = line(s, 0, f"take.{s.display[0]} done")
    assert is_over(GAME, filled.state)
    assert filled.state.turns == 1


def test_spk_8_7_few_cards_bring_the_next_round_at_once() -> None:
    s = with_deck(table(), "red", display=["blue", "white"])
    new = line(s, 0, "draw").state
    assert new.round == 3
    assert sorted(new.display) == ["blue", "white"]
    assert new.deck == (TIME, TIME, TIME)
    assert list(legal(GAME, new, 0))
    assert is_over(GAME, line(new, 0, "draw").state)


def finished(s: State, seat: int) -> State:
    """All 45 tracks placed and no contract left."""
    tree = grown("chicago" if seat == 0 else "boston", 45, s)
    contracts = tuple(
        contract.with_delivered(city) for contract, city in zip(s.players[seat].contracts, box().cities, strict=False)
    )
    return with_player(s, seat, tracks=tree, contracts=contracts)


def grown(home: str, number: int, s: State) -> tuple[str, ...]:
    """A tree of free track spaces."""
    tracks: list[str] = []
    nodes = [home]
    for node in nodes:
        for edge in box().edges_at[node]:
            far = edge.other(node)
            if far not in nodes and edge.id not in s.owner_of and len(tracks) < number:
                tracks.append(edge.id)
                nodes.append(far)
    return tuple(tracks)


def test_spk_8_8_the_special_end() -> None:
    s = placed("chicago", "boston", "miami")
    s = with_player(finished(s, 0), 0, score=3)
    played = line(s, 0, "upgrade.speed done")
    assert LastTurns(0) in played.settled
    assert asked(played.state) == (1,)
    second = line(played.state, 1, f"take.{played.state.display[0]} done").state
    assert asked(second) == (2,)
    assert is_over(GAME, line(second, 2, f"take.{second.display[0]} done").state)


def test_spk_8_9_when_a_delivery_is_left() -> None:
    s = with_tracks(placed("indianapolis", "boston"), 0, *path("indianapolis", "j42", "louisville"))
    steel = with_contracts(s, 0, "c30a").players[0]
    assert not deliverable(steel, steel.contracts[0])
    loaded = with_contracts(s, 0, "c30a", loaded=("steel",)).players[0]
    assert deliverable(loaded, loaded.contracts[0])
    marked = replace(loaded, contracts=(*loaded.contracts, loaded.contracts[0].with_delivered("louisville")))
    assert not deliverable(marked, marked.contracts[0])
    supplied = with_contracts(
        with_tracks(s, 0, *path("indianapolis", "j42", "louisville"), *path("indianapolis", "j35", "j36", "cleveland")),
        0,
        "c30a",
    )
    assert deliverable(supplied.players[0], supplied.players[0].contracts[0])
    assert not has_finished(supplied.players[0])


def test_spk_8_10_a_second_player_changes_nothing_and_a_time_card_still_ends() -> None:
    s = replace(finished(placed("chicago", "boston", "miami"), 1), extra_turns=2, turns=1)
    closed = close.run(close.begin(s)).state
    assert closed.extra_turns == 1
    timed = in_round_3(replace(table(), extra_turns=1), TIME, "red", times=2)
    assert is_over(GAME, line(timed, 0, "draw").state)


EAST = (
    *path("indianapolis", "j42", "j52", "knoxville"),
    *path("knoxville", "j62", "raleigh"),
    *path("j62", "j69", "columbia"),
)


def test_spk_9_1_the_top_city_must_be_touched() -> None:
    assert route_score("indianapolis", ("raleigh", "norfolk")) == RouteScore(0, ())
    assert route_score("norfolk", ("raleigh", "norfolk")) == RouteScore(0, ())


def test_spk_9_2_indianapolis_to_tampa_is_worth_nine() -> None:
    """6 for Tampa and 1 for each of Raleigh, Columbia and Jacksonville."""
    south = (*path("columbia", "savannah", "jacksonville"), *path("jacksonville", "j94", "tampa"))
    assert route_score("indianapolis", network("indianapolis", (*EAST, *south)).linked).pays == 9
    east = network("indianapolis", EAST).linked
    assert route_score("indianapolis", east) == RouteScore(3 + 1, ("columbia", "raleigh"))


def test_spk_9_3_the_top_city_alone_or_a_locomotive_alone_score_nothing() -> None:
    assert route_score("indianapolis", network("indianapolis", path("indianapolis", "chicago")).linked).pays == 0
    assert route_score("indianapolis", network("indianapolis", ()).linked).pays == 0
    assert Player(home="indianapolis").network.linked == ()


def test_spk_9_4_the_winner_and_ties() -> None:
    s = placed("chicago", "boston", "miami")
    s = with_player(s, 0, score=10, tracks=path("chicago", "indianapolis"))
    s = with_player(s, 1, score=10, tracks=path("boston", "j19", "albany"))
    assert [(row.seat, row.place) for row in standings(s)] == [(0, 1), (1, 2), (2, 3)]
    more = with_player(s, 1, tracks=(*path("boston", "j19", "albany"), *path("albany", "j28", "new-york")))
    assert standings(more)[0].seat == 1
    equal = with_player(s, 1, tracks=path("philadelphia", "new-york"))
    assert [(row.seat, row.place) for row in standings(equal)] == [(0, 1), (1, 1), (2, 3)]
    over = routes.run(routes.begin(equal))
    assert over.state.phase == OVER
    shown = [event for event in over.events if isinstance(event, RouteScored)]
    assert [event.seat for event in shown] == [0, 1, 2]
    assert isinstance(over.events[-1], Ended)
    assert GAME.view(over.state, None).players[1].route == equal.players[1].route
