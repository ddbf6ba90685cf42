"""What can never be wrong: pieces and money are conserved, and every line has one owner."""

from collections.abc import Iterator

from engine.games.age_of_steam.components import CUBES, OWNER_DISCS, TOWN_DISCS, tile_set
from engine.games.age_of_steam.state import State
from engine.rail.goods import added, handful


def audit(s: State) -> Iterator[str]:
    cubes = added(s.bag + s.drawn + "".join(s.goods.values()), "".join(s.chart.values()).replace(".", ""))
    if cubes != handful(CUBES):
        yield f"cubes are lost or made: {cubes}"
    if sum(player.money for player in s.players) + s.bank != 0:
        yield "money is lost or made"
    if any(player.money < 0 or player.income < 0 for player in s.players):
        yield "somebody has less than nothing"
    for tile, used in s.board.tiles_used.items():
        if used > tile_set()[tile].count:
            yield f"{used} tiles {tile} are laid"
    if len(s.board.discs_on_towns) > TOWN_DISCS:
        yield "there are too few town discs"
    for seat in range(len(s.seats)):
        if s.board.discs_of(seat) > OWNER_DISCS:
            yield f"seat {seat} has too few discs"
    for line in s.board.lines:
        if len({s.board.laid[hex].tracks[index].owner for hex, index in line.pieces}) > 1:
            yield f"a line has two owners: {line}"
        if line.stop is None:
            yield f"a line hangs at no stop: {line}"
    if len(set(s.board.new_cities.values())) != len(s.board.new_cities):
        yield "a New City stands twice"
