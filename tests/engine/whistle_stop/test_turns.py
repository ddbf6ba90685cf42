"""Chapter 2: rounds and turns."""

import pytest

from engine.core.event import Event
from engine.core.play import actors, play, settle, start
from engine.core.rng import Rng
from engine.games.whistle_stop import GAME
from engine.games.whistle_stop.events import CoalRound, TurnWithoutMove, WhistleRound
from engine.games.whistle_stop.state import State
from tests.engine.whistle_stop.scenes import COLOURS, CROSS_STONE, CROSS_WOOD, go, line, may, scene, why, with_player

FOUR_WAYS = {"F4": CROSS_WOOD, "E4": CROSS_STONE, "D3": CROSS_WOOD, "C3": CROSS_STONE, "B2": CROSS_WOOD}


@pytest.mark.parametrize(("seats", "rounds"), [(2, 12), (3, 11), (4, 10), (5, 9)])
def test_whi_2_1_rounds_and_what_they_give(seats: int, rounds: int) -> None:
    s = start(GAME, COLOURS[:seats], "rounds").state
    assert s.rounds == rounds
    given = [s.with_round(number, ()).given for number in range(1, rounds + 1)]
    assert given[-3] == ("whistle",)
    assert set(given[:-3] + given[-2:]) == {("coal", "coal")}


def placed(seats: int = 3) -> tuple[State, tuple[Event, ...]]:
    s = start(GAME, COLOURS[:seats], "placed").state
    rng = Rng("placed")
    events: tuple[Event, ...] = ()
    while s.phase == "place":
        seat = actors(GAME, s)[0]
        move, rng = rng.pick([f"place.I{n}" for n in range(1, 17) if (f"I{n}", 0) not in s.standing])
        played = play(GAME, s, seat, line(move))
        s, events = played.state, played.settled
    return s, events


def test_whi_2_2_a_round_hands_out_and_goes_clockwise_from_the_same_first_player() -> None:
    s, events = placed()
    assert events == (CoalRound(1, 11, 2),)
    assert [player.coal for player in s.players] == [{0: 2, 1: 2, 2: 3}[(seat - s.first) % 3] + 2 for seat in range(3)]
    first, order = s.first, []
    for _ in range(6):
        seat = actors(GAME, s)[0]
        order.append((seat - first) % 3)
        played = play(GAME, s, seat, line("done"))
        s = played.state
    assert order == [0, 1, 2, 0, 1, 2]
    assert (s.round, s.first) == (3, first)


def test_whi_2_2_the_whistle_round_gives_whistles() -> None:
    s = scene(round=9).with_phase("refill", ())
    after = settle(GAME, s)
    assert after.state.round == 10
    assert WhistleRound(10, 12, 1) in after.events
    assert [player.whistles for player in after.state.players] == [3, 1]


def test_whi_2_3_four_tokens_and_two_purchases_in_any_order() -> None:
    goods = {"wood": 3, "cotton": 3, "stone": 4}
    s = scene(tiles=FOUR_WAYS, trains=(["F4"], []), coal=9, goods=goods, upgrades=([], ["safe"]))
    s = s.with_upgrades(("boiler", "toll-station", "stop-signal"))
    after = go(s, "buy.boiler run.F4.nw run.E4.nw buy.toll-station run.D3.nw run.C3.nw").state
    assert after.turn.spent == 4
    assert why(after, "run.B2.nw") == ("tokens-spent", "whi-2.3")
    assert why(after, "buy.stop-signal") == ("purchases-made", "whi-2.3")
    assert why(s, "done") is None


def test_whi_2_4_tokens_gained_may_be_spent_at_once() -> None:
    s = scene(tiles={"F4": CROSS_WOOD, "E4": ("coal-mine-1", 0), "D3": CROSS_STONE}, trains=(["F4"], []), coal=1)
    after = go(s, "run.F4.nw run.E4.nw").state
    assert (after.players[0].coal, after.players[0].trains[0]) == (1, ("D3", 0))


def test_whi_2_5_only_own_trains_move() -> None:
    s = scene(tiles=FOUR_WAYS, trains=(["F4"], ["E4"]))
    assert why(s, "run.E4.nw") == ("no-train", "whi-2.5")
    assert not [move for move in may(s) if move.startswith(("run.E4", "blow.E4"))]


def test_whi_2_6_a_turn_without_movement_gains_a_whistle() -> None:
    s = scene(tiles=FOUR_WAYS, trains=(["F4"], []), whistles=0, round=12)
    done = go(s, "done")
    assert done.me.whistles == 1
    assert done.told(TurnWithoutMove)
    assert go(s, "run.F4.nw done").me.whistles == 0


def test_whi_2_6_actions_of_upgrades_are_not_moves() -> None:
    s = scene(tiles=FOUR_WAYS, trains=(["F4"], []), whistles=0, round=12, upgrades=(["coal-car", "caboose"],))
    assert go(s, "use.coal-car again.F4 done").me.whistles == 1
    assert go(with_player(s, 0, goods={"wood": 1, "cotton": 1, "stone": 1}).with_upgrades(("boiler",)),
              "buy.boiler done").me.whistles == 1  # fmt: skip


def test_whi_2_7_what_leaves_no_choice_is_not_asked() -> None:
    s = scene(tiles={"B4": CROSS_WOOD, "A4": ("e9", 0)}, trains=(["B4"], []))
    s = with_player(s, 0, shares=("jade-2",))
    full = go(s.with_home(1, 1), "run.B4.nw").state
    assert full.gone == ("jade-2",)
    one_left = s
    for space in range(2, 17):
        one_left = one_left.with_home(space, 1)
    done = go(one_left, "run.B4.nw")
    assert done.state.track[0] == 0
    assert may(done.state)[0].startswith("take.")


def test_whi_2_7_a_halt_with_one_way_on_goes_on_and_one_without_stops() -> None:
    signal = scene(
        tiles={"F4": CROSS_WOOD, "E4": ("coal-mine-1", 0), "D3": CROSS_STONE},
        trains=(["F4"], ["E4"]),
        upgrades=([], ["stop-signal"]),
    )
    assert go(signal, "blow.F4.nw").me.trains[0] == ("D3", 0)  # E4 is closed, and only D3 lies beyond it
    end = scene(tiles={"F4": CROSS_WOOD, "E4": CROSS_STONE}, trains=(["F4"], []))
    done = go(end, "blow.F4.nw")
    assert (done.me.trains[0], done.me.goods) == (("E4", 0), {"stone": 1})  # no way on without a tile in hand
    with_tile = with_player(end, 0, hand=("t25",))
    assert "stop" in may(go(with_tile, "blow.F4.nw").state)  # a tile opens ways on, so it is asked
    own = scene(tiles=FOUR_WAYS, trains=(["F4", "E4"], []))
    assert go(own, "run.F4.nw").me.trains[0] == ("D3", 0)  # past the own stop, by the only way on
