"""Track tiles: what lies on them and how they turn.

A track joins two exits, or an exit and the middle of the hex (MIDDLE) where a town or a stop is. Turning by one step
is 60 degrees clockwise. Tiles that look the same after a turn have fewer rotations than six.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

MIDDLE = 6

Track = tuple[int, int]  # two exits, the smaller first; or an exit and MIDDLE


def turned(track: Track, by: int) -> Track:
    a, b = (end if end == MIDDLE else (end + by) % 6 for end in track)
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True)
class Tile:
    id: str
    family: str
    tracks: tuple[Track, ...]  # in reference orientation
    count: int

    @cached_property
    def rotations(self) -> tuple[tuple[Track, ...], ...]:
        """The tracks in each distinct orientation; the index is the number of turns."""
        different: list[tuple[Track, ...]] = []
        for by in range(6):
            tracks = tuple(sorted(turned(track, by) for track in self.tracks))
            if tracks not in different:
                different.append(tracks)
        return tuple(different)

    def lying(self, rotation: int) -> tuple[Track, ...]:
        return self.rotations[rotation % len(self.rotations)]


def exits(tracks: Sequence[Track]) -> tuple[int, ...]:
    return tuple(sorted({end for track in tracks for end in track if end != MIDDLE}))


def spokes(tracks: Sequence[Track]) -> tuple[Track, ...]:
    """The same exits, all joined in the middle: what a disc for a town does to a tile."""
    return tuple((exit, MIDDLE) for exit in exits(tracks))


def mask(sides: Iterable[int]) -> int:
    """Sides as bits, for quick comparing."""
    return sum(1 << side for side in sides)


@dataclass(frozen=True)
class Placement:
    """A tile in one of its orientations."""

    tile: Tile
    rotation: int
    tracks: tuple[Track, ...]
    mask: int  # its exits


@dataclass(frozen=True)
class TileSet:
    tiles: Mapping[str, Tile]

    def __getitem__(self, id: str) -> Tile:
        return self.tiles[id]

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Every tile in every distinct orientation, in a stable order."""
        return tuple(
            Placement(tile, rotation, tracks, mask(exits(tracks)))
            for tile in self.tiles.values()
            for rotation, tracks in enumerate(tile.rotations)
        )


def read_tile(id: str, family: str, shape: str, count: int) -> Tile:
    """A tile from its short string: `0-3 1-2` are two tracks, a lone `0` ends in the middle."""
    tracks = []
    for part in shape.split():
        ends = ["012345".find(end) if len(end) == 1 else -1 for end in part.split("-")]
        if len(ends) not in (1, 2) or -1 in ends or len(set(ends)) != len(ends):
            raise ValueError(f"tile {id}: “{part}” is not a track; write two different exits 0–5 as in 0-3, or one")
        a, b = ends if len(ends) == 2 else (ends[0], MIDDLE)
        tracks.append((min(a, b), max(a, b)))
    if not tracks or count < 1:
        raise ValueError(f"tile {id} needs at least one track and a count of at least 1")
    return Tile(id, family, tuple(sorted(tracks)), count)
