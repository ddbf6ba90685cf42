"""Drawings as PNG files: with text, small, exact in their flat colours, and drawn from kept rasters."""

import io

import pytest
from PIL import Image

from engine.core.play import start
from engine.core.promises import play_out
from engine.core.record import read_record, replay
from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import theme
from engine.draw.svg import label, layered, rect
from engine.draw.text_widths import BOLD, ITALIC, PLAIN, Face
from engine.games import GAMES
from engine.games.age_of_steam import GAME
from pbem.mail_out import pictures
from pbem.mail_out.letter_text import MOST_PICTURE_BYTES
from pbem.mail_out.palette import board_palette, rgb
from pbem.mail_out.pictures import Rasters, font_files, png_of, raster
from tests.records.take import FOLDER

SEATS = ("orange", "green", "sky", "magenta")


def board(changes: dict[str, tuple[int, ...]] | None = None) -> Drawing:
    view = GAME.view(start(GAME, SEATS, "pictures").state, 0)
    return GAME.draw(view, Marks(changes=changes or {}, names=("Ann", "Bea", "Cyril", "Dora")))


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def flat(width: int, height: int, colour: str, *more: str, pieces: tuple[Piece, ...] = ()) -> Drawing:
    return layered(width, height, rect(0, 0, width, height, fill=colour) + "".join(more), pieces, "")


def test_a_board_is_a_small_palette_png_of_full_width():
    png = png_of(board())
    picture = pixels(png)
    assert picture.format == "PNG"
    assert picture.mode == "P"
    assert picture.size == (1200, 881)
    assert len(png) < 60_000


@pytest.mark.slow
def test_boards_of_a_played_game_keep_to_their_size():
    report = play_out(GAME, (*SEATS, "white"), "pictures", {}, ["greedy"] * 5, check="none")
    states = replay(GAME, report.record).states
    for state, most in ((states[len(states) // 2], 75_000), (states[-1], 95_000)):
        marks = Marks(changes={"B1": (1,), "C2": (2,), "chicago": (3,)}, addresses=True)
        assert len(png_of(GAME.draw(GAME.view(state, 0), marks))) < most


@pytest.mark.slow
@pytest.mark.parametrize(("game", "most"), [("spike", (80_000, 90_000)), ("whistle-stop", (92_000, 95_000))])
def test_crowded_boards_of_the_small_games_keep_to_their_size(game: str, most: tuple[int, int]) -> None:
    rules = GAMES[game]
    report = play_out(rules, SEATS, "pictures", {}, ["greedy"] * 4, check="none")
    states = replay(rules, report.record).states
    for state, limit in zip((states[len(states) // 2], states[len(states) * 9 // 10]), most, strict=True):
        assert len(png_of(rules.draw(rules.view(state, 0), Marks(names=("Ann", "Bea", "Cyril", "Dora"))))) < limit


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({path.stem.rpartition("-")[0] for path in FOLDER.glob("*.txt")}))
def test_a_late_mail_has_room_for_the_board_and_its_panels(name: str) -> None:
    """In French, with long names, near the end of the recorded game with most seats."""
    records = [read_record(path.read_text("utf-8")) for path in sorted(FOLDER.glob(f"{name}-?.txt"))]
    record = max(records, key=lambda record: len(record.seats))
    rules = GAMES[record.game]
    view = rules.view(replay(rules, record).states[-3], 0)
    names = ("Geneviève-Alexandra", "Boris Maximilian", "Marie-Claire", "Dewi Łukasz", "Eugénie", "Farid")
    marks = Marks(names=names[: len(record.seats)], lang="fr", addresses=True)
    drawn = [rules.draw(view, marks), *(panel.drawing for panel in rules.panels(view, marks))]
    assert len(drawn) >= 2
    assert sum(len(png_of(drawing)) for drawing in drawn) <= MOST_PICTURE_BYTES


def test_the_same_drawing_gives_the_same_bytes():
    assert png_of(board({"B1": (1,)})) == png_of(board({"B1": (1,)}))


@pytest.mark.parametrize("face", [PLAIN, BOLD, ITALIC])
def test_letters_are_drawn_with_the_bundled_fonts(face: Face):
    with_text = flat(200, 60, theme.PAPER, label(100, 40, "Détroit ßœ", face, 24, theme.INK))
    without = flat(200, 60, theme.PAPER)
    assert png_of(with_text) != png_of(without)
    ink = sum(pixel == rgb(theme.INK) for pixel in pixels(png_of(with_text)).convert("RGB").get_flattened_data())
    assert ink > 150


def test_the_faces_are_different_fonts():
    drawn = {
        png_of(flat(200, 60, theme.PAPER, label(100, 40, "Cincinnati", face, 24, theme.INK)))
        for face in (PLAIN, BOLD, ITALIC)
    }
    assert len(drawn) == 3
    assert len(font_files()) == 3


@pytest.mark.parametrize("colour", theme.FLAT)
def test_flat_colours_stay_exact(colour):
    assert pixels(png_of(flat(8, 8, colour))).convert("RGB").getpixel((4, 4)) == rgb(colour)


def test_entries_of_the_palette_keep_away_from_flat_colours():
    palette = board_palette()
    assert len(palette.entries) <= 64
    assert len(palette.fine) <= 256
    assert palette.entries[: len(palette.flat)] == tuple(map(rgb, theme.FLAT))


def test_still_layer_and_pieces_are_rastered_once(monkeypatch: pytest.MonkeyPatch):
    kept = Rasters(20_000_000)
    monkeypatch.setattr(pictures, "RASTERS", kept)
    png_of(board())
    first = kept.drawn
    png_of(board())
    assert kept.drawn == first
    png_of(board({"B1": (1,)}))
    assert first < kept.drawn <= first + 6


def test_rasters_used_longest_ago_are_dropped():
    kept = Rasters(250)
    squares = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="{n}" height="9"/></svg>'
        for n in range(1, 5)
    ]
    for svg in (*squares[:2], squares[0], squares[2]):
        kept.raster(svg, (0, 0, 10, 10))
    assert kept.drawn == 3
    kept.raster(squares[0], (0, 0, 10, 10))
    assert kept.drawn == 3
    kept.raster(squares[1], (0, 0, 10, 10))
    assert kept.drawn == 4


def test_pieces_lie_where_they_are_put_even_over_the_rim():
    square = rect(-5, -5, 10, 10, fill=theme.INK)
    drawing = flat(
        40, 40, theme.PAPER, pieces=(Piece(20, 20, (-5, -5, 10, 10), square), Piece(0, 0, (-5, -5, 10, 10), square))
    )
    picture = pixels(png_of(drawing)).convert("RGB")
    assert picture.getpixel((15, 15)) == picture.getpixel((24, 24)) == picture.getpixel((0, 0)) == rgb(theme.INK)
    assert picture.getpixel((14, 14)) == picture.getpixel((25, 25)) == picture.getpixel((6, 6)) == rgb(theme.PAPER)


def test_a_moving_layer_without_pieces_is_drawn_as_a_whole():
    drawing = Drawing(20, 20, rect(0, 0, 20, 20, fill=theme.PAPER), rect(5, 5, 10, 10, fill=theme.INK), "")
    assert pixels(png_of(drawing)).convert("RGB").getpixel((10, 10)) == rgb(theme.INK)


def test_pieces_and_the_whole_moving_layer_look_alike():
    drawing = board({"B1": (1,), "evansville": (2,)})
    whole = Drawing(drawing.width, drawing.height, drawing.still, drawing.moving, drawing.text)
    one, other = pixels(png_of(drawing)).convert("RGB"), pixels(png_of(whole)).convert("RGB")
    differing = sum(a != b for a, b in zip(one.get_flattened_data(), other.get_flattened_data(), strict=True))
    assert differing < 0.002 * 1200 * 881


def test_another_width_is_scaled():
    assert pixels(png_of(board(), 600)).size == (600, 440)


def test_rasters_are_of_the_size_asked_for():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9999999" height="9999999" viewBox="0 0 10 10"/>'
    assert raster(svg, 10).size == (10, 10)
