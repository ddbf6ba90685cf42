"""The cards as a panel: what may be taken, what is a goal, what lies before whom, and how near the end is."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.game import OVER
from engine.core.say import Say, say
from engine.core.sheet import Marks, Panel, Piece
from engine.draw import theme
from engine.draw.panelwork import (
    ACROSS,
    CARD,
    EDGE,
    INSIDE,
    ROOM,
    caption,
    card_at,
    disc,
    filled,
    lines_of,
    offered_card,
    paragraph,
)
from engine.draw.svg import label, path, rect
from engine.draw.text_widths import BOLD, PLAIN, fitting, width
from engine.games.railways.box import GOAL, Card, about
from engine.games.railways.income_panel import income_panel
from engine.games.railways.names import name_of, words
from engine.games.railways.state import View

NAME, EFFECT, LINE = 34, 32, 40
SMALL = 28
CHIP = 54
BOX, BOX_STEP = 40, 46
GOAL_GROUND = theme.CHANGED_GROUND


def panels(view: View, marks: Marks) -> tuple[Panel, ...]:
    heading, described = say("panel-end"), say("panel-end-label")
    if view.with_cards:
        heading, described = say("panel-cards"), say("panel-cards-label")
    cards = Panel(heading, described, lambda: filled(_Column(view, marks)))
    return (cards,) if view.phase == OVER else (cards, income_panel(view, marks))


@dataclass
class _Column:
    view: View
    marks: Marks
    top: int = 0

    def said(self, message: Say) -> str:
        return words().render(message, self.marks.lang)

    def sentence(self, message: Say) -> str:
        text = self.said(message)
        return text[:1].upper() + text[1:]

    def pieces(self) -> Iterator[Piece]:
        yield from self._empty_cities()
        cards = [self.view.box.cards[id] for id in self.view.row]
        taken = [card for card in cards if card.sign != GOAL]
        goals = [card for card in cards if card.sign == GOAL and not card.is_major_line]
        bounties = [card for card in goals if card.deed == "bounty"]
        others = [card for card in goals if card.deed != "bounty"]
        for heading, some in (("panel-take", taken), ("panel-goals", others)):
            if some:
                yield from self._heading(say(heading))
                yield from self._cards(some)
        yield from self._chips("panel-bounties", bounties)
        yield from self._chips("panel-lines", self._major_lines())
        yield from self._hands()
        self.top += EDGE

    def _heading(self, message: Say) -> Iterator[Piece]:
        yield caption(self.top + 40, self.said(message))
        self.top += 56

    def _empty_cities(self) -> Iterator[Piece]:
        """A box for each empty city that brings the end, those that are there filled."""
        there, end = len(self.view.empty), self.view.markers_for_end
        told = "panel-end-came" if self.view.phase == OVER else "panel-end-near" if there >= end else "panel-empty"
        yield from self._heading(say(told, n=there, end=end))
        svg = ""
        for n in range(max(end, there)):
            x, ground = n * BOX_STEP, theme.INK if n < there else theme.WHITE
            svg += rect(x + 2, 2, BOX - 4, BOX - 4, rx=6, fill=ground, stroke=theme.INK, stroke_width=2.4)
            if n < there:
                svg += path(f"M{x + 11} {BOX / 2}h{BOX - 22}", stroke=theme.WHITE, stroke_width=4)
        yield Piece(EDGE, self.top, (0, 0, ROOM, BOX), svg)
        self.top += BOX + 6

    # Open cards

    def _cards(self, cards: list[Card]) -> Iterator[Piece]:
        for first in range(0, len(cards), ACROSS):
            row = cards[first : first + ACROSS]
            texts = [lines_of(self.sentence(about(card)), PLAIN, EFFECT, INSIDE) for card in row]
            high = 64 + LINE * max(map(len, texts)) + 8
            for n, (card, lines) in enumerate(zip(row, texts, strict=True)):
                yield card_at(n, self.top, high, self._card(card, lines, high))
            self.top += high + 12

    def _card(self, card: Card, lines: tuple[str, ...], high: int) -> str:
        goal = card.sign == GOAL
        svg = rect(
            1,
            1,
            CARD - 2,
            high - 2,
            rx=12,
            fill=GOAL_GROUND if goal else theme.WHITE,
            stroke=theme.INK,
            stroke_width=2.4,
        )
        name = name_of(card.id, self.marks.lang)
        svg += label(16, 44, name, BOLD, fitting(name, BOLD, NAME, INSIDE), theme.INK, "start")
        svg += paragraph(16, 64 + 30, lines, PLAIN, EFFECT)
        return offered_card(svg, high, name, self.marks.links.get(card.id), card.id in self.marks.chosen)

    # Goals that need no more words than a name and points

    def _major_lines(self) -> list[Card]:
        """All of them, as the printed play aid lists them, with what has become of each."""
        known = (self.view.box.cards[id] for id in dict.fromkeys(self.view.cards or self.view.row))
        return [card for card in known if card.is_major_line]

    def _chips(self, heading: str, cards: list[Card]) -> Iterator[Piece]:
        if not cards:
            return
        yield from self._heading(say(heading))
        for n, card in enumerate(cards):
            yield card_at(n, self.top + n // ACROSS * (CHIP + 8), CHIP, self._chip(card))
        self.top += -(-len(cards) // ACROSS) * (CHIP + 8) + 6

    def _chip(self, card: Card) -> str:
        state = "open" if card.id in self.view.row else "reached" if card.id in self.view.gone else "later"
        dashes = "9 7" if state == "later" else None
        svg = rect(
            1, 1, CARD - 2, CHIP - 2, rx=10, fill=GOAL_GROUND if state == "open" else theme.PAPER,
            stroke=theme.INK if state == "open" else theme.NOBODY, stroke_width=2.4, stroke_dasharray=dashes,
        )  # fmt: skip
        ink = theme.INK if state == "open" else theme.FIGURE
        told = str(card.points) if state == "open" else self.said(say(f"line-is-{state}", n=card.points))
        svg += label(
            CARD - 16, 38, told, BOLD if state == "open" else PLAIN, 32 if state == "open" else SMALL, ink, "end"
        )
        room = INSIDE - (width(told, BOLD, 32) if state == "open" else width(told, PLAIN, SMALL)) - 12
        joins = say("link-between", a=card.city, b=card.other)
        name = self.said(joins if card.is_major_line else say("name", word=card.city))
        svg += label(16, 38, name, BOLD, fitting(name, BOLD, 32, room), ink, "start")
        if state == "reached":
            svg += path(f"M16 28h{min(room, width(name, BOLD, 32)):.0f}", stroke=ink, stroke_width=3)
        return svg

    # What lies before the players

    def _hands(self) -> Iterator[Piece]:
        held = [(seat, player) for seat, player in enumerate(self.view.players) if player.cards]
        if not held:
            return
        yield from self._heading(say("panel-hands"))
        for seat, player in held:
            cards = [self.view.box.cards[id] for id in player.cards]
            hotels = tuple(card.city for card in cards if card.deed == "hotel")
            told = [self.said(say("panel-hotels", cities=hotels, n=len(hotels)))] if hotels else []
            told += [
                self.sentence(say("card-line", card=card.id, about=about(card)))
                for card in cards
                if card.deed != "hotel"
            ]
            yield from self._owner(seat, " ".join(told))

    def _owner(self, seat: int, text: str) -> Iterator[Piece]:
        names = self.marks.names or tuple(name_of(colour, self.marks.lang) for colour in self.view.seats)
        svg = disc(26, 28, theme.SEATS[self.view.seats[seat]])
        svg += label(62, 40, names[seat], BOLD, fitting(names[seat], BOLD, NAME, 300), theme.INK, "start")
        lines = lines_of(text, PLAIN, EFFECT, ROOM - 62)
        svg += paragraph(62, 40 + LINE, lines, PLAIN, EFFECT)
        high = 52 + LINE * len(lines)
        yield Piece(EDGE, self.top, (0, 0, ROOM, high + 12), svg)
        self.top += high + 8
