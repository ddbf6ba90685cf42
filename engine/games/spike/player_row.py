"""The players in one row under the mesh, with score and cargo."""

from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import theme
from engine.draw.panelwork import disc
from engine.draw.svg import label, layered, rect
from engine.draw.text_widths import BOLD, shortened, width
from engine.games.spike.cardwork import good_sign, money
from engine.games.spike.names import words
from engine.games.spike.view import View

WIDTH = 1200
ROW = 44


def draw_row(view: View, marks: Marks) -> Drawing:
    """Who plays which colour, with the score and what the train carries. All else stands in the table of players."""
    order = view.seat_order
    each = WIDTH // len(order)
    pieces = []
    for index, seat in enumerate(order):
        held = view.players[seat]
        cargo = [contract.good for contract in held.contracts if contract.loaded]
        svg = disc(24, 22, theme.SEATS[view.seats[seat]], 15)
        score = money(held.score, marks.lang)
        room = each - 60 - width(score, BOLD, 20) - 29 * len(cargo)
        name = shortened(player_name(view, marks, seat), BOLD, 20, room)
        svg += label(46, 29, f"{name} {score}", BOLD, 20, theme.INK, "start")
        at = 62 + width(f"{name} {score}", BOLD, 20)
        for good in cargo:
            svg += good_sign(at + 5, 22, good, 26)
            at += 29
        pieces.append(Piece(index * each, 0, (0, 0, each, ROW), svg))
    return layered(WIDTH, ROW, rect(0, 0, WIDTH, ROW, fill=theme.PAPER), pieces, "")


def player_name(view: View, marks: Marks, seat: int) -> str:
    return marks.names[seat] if marks.names else words().name(view.seats[seat], marks.lang)
