"""The board in letters: two for each hex, every second row half a hex further right."""

from collections.abc import Container, Mapping
from functools import cache

from engine.core.say import say
from engine.core.sheet import Marks
from engine.draw import theme
from engine.draw.sites import Sites
from engine.draw.textboard import explained, goods_key, seat_key, wrapped
from engine.games.railways.country import eastern_us
from engine.games.railways.names import name_of, site, words
from engine.games.railways.state import View
from engine.rail.hexes import column_row

TERRAIN = {"plain": ".", "river": "~", "hill": "^", "coast": ",", "west": "<"}
FIRST_ROW = 2
MARGIN = 3


def text(view: View, marks: Marks) -> str:
    """The map, with changes numbered as in the picture, and a key."""
    figures = Sites(marks, site).figures
    loose = {piece for line in view.unfinished for piece in line.pieces}
    lines = []
    bare, changed = _bare(), view.laid.keys() | figures.keys()
    for row, hexes in _rows():
        cells = (_cell(view, hex, figures, loose).ljust(2) if hex in changed else bare[hex] for hex in hexes)
        lines.append(f"{row + 1:>2} {' ' * (row % 2)}{''.join(cells)}".rstrip())
    letters = "".join(f"{chr(ord('A') + column % 26)} " for column in range(28))
    board = [" " * MARGIN + letters.rstrip(), *lines]
    return "\n".join(board) + "\n\n" + _key(view, marks, figures)


@cache
def _rows() -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The hexes of each row that is shown, from left to right."""
    rows: dict[int, list[str]] = {}
    for hex in sorted(eastern_us().terrain, key=column_row):
        rows.setdefault(column_row(hex)[1], []).append(hex)
    return tuple((row, tuple(hexes)) for row, hexes in sorted(rows.items()) if row >= FIRST_ROW)


@cache
def _bare() -> Mapping[str, str]:
    """Every hex as long as nothing lies on it."""
    country = eastern_us()
    return {
        hex: (codes()[country.city_at[hex]] if kind == "city" else TERRAIN.get(kind, "")).ljust(2)
        for hex, kind in country.terrain.items()
    }


def _cell(view: View, hex: str, figures: Mapping[str, tuple[int, ...]], loose: Container[tuple[str, int]]) -> str:
    if hex in view.country.city_at:
        return _bare()[hex]
    if hex in figures:
        return str(figures[hex][0])[:2]
    return "".join(
        _letter(view, track.owner, (hex, index) in loose) for index, track in enumerate(view.laid[hex].tracks)
    )


def _letter(view: View, owner: int | None, unfinished: bool) -> str:
    letter = theme.SEATS[view.seats[owner]].letter if owner is not None else "+"
    return letter.lower() if unfinished else letter


@cache
def codes() -> dict[str, str]:
    """Two capitals for each city, the same in every language: the first letter and the first later one that is free."""
    found: dict[str, str] = {}
    for city in eastern_us().cities.values():
        letters = [letter for letter in city.name.upper() if letter.isalpha()]
        found[city.word] = next(
            code for code in (letters[0] + other for other in letters[1:]) if code not in found.values()
        )
    return found


def _key(view: View, marks: Marks, figures: Mapping[str, tuple[int, ...]]) -> str:
    hints = ["text-map", "text-cities", *(["text-figures"] if marks.changes else [])]
    seats = seat_key(words(), view.seats, marks)
    cities = [_city(view, marks, city, figures) for city in view.country.cities]
    goods = wrapped(goods_key(words(), theme.GOODS, marks.lang))
    parts = [wrapped(seats), goods, *explained(words(), hints, marks.lang), wrapped(cities)]
    if view.open_lines:
        parts.append(wrapped(major_lines(view, marks.lang)))
    return "\n".join(parts)


def major_lines(view: View, lang: str) -> list[str]:
    """The open major lines in a few words each, the first with the heading."""
    lines = [
        words().render(say("key-line", a=card.city, b=card.other, n=card.points), lang) for card in view.open_lines
    ]
    return [words().render(say("key-lines", lines=lines[0]), lang), *lines[1:]] if lines else []


def _city(view: View, marks: Marks, city: str, figures: Mapping[str, tuple[int, ...]]) -> str:
    colour = view.colour(city)
    letter = theme.GOODS[colour].letter if colour else "-"
    changed = "".join(f" ({number})" for number in figures.get(view.country.cities[city].hex, ()))
    return f"{codes()[city]} {name_of(city, marks.lang)} {letter}:{view.cubes[city] or '0'}{changed}"
