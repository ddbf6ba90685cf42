"""Which trades and purchases advice thinks of: those that bring most, found without playing any."""

from collections.abc import Mapping, Sequence

import pytest

from engine.games.whistle_stop import workshop
from engine.games.whistle_stop.bargains import best_trade, purchases_and_uses
from engine.games.whistle_stop.moves import Trade, Use
from engine.games.whistle_stop.state import State
from engine.games.whistle_stop.steps import play, refuse
from engine.games.whistle_stop.worth import position_worth
from tests.engine.whistle_stop.scenes import CROSS_WOOD, go, scene


def at_the_post(goods: Mapping[str, int]) -> State:
    """A train has just come to a trading post, one column from deliveries in the West."""
    tiles = {"C4": CROSS_WOOD, "B4": ("trading-post-1", 0)}
    return go(scene(tiles=tiles, trains=(["C4"], []), goods=goods), "run.C4.sw").state


@pytest.mark.parametrize(
    "goods",
    [{"wood": 2, "steel": 1}, {"cotton": 1, "cattle": 2}, {"stone": 3, "whiskey": 1}, {"wood": 6}, {"steel": 2}],
)
def test_the_best_trade_is_the_one_after_which_the_position_is_best(goods: dict[str, int]) -> None:
    s = at_the_post(goods)
    assert s.turn.trades
    worths = {
        move: position_worth(play(s, 0, move).state, 0) for move in workshop.trades(s, 0) if refuse(s, 0, move) is None
    }
    found = best_trade(s, 0)
    assert isinstance(found, Trade)
    assert worths[found] == pytest.approx(max(worths.values()), abs=0.5)
    assert len(worths) > 3


def test_without_goods_there_is_no_trade() -> None:
    assert best_trade(at_the_post({}), 0) is None


GOODS = {"wood": 2, "cotton": 2, "stone": 2, "steel": 2, "cattle": 2}


def in_the_shop(upgrades: Sequence[Sequence[str]] = ()) -> State:
    s = scene(trains=(["F4"], []), tiles={"F4": CROSS_WOOD}, goods=GOODS, upgrades=upgrades)
    return s.with_upgrades(("safe", "coal-car", "compass"))


@pytest.mark.parametrize(
    "s",
    [
        pytest.param(in_the_shop(), id="for sale"),
        pytest.param(in_the_shop(([], ["ore-cart", "caboose"])), id="an opponent's too"),
        pytest.param(in_the_shop(([], ["ore-cart"])).with_upgrades(()), id="for one rare good or another"),
    ],
)
def test_of_more_purchases_than_are_wanted_the_best_are_thought_of(s: State) -> None:
    every = [move for move in workshop.purchases(s, 0) if refuse(s, 0, move) is None]
    assert len(every) > 1
    assert purchases_and_uses(s, 0, len(every)) == every
    worths = {move: position_worth(play(s, 0, move).state, 0) for move in every}
    [found] = purchases_and_uses(s, 0, 1)
    assert worths[found] == max(worths.values())


def test_every_use_of_an_upgrade_is_thought_of() -> None:
    s = in_the_shop((["ore-cart", "new-whistle"],))
    uses = [move for move in purchases_and_uses(s, 0, 1) if isinstance(move, Use)]
    assert uses == [Use("ore-cart"), Use("new-whistle")]
