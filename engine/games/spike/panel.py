"""The players under the mesh: in one row with score and cargo, or in full with every contract."""

from collections.abc import Iterator

from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import theme
from engine.draw.svg import circle, label, layered, path, rect
from engine.draw.text_widths import BOLD, PLAIN, shortened, width
from engine.games.spike.cardwork import good_sign, said
from engine.games.spike.components import box
from engine.games.spike.names import words
from engine.games.spike.phases import expert
from engine.games.spike.state import Contract
from engine.games.spike.view import View

WIDTH = 1200
COLUMN = 596
HEAD, LINE, FOOT = 46, 31, 12
ROW = 44


def draw_row(view: View, marks: Marks) -> Drawing:
    """Who plays which colour, with the score and what the train carries. All else stands in the table of players."""
    order = view.seat_order
    each = WIDTH // len(order)
    pieces = []
    for index, seat in enumerate(order):
        held = view.players[seat]
        cargo = [contract.good for contract in held.contracts if contract.loaded]
        svg = _disc(view, seat)
        score = _money(held.score, marks.lang)
        room = each - 60 - width(score, BOLD, 20) - 29 * len(cargo)
        name = shortened(_name(view, marks, seat), BOLD, 20, room)
        svg += label(46, 29, f"{name} {score}", BOLD, 20, theme.INK, "start")
        at = 62 + width(f"{name} {score}", BOLD, 20)
        for good in cargo:
            svg += good_sign(at + 5, 22, good, 26)
            at += 29
        pieces.append(Piece(index * each, 0, (0, 0, each, ROW), svg))
    return layered(WIDTH, ROW, rect(0, 0, WIDTH, ROW, fill=theme.PAPER), pieces, "")


def _name(view: View, marks: Marks, seat: int) -> str:
    return marks.names[seat] if marks.names else words().name(view.seats[seat], marks.lang)


def _money(score: int, lang: str) -> str:
    return f"${score}" if lang == "en" else f"{score} $"


def _disc(view: View, seat: int) -> str:
    paint = theme.SEATS[view.seats[seat]]
    svg = circle(24, 22, 15, fill=paint.colour, stroke=theme.INK, stroke_width=2)
    return svg + label(24, 28.5, paint.letter, BOLD, 19, paint.on)


def draw_panel(view: View, marks: Marks) -> Drawing:
    each = HEAD + LINE * box().pieces.contracts[len(view.seats)] + FOOT
    rows = (len(view.seats) + 1) // 2
    high = 8 + rows * each
    ground = rect(0, 0, WIDTH, high, fill=theme.PAPER)
    pieces = [
        piece
        for index, seat in enumerate(view.seat_order)
        for piece in _player(view, marks, seat, 6 + (index % 2) * COLUMN, 4 + (index // 2) * each)
    ]
    return layered(WIDTH, high, ground, pieces, "")


def _player(view: View, marks: Marks, seat: int, x: int, y: int) -> Iterator[Piece]:
    held = view.players[seat]
    asked = seat in (view.asked if view.phase == expert.NAME else view.asked[:1])
    svg = rect(2, 2, 584, 40, rx=6, fill=theme.CHANGED if asked else theme.LAND, stroke=theme.INK, stroke_width=1.6)
    svg += _disc(view, seat)
    svg += label(48, 29, shortened(_name(view, marks, seat), BOLD, 21, 140), BOLD, 21, theme.INK, "start")
    svg += label(254, 29, _money(held.score, marks.lang), BOLD, 21, theme.INK, "end")
    levels = box().pieces.levels
    facts = (
        (levels["speed"][held.speed], "draw-speed"),
        (levels["power"][held.power], "draw-power"),
        (held.cards, "draw-cards"),
        (box().pieces.tracks - len(held.tracks), "draw-tracks"),
    )
    text = " · ".join(f"{said(marks, id)} {value}" for value, id in facts)
    size = min(16.0, 16.0 * 306 / width(text, PLAIN, 16))
    svg += label(272, 28, text, PLAIN, size, theme.INK, "start")
    yield Piece(x, y, (0, 0, 590, 46), svg)
    yield _cars(x + 500, y + HEAD, levels["cars"][held.cars], tuple(c.good for c in held.contracts if c.loaded))
    for index, contract in enumerate(held.contracts):
        yield _contract(marks, x, y + HEAD + LINE * index, contract)


def _cars(x: int, y: int, number: int, cargo: tuple[str, ...]) -> Piece:
    """The freight cars one below the other, each with its token."""
    svg = ""
    for index in range(number):
        top = LINE * index
        svg += rect(3, top + 3, 76, 19, rx=3, fill=theme.WHITE, stroke=theme.INK, stroke_width=1.8)
        svg += circle(20, top + 24, 4, fill=theme.INK) + circle(62, top + 24, 4, fill=theme.INK)
        if index < len(cargo):
            svg += good_sign(41, top + 12, cargo[index], 24)
    return Piece(x, y, (0, 0, 84, LINE * number + 2), svg)


def _contract(marks: Marks, x: int, y: int, contract: Contract) -> Piece:
    ink = theme.NOBODY if contract.delivered else theme.INK
    svg = good_sign(18, 14, contract.good, 24)
    pays = contract.printed.pays
    if contract.delivered:
        text = f"{words().name(contract.delivered, marks.lang)} {pays[contract.delivered]}"
        svg += path("M42 14l6 7l11 -14", fill="none", stroke=theme.GOODS["red"].colour, stroke_width=3.4)
        at = 68
    else:
        text = " · ".join(f"{words().name(city, marks.lang)} {value}" for city, value in pays.items())
        at = 40
    svg += label(at, 20, shortened(text, PLAIN, 18, 448), PLAIN, 18, ink, "start")
    if contract.loaded:
        svg += rect(3, -1, 30, 30, rx=7, fill="none", stroke=theme.ACCENT, stroke_width=2.4)
    return Piece(x, y, (0, -4, 40 + round(width(text, PLAIN, 18)) + 40, 36), svg)
