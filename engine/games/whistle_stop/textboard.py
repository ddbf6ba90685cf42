"""The board in characters, at most 74 columns wide: what stands where, for mails without pictures."""

from engine.core.sheet import Marks
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.state import Spot
from engine.games.whistle_stop.view import View

SEAT_LETTERS = {"orange": "O", "green": "G", "sky": "S", "magenta": "M", "brown": "N", "white": "W"}
GOOD_LETTERS = {"wood": "T", "cotton": "C", "stone": "R", "steel": "A", "cattle": "B", "whiskey": "Y"}
KIND_LETTERS = {
    "coal-mine": "coal",
    "trading-post": "post",
    "whistle-factory": "whis",
    "general-store": "stor",
    "gold-mine": "gold",
}
WIDE = 8  # of a cell


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
            top += [" " * (2 + index * WIDE - sum(map(len, top))), _tile(view, marks, hex)]
            low += [" " * (2 + index * WIDE - sum(map(len, low))), _trains(view, hex)]
        station = f"I{half + 1}"
        top += [" " * (2 + len(columns) * WIDE - sum(map(len, top))), _station(view, station)]
        lines += ["".join(top).rstrip(), "".join(low).rstrip()]
    return "\n".join(line for line in lines if line.strip())


def _tile(view: View, marks: Marks, hex: str) -> str:
    """`D4 TC`: address, the goods of its stops; `*` and the number of a change."""
    changed = "".join(f"*{number}" for number in marks.changes.get(hex, ())[:1])
    tiled = view.tiles.get(hex)
    if tiled is None:
        return f"{hex} .{changed}"[: WIDE - 1]
    tile = box().tiles[tiled.tile]
    if tile.kind == "track":
        what = "".join(GOOD_LETTERS[stop] for stop in tile.round_stops) or "-"
    elif tile.kind == "town":
        what = f"{tile.company[:3]}{tile.bonus}"
    elif tile.kind == "delivery":
        what = "".join(GOOD_LETTERS[good] for good in tile.cost)
    elif tile.kind == "stock-market":
        what = f"${tile.per_share}"
    else:
        what = KIND_LETTERS[tile.kind]
    return f"{hex} {what}"[: WIDE - 1 - len(changed)] + changed


def _trains(view: View, hex: str) -> str:
    """Whose trains stand there, with the good of their stop: `O:T G:C`."""
    told = [
        SEAT_LETTERS[view.seats[seat]] + _stop(view, spot)
        for seat, player in enumerate(view.players)
        for spot in player.trains
        if spot[0] == hex
    ]
    return ("[" + "".join(told) + "]")[: WIDE - 1] if told else ""


def _stop(view: View, spot: Spot) -> str:
    tiled = view.tiles[spot[0]]
    stops = box().tiles[tiled.tile].round_stops
    return GOOD_LETTERS[str(tiled.lying.paths[spot[1]].stop)].lower() if len(stops) > 1 else ""


def _station(view: View, station: str) -> str:
    if station not in box().stations:
        return ""
    there = [
        SEAT_LETTERS[view.seats[seat]]
        for seat, player in enumerate(view.players)
        for spot in player.trains
        if spot[0] == station
    ]
    return f"{station} {there[0]}" if there else f"{station} ."
