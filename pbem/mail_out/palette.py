"""The fixed palette of pictures: the flat colours of the theme exactly, and a few between them for smooth edges.

An adaptive palette would shift the colours of cities and seats from picture to picture and pack worse. Colours of edges
go to the nearest entry with some favour for flat ones: that makes edges a little harder and files much smaller.
Pillow can map a picture to a given palette, but without that favour, so the mapping is made here.
"""

import math
from collections.abc import Iterable
from functools import cache, cached_property

from PIL import Image

from engine.draw import theme

Rgb = tuple[int, int, int]

FAVOUR = 25
APART = 30
_CELL = 2  # Pillow looks colours up by the lower corner of cells of four units; entries are lowered to their middle


class Palette:
    """`between` are entries for edges; `fine` are colours on the way, by which the nearest entry is found."""

    def __init__(self, flat: Iterable[Rgb], between: Iterable[Rgb], fine: Iterable[Rgb]) -> None:
        self.flat = tuple(flat)
        # Too near to a flat colour an entry would only take its place.
        apart = (colour for colour in between if all(_far(colour, flat) > APART for flat in self.flat))
        self.entries = tuple(dict.fromkeys((*self.flat, *apart)))
        on_the_way = (colour for colour in fine if all(_far(colour, flat) > 8 for flat in self.flat))
        self.fine = tuple(dict.fromkeys((*self.entries, *on_the_way)))[:256]

    def nearest(self, colour: Rgb) -> int:
        if colour in self.entries:
            return self.entries.index(colour)

        def far(index: int) -> float:
            return _far(colour, self.entries[index]) - (FAVOUR if index < len(self.flat) else 0)

        return min(range(len(self.entries)), key=far)

    @cached_property
    def _look(self) -> Image.Image:
        lowered = [max(0, channel - _CELL) for colour in self.fine for channel in colour]
        look = Image.new("P", (1, 1))
        look.putpalette(lowered + lowered[-3:] * (256 - len(self.fine)))
        return look

    @cached_property
    def _entry_of_fine(self) -> bytes:
        found = bytes(self.nearest(colour) for colour in self.fine)
        return found + found[-1:] * (256 - len(found))

    def mapped(self, picture: Image.Image) -> Image.Image:
        """The picture in this palette, without dither."""
        fine = picture.quantize(palette=self._look, dither=Image.Dither.NONE)
        mapped = Image.frombytes("P", picture.size, fine.tobytes().translate(self._entry_of_fine))
        mapped.putpalette([channel for colour in self.entries for channel in colour])
        return mapped


def _far(one: Rgb, other: Rgb) -> float:
    return math.dist(one, other)


def rgb(colour: str) -> Rgb:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(one: str, other: str, share: float) -> Rgb:
    a, b = rgb(one), rgb(other)
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


_PAINTS = [paint.colour for paint in (*theme.SEATS.values(), *theme.GOODS.values())]
_SCENERY = [theme.GRID, theme.ADDRESS, theme.SHORE, theme.PEAK_LINE, theme.WATER_BAND, theme.MOUNTAIN]
# Colours that touch on a board, the commonest pairs first: these have an entry half-way.
TOUCHING = (
    (theme.INK, theme.LAND), (theme.INK, theme.WHITE), (theme.LAND, theme.GRID), (theme.LAND, theme.SHORE),
    (theme.WATER, theme.SHORE), (theme.LAND, theme.ADDRESS), (theme.WATER, theme.WATER_NAME),
    (theme.PAPER, theme.FIGURE), (theme.MOUNTAIN, theme.PEAK_LINE), (theme.INK, theme.CHANGED),
    *((theme.INK, colour) for colour in _PAINTS if colour not in (theme.INK, theme.WHITE)),
    *((theme.WHITE, colour) for colour in _PAINTS if colour not in (theme.INK, theme.WHITE)),
)  # fmt: skip
RARELY = (
    *((theme.LAND, colour) for colour in _SCENERY), *((theme.LAND, colour) for colour in _PAINTS),
    (theme.WATER, theme.WATER_BAND), (theme.WATER_BAND, theme.SHORE), (theme.PAPER, theme.INK),
    (theme.WATER, theme.INK), (theme.MOUNTAIN, theme.PEAK_SHADE), (theme.MOUNTAIN, theme.PEAK_LIGHT),
    (theme.MOUNTAIN, theme.INK), (theme.CHANGED_GROUND, theme.INK), (theme.NOBODY, theme.WHITE),
    (theme.NOBODY, theme.INK),
    (theme.ACCENT, theme.LAND), (theme.LAND, theme.FIGURE),
)  # fmt: skip


@cache
def board_palette() -> Palette:
    return Palette(
        map(rgb, theme.FLAT),
        (blend(one, other, 0.5) for one, other in TOUCHING),
        (blend(one, other, share) for one, other in (*TOUCHING, *RARELY) for share in (0.33, 0.67, 0.5)),
    )
