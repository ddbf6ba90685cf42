"""The turn (spk-2), the train (spk-3), cargo (spk-4) and upgrades (spk-7)."""

import pytest

from engine.core.play import legal
from engine.core.refusal import Illegal
from engine.games.spike import GAME
from engine.games.spike.events import Delivered, Ran, Restarted
from engine.games.spike.moves import Extra, Lay, Restart, Run
from engine.games.spike.state import State
from tests.engine.spike.positions import (
    after,
    asked,
    line,
    path,
    placed,
    why,
    with_contracts,
    with_hand,
    with_player,
    with_tracks,
)

# Milwaukee – Chicago – Indianapolis – J42 – Louisville, and a branch at J42 to J52 and Knoxville.
LINE = path("milwaukee", "chicago", "indianapolis", "j42", "louisville") + path("j42", "j52", "knoxville")
TRACK = "chicago-indianapolis"


def network(train: str = "chicago", **parts: int) -> State:
    s = with_tracks(placed("chicago", "boston"), 0, *LINE)
    return with_player(s, 0, train=train, **parts)


def reach(s: State, verb: type) -> set[str]:
    return {move.to for move in legal(GAME, s, 0) if isinstance(move, verb)}  # type: ignore[attr-defined]


def test_spk_2_1_a_free_move_and_one_action() -> None:
    s = network(TRACK)
    played = line(s, 0, f"run.indianapolis take.{s.display[0]} done")
    assert played.state.players[0].train == "indianapolis"
    assert asked(played.state) == (1,)


def test_spk_2_2_the_action_is_mandatory() -> None:
    assert why(network(), 0, "done") == ("action-missing", "spk-2.2")
    assert why(network(TRACK), 0, "run.indianapolis done") == ("action-missing", "spk-2.2")


def test_spk_2_3_one_action_and_no_free_move_after_it() -> None:
    s = with_player(network(TRACK), 0, score=8, market=8)
    assert why(s, 0, "upgrade.speed draw") == ("action-taken", "spk-2.3")
    assert why(s, 0, "upgrade.speed upgrade.power") == ("action-taken", "spk-2.3")
    assert why(s, 0, "upgrade.speed run.indianapolis") == ("run-after-action", "spk-2.3")
    assert why(s, 0, "upgrade.speed extra.indianapolis") == ("action-taken", "spk-2.3")


def test_spk_2_4_cargo_is_no_action_but_not_in_a_build() -> None:
    s = with_contracts(network("louisville"), 0, "c04a")
    s = with_player(s, 0, score=3, market=3)
    assert line(s, 0, "upgrade.cars load.coal done").state.players[0].cargo[0].good == "coal"
    built = with_hand(s, 0, "white", "white", "white", "white", "white")
    edge = next(str(move) for move in legal(GAME, built, 0) if isinstance(move, Lay))
    assert why(built, 0, f"{edge} load.coal") == ("build-unfinished", "spk-6.5")


def test_spk_2_5_done_ends_the_turn_and_the_last_card_of_the_deck_does_too() -> None:
    s = network()
    first = line(s, 0, "draw")
    assert asked(first.state) == (0,)
    assert asked(line(first.state, 0, "draw").state) == (1,)
    with pytest.raises(Illegal):
        line(s, 0, f"take.{s.display[0]}")
    assert asked(line(s, 0, f"take.{s.display[0]} done").state) == (1,)


def test_spk_3_1_tracks_and_cities_are_spaces_and_junctions_are_not() -> None:
    far = network().players[0].network.spaces_from("chicago")
    assert far["chicago-indianapolis"] == 1
    assert far["indianapolis"] == 2
    assert far["indianapolis-j42"] == 2
    assert far["j42-louisville"] == 3
    assert "j42" not in far


def test_spk_3_2_own_tracks_only() -> None:
    s = with_tracks(network(TRACK), 1, *path("boston", "j19", "albany"))
    assert why(s, 0, "run.boston") == ("no-own-track", "spk-3.2")
    assert why(s, 0, "extra.j19-boston") == ("no-own-track", "spk-3.2")


def test_spk_3_3_the_free_move() -> None:
    s = network(TRACK, speed=1)
    assert reach(s, Run) == {
        "chicago", "indianapolis", "milwaukee-chicago", "indianapolis-j42", "milwaukee", "j42-louisville", "j42-j52",
    }  # fmt: skip
    assert why(s, 0, "run.louisville") == ("too-far", "spk-3.3")
    assert why(s, 0, "run.indianapolis-j42 run.indianapolis") == ("ran-already", "spk-3.3")
    assert why(network("chicago"), 0, "run.indianapolis") == ("train-in-city", "spk-3.3")
    slow = network(TRACK)
    assert why(slow, 0, "run.milwaukee") == ("too-far", "spk-3.3")


def test_spk_3_4_cities_joined_by_k_tracks_are_k_and_one_apart() -> None:
    net = network().players[0].network
    assert net.spaces_from("indianapolis")["louisville"] == 3
    assert net.spaces_from("chicago")["milwaukee"] == 2
    assert net.spaces_from("chicago")["louisville"] == 4
    played = line(network(TRACK), 0, "run.indianapolis draw")
    assert Ran(0, "indianapolis", 1) in played.events


def test_spk_3_5_a_train_stops_in_a_city() -> None:
    s = network(TRACK, speed=2)
    assert why(s, 0, "run.indianapolis run.indianapolis-j42") == ("ran-already", "spk-3.3")
    assert "indianapolis" in reach(s, Run)


def test_spk_3_6_a_city_may_be_passed_and_costs_no_space() -> None:
    s = network("milwaukee-chicago", speed=2)
    assert s.players[0].network.spaces_from("milwaukee-chicago")["indianapolis-j42"] == 2
    passed = after(s, 0, "run.indianapolis-j42")
    assert passed.players[0].train == "indianapolis-j42"
    corn = with_contracts(s, 0, "c07a")
    assert why(corn, 0, "run.indianapolis-j42 load.corn") == ("not-in-city", "spk-4.1")


def test_spk_3_7_directions_and_branches_are_free_and_trains_do_not_block() -> None:
    s = network("indianapolis-j42", speed=1)
    assert {"j42-louisville", "j42-j52", "indianapolis", "chicago-indianapolis"} <= reach(s, Run)
    both = with_player(with_tracks(s, 1, *path("boston", "j19", "albany")), 1, train="indianapolis")
    assert reach(both, Run) == reach(s, Run)
    assert s.players[0].network.way("indianapolis-j42", "knoxville") == ("j42-j52", "j52-knoxville", "knoxville")


def test_spk_3_8_a_move_ends_elsewhere() -> None:
    assert why(network(TRACK), 0, f"run.{TRACK}") == ("train-there", "spk-3.8")
    assert why(network("chicago"), 0, "restart.chicago") == ("train-there", "spk-3.8")


def test_spk_3_9_restart() -> None:
    s = network("chicago")
    assert reach(s, Restart) == {"milwaukee-chicago", "chicago-indianapolis"}
    played = line(network("chicago", speed=1), 0, "restart.indianapolis done")
    assert Restarted(0, "chicago", "indianapolis", 2) in played.events
    assert why(network(TRACK), 0, "restart.indianapolis") == ("train-on-track", "spk-3.9")
    assert why(s, 0, "restart.indianapolis") == ("too-far", "spk-3.9")


def test_spk_3_10_no_restart_in_the_turn_of_arrival() -> None:
    s = network(TRACK)
    assert why(s, 0, "run.indianapolis restart.indianapolis-j42") == ("arrived-this-turn", "spk-3.10")
    later = line(line(s, 0, "run.indianapolis draw").state, 0, "draw").state
    later = line(line(later, 1, "draw").state, 1, "draw").state
    assert why(later, 0, "restart.indianapolis-j42") is None


def test_spk_3_11_the_extra_space() -> None:
    s = network(TRACK, speed=2)
    assert reach(s, Extra) == {"chicago", "indianapolis", "milwaukee-chicago", "indianapolis-j42"}
    assert why(s, 0, "extra.j42-louisville") == ("too-far", "spk-3.11")
    assert line(s, 0, "run.indianapolis-j42 extra.indianapolis done").state.players[0].train == "indianapolis"
    assert why(network("chicago"), 0, "extra.chicago-indianapolis") == ("train-in-city", "spk-3.11")


def test_spk_4_1_loading() -> None:
    s = with_contracts(network("louisville"), 0, "c04a", "c07a")
    assert after(s, 0, "load.coal").players[0].cargo[0].good == "coal"
    assert why(s, 0, "load.corn") == ("city-supplies", "spk-4.1")
    assert why(s, 0, "load.coal load.coal") == ("loaded-already", "spk-4.1")
    assert why(with_player(s, 0, train=TRACK), 0, "load.coal") == ("not-in-city", "spk-4.1")


def test_spk_4_2_one_token_a_car() -> None:
    s = with_contracts(network("louisville"), 0, "c04a", "c07a", loaded=("corn",))
    assert why(s, 0, "load.coal") == ("cars-full", "spk-4.2")
    assert why(with_player(s, 0, cars=1), 0, "load.coal") is None


def test_spk_4_3_dropping() -> None:
    s = with_contracts(network(TRACK), 0, "c04a", "c07a", loaded=("corn",))
    dropped = after(s, 0, "drop.corn")
    assert dropped.players[0].cargo == ()
    assert dropped.players[0].contract("corn") is not None
    assert why(s, 0, "drop.coal") == ("not-on-train", "spk-4.3")
    assert why(dropped, 0, "load.corn") == ("not-in-city", "spk-4.1")


def test_spk_4_4_delivering() -> None:
    # c30a: steel to Louisville 6, Jackson 10, Tulsa 11.
    s = with_contracts(network("louisville"), 0, "c30a", "c04a", loaded=("steel",))
    played = line(s, 0, "deliver.steel draw")
    assert Delivered(0, "steel", "louisville", 6) in played.events
    assert (played.state.players[0].score, played.state.players[0].freight) == (6, 6)
    assert played.state.players[0].contract("steel") is None
    assert played.state.bank == -6
    assert why(s, 0, "deliver.coal") == ("not-on-train", "spk-4.4")
    assert why(with_player(s, 0, train="chicago"), 0, "deliver.steel") == ("not-listed", "spk-4.4")
    assert why(with_player(s, 0, train=TRACK), 0, "deliver.steel") == ("not-in-city", "spk-4.4")


def test_spk_4_5_a_contract_pays_once() -> None:
    s = with_contracts(network("louisville"), 0, "c30a", loaded=("steel",))
    assert why(s, 0, "deliver.steel deliver.steel") == ("no-contract", "spk-1.7")


def test_spk_4_6_topeka_takes_fruit_or_cows_but_not_both() -> None:
    """Fruit to Topeka pays 9, cows to Topeka pay 11."""
    s = with_tracks(placed("topeka", "boston"), 0, *path("topeka", "j39", "st-louis"))
    s = with_contracts(s, 0, "c20b", "c15b", loaded=("fruit", "cows"))
    s = with_player(s, 0, cars=1)
    fruit, cows = after(s, 0, "deliver.fruit"), after(s, 0, "deliver.cows")
    assert (fruit.players[0].score, cows.players[0].score) == (9, 11)
    assert why(s, 0, "deliver.fruit deliver.cows") == ("delivered-here", "spk-4.6")
    other = with_player(with_contracts(s, 1, "c22b", loaded=("oil",)), 1, train="topeka")
    turn = line(line(other, 0, "deliver.cows draw").state, 0, "draw").state
    assert why(turn, 1, "deliver.oil") is None


def test_spk_4_7_before_or_after_the_action_and_in_the_first_city() -> None:
    s = with_contracts(placed("louisville", "boston"), 0, "c04a")
    assert why(s, 0, "load.coal") is None
    assert why(with_player(s, 0, score=3, market=3), 0, "upgrade.power load.coal") is None
    steel = with_contracts(network("j42-louisville"), 0, "c30a", loaded=("steel",))
    assert line(steel, 0, "extra.louisville deliver.steel done").state.players[0].score == 6
    assert line(steel, 0, "extra.louisville done").state.players[0].score == 0


def test_spk_4_8_deliver_then_load() -> None:
    s = with_contracts(network("louisville"), 0, "c30a", "c04a", loaded=("steel",))
    both = after(s, 0, "deliver.steel load.coal")
    assert [contract.good for contract in both.players[0].cargo] == ["coal"]
    assert why(s, 0, "load.coal") == ("cars-full", "spk-4.2")


def test_spk_7_1_one_part_by_one_level() -> None:
    s = with_player(network(), 0, score=20, market=20)
    player = line(s, 0, "upgrade.power done").state.players[0]
    assert [player.value(part) for part in ("speed", "power", "cars")] == [1, 3, 1]
    top = with_player(s, 0, speed=2)
    assert top.players[0].value("speed") == 3
    assert why(top, 0, "upgrade.speed") == ("part-complete", "spk-7.1")


def test_spk_7_2_three_and_five() -> None:
    s = with_player(network(), 0, score=20, market=20)
    assert line(s, 0, "upgrade.cars done").state.players[0].score == 17
    second = with_player(s, 0, cars=1)
    assert line(second, 0, "upgrade.cars done").state.players[0].score == 15


def test_spk_7_3_the_full_price() -> None:
    assert why(with_player(network(), 0, score=2), 0, "upgrade.speed") == ("too-dear", "spk-7.3")
    assert why(with_player(network(), 0, score=3), 0, "upgrade.speed") is None
    assert why(with_player(network(), 0, score=4, speed=1), 0, "upgrade.speed") == ("too-dear", "spk-7.3")
