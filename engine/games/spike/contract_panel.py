"""Contracts and discards as a panel: the reader's own contracts first, each with the cities that supply its good."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.game import OVER
from engine.core.say import Say, say
from engine.core.sheet import Marks, Panel, Piece
from engine.draw import theme
from engine.draw.panelwork import EDGE, LETTERS, ROOM, caption, disc, filled
from engine.draw.svg import circle, element, label, path, rect
from engine.draw.text_widths import BOLD, PLAIN, fitting
from engine.games.spike.cardwork import CARD_HIGH, card_face, good_sign, money
from engine.games.spike.components import box
from engine.games.spike.names import words
from engine.games.spike.player_row import player_name
from engine.games.spike.state import Contract
from engine.games.spike.view import View

HEAD, LINE, SUPPLY = 58, 56, 38
SIGN = 46
GOOD, PAYS = 62, 236  # where the name of a good and its cities begin
CARDS_ACROSS = 3


def panels(view: View, marks: Marks) -> tuple[Panel, ...]:
    return (Panel(say("panel-contracts"), say("panel-contracts-label"), lambda: filled(_Column(view, marks))),)


@dataclass
class _Column:
    view: View
    marks: Marks
    top: int = 8

    def said(self, message: Say) -> str:
        return words().render(message, self.marks.lang)

    def named(self, word: str) -> str:
        return words().name(word, self.marks.lang)

    def pieces(self) -> Iterator[Piece]:
        own = self.view.reader if self.view.phase != OVER else None
        for seat in sorted(self.view.seat_order, key=lambda seat: seat != own):
            yield self._player(seat)
            for contract in self.view.players[seat].contracts:
                yield self._contract(contract, own=seat == own)
            self.top += 10
        yield from self._discards()

    def _player(self, seat: int) -> Piece:
        held, levels = self.view.players[seat], box().pieces.levels
        facts = (
            money(held.score, self.marks.lang),
            *(f"{self.named(part)} {levels[part][getattr(held, part)]}" for part in ("speed", "power", "cars")),
        )
        text = f"{player_name(self.view, self.marks, seat)} · {' · '.join(facts)}"
        svg = rect(0, 0, ROOM, HEAD - 6, rx=8, fill=theme.LAND, stroke=theme.INK, stroke_width=2)
        svg += disc(30, 26, theme.SEATS[self.view.seats[seat]])
        svg += label(GOOD, 37, text, BOLD, fitting(text, BOLD, 33, ROOM - GOOD - 8), theme.INK, "start")
        piece = Piece(EDGE, self.top, (-2, -2, ROOM + 4, HEAD), svg)
        self.top += HEAD
        return piece

    def _contract(self, contract: Contract, own: bool) -> Piece:
        ink = theme.FIGURE if contract.delivered else theme.INK
        svg = good_sign(30, 27, contract.good, SIGN)
        svg += label(GOOD, 38, self.named(contract.good), BOLD, LETTERS, ink, "start")
        pays = contract.printed.pays
        if contract.delivered:
            svg += path(f"M{PAYS} 28l9 10l17 -22", fill="none", stroke=theme.ACCENT, stroke_width=6)
            text, at = f"{self.named(contract.delivered)} {pays[contract.delivered]}", PAYS + 42
        else:
            text, at = " · ".join(f"{self.named(city)} {value}" for city, value in pays.items()), PAYS
        if contract.loaded:
            svg += rect(
                30 - SIGN / 2 - 4, 0, SIGN + 8, SIGN + 8, rx=9, fill="none", stroke=theme.ACCENT, stroke_width=4
            )
            text = f"{text} · {self.said(say('panel-loaded'))}"
        svg += label(at, 38, text, PLAIN, fitting(text, PLAIN, LETTERS, ROOM - at), ink, "start")
        high = LINE
        if own and contract.open and not contract.loaded:
            supply = self.said(say("panel-supply", cities=box().suppliers[contract.good]))
            svg += label(
                PAYS, 38 + SUPPLY, supply, PLAIN, fitting(supply, PLAIN, 30, ROOM - PAYS), theme.FIGURE, "start"
            )
            high += SUPPLY
        piece = Piece(EDGE, self.top, (0, -4, ROOM, high + 4), svg)
        self.top += high
        return piece

    def _discards(self) -> Iterator[Piece]:
        """What has been played, by kind: what is left in the deck and in hands follows from it."""
        yield caption(self.top + 40, self.said(say("panel-discards", n=sum(self.view.discards))))
        self.top += 58
        wide, high = ROOM // CARDS_ACROSS, CARD_HIGH + 8
        for n, (kind, number) in enumerate(zip(box().kinds, self.view.discards, strict=True)):
            svg = element("g", card_face(kind), transform=f"translate(32 {high // 2})")
            svg += circle(32, high / 2, 18, fill=theme.WHITE, stroke=theme.INK, stroke_width=2.4)
            svg += label(32, high / 2 + 9, str(number), BOLD, 26, theme.INK)
            name = self.named(f"card-{kind}")
            svg += label(
                GOOD + 6, high / 2 + 11, name, PLAIN, fitting(name, PLAIN, LETTERS, wide - 72), theme.INK, "start"
            )
            x, y = EDGE + wide * (n % CARDS_ACROSS), self.top + high * (n // CARDS_ACROSS)
            yield Piece(x, y, (0, -2, wide, high + 4), svg)
        self.top += high * -(-len(box().kinds) // CARDS_ACROSS) + EDGE
