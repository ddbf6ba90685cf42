"""What is drawn at a city: its name, its colour, and the cards that pay there."""

from functools import cache

from engine.draw import theme
from engine.draw.hexboard import Plane
from engine.draw.svg import label, path, polygon, rect
from engine.draw.text_widths import BOLD, width
from engine.draw.theme import Paint

LETTERING = 26  # of names
GREY_CITY = Paint(theme.PAPER, "", theme.INK)
# Where the signs of cards stand around the middle of a city, and what each takes.
SIGN_AT, SIGN_STEP, SIGN_BOX = (40, -42), 46, (-24, -24, 48, 48)


@cache
def plate_width(name: str) -> int:
    return round(width(name, BOLD, LETTERING)) + 14


@cache
def city_sign(plane: Plane, name: str, paint: Paint, nudge: int, new: bool, empty: bool) -> str:
    """A city: its hex, the letter of its colour, its name. A New City has a white ring, an empty one a white bar."""
    wide = plate_width(name)
    # Smaller than its hex, so that the ring of a change is seen around it.
    rim, inner = ([(x * reach, y * reach) for x, y in plane.corners] for reach in (0.92, 0.78))
    svg = polygon(rim, fill=paint.colour, stroke=theme.INK, stroke_width=3, stroke_linejoin="round")
    if new:
        svg += polygon(inner, fill="none", stroke=theme.WHITE, stroke_width=3)
    svg += label(0, -15.5, paint.letter, BOLD, 25, paint.on) if paint.letter else ""
    if empty:
        svg += empty_bar(0, 27)
    edge = theme.INK if paint.colour != theme.INK else theme.FIGURE
    svg += rect(nudge - wide / 2, -13, wide, 30, rx=6, fill=paint.colour, stroke=edge, stroke_width=2.4)
    return svg + label(nudge, 11, name, BOLD, LETTERING, paint.on)


def empty_bar(x: float, y: float) -> str:
    bar = rect(x - 16, y - 6, 32, 12, rx=3, fill=theme.WHITE, stroke=theme.INK, stroke_width=2)
    return bar + path(f"M{x - 9} {y}h18", stroke=theme.INK, stroke_width=2.4)


@cache
def hotel(owner: Paint | None) -> str:
    """A house, with the letter of its owner or, as long as its card lies open, empty."""
    outline = "M-18 20v-20l18 -18l18 18v20z"
    ground = theme.WHITE if owner is None else owner.colour
    svg = path(outline, fill=ground, stroke=theme.INK, stroke_width=3, stroke_linejoin="round")
    if owner is None:
        return svg + path("M-5 20v-12h10v12", fill="none", stroke=theme.INK, stroke_width=3)
    return svg + label(0, 14, owner.letter, BOLD, 25, owner.on)


@cache
def bounty(points: int) -> str:
    svg = rect(-21, -17, 42, 34, rx=8, fill=theme.CHANGED_GROUND, stroke=theme.INK, stroke_width=3)
    return svg + label(0, 10, f"+{points}", BOLD, 26, theme.INK)
