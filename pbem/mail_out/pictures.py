"""Drawings become PNG files, for mails.

The still layer of a map and every piece of the moving layer are rastered once and kept; a picture is then put together
from rasters, mapped to a fixed palette and packed. So a picture costs little more than its packing.
"""

import io
from collections import OrderedDict
from functools import cache
from importlib.resources import files
from threading import Lock

import oxipng
import resvg_py
from PIL import Image

from engine.core.sheet import Drawing
from pbem.mail_out.palette import Palette, board_palette

Box = tuple[int, int, int, int]  # left, top, width, height

FONTS = ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf", "DejaVuSerifCondensed-Italic.ttf")
KEPT_PIXELS = 12_000_000  # four bytes each: what one process keeps of rasters


def png_of(drawing: Drawing, width: int | None = None) -> bytes:
    """The drawing as a PNG file; in another width than its own it is scaled down, which costs more."""
    return _packed(picture_of(drawing, width), board_palette())


def picture_of(drawing: Drawing, width: int | None = None) -> Image.Image:
    canvas = _put_together(drawing)
    if width is None or width == drawing.width:
        return canvas
    return canvas.resize((width, round(drawing.height * width / drawing.width)), Image.Resampling.LANCZOS)


def _put_together(drawing: Drawing) -> Image.Image:
    whole = (0, 0, drawing.width, drawing.height)
    canvas = RASTERS.raster(_alone(drawing.still, whole), whole).copy()
    if not drawing.pieces and drawing.moving:
        over = raster(_alone(drawing.moving, whole), drawing.width)
        canvas.paste(over, (0, 0), over)
    for piece in drawing.pieces:
        sprite = RASTERS.raster(_alone(piece.svg, piece.box), piece.box)
        canvas.paste(sprite, (piece.x + piece.box[0], piece.y + piece.box[1]), sprite)
    return canvas.convert("RGB")


def _alone(svg: str, box: Box) -> str:
    left, top, width, height = box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{left} {top} {width} {height}">{svg}</svg>'
    )


def _packed(canvas: Image.Image, palette: Palette) -> bytes:
    # Filters do not help with a palette, and reductions never apply: one try, which is all that a picture may cost.
    plain = io.BytesIO()
    palette.mapped(canvas).save(plain, "PNG", compress_level=0)
    return oxipng.optimize_from_memory(
        plain.getvalue(),
        level=0,
        filter=[oxipng.RowFilter.NoOp],
        deflate=oxipng.Deflaters.libdeflater(9),
        bit_depth_reduction=False,
        color_type_reduction=False,
        palette_reduction=False,
        grayscale_reduction=False,
    )


def raster(svg: str, width: int) -> Image.Image:
    """One SVG as pixels. The width is always said: without it the rasteriser aborts the process on absurd sizes."""
    fonts = font_files() if "<text" in svg else None  # they are read anew for every picture
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts)
    return Image.open(io.BytesIO(data)).convert("RGBA")


@cache
def font_files() -> list[str]:
    return [str(files("pbem.mail_out") / "fonts" / font) for font in FONTS]


class Rasters:
    """Rasters by their SVG text, those used longest ago dropped first."""

    def __init__(self, most_pixels: int) -> None:
        self.drawn = 0  # how many had to be drawn
        self._most = most_pixels
        self._pixels = 0
        self._kept: OrderedDict[str, Image.Image] = OrderedDict()
        self._lock = Lock()

    def raster(self, svg: str, box: Box) -> Image.Image:
        with self._lock:
            found = self._kept.get(svg)
            if found is not None:
                self._kept.move_to_end(svg)
                return found
            self.drawn += 1
            drawn = self._kept[svg] = raster(svg, box[2])
            self._pixels += drawn.width * drawn.height
            while self._pixels > self._most and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self._pixels -= oldest.width * oldest.height
            return drawn


RASTERS = Rasters(KEPT_PIXELS)
