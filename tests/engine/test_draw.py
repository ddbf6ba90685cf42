"""The parts of drawings that every board shares."""

import math
import re
from html import escape

import pytest

from engine.core.sheet import Piece
from engine.draw import theme
from engine.draw.free_places import Clutter, best, box_around
from engine.draw.hexboard import Plane, grid_lines, inset, neighbourhoods
from engine.draw.svg import document, element, layered, number, stacked
from engine.draw.text_widths import BOLD, shortened, width
from engine.draw.textboard import Cell, board_text, track_cell, with_figures
from engine.draw.tokens import cube_row
from engine.draw.trackwork import Step, along_track, course, crossing_point, path_of, steps_of
from engine.rail.hexes import SIDES, Layout, grid, opposite
from engine.rail.tiles import MIDDLE
from engine.rail.track import Laid, Rails, Tiled

LAYOUTS = [Layout("odd-q"), Layout("odd-r")]


@pytest.mark.parametrize(
    ("value", "written"), [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (12.345, "12.35"), (100, "100")]
)
def test_numbers_are_short(value, written):
    assert number(value) == written


def test_attributes_and_texts_are_escaped():
    assert element("a", escape("<&>"), href='"x"') == '<a href="&quot;x&quot;">&lt;&amp;&gt;</a>'
    assert element("g", class_="x", stroke_width=2, fill=None) == '<g class="x" stroke-width="2"/>'


def test_letters_of_seats_and_goods_differ():
    letters = [paint.letter for paint in (*theme.SEATS.values(), *theme.GOODS.values())]
    assert len(set(letters)) == len(letters) == 11


def luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("paint", [*theme.SEATS.values(), *theme.GOODS.values()], ids=lambda paint: paint.letter)
def test_letters_are_readable_on_their_colour(paint):
    light, dark = sorted((luminance(paint.colour), luminance(paint.on)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.3


def test_texts_are_cut_where_they_would_be_too_wide():
    assert shortened("Ann", BOLD, 20, 200) == "Ann"
    cut = shortened("Maximilian-Alexander", BOLD, 20, 100)
    assert cut.endswith("…")
    assert width(cut, BOLD, 20) <= 100
    assert width("Détroit", BOLD, 18) == width("Detroit", BOLD, 18)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_neighbours_share_the_middle_of_their_side(layout):
    plane = Plane(layout, 60, 60)
    for side in SIDES:
        other = layout.neighbour("E5", side)
        assert plane.middle("E5", side) == pytest.approx(plane.middle(other or "", opposite(side)))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_hex_has_six_corners_and_two_have_ten(layout):
    plane = Plane(layout, 60, 60)
    assert [len(ring) for ring in plane.outlines([plane.cell("E5")])] == [6]
    pair = [plane.cell("E5"), plane.cell(layout.neighbour("E5", 2) or "")]
    assert [len(ring) for ring in plane.outlines(pair)] == [10]


def test_a_ring_of_hexes_has_an_inner_outline():
    plane = Plane(LAYOUTS[0], 60, 60)
    ring = [plane.beside(plane.cell("E5"), side) for side in SIDES]
    assert sorted(len(outline) for outline in plane.outlines(ring)) == [6, 18]


def test_inset_goes_inwards():
    plane = Plane(LAYOUTS[0], 60, 60)
    (ring,) = plane.outlines([plane.cell("E5")])
    centre = plane.centre("E5")
    for outer, inner in zip(ring, inset(ring, 6), strict=True):
        assert math.dist(outer, centre) - math.dist(inner, centre) == pytest.approx(6 / math.cos(math.pi / 6), abs=0.2)


def test_the_grid_draws_every_edge_once():
    plane = Plane(LAYOUTS[0], 60, 60)
    lines = grid_lines(plane, ["A1", "A2"])
    assert lines.partition(" fill")[0].count("l") == 2 * 11


def test_neighbourhoods():
    plane = Plane(LAYOUTS[0], 60, 60)
    assert neighbourhoods(plane, ["A1", "C7", "A2"]) == [["A1", "A2"], ["C7"]]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("enters", "leaves"), [(a, b) for a in SIDES for b in SIDES if a != b])
def test_track_leaves_every_side_at_a_right_angle_and_keeps_off_corners(layout, enters, leaves):
    points = along_track(layout, enters, leaves)
    assert points[0] == pytest.approx(layout.middle(enters))
    assert points[-1] == pytest.approx(layout.middle(leaves))
    for corner in SIDES:
        assert min(math.dist(layout.corner(corner), point) for point in points) > 0.45
    # The first bit of the way runs towards the centre of the hex.
    dx, dy = points[1][0] - points[0][0], points[1][1] - points[0][1]
    mx, my = layout.middle(enters)
    cosine = -(dx * mx + dy * my) / math.hypot(dx, dy) / math.hypot(mx, my)
    assert cosine > 0.97


def test_crossings_are_found_and_tracks_apart_are_not():
    layout = LAYOUTS[0]
    assert crossing_point(layout, (0, 3), (2, 5)) == pytest.approx((0, 0), abs=0.01)
    assert crossing_point(layout, (0, 2), (3, 5)) is None
    assert crossing_point(layout, (0, MIDDLE), (3, MIDDLE)) is None


def test_a_line_is_one_path():
    board = grid("odd-q", ["A1", "A2", "A3", "A4"])
    laid = {hex: Tiled("straight", 0, (Laid(0, 3, 0),)) for hex in ("A2", "A3")}
    (line,) = Rails(board.neighbours, laid, ["A1", "A4"]).lines()
    steps = steps_of(line, laid, board.neighbours)
    assert steps == (Step("A2", 0, 3), Step("A3", 0, 3))
    plane = Plane(board.layout, 60, 60)
    path = path_of(plane, steps, [("A2", 0), ("A3", 3)])
    assert path.count("M") == 1
    assert path.count("L") == path_of(plane, steps).count("L") + 2  # under both cities
    assert len(course(plane, steps).points) == 17


def test_a_lone_piece_begins_at_its_stop():
    board = grid("odd-q", ["A1", "A2", "A3"])
    laid = {"A2": Tiled("straight", 0, (Laid(0, 3, 0),))}
    for city, begins in (("A1", 0), ("A3", 3)):
        (line,) = Rails(board.neighbours, laid, [city]).lines()
        assert steps_of(line, laid, board.neighbours)[0].enters == begins


def test_best_takes_the_first_free_place_else_the_least_covered():
    clutter = Clutter()
    clutter.add((0, 0, 100, 100))
    clutter.add((100, 0, 200, 100), weight=5)
    points = [(50.0, 50.0), (300.0, 50.0), (150.0, 50.0)]
    candidates = [(point, box_around(*point, 10)) for point in points]
    assert best(candidates, clutter) == (300, 50)
    assert best([candidates[2], candidates[0]], clutter) == (50, 50)
    with pytest.raises(ValueError, match="nothing"):
        best([], clutter)


def test_clutter_counts_what_spans_several_bins_once():
    clutter = Clutter()
    clutter.add((0, 0, 500, 500))
    assert clutter.cost((0, 0, 200, 200)) == 200 * 200


def test_cubes_are_counted_by_colour_when_there_are_many():
    few, _ = cube_row(0, 0, "BBR", "", 0, "", {}, (-500, 500))
    many, box = cube_row(0, 0, "BBBBKR", "", 1, "", {}, (-500, 500))
    assert [re.findall(r">(\w+)</text>", piece.svg)[0] for piece in few] == ["B", "B", "R"]
    assert [re.findall(r">(\w+)</text>", piece.svg) for piece in many] == [["4B"], ["K"], ["R"], []]
    assert box is not None
    assert cube_row(0, 0, "", "", 0, "", {}, (-500, 500)) == ((), None)


def test_drawings_are_stacked_with_their_pieces():
    one = layered(100, 50, "<g/>", [Piece(1, 2, (0, 0, 5, 5), "<b/>")], "one")
    both = stacked(one, one)
    assert (both.width, both.height) == (100, 100)
    assert [piece.y for piece in both.pieces] == [2, 52]
    assert '<g transform="translate(1 52)"><b/></g>' in both.moving
    assert "<desc>one\n\none</desc>" in document(both)


def test_text_board_in_both_orientations():
    cells = {"A1": Cell("AAA"), "B1": Cell("BBB"), "A2": Cell("CCC")}
    assert board_text(Layout("odd-q"), cells).splitlines() == [
        "    A   B", " 1 AAA", "       BBB", " 2 CCC",
    ]  # fmt: skip
    assert board_text(Layout("odd-r"), cells).splitlines() == [
        "    A   B", " 1 AAA BBB", "", " 2   CCC",
    ]  # fmt: skip


def test_a_wide_text_board_is_cut_into_parts():
    wide = board_text(Layout("odd-q"), {f"{chr(65 + column)}1": Cell("xyz") for column in range(26)})
    assert max(map(len, wide.splitlines())) <= 74
    assert wide.count("xyz") == 26


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_exit_has_its_own_place_in_text(layout):
    cell = track_cell(layout, {side: "GHIJKL"[side] for side in SIDES})
    assert sorted((cell.above + cell.below).replace(" ", "")) == list("GHIJKL")


def test_figures_stand_at_the_right():
    assert with_figures(Cell("Cin", "RB", (4,))) == ("Cin4", "RB  ")
    assert with_figures(Cell("Cin", "RB", (4, 12))) == ("Cin4", "RB12")
    assert with_figures(Cell("Cin", "RBPY", (12, 13))) == ("Ci12", "RBPY")
