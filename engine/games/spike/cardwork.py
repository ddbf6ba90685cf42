"""Rail cards, market, round and route as they are drawn beside the mesh."""

from collections.abc import Iterator
from functools import cache

from engine.core.game import OVER
from engine.core.say import say
from engine.core.sheet import Marks, Piece
from engine.draw import theme
from engine.draw.graphboard import chip, sign
from engine.draw.svg import circle, element, label, path, pressable, rect
from engine.draw.text_widths import BOLD, PLAIN, width
from engine.games.spike.components import box
from engine.games.spike.moves import DECK, in_display, in_hand
from engine.games.spike.names import words
from engine.games.spike.view import View

CARD_WIDE, CARD_HIGH = 52, 74
LEFT, TOP, STEP = 884, 694, 63  # of the cards, in the sea
MARKET = (412, 14)

# The ground and the ink of each good's sign: none is a colour of a seat.
GOODS = {
    "cows": (theme.PEAK_SHADE, theme.INK),
    "wood": (theme.PEAK_LINE, theme.WHITE),
    "corn": (theme.GOODS["yellow"].colour, theme.INK),
    "wheat": (theme.CHANGED_GROUND, theme.INK),
    "coal": (theme.INK, theme.WHITE),
    "oil": (theme.FIGURE, theme.WHITE),
    "steel": (theme.SHORE, theme.WHITE),
    "cloth": (theme.GOODS["purple"].colour, theme.WHITE),
    "pigs": (theme.GRID, theme.INK),
    "flour": (theme.WHITE, theme.INK),
    "fruit": (theme.GOODS["red"].colour, theme.WHITE),
    "cotton": (theme.WATER, theme.INK),
}


def good_sign(x: float, y: float, good: str, size: float = 30) -> str:
    ground, ink = GOODS[good]
    return sign(x, y, box().pieces.goods[good], ground, ink, size)


def money(amount: int, lang: str) -> str:
    return f"${amount}" if lang == "en" else f"{amount} $"


def said(marks: Marks, id: str) -> str:
    return words().render(say(id), marks.lang)


@cache
def card_face(kind: str) -> str:
    """A card around its middle: two rows of chips as on the spaces of its kind."""
    wide, high = CARD_WIDE, CARD_HIGH
    svg = rect(-wide / 2, -high / 2, wide, high, rx=6, fill=theme.PAPER, stroke=theme.INK, stroke_width=2)
    for y in (-22, 22):
        svg += "".join(element("g", chip(kind), transform=f"translate({x} {y}) scale(1.4)") for x in (-17, 0, 17))
    return svg


def card_back(number: int) -> str:
    wide, high = CARD_WIDE, CARD_HIGH
    svg = rect(-wide / 2 + 3, -high / 2 + 3, wide, high, rx=6, fill=theme.SHORE, stroke=theme.INK, stroke_width=2)
    svg += rect(-wide / 2, -high / 2, wide, high, rx=6, fill=theme.SHORE, stroke=theme.INK, stroke_width=2)
    return svg + label(0, 8, str(number), BOLD, 24, theme.WHITE)


def _card(x: int, y: int, svg: str, href: str | None, title: str, chosen: bool = False) -> Piece:
    wide, high = CARD_WIDE, CARD_HIGH
    if href or chosen:
        svg += rect(
            -wide / 2 - 4, -high / 2 - 4, wide + 8, high + 8, rx=9, fill="none", stroke=theme.ACCENT,
            stroke_width=4 if chosen else 2.6, stroke_dasharray=None if chosen else "6 4",
        )  # fmt: skip
    half, tall = wide // 2 + 7, high // 2 + 7
    return Piece(x, y, (-half, -tall, 2 * half, 2 * tall + 30), pressable(href, title, svg) if href else svg)


def heading(x: int, y: int, text: str) -> Piece:
    svg = label(0, 0, text, BOLD, 20, theme.WATER_NAME, "start")
    return Piece(x, y, (0, -22, round(width(text, BOLD, 20)) + 6, 30), svg)


def cards(view: View, marks: Marks) -> Iterator[Piece]:
    """The display and the deck."""
    yield heading(LEFT - 22, TOP - 46, said(marks, "draw-display"))
    for index, kind in enumerate(view.display):
        place = in_display(kind)
        title = words().name(f"card-{kind}", marks.lang)
        yield _card(LEFT + STEP * index, TOP, card_face(kind), marks.links.get(place), title, place in marks.chosen)
    deck = said(marks, "draw-deck")
    x = LEFT + STEP * 4 + 10
    yield _card(x, TOP, card_back(view.deck), marks.links.get(DECK), deck, DECK in marks.chosen)
    yield Piece(x, TOP + 58, (-45, -18, 90, 26), label(0, 0, deck, PLAIN, 18, theme.WATER_NAME))


def hand(view: View, marks: Marks) -> Iterator[Piece]:
    """Only in the reader's own view."""
    held = None if view.reader is None else view.players[view.reader].hand
    if held is None or view.phase == OVER:
        return
    y = TOP + 142
    yield heading(LEFT - 22, y - 46, said(marks, "draw-hand"))
    for index, (kind, number) in enumerate(zip(box().kinds, held, strict=True)):
        svg = card_face(kind)
        if not number:
            svg = rect(
                -CARD_WIDE / 2, -CARD_HIGH / 2, CARD_WIDE, CARD_HIGH, rx=6, fill="none", stroke=theme.SHORE,
                stroke_width=1.6, stroke_dasharray="5 4",
            )  # fmt: skip
        else:
            svg += circle(0, 0, 14, fill=theme.WHITE, stroke=theme.INK, stroke_width=2)
            svg += label(0, 7, str(number), BOLD, 20, theme.INK)
        place = in_hand(kind)
        title = words().name(f"card-{kind}", marks.lang)
        yield _card(LEFT + 55 * index, y, svg, marks.links.get(place), title, place in marks.chosen)


def route(view: View, marks: Marks) -> Iterator[Piece]:
    """The reader's own route, or the two to choose from."""
    if view.reader is None or view.phase == OVER:
        return
    held = view.players[view.reader]
    tops = (held.route,) if held.route else held.routes or ()
    y = TOP + 226
    for top in tops:
        yield heading(LEFT - 22, y, f"{said(marks, 'draw-route')}: {words().name(top, marks.lang)}")
        listed = list(box().routes[top].items())
        for index in (0, 2):
            pair = ", ".join(f"{words().name(city, marks.lang)} {value}" for city, value in listed[index : index + 2])
            svg = label(0, 0, pair, PLAIN, 18, theme.INK, "start")
            yield Piece(LEFT - 22, y + 24 + 11 * index, (0, -18, 340, 26), svg)
        y += 84


def rounds(view: View, marks: Marks) -> Piece:
    """Which of the three rounds it is, and in the last one how many time cards are up."""
    svg = label(0, 7, said(marks, "draw-round"), BOLD, 20, theme.WATER_NAME, "start")
    at = round(width(said(marks, "draw-round"), BOLD, 20)) + 28
    for number in (1, 2, 3):
        here = number == view.round
        svg += circle(at, 0, 15, fill=theme.INK if here else theme.PAPER, stroke=theme.INK, stroke_width=1.8)
        svg += label(at, 7, str(number), BOLD, 20, theme.WHITE if here else theme.FIGURE)
        at += 38
    if view.round == 3:
        for number in range(box().pieces.time_cards):
            up = number < view.times
            svg += rect(
                at, -15, 22, 30, rx=3, fill=theme.CHANGED if up else theme.SHORE, stroke=theme.INK, stroke_width=1.8
            )
            svg += path(f"M{at + 11} -8v8l6 4", fill="none", stroke=theme.INK, stroke_width=2)
            at += 28
    return Piece(LEFT - 22, TOP - 88, (0, -20, 350, 40), svg)


def market(view: View, marks: Marks) -> Iterator[Piece]:
    """Four columns, the highest price on top. The names beside the signs explain the signs on the map."""
    left, top = MARKET
    svg = rect(0, 0, 458, 136, rx=8, fill=theme.PAPER, stroke=theme.INK, stroke_width=2)
    for index, value in enumerate(reversed(box().pieces.market_rows)):
        y = 24 + 44 * index
        svg += circle(24, y, 16, fill=theme.CHANGED, stroke=theme.INK, stroke_width=1.8)
        svg += label(24, y + 7, money(value, marks.lang), BOLD, 17, theme.INK)
        if index:
            svg += path(f"M8 {y - 22}h442", stroke=theme.GRID, stroke_width=1.4)
    yield Piece(left, top, (-2, -2, 462, 140), svg)
    for column, goods in enumerate(view.market):
        for row, good in enumerate(goods):
            x, y = left + 64 + 102 * column, top + 24 + 44 * (len(goods) - 1 - row)
            name = label(20, 6, words().name(good, marks.lang), PLAIN, 16.5, theme.INK, "start")
            yield Piece(x, y, (-18, -18, 98, 36), good_sign(0, 0, good) + name)
