"""The map with everything built on it: tiles, New Cities, lines and links (aos-6)."""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from engine.core.kept import Kept
from engine.games.age_of_steam.components import NEW_CITIES, RailMap, rail_map, tile_set
from engine.rail.paths import Hop
from engine.rail.track import Line, Rails, Tiled


class Board(msgspec.Struct, frozen=True, dict=True):
    """Frozen, so that lines and links are worked out once for all positions that share it."""

    map_name: str
    laid: Mapping[str, Tiled] = {}
    new_cities: Mapping[str, str] = {}  # hex of the town, letter of the New City

    @property
    def map(self) -> RailMap:
        return rail_map(self.map_name)

    def is_city(self, hex: str | None) -> bool:
        return hex in self.cities

    def is_town(self, hex: str) -> bool:
        """A town that has not become a New City."""
        return hex in self.map.town_at and hex not in self.new_cities

    @cached_property
    def cities(self) -> Mapping[str, str]:
        """Every city, New Cities too: the hex and its colour."""
        printed = {hex: city.colour for hex, city in self.map.city_at.items()}
        return printed | {hex: NEW_CITIES[letter] for hex, letter in self.new_cities.items()}

    @cached_property
    def stored(self) -> msgspec.Raw:
        """The board as it stands in a snapshot."""
        return msgspec.Raw(msgspec.json.encode(self))

    @cached_property
    def rails(self) -> Rails:
        return Rails(self.map.grid.neighbours, self.laid, self.cities)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return self.rails.lines()

    @cached_property
    def line_at(self) -> Mapping[tuple[str, int], Line]:
        """The line of each piece of track."""
        return {piece: line for line in self.lines for piece in line.pieces}

    @cached_property
    def links(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.is_link)

    def hops(self, stop: str) -> tuple[Hop, ...]:
        """Every stop that is one link away, and the owner of that link."""
        known = self._hops.get(stop)
        if known is None:
            known = self._hops[stop] = self.rails.hops_from(stop)
        return known

    @cached_property
    def _hops(self) -> dict[str, tuple[Hop, ...]]:
        """Filled by `hops` on demand: a delivery looks only at the links that it runs over."""
        return {}

    def discs_of(self, seat: int) -> int:
        """Ownership discs in use: one a line (aos-1)."""
        return sum(line.owner == seat for line in self.lines)

    @cached_property
    def tiles_used(self) -> Mapping[str, int]:
        used: dict[str, int] = {}
        for tiled in self.laid.values():
            used[tiled.tile] = used.get(tiled.tile, 0) + 1
        return used

    @cached_property
    def discs_on_towns(self) -> tuple[str, ...]:
        """Town hexes whose tile has no printed town and so needs a disc (aos-6.23)."""
        return tuple(
            hex for hex, tiled in self.laid.items() if self.is_town(hex) and tile_set()[tiled.tile].family != "town"
        )

    def with_tile(self, hex: str, tiled: Tiled) -> "Board":
        return Board(self.map_name, {**self.laid, hex: tiled}, self.new_cities)

    def with_owner(self, line: Line, owner: int | None) -> "Board":
        """The whole line with another owner."""
        laid = dict(self.laid)
        for hex, index in line.pieces:
            laid[hex] = laid[hex].owned((index,), owner)
        return Board(self.map_name, laid, self.new_cities)

    def with_new_city(self, hex: str, letter: str) -> "Board":
        """Its track tile goes back to the supply."""
        laid = {other: tiled for other, tiled in self.laid.items() if other != hex}
        return Board(self.map_name, laid, {**self.new_cities, hex: letter})


BOARDS = Kept(msgspec.json.Decoder(Board).decode)
