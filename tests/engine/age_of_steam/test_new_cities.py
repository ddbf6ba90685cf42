"""aos-6.46 to 6.52: New Cities, and the example of the rulebook."""

from engine.games.age_of_steam.components import NEW_CITIES
from engine.games.age_of_steam.events import LinkCompleted, LinkOfNobody, LinkWon, StubRemoved, Urbanized
from engine.games.age_of_steam.phases import build
from engine.games.age_of_steam.score import segments
from tests.engine.age_of_steam.boards import (
    building,
    complaints,
    cost,
    draft,
    fresh_table,
    go,
    lines,
    offered,
    outcome,
    player,
    stumps,
    why,
    with_player,
)


def urbanizing(track="", cities="", **more):
    return building(track, cities, action="urbanization", **more)


def test_aos_6_46_one_new_city_free_before_any_tile():
    s = urbanizing(money=2)
    assert cost(s, "urbanize.indianapolis.b") == 0
    assert why(s, "urbanize.indianapolis.b lay.K8.straight.0") is None
    assert why(s, "urbanize.indianapolis.b urbanize.toledo.a") == ("urbanized-already", "aos-6.46")
    assert why(s, "lay.K10.straight.1 urbanize.indianapolis.b") == ("urbanize-comes-first", "aos-6.46")
    assert why(s, "lay.K10.straight.1") is None  # or none
    assert why(building(), "urbanize.indianapolis.b") == ("not-urbanizing", "aos-6.46")
    assert not any(move.startswith("urbanize") for move in offered(building()))
    assert not any(move.startswith("urbanize") for move in offered(draft(s, "lay.K10.straight.1")))
    assert outcome(s, "urbanize.indianapolis.b").events == (Urbanized(0, "indianapolis", "b", "blue"),)


def test_aos_6_47_on_a_town_which_becomes_a_city_without_cubes():
    s = urbanizing("J9.gentle.1:g K9.straight.1:g")
    after = draft(s, "urbanize.indianapolis.f")
    assert after.board.cities["K9"] == "purple"
    assert not after.board.is_town("K9")
    assert "K9" not in after.goods
    bare = draft(s, "urbanize.toledo.c")
    assert bare.board.cities["M6"] == "black"
    # Not on another New City; and the words know no other hex than towns.
    s = urbanizing(cities="K9.a")
    assert why(s, "urbanize.indianapolis.b") == ("already-new-city", "aos-6.47")
    towns = {move.split(".")[1] for move in offered(urbanizing()) if move.startswith("urbanize")}
    assert towns == set(s.board.map.town_at.values())


def test_aos_6_48_any_new_city_left_on_any_town():
    s = urbanizing("J9.gentle.1:g K9.straight.1:g", cities="M6.b")
    assert why(s, "urbanize.indianapolis.b") == ("new-city-placed", "aos-6.48")
    choices = {tuple(move.split(".")[1:]) for move in offered(s) if move.startswith("urbanize")}
    towns = set(s.board.map.town_at.values()) - {"toledo"}
    assert choices == {(town, letter) for town in towns for letter in NEW_CITIES if letter != "b"}


def test_aos_6_49_tile_and_disc_go_back_and_lines_are_shortened():
    track = "J9.gentle.1:g K9.cross-straights.2:gggs L8.gentle.2:g"  # exits 1 2 4 5
    s = urbanizing(track)
    assert lines(s) == [
        "green: cincinnati-indianapolis 2",
        "green: evansville-indianapolis 2",
        "green: indianapolis-loose 1",
        "sky: indianapolis-loose 1",
    ]
    assert s.board.tiles_used["cross-straights"] == 1
    assert s.board.discs_on_towns == ("K9",)
    after = draft(s, "urbanize.indianapolis.a")
    assert lines(after) == ["green: cincinnati-indianapolis 1", "green: evansville-indianapolis 1"]
    assert "cross-straights" not in after.board.tiles_used
    assert after.board.discs_on_towns == ()
    assert (after.board.discs_of(1), after.board.discs_of(2)) == (2, 0)
    # Owners are told of the segments that are gone; the links were links before.
    told = outcome(s, "urbanize.indianapolis.a").events
    assert told == (
        Urbanized(0, "indianapolis", "a", "red"),
        StubRemoved(1, "indianapolis"),
        StubRemoved(2, "indianapolis"),
    )
    assert told[1].places() == ("indianapolis",)
    # A longer unfinished line keeps its owner, or none, and begins at the New City.
    for owner, colour in (("g", "green"), ("-", "nobody")):
        s = urbanizing(f"K9.stub.0:{owner} K8.straight.0:{owner}")
        assert lines(s) == [f"{colour}: indianapolis-loose 2"]
        assert lines(draft(s, "urbanize.indianapolis.a")) == [f"{colour}: indianapolis-loose 1"]


def test_aos_6_50_an_owned_line_that_points_at_it_becomes_its_owners_link():
    s = urbanizing("J9.gentle.1:g")
    assert lines(draft(s, "urbanize.indianapolis.a")) == ["green: evansville-indianapolis 1"]
    assert draft(s, "urbanize.indianapolis.a").board.links[0].owner == 1
    told = outcome(s, "urbanize.indianapolis.a").events
    assert told[1:] == (LinkCompleted(1, "indianapolis", "evansville", ("J9",)),)
    assert told[1].places() == ("J9",)
    blank = urbanizing("J9.gentle.1:g K9.stub.0:s")
    assert lines(draft(blank, "urbanize.indianapolis.a")) == ["green: evansville-indianapolis 1"]


def test_aos_6_51_an_unowned_line_that_becomes_a_link_goes_to_who_placed_it():
    s = urbanizing("J9.gentle.1:- L8.gentle.2:-", seat="sky")
    assert lines(draft(s, "urbanize.indianapolis.a")) == [
        "sky: cincinnati-indianapolis 1",
        "sky: evansville-indianapolis 1",
    ]
    told = outcome(s, "urbanize.indianapolis.a").events
    assert told[1:] == (
        LinkWon(2, "indianapolis", "evansville", ("J9",)),
        LinkWon(2, "cincinnati", "indianapolis", ("L8",)),
    )
    assert told[1].places() == ("J9",)
    # With one disc left only one of them, with none no link.
    one = draft(urbanizing(f"J9.gentle.1:- L8.gentle.2:- {stumps(19)}"), "urbanize.indianapolis.a")
    assert sorted(str(link.owner) for link in one.board.links) == ["0", "None"]
    none = draft(urbanizing(f"J9.gentle.1:- L8.gentle.2:- {stumps(20)}"), "urbanize.indianapolis.a")
    assert [link.owner for link in none.board.links] == [None, None]
    told = outcome(urbanizing(f"J9.gentle.1:- {stumps(20)}"), "urbanize.indianapolis.a").events
    assert told[1:] == (LinkOfNobody("indianapolis", "evansville", ("J9",)),)
    assert told[1].places() == ("J9",)
    assert complaints(none) == []


def test_an_unowned_link_does_not_go_to_a_later_new_city():
    """aos-6.51 speaks of lines that become links: this one was one before."""
    s = urbanizing("K8.gentle.1:- L7.stub.4:-", cities="K9.a")
    assert lines(s) == ["nobody: fort-wayne-indianapolis 2"]
    assert s.board.links
    after = draft(s, "urbanize.fort-wayne.b")
    assert lines(after) == ["nobody: fort-wayne-indianapolis 1"]


EXAMPLE = [
    ("orange", "lay.K10.straight.1 lay.L9.straight.1 lay.N9.gentle.3", (2, 2, 3)),
    ("green", "lay.J9.gentle.1 lay.K9.straight.1 lay.L8.gentle.2", (2, 3, 2)),
    ("sky", "lay.M10.tight.5 lay.L9.cross-straights.2 lay.K9.cross-straights.2", (3, 3, 3)),
    (
        "magenta",
        "urbanize.indianapolis.b lay.K8.straight.0 lay.K10.cross-straights.1 lay.K11.tight.5",
        (0, 2, 3, 3),
    ),
]
LINK = "orange: cincinnati-evansville 2"
TO_LEXINGTON = "orange: cincinnati-loose 1"
GREENS = ["green: cincinnati-indianapolis 2", "green: evansville-indianapolis 2"]
STEPS = [
    ["orange: evansville-loose 1"],
    [LINK],
    [LINK, TO_LEXINGTON],
    ["green: evansville-loose 1", LINK, TO_LEXINGTON],
    ["green: evansville-indianapolis 2", "green: indianapolis-loose 1", LINK, TO_LEXINGTON],
    [*GREENS, LINK, TO_LEXINGTON],
    [*GREENS, LINK, TO_LEXINGTON, "sky: cincinnati-loose 1"],
    [*GREENS, LINK, TO_LEXINGTON, "sky: cincinnati-loose 2"],
    [*GREENS, LINK, TO_LEXINGTON, "sky: cincinnati-indianapolis 3", "sky: indianapolis-loose 1"],
]
AFTER_CITY = [
    "green: cincinnati-indianapolis 1",
    "green: evansville-indianapolis 1",
    LINK,
    TO_LEXINGTON,
    "sky: cincinnati-indianapolis 2",
]
NORTH = "magenta: indianapolis-loose 1"
STEPS += [
    AFTER_CITY,
    sorted([*AFTER_CITY, NORTH]),
    sorted([*AFTER_CITY, NORTH, "magenta: indianapolis-loose 1"]),
    sorted([*AFTER_CITY, NORTH, "magenta: evansville-indianapolis 2"]),
]


def example(turns=4):
    """The build turns of the rulebook's example, one after the other."""
    s = with_player(fresh_table(), "magenta", action="urbanization")
    s = build.begin(s)
    for _, line, _ in EXAMPLE[:turns]:
        s = go(s, f"{line} done")
    return s


def test_aos_6_52_the_example_of_the_rulebook_step_by_step():
    s = build.begin(with_player(fresh_table(), "magenta", action="urbanization"))
    expected = iter(STEPS)
    for colour, line, prices in EXAMPLE:
        for text, price in zip(line.split(), prices, strict=True):
            money = player(s, colour).money
            s = draft(s, text)
            assert money - player(s, colour).money == price, text
            assert lines(s) == next(expected), text
            assert complaints(s) == []
        built = lines(s)
        s = go(s, "done")
        assert lines(s) == built  # all of it was built this turn
    assert [10 - p.money for p in s.players] == [7, 7, 9, 8]
    assert s.board.laid["L9"].tile == "cross-straights"
    assert "K9" not in s.board.laid


def test_segments_of_the_example():
    s = example(3)
    assert [segments(s, seat) for seat in range(4)] == [2, 4, 3, 0]
    s = example(4)
    assert [segments(s, seat) for seat in range(4)] == [2, 2, 2, 2]
    assert [s.board.discs_of(seat) for seat in range(4)] == [2, 2, 1, 2]
