"""The board in characters, at most 74 columns wide: what stands where, for mails without pictures."""

from collections import Counter

from engine.core.say import say
from engine.core.sheet import Marks
from engine.draw import theme
from engine.draw.textboard import wrapped
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.names import words
from engine.games.whistle_stop.state import Spot
from engine.games.whistle_stop.tilework import GOODS
from engine.games.whistle_stop.view import View

KIND_SIGNS = {
    "coal-mine": "coal",
    "trading-post": "post",
    "whistle-factory": "fact",
    "general-store": "stor",
    "gold-mine": "gold",
}
WIDE = 8  # of a cell
ROOM = 2 * WIDE - 1  # for what stands in a cell: in its lines, the next column is empty


def text(view: View, marks: Marks) -> str:
    """Two lines a half row: address and what is there, then the trains. Odd columns lie half a row lower."""
    columns = sorted({hex[0] for hex in box().grid.hexes})
    lines = ["  " + "".join(letter.ljust(WIDE) for letter in columns) + "  East"]
    for half in range(2 * 8):
        top, low = ["  "], ["  "]
        for index, letter in enumerate(columns):
            row = (half - index % 2) // 2 + 1
            hex = f"{letter}{row}"
            if (half - index % 2) % 2 or hex not in box().grid.hexes:
                continue
            top += [" " * (2 + index * WIDE - sum(map(len, top))), _tile(view, hex)]
            low += [" " * (2 + index * WIDE - sum(map(len, low))), _trains(view, marks, hex)]
        station = f"I{half + 1}"
        top += [" " * (2 + len(columns) * WIDE - sum(map(len, top))), _station(view, station)]
        lines += ["".join(top).rstrip(), "".join(low).rstrip()]
    return "\n".join([*(line for line in lines if line.strip()), "", *_legend(view, marks)])


def _legend(view: View, marks: Marks) -> list[str]:
    """Who has which letter, what the letters of the goods mean, and how a cell is to be read."""
    lang = marks.lang
    names = marks.names or tuple(words().name(colour, lang) for colour in view.seats)
    seats = [f"{theme.SEATS[colour].letter} {name[:24]}" for colour, name in zip(view.seats, names, strict=True)]
    goods = [f"{paint.letter} {words().name(good, lang)}" for good, paint in GOODS.items()]
    told = [words().render(say(id), lang) for id in ("text-trains", "text-cells", "text-changed")]
    special = [f"{sign} {words().name(kind, lang)}" for kind, sign in KIND_SIGNS.items()]
    return [wrapped(seats), wrapped(goods), wrapped(special), *told]


def _tile(view: View, hex: str) -> str:
    """`D4 TC`: address and the goods of its stops, or what a special tile is."""
    tiled = view.tiles.get(hex)
    if tiled is None:
        return f"{hex} ."
    tile = box().tiles[tiled.tile]
    if tile.kind == "track":
        what = "".join(GOODS[stop].letter for stop in tile.round_stops) or "-"
    elif tile.kind == "town":
        what = f"{tile.company[:2]}{tile.bonus}"
    elif tile.kind == "delivery":
        what = "".join(GOODS[good].letter for good in tile.cost)
    elif tile.kind == "stock-market":
        what = f"${tile.per_share}"
    else:
        what = KIND_SIGNS[tile.kind]
    return f"{hex} {what}"


def _trains(view: View, marks: Marks, hex: str) -> str:
    """Whose trains stand there, with the good of their stop where there are two, and the number of a change."""
    changed = "".join(f"*{number}" for number in marks.changes.get(hex, ())[:1])
    told = [
        theme.SEATS[view.seats[seat]].letter + _stop(view, spot)
        for seat, player in enumerate(view.players)
        for spot in player.trains
        if spot.hex == hex
    ]
    if len(told) + len("[]") + len(changed) > ROOM:
        told = [f"{letter}{number}" for letter, number in Counter(told).items()]
    return ("[" + "".join(told) + "]" if told else "") + changed


def _stop(view: View, spot: Spot) -> str:
    tiled = view.tiles[spot.hex]
    stops = box().tiles[tiled.tile].round_stops
    return GOODS[str(tiled.lying.paths[spot.path].stop)].letter.lower() if len(stops) > 1 else ""


def _station(view: View, station: str) -> str:
    there = [
        theme.SEATS[view.seats[seat]].letter
        for seat, player in enumerate(view.players)
        for spot in player.trains
        if spot.hex == station
    ]
    return f"{station} {there[0]}" if there else f"{station} ."
