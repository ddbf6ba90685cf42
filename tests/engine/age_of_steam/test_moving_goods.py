"""aos-7: moving goods."""

from itertools import product

import pytest

from engine.games.age_of_steam.events import Delivered, DeliveredForNobody, EngineRaised, MovePassed
from engine.games.age_of_steam.phases import goods
from tests.engine.age_of_steam.boards import (
    asked,
    complaints,
    go,
    go_on,
    goods_in,
    moving,
    offered,
    player,
    tell,
    why,
    with_player,
)

# The board of aos-6.52 after three build turns. Evansville, Cincinnati and Indianapolis form a triangle; Green and Sky
# both have a link from Indianapolis to Cincinnati.
THREE_TURNS = (
    "K10.straight.1:o L9.cross-straights.2:os N9.gentle.3:o J9.gentle.1:g K9.cross-straights.2:gsgs L8.gentle.2:g "
    "M10.tight.5:s"
)
ONE_LINK = "K10.straight.1:o L9.straight.1:o"


def test_aos_7_1_two_rounds_first_move_first_then_turn_order():
    s = moving(first_move="sky")
    moved = []
    while s.phase == "goods":
        moved.append(f"{s.round} {asked(s)}")
        s = go(s, "pass")
    order = ["sky", "orange", "green", "magenta"]
    assert moved == [f"{round} {colour}" for round in (1, 2) for colour in order]
    assert asked(moving()) == "orange"


def test_aos_7_2_over_links_without_a_gap_to_a_city_of_its_colour():
    s = moving(ONE_LINK, "evansville:BR cincinnati:Y")
    assert why(s, "deliver.blue.evansville.cincinnati") is None
    assert why(s, "deliver.red.evansville.cincinnati") == ("wrong-city", "aos-7.2")
    assert why(s, "deliver.purple.evansville.cincinnati") == ("no-such-cube", "aos-7.2")
    assert why(s, "deliver.blue.cincinnati.evansville") == ("no-such-cube", "aos-7.2")
    assert why(s, "deliver.blue.evansville.indianapolis") == ("no-link", "aos-7.2")
    assert why(s, "deliver.blue.toledo.cincinnati") == ("no-such-cube", "aos-7.2")
    # An unfinished line is no link.
    assert why(moving("K10.straight.1:o", "evansville:B"), "deliver.blue.evansville.cincinnati") == (
        "no-link",
        "aos-7.2",
    )
    # It does not end in a town.
    town = moving("J9.gentle.1:o K9.stub.4:o", "evansville:B")
    assert why(town, "deliver.blue.evansville.indianapolis") == ("wrong-city", "aos-7.2")
    # New Cities count as cities, to start from and to end in.
    new = moving("J9.gentle.1:o", "evansville:R indianapolis:B", cities="K9.a")
    assert offered(new)[2:] == ["deliver.red.evansville.indianapolis", "deliver.blue.indianapolis.evansville"]
    # Any cube on the board, whoever has links there.
    assert why(go(s, "pass"), "deliver.blue.evansville.cincinnati") is None


def test_aos_7_3_a_cube_stops_in_the_first_city_of_its_colour():
    s = moving(ONE_LINK, "cincinnati:BY")
    assert why(s, "deliver.blue.cincinnati.evansville") is None  # from a city of its own colour
    s = moving("K10.straight.1:o L9.straight.1:o J9.gentle.1:o", "cincinnati:BR", cities="K9.b")
    assert why(s, "deliver.blue.cincinnati.evansville.indianapolis") == ("must-stop", "aos-7.3")
    assert why(s, "deliver.blue.cincinnati.evansville") is None
    through = moving("K10.straight.1:o L9.straight.1:o J9.gentle.1:o", "cincinnati:BR", cities="K9.a")
    assert why(through, "deliver.red.cincinnati.evansville.indianapolis") is None  # through a city of another colour
    assert not any("evansville.indianapolis" in move for move in offered(through) if "blue" in move)


def test_aos_7_4_no_stop_twice_the_start_included():
    s = moving(THREE_TURNS, "evansville:YB", engine=6)
    assert why(s, "deliver.yellow.evansville.cincinnati.via-sky.indianapolis.evansville") == ("stop-twice", "aos-7.4")
    there_and_back = "deliver.yellow.evansville.indianapolis.via-sky.cincinnati.via-green.indianapolis"
    assert why(s, there_and_back) == ("stop-twice", "aos-7.4")
    assert why(s, "deliver.blue.evansville.indianapolis.via-sky.cincinnati") is None
    # A blue cube does not come home to blue Evansville.
    assert not any(move.endswith("evansville") for move in offered(s))


def test_aos_7_5_not_more_links_than_the_engine():
    two = "deliver.blue.evansville.indianapolis.via-green.cincinnati"
    assert why(moving(THREE_TURNS, "evansville:B", engine=1), two) == ("engine-too-weak", "aos-7.5")
    assert why(moving(THREE_TURNS, "evansville:B", engine=2), two) is None
    assert offered(moving(THREE_TURNS, "evansville:B", engine=1))[2:] == ["deliver.blue.evansville.cincinnati"]
    # The mover's engine counts, not the owner's.
    s = with_player(moving(THREE_TURNS, "evansville:B", engine=1), "green", engine=6)
    assert why(s, two) == ("engine-too-weak", "aos-7.5")


def test_aos_7_6_anybodys_links_and_the_mover_chooses():
    s = go_on(moving(THREE_TURNS, "evansville:B"), "pass", "pass", "pass")
    assert asked(s) == "magenta"  # who has no link at all
    assert sorted(offered(s)[2:]) == [
        "deliver.blue.evansville.cincinnati",
        "deliver.blue.evansville.indianapolis.via-green.cincinnati",
        "deliver.blue.evansville.indianapolis.via-sky.cincinnati",
    ]
    s = go(s, "deliver.blue.evansville.indianapolis.via-sky.cincinnati")
    assert [p.income for p in s.players] == [0, 1, 1, 0]


def test_aos_7_7_each_link_raises_its_owners_income_at_once():
    """The example of the rulebook, before the New City."""
    s = moving(THREE_TURNS, "evansville:BB", engine=1, first_move="green")
    assert asked(s) == "green"
    s = go(s, "loco")
    assert player(s, "green").engine == 2
    assert asked(s) == "orange"
    told = tell(s, "deliver.blue.evansville.cincinnati")
    assert isinstance(told[0], Delivered)
    assert told[0].places() == ("evansville:-blue", "cincinnati")
    s = go(s, "deliver.blue.evansville.cincinnati")
    assert [p.income for p in s.players] == [1, 0, 0, 0]
    s = go_on(s, "pass", "pass")
    assert asked(s) == "green"
    s = go(s, "deliver.blue.evansville.indianapolis.via-green.cincinnati")
    assert [p.income for p in s.players] == [1, 2, 0, 0]
    assert goods_in(s, "evansville") == ""
    # With the blue New City on Indianapolis it has to stop there.
    blue = moving("J9.gentle.1:g L8.gentle.2:g", "evansville:B", cities="K9.b")
    assert why(blue, "deliver.blue.evansville.indianapolis.cincinnati") == ("must-stop", "aos-7.3")


def test_an_unowned_link_brings_nobody_anything():
    s = moving(ONE_LINK.replace(":o", ":-"), "evansville:B")
    told = tell(s, "deliver.blue.evansville.cincinnati")
    assert told[0] == DeliveredForNobody(0, "blue", "evansville", ("cincinnati",))
    assert told[0].places() == ("evansville:-blue", "cincinnati")
    assert [p.income for p in go(s, "deliver.blue.evansville.cincinnati").players] == [0, 0, 0, 0]


def test_aos_7_8_a_delivered_cube_goes_back_into_the_bag():
    s = moving(ONE_LINK, "evansville:BBY")
    after = go(s, "deliver.blue.evansville.cincinnati")
    assert after.bag.count("B") == s.bag.count("B") + 1
    assert len(after.bag) == len(s.bag) + 1
    assert goods_in(after, "evansville") == "BY"
    assert goods_in(after, "cincinnati") == ""
    assert complaints(after) == []


def test_aos_7_9_the_engine_instead_of_one_of_the_two_moves():
    s = moving(engine=1)
    assert tell(s, "loco") == (EngineRaised(0, 2),)
    s = go_on(s, "loco", "pass", "pass", "pass")
    assert asked(s) == "orange"
    assert why(s, "loco") == ("engine-raised-already", "aos-7.9")
    assert "loco" not in offered(s)
    second = go_on(moving(engine=1), *["pass"] * 4)
    assert why(second, "loco") is None  # instead of the second move
    assert why(moving(engine=5), "loco") is None
    assert why(moving(engine=6), "loco") == ("engine-at-most", "aos-7.9")
    # In the next phase again.
    s = go_on(moving(engine=1), "loco", *["pass"] * 7)
    assert s.turn == 2
    assert goods.begin(s).engines_raised == ()


def test_aos_7_10_a_move_may_be_passed():
    s = moving(ONE_LINK, "evansville:B")
    assert "deliver.blue.evansville.cincinnati" in offered(s)
    assert tell(s, "pass") == (MovePassed(0),)
    assert goods_in(go(s, "pass"), "evansville") == "B"


@pytest.mark.parametrize("engine", [1, 3])
def test_deliveries_are_those_that_a_plain_search_finds(engine):
    """Every way by brute force over the stops: what is accepted was offered."""
    s = moving(THREE_TURNS, "evansville:BRY cincinnati:BK", engine=engine)
    stops = ["evansville", "indianapolis", "cincinnati"]
    words = [*stops, "via-green", "via-sky", "via-orange", "via-nobody"]
    routes = [route for length in (1, 2, 3) for route in product(words, repeat=length)]
    tried = {
        f"deliver.{colour}.{start}.{'.'.join(route)}"
        for colour in ("blue", "red", "black")
        for start in stops
        for route in routes
    }
    # Orange has only the link from Evansville to Cincinnati, where nobody else has one: the word may be left out.
    accepted = {move.replace(".via-orange", "") for move in tried if why(s, move) is None}
    assert accepted == set(offered(s)) - {"pass", "loco"}
