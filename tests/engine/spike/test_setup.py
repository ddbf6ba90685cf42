"""Pieces and setup (spk-1), options (spk-10) and our own cards (spk-12)."""

from collections import Counter

import pytest

from engine.core.game import BadSetup
from engine.core.play import actors, legal, start
from engine.core.refusal import NotYourTurn
from engine.core.together import Together, line_seen_by, open_together
from engine.games.spike import GAME
from engine.games.spike.audit import audit
from engine.games.spike.components import box
from engine.games.spike.events import Chose, Gave
from engine.games.spike.moves import Flip, Keep
from tests.engine.spike.positions import after, asked, line, opened, placed, why


def given(s):
    """After the gift."""
    giver = s.first
    kind = next(kind for kind, n in zip(box().kinds, s.players[giver].hand, strict=True) if n)
    return line(s, giver, f"give.{kind}")


def test_spk_1_1_two_to_four_seats() -> None:
    for seats in (2, 3, 4):
        assert len(opened(seats).players) == seats
    for colours in (("orange",), ("orange", "green", "sky", "magenta", "brown")):
        with pytest.raises(BadSetup):
            start(GAME, colours, "x")


def test_spk_1_2_the_mesh() -> None:
    assert len(box().cities) == 36
    assert len(box().nodes) == 36 + 98
    assert len(box().edges) == 348
    assert set(Counter(edge.kind for edge in box().edges.values()).values()) == {58}
    assert box().kinds == ("white", "blue", "red", "yellow", "green", "black")
    assert min(len(edges) for edges in box().edges_at.values()) >= 3


def test_spk_1_3_every_city_supplies_one_good() -> None:
    assert box().good_of["norfolk"] == "pigs"
    assert {len(cities) for cities in box().suppliers.values()} == {3}
    assert box().suppliers["oil"] == ("memphis", "shreveport", "houston")


@pytest.mark.parametrize(("seats", "each"), [(2, 7), (3, 10), (4, 10)])
def test_spk_1_4_rail_cards(seats: int, each: int) -> None:
    s = opened(seats)
    hands = [sum(player.hand[kind] for player in s.players) for kind in range(6)]
    assert [s.deck.count(kind) + held for kind, held in zip(box().kinds, hands, strict=True)] == [each] * 6
    assert list(audit(s)) == []


def test_spk_1_5_the_market() -> None:
    s = opened()
    assert [len(column) for column in s.market] == [3, 3, 3, 3]
    assert sorted(good for column in s.market for good in column) == sorted(box().goods)
    assert sorted(s.price(good) for good in box().goods) == [1] * 4 + [2] * 4 + [3] * 4
    assert opened(seed="a").market != opened(seed="b").market


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_spk_1_6_contracts_are_dealt_evenly(seats: int, each: int) -> None:
    assert len(box().contracts) == 36
    s = opened(seats)
    assert {len(player.contracts) for player in s.players} == {each}
    goods = [contract.good for player in s.players for contract in player.contracts]
    assert sorted(goods) == sorted(box().goods)
    assert {contract.side for player in opened(4, "sides").players for contract in player.contracts} == {"a", "b"}


def test_spk_1_7_only_the_own_tokens_can_be_loaded() -> None:
    s = placed("norfolk", "chicago")
    owner = next(seat for seat, player in enumerate(s.players) if player.contract("pigs"))
    assert why(s, 0, "load.pigs") == (None if owner == 0 else ("no-contract", "spk-1.7"))
    other = placed("chicago", "norfolk", seed="b")
    missing = next(good for good in box().goods if other.players[0].contract(good) is None)
    assert why(other, 0, f"load.{missing}") == ("no-contract", "spk-1.7")


def test_spk_1_8_tracks_and_scores() -> None:
    for player in opened(3).players:
        assert (player.tracks_left, player.score) == (45, 0)


def test_spk_1_9_the_first_train() -> None:
    player = opened().players[0]
    assert [player.value(part) for part in ("speed", "power", "cars")] == [1, 2, 1]


def test_spk_1_10_a_random_first_player_and_clockwise_from_there() -> None:
    assert {opened(4, str(seed)).first for seed in range(20)} == {0, 1, 2, 3}
    s = given(opened(3, "order")).state
    order: list[int] = []
    for city in ("chicago", "boston", "miami"):
        order += asked(s)
        s = line(s, order[-1], f"place.{city}").state
    assert order == [s.first, (s.first + 1) % 3, (s.first + 2) % 3]
    assert asked(s) == (s.first,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_spk_1_11_the_gift_goes_to_the_right(seats: int) -> None:
    s = opened(seats)
    assert {sum(player.hand) for player in s.players} == {5}
    assert actors(GAME, s) == (s.first,)
    played = given(s)
    last = (s.first - 1) % seats
    assert sum(played.state.players[s.first].hand) == 4
    assert sum(played.state.players[last].hand) == 6
    empty = next((kind for kind, n in zip(box().kinds, s.players[s.first].hand, strict=True) if not n), None)
    if empty is not None:
        assert why(s, s.first, f"give.{empty}") == ("card-not-in-hand", "spk-1.11")


def test_spk_1_12_the_gift_comes_first_and_is_a_secret_of_two() -> None:
    s = opened(3)
    assert s.display == ()
    assert {player.route for player in s.players} == {""}
    gave = next(event for event in given(s).events if isinstance(event, Gave))
    assert gave.seen_by(gave.seat) == gave.seen_by(gave.to) == gave
    other = next(seat for seat in range(3) if seat not in (gave.seat, gave.to))
    for reader in (other, None):
        seen = gave.seen_by(reader)
        assert isinstance(seen, Gave)
        assert seen.rail is None
        assert seen.say().id == "gave-hidden"
    move = next(legal(GAME, s, s.first))
    assert move.seen_by(other, s.first) == "give.?"


def test_spk_1_13_display_deck_and_routes() -> None:
    s = given(opened(4)).state
    assert len(s.display) == 4
    assert len(s.deck) == 60 - 20 - 4
    assert len({player.route for player in s.players}) == 4
    assert {len(player.routes) for player in s.players} == {0}


def test_spk_1_14_locomotives_may_share_a_city() -> None:
    s = placed("chicago", "chicago")
    assert [player.train for player in s.players] == ["chicago", "chicago"]
    before = given(opened(2)).state
    with pytest.raises(NotYourTurn):
        line(before, 1 - before.first, "place.chicago")
    assert len(list(legal(GAME, before, before.first))) == 36


def test_spk_1_15_what_is_secret_and_what_is_not() -> None:
    s = placed("chicago", "boston", "miami")
    for reader in (0, 1, 2, None):
        view = GAME.view(s, reader)
        for seat, held in enumerate(view.players):
            assert (held.hand is not None) == (seat == reader)
            assert (held.route is not None) == (seat == reader)
            assert held.cards == sum(s.players[seat].hand)
            assert held.contracts == s.players[seat].contracts
        assert view.deck == len(s.deck)
        assert view.display == s.display


def test_spk_10_1_expert_sides_and_two_routes() -> None:
    s = given(opened(2, expert="on")).state
    assert s.phase == "expert"
    assert {len(player.routes) for player in s.players} == {2}
    player = s.players[0]
    good, top = player.contracts[0].good, player.routes[1]
    chosen = line(s, 0, f"flip.{good} keep.{top}").state
    assert chosen.players[0].route == top
    assert why(s, 0, f"flip.{good} flip.{good}") == ("flipped-already", "spk-10.1")
    foreign = next(city for city in box().cities if city not in player.routes)
    assert why(s, 0, f"keep.{foreign}") == ("route-not-dealt", "spk-10.1")
    stranger = next(other for other in box().goods if player.contract(other) is None)
    assert why(s, 0, f"flip.{stranger}") == ("no-contract", "spk-10.1")
    ended = line(chosen, 1, f"keep.{s.players[1].routes[0]}")
    assert ended.state.players[0].contracts[0] == player.contracts[0].flipped()
    assert ended.state.players[1].contracts == s.players[1].contracts


def test_spk_10_2_all_choose_at_once_and_nobody_sees_before_all_have() -> None:
    s = given(opened(3, expert="on")).state
    assert sorted(asked(s)) == [0, 1, 2]
    assert s.display
    good = s.players[1].contracts[0].good
    s = line(s, 1, f"flip.{good} keep.{s.players[1].routes[0]}").state
    assert sorted(asked(s)) == [0, 2]
    for reader in (0, 2, None):
        seen = GAME.view(s, reader).players[1]
        assert (seen.flips, seen.route, seen.routes) == (None, None, None)
        assert seen.contracts == s.players[1].contracts
    s = line(s, 0, f"keep.{s.players[0].routes[0]}").state
    played = line(s, 2, f"keep.{s.players[2].routes[1]}")
    assert [event for event in played.settled if isinstance(event, Chose) and event.flipped] == [Chose(1, (good,))]
    assert played.state.phase == "place"
    assert after(s, 2, f"keep.{s.players[2].routes[1]}").phase == "expert"


def test_spk_10_2_choices_are_sealed_and_the_last_one_cannot_be_taken_back() -> None:
    dealt = given(opened(3, expert="on")).state
    good, top = dealt.players[1].contracts[0].good, dealt.players[1].routes[0]
    newest_first = [line(dealt, 1, f"flip.{good} keep.{top}").state, dealt]
    for seat in (0, 2):
        assert open_together(GAME, newest_first) == Together(len(newest_first) - 1)
        played = line(newest_first[0], seat, f"keep.{dealt.players[seat].routes[0]}")
        newest_first.insert(0, played.state)
    assert open_together(GAME, newest_first) is None
    assert played.ends == "seen"
    chosen = (Flip(good), Keep(top))
    assert line_seen_by(chosen, 1, None, sealed=True) == "?"
    assert line_seen_by(chosen, 1, None, sealed=False) == f"flip.{good} keep.?"


def test_spk_12_1_contracts_pay_three_more_than_their_distance() -> None:
    for sides in box().contracts.values():
        for side in sides.values():
            sources = box().suppliers[side.good]
            for city, pays in side.pays.items():
                assert pays == 3 + min(box().distance[source][city] for source in sources)
            assert len(set(side.pays.values())) == 3
    assert box().contracts["c20"]["b"].pays["topeka"] == 9
    assert box().contracts["c15"]["b"].pays["topeka"] == 11


def test_spk_12_2_routes_are_worth_two_thirds_of_their_distance() -> None:
    for top, listed in box().routes.items():
        assert {city: (2 * box().distance[top][city] + 1) // 3 for city in listed} == listed
    assert sorted(box().routes) == sorted(box().cities)
    assert box().routes["indianapolis"]["tampa"] == 6


def test_spk_12_3_destinations_are_spread() -> None:
    asked_for: Counter[str] = Counter()
    for good in box().goods:
        cities = [
            city for card in box().cards_of_good[good] for side in "ab" for city in box().contracts[card][side].pays
        ]
        assert len(set(cities)) == 18
        assert not set(cities) & set(box().suppliers[good])
        asked_for.update(cities)
    assert set(asked_for.values()) == {6}
