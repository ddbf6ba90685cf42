"""Tracing lines on boards of a few hexes.

The boards lie on a column of flat-topped hexes, A1 in the north to A7 in the south, and its neighbours B1 to B7:
0-3 is a straight track down the column.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rail.hexes import grid
from engine.rail.paths import Hop
from engine.rail.tiles import MIDDLE
from engine.rail.track import Laid, Line, Rails, Tiled

BOARD = grid("odd-q", [f"{column}{row}" for row in range(1, 8) for column in "AB"])


def straight(owner: int | None = 0) -> Tiled:
    return Tiled("straight", 0, (Laid(0, 3, owner),))


def rails(laid: dict[str, Tiled], cities: tuple[str, ...] = ()) -> Rails:
    return Rails(BOARD.neighbours, laid, cities)


def test_a_line_between_two_cities_is_a_link() -> None:
    board = rails({"A2": straight(), "A3": straight()}, ("A1", "A4"))
    line = board.trace("A3", 0)
    assert line == Line((("A2", 0), ("A3", 0)), ("A1", "A4"), (), 0)
    assert line.is_link
    assert (line.other_end("A1"), line.other_end("A4")) == ("A4", "A1")
    assert board.trace("A2", 0) == line


def test_a_line_with_a_loose_end_is_no_link() -> None:
    line = rails({"A2": straight(), "A3": straight()}, ("A1",)).trace("A2", 0)
    assert line.ends == ("A1", None)
    assert line.loose == (("A3", 3),)
    assert line.stop == "A1"
    assert not line.is_link


def test_a_line_without_any_stop_has_two_loose_ends() -> None:
    line = rails({"A3": straight(None)}).trace("A3", 0)
    assert line == Line((("A3", 0),), (None, None), (("A3", 0), ("A3", 3)), None)
    assert line.stop is None


def test_track_ends_at_the_rim() -> None:
    board = rails({"A1": straight()}, ("A2",))
    assert board.beyond("A1", 0) is None
    assert board.trace("A1", 0).loose == (("A1", 0),)
    assert board.trace("A1", 0).stop == "A2"


def test_a_neighbour_must_hold_out_its_track() -> None:
    board = rails({"A2": straight(), "A3": Tiled("gentle", 1, (Laid(1, 3),)), "A4": straight()})
    assert board.beyond("A2", 3) is None
    assert board.beyond("A2", 0) is None
    assert board.beyond("A3", 3) == ("A4", 0)


def test_a_town_joins_the_tracks_that_end_in_its_middle() -> None:
    town = Tiled("fork", 0, (Laid(0, MIDDLE, 1), Laid(3, MIDDLE, 2)))
    board = rails({"A2": straight(1), "A3": town, "A4": straight(2)}, ("A1", "A5"))
    lines = board.lines()
    assert [line.ends for line in lines] == [("A1", "A3"), ("A5", "A3")]
    assert [line.owner for line in lines] == [1, 2]
    assert [line.pieces for line in lines] == [(("A2", 0), ("A3", 0)), (("A4", 0), ("A3", 1))]
    assert [line.other_end("A3") for line in lines] == ["A1", "A5"]
    assert town.exits == (0, 3)


def test_hops_leave_a_stop_over_its_links_in_the_order_of_its_sides() -> None:
    town = Tiled("fork", 0, (Laid(0, MIDDLE, 1), Laid(3, MIDDLE, 2), Laid(1, MIDDLE, 0)))
    board = rails({"A4": straight(2), "A3": town, "A2": straight(1)}, ("A1", "A5", "B7"))
    assert board.hops_from("A3") == (Hop("A1", 1), Hop("A5", 2))
    assert board.hops_from("A1") == (Hop("A3", 1),)
    assert board.hops_from("B7") == board.hops_from("B2") == ()


def test_cities_side_by_side_and_a_line_back_to_its_city_are_no_hops() -> None:
    loop = {
        "A2": Tiled("tight", 0, (Laid(1, 3),)),
        "B1": Tiled("tight", 0, (Laid(3, 4),)),
        "B2": Tiled("tight", 0, (Laid(0, 4),)),
    }
    board = rails(loop, ("A3", "A4"))
    assert board.hops_from("A3") == board.hops_from("A4") == ()


def test_crossing_tracks_stay_apart() -> None:
    crossing = Tiled("cross", 0, (Laid(0, 3, 0), Laid(1, 4, 1)))
    board = rails({"A3": crossing}, ("A2", "A4", "B2"))
    assert board.trace("A3", 0).is_link
    assert board.trace("A3", 1).ends == ("B2", None)
    assert [crossing.track_at(exit) for exit in range(6)] == [0, 1, None, 0, 1, None]


def test_a_line_that_comes_back_to_its_city_is_no_link() -> None:
    # A3 -> A2 -> B1 -> B2 -> A3, with the city at A3
    loop = {
        "A2": Tiled("tight", 0, (Laid(1, 3),)),
        "B1": Tiled("tight", 0, (Laid(3, 4),)),
        "B2": Tiled("tight", 0, (Laid(0, 4),)),
    }
    line = rails(loop, ("A3",)).trace("B1", 0)
    assert line.ends == ("A3", "A3")
    assert len(line.pieces) == 3
    assert not line.is_link


def test_a_ring_without_a_stop_is_traced_and_ends() -> None:
    ring = {
        "A3": Tiled("tight", 1, (Laid(1, 2),)),
        "B2": Tiled("x", 0, (Laid(3, 4),)),
        "B3": Tiled("x", 0, (Laid(0, 5),)),
    }
    assert BOARD.neighbours["A3"][1:3] == ("B2", "B3")
    line = rails(ring).trace("A3", 0)
    assert line.ends == (None, None)
    assert set(line.pieces) == {("A3", 0), ("B2", 0), ("B3", 0)}


def test_tracks_that_share_an_exit_do_not_trap_the_tracer() -> None:
    """From A3 into a ring that never comes back to A3."""
    laid = {
        "A3": straight(),
        "A4": Tiled("x", 0, (Laid(1, 2), Laid(0, 1))),
        "B3": Tiled("x", 0, (Laid(3, 4),)),
        "B4": Tiled("x", 0, (Laid(0, 5),)),
    }
    line = rails(laid).trace("A4", 1)
    assert line.ends == (None, None)
    assert len(line.pieces) < 8


def test_changing_hands() -> None:
    crossing = Tiled("cross", 2, (Laid(0, 3, 0), Laid(1, 4, 1)))
    assert crossing.owned([1], None) == Tiled("cross", 2, (Laid(0, 3, 0), Laid(1, 4, None)))
    assert Laid(0, MIDDLE).other(0) == MIDDLE
    assert Laid(0, MIDDLE).other(MIDDLE) == 0


@given(st.integers(2, 7), st.sets(st.integers(1, 7)), st.data())
def test_every_piece_lies_on_exactly_one_line(length: int, cities: set[int], data: st.DataObject) -> None:
    laid = {f"A{row}": straight() for row in range(1, length + 1) if row not in cities}
    board = rails(laid, tuple(f"A{row}" for row in sorted(cities)))
    lines = board.lines()
    assert sorted(piece for line in lines for piece in line.pieces) == sorted((hex, 0) for hex in laid)
    if laid:
        hex = data.draw(st.sampled_from(sorted(laid)))
        assert board.trace(hex, 0) in lines
    for line in lines:
        assert len(line.loose) == line.ends.count(None)


@pytest.mark.parametrize("length", [3, 5, 7])
def test_a_full_column_is_one_link(length: int) -> None:
    laid = {f"A{row}": straight() for row in range(2, length)}
    [line] = rails(laid, ("A1", f"A{length}")).lines()
    assert line.is_link
    assert len(line.pieces) == length - 2
