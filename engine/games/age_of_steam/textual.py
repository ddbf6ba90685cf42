"""The board of Age of Steam in letters."""

from engine.core.sheet import Marks
from engine.draw import theme
from engine.draw.sites import Sites, site_of
from engine.draw.textboard import NOBODY, Cell, board_text, code, explained, goods_key, seat_key, track_cell, wrapped
from engine.games.age_of_steam.names import name_of, words
from engine.games.age_of_steam.view import View
from engine.rail.tiles import MIDDLE
from engine.rail.track import Laid

TERRAIN = {"plain": " .", "river": " ~", "mountain": " ^"}


def text(view: View, marks: Marks) -> str:
    """The map with the same numbers of changes as the picture, and how to read it."""
    figures = Sites(marks, lambda place: site_of(place, view.board.map.terrain, view.board.map.stop_hex)).figures
    cells = {hex: _cell(view, marks, hex, figures.get(hex, ())) for hex in view.board.map.terrain}
    return board_text(view.board.map.layout, cells) + "\n\n" + _key(view, marks)


def _cell(view: View, marks: Marks, hex: str, figures: tuple[int, ...]) -> Cell:
    board = view.board
    stop = board.map.stop_names.get(hex)
    tiled = board.laid.get(hex)
    tracks = tiled.tracks if tiled is not None else ()
    if stop is not None and board.is_city(hex):
        cubes = view.goods.get(hex, "")
        return Cell(code(name_of(stop, marks.lang)).upper(), cubes if len(cubes) <= 4 else cubes[:3] + "+", figures)
    if stop is not None:
        owners = dict.fromkeys(_letter(view, track) for track in tracks)
        return Cell(code(name_of(stop, marks.lang)).lower(), "".join(owners), figures)
    if tracks:
        exits = {end: _letter(view, track) for track in tracks for end in (track.a, track.b) if end != MIDDLE}
        return track_cell(board.map.layout, exits, figures)
    return Cell(TERRAIN.get(board.map.terrain[hex], ""), "", figures)


def _letter(view: View, track: Laid) -> str:
    return NOBODY if track.owner is None else theme.SEATS[view.seats[track.owner]].letter


def _key(view: View, marks: Marks) -> str:
    hints = ["text-track", "text-stops", "text-terrain", "text-shifted"]
    if marks.changes:
        hints.append("text-changed")
    nobody = explained(words(), ["text-nobody"], marks.lang)
    seats = wrapped([*seat_key(words(), view.seats, marks), *nobody])
    goods = wrapped(goods_key(words(), theme.GOODS, marks.lang))
    return "\n".join([seats, goods, *explained(words(), hints, marks.lang)])
