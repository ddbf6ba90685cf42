"""What is advised for the train, the cars and the cards: positions in which the advice once was wrong."""

from collections import Counter
from itertools import pairwise

import pytest

from bench.greedy import shuttles
from engine.core.move import Line
from engine.core.play import actors, default, is_over, legal, play, start, suggest
from engine.core.promises import play_out
from engine.games.spike import GAME
from engine.games.spike.advice import upgrade_gain
from engine.games.spike.cards import counted
from engine.games.spike.components import TIME, box
from engine.games.spike.drafts import Draft
from engine.games.spike.hauls import Dispatcher
from engine.games.spike.state import State
from engine.games.spike.worth import Outlook
from tests.engine.spike.positions import COLOURS, path, placed, with_contracts, with_hand, with_player, with_tracks

SOUTH = path("birmingham", "j65", "memphis", "little-rock")
WEST = path("little-rock", "j58", "j48", "topeka")


def fruit_train(at: str, *tracks: str) -> State:
    """With fruit for Little Rock (6), Topeka (9) or Minneapolis (11), and no card to build with."""
    s = with_tracks(with_hand(placed("birmingham", "boston"), 0), 0, *tracks)
    return with_contracts(with_player(s, 0, train=at), 0, "c20b", loaded=("fruit",))


def advised(s: State, seat: int = 0, n: int = 5) -> list[str]:
    return [" ".join(map(str, tip.line)) for tip in suggest(GAME, GAME.view(s, seat), seat, n)]


def first_line(s: State, seat: int) -> Line:
    return suggest(GAME, GAME.view(s, seat), seat, 1)[0].line


def test_cargo_is_carried_on_to_a_city_that_pays_more() -> None:
    s = fruit_train("little-rock", *SOUTH, *WEST)
    assert advised(s)[0] == f"restart.{WEST[0]} done"
    assert str(default(GAME, GAME.view(s, 0), 0)[0]) == "draw"


def test_cargo_is_delivered_where_it_pays_most_of_what_is_left() -> None:
    near = fruit_train("little-rock", *SOUTH)  # Topeka is three tracks further, and may never be linked
    assert all(line.startswith("deliver.fruit") for line in advised(near))
    late = fruit_train("little-rock", *SOUTH, *WEST)
    late = (
        late.with_round(3)
        .with_discards(counted(late.deck[3:], box().kinds))
        .with_deck((*late.deck[:3], *[TIME] * 3), 0)
    )
    assert advised(late)[0].startswith("deliver.fruit")


def test_a_train_under_way_does_not_turn_back() -> None:
    """The same criterion on the way as in the city: a train that left for Topeka goes there."""
    s = fruit_train("little-rock", *SOUTH, *WEST)
    for here, there in pairwise((*WEST, "topeka")):
        assert str(first_line(with_player(s, 0, train=here), 0)[0]) == f"run.{there}"


def test_a_loaded_train_goes_ahead_to_the_end_of_its_line() -> None:
    """Topeka is not linked yet; a train that leaves now is there when it is."""
    ahead = path("birmingham", "j65", "memphis")
    s = fruit_train("birmingham", *ahead)
    best = Dispatcher(Outlook(s, 0)).hauls[0]
    assert (best.missing, best.stop) == (box().distance["memphis"][best.city], ahead[-1])
    assert f"restart.{ahead[0]} done" in advised(s)


def test_a_car_is_bought_when_waiting_cargo_fills_the_only_one() -> None:
    """Fruit waits for a city that is not linked, while coal could be brought from Nashville to St. Louis."""
    s = fruit_train("birmingham", *path("birmingham", "j65", "nashville"), *path("nashville", "j51", "j40", "st-louis"))
    s = with_contracts(s, 0, "c20b", "c05b", "c33b", "c26a", loaded=("fruit",))
    s = with_player(s, 0, score=8, market=8, speed=2, power=1)
    gain = {cars: upgrade_gain(Draft(with_player(s, 0, cars=cars), 0), "cars") for cars in (0, 1)}
    assert gain[0] > box().pieces.prices[0]
    assert gain[1] < box().pieces.prices[1]
    assert "upgrade.cars done" in advised(s)


def test_cargo_that_is_stuck_makes_room() -> None:
    s = fruit_train("nashville", *path("birmingham", "j65", "nashville"), *path("nashville", "j51", "j40", "st-louis"))
    s = with_contracts(s, 0, "c18a", "c05b", loaded=("flour",))
    assert advised(s)[0].startswith("drop.flour load.coal")
    kept = with_contracts(s, 0, "c33b", "c05b", loaded=("wheat",))  # which Nashville takes, though Albany pays more
    assert not any("drop" in line for line in advised(with_player(kept, 0, train="st-louis")))


def test_a_second_car_fetches_cargo_that_lies_on_the_way() -> None:
    """From Birmingham to Topeka with fruit: the oil of Memphis, on the way, is loaded first if a car is free."""
    s = fruit_train("birmingham", *SOUTH, *WEST, *path("j58", "tulsa"))
    s = with_contracts(s, 0, "c20b", "c24a", loaded=("fruit",))
    stops = {cars: Dispatcher(Outlook(with_player(s, 0, cars=cars), 0)).hauls[0].stop for cars in (0, 1)}
    assert stops == {0: "topeka", 1: "memphis"}
    same = with_contracts(with_player(s, 0, cars=1), 0, "c20b", "c22b", loaded=("fruit",))
    assert Dispatcher(Outlook(same, 0)).hauls[0].stop == "topeka"  # which takes only one of the two


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_kind_of_move_is_hidden_and_none_is_told_twice(seats: int) -> None:
    s = start(GAME, COLOURS[:seats], "kinds").state
    shown = Counter[str]()
    for _ in range(120):
        if is_over(GAME, s):
            break
        seat = actors(GAME, s)[0]
        tips = suggest(GAME, GAME.view(s, seat), seat, 5)
        labels = [GAME.words.render(tip.label, "en", COLOURS) for tip in tips]
        assert len(set(labels)) == len(labels)
        if s.phase == "turn":
            assert all(tip.note is not None for tip in tips if len(tip.line) > 1 or str(tip.line[0]) != "done")
            told = {move.VERB for tip in tips for move in tip.line}
            kinds = {move.VERB for move in legal(GAME, s, seat)} & {"take", "restart", "extra", "upgrade", "draw"}
            # A free move into a city, which comes first, leaves no extra space to be moved.
            if any(tip.line[0].VERB == "run" for tip in tips):
                kinds -= {"extra"}
            assert kinds <= told, (kinds, told)
            shown.update(kinds)
        s = play(GAME, s, seat, tips[0].line).state
    assert {"take", "restart", "upgrade", "draw"} <= shown.keys()


@pytest.mark.slow
def test_trains_deliver_and_do_not_shuttle() -> None:
    """Six games of three bots: before, a train in nine shuttled and no car was ever bought."""
    cars = earned = delivered = 0
    for number in range(6):
        report = play_out(GAME, COLOURS[:3], f"trains {number}", {}, ("greedy",) * 3, "none")
        assert shuttles(report.events) == []
        for player in report.state.players:
            cars += player.cars
            delivered += player.freight
            earned += player.freight + player.market + player.bonus
    assert cars > 0
    assert delivered > 0.36 * earned
