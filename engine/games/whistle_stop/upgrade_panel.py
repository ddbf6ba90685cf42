"""Upgrades and shares as a panel: what each upgrade costs and does, who owns it, and who leads which company."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.say import Say, say
from engine.core.sheet import Marks, Panel, Piece
from engine.draw import theme
from engine.draw.panelwork import (
    ACROSS,
    CARD,
    EDGE,
    INSIDE,
    LETTERS,
    ROOM,
    caption,
    card_at,
    disc,
    filled,
    lines_of,
    offered_card,
    paragraph,
)
from engine.draw.svg import label, rect
from engine.draw.text_widths import BOLD, PLAIN, fitting, width
from engine.games.whistle_stop import tilework
from engine.games.whistle_stop.components import SPECIALS, box
from engine.games.whistle_stop.names import words
from engine.games.whistle_stop.view import View

NAME, LINE = 34, 40
CUBE = 44
COMPANY = 190


def panels(view: View, marks: Marks) -> tuple[Panel, ...]:
    return (Panel(say("panel-upgrades"), say("panel-upgrades-label"), lambda: filled(_Column(view, marks))),)


@dataclass
class _Column:
    view: View
    marks: Marks
    top: int = 0

    def said(self, message: Say) -> str:
        text = words().render(message, self.marks.lang)
        return text[:1].upper() + text[1:]

    def pieces(self) -> Iterator[Piece]:
        owners = {id: seat for seat, player in enumerate(self.view.players) for id in player.upgrades}
        for heading, some in (("panel-for-sale", self.view.upgrades), ("panel-owned", tuple(owners))):
            if some:
                yield from self._heading(heading)
                yield from self._upgrades(some, owners)
        yield from self._heading("panel-shares")
        for company in box().companies:
            yield self._company(company)
        yield from self._special_tiles()
        self.top += EDGE

    def _heading(self, id: str) -> Iterator[Piece]:
        yield caption(self.top + 40, self.said(say(id)))
        self.top += 56

    # Upgrades

    def _upgrades(self, ids: tuple[str, ...], owners: dict[str, int]) -> Iterator[Piece]:
        for first in range(0, len(ids), ACROSS):
            row = ids[first : first + ACROSS]
            texts = [lines_of(self.said(say(f"does-{id}")), PLAIN, LETTERS, INSIDE) for id in row]
            high = 116 + LINE * max(map(len, texts)) + 8
            for n, (id, lines) in enumerate(zip(row, texts, strict=True)):
                yield card_at(n, self.top, high, self._upgrade(id, owners.get(id), lines, high))
            self.top += high + 12

    def _upgrade(self, id: str, owner: int | None, lines: tuple[str, ...], high: int) -> str:
        """Its name and points, what it costs, what it does; an owned one has the disc of its owner."""
        upgrade = box().upgrades[id]
        points = self.said(say("panel-points", n=upgrade.points))
        name = self.said(say("name", word=id))
        room = INSIDE - width(points, PLAIN, LETTERS) - 12 - (0 if owner is None else 56)
        svg = rect(1, 1, CARD - 2, high - 2, rx=12, fill=theme.WHITE, stroke=theme.INK, stroke_width=2.4)
        svg += label(16, 46, name, BOLD, fitting(name, BOLD, NAME, room), theme.INK, "start")
        svg += label(CARD - 16 - (0 if owner is None else 56), 46, points, PLAIN, LETTERS, theme.FIGURE, "end")
        costs = self.said(say("panel-costs"))
        svg += label(16, 95, costs, PLAIN, LETTERS, theme.FIGURE, "start")
        at = 24 + width(costs, PLAIN, LETTERS) + CUBE / 2
        for n, good in enumerate(upgrade.cost):
            svg += tilework.cube(at + n * (CUBE + 6), 84, good, CUBE)
        if owner is not None:
            svg += disc(CARD - 36, 36, theme.SEATS[self.view.seats[owner]])
            if owner != self.view.reader:
                at += (len(upgrade.cost) - 1) * (CUBE + 6) + CUBE / 2 + 12
                more = self.said(say("panel-rare")).lower()
                svg += label(at, 95, more, PLAIN, fitting(more, PLAIN, LETTERS, CARD - 16 - at), theme.FIGURE, "start")
        svg += paragraph(16, 116 + 32, lines, PLAIN, LETTERS)
        return offered_card(svg, high, name, self.marks.links.get(id), id in self.marks.chosen)

    # Companies

    def _company(self, company: str) -> Piece:
        """How many shares each player has of it, with their numbers, and which is the next."""
        paint, name = tilework.COMPANIES[company], words().name(company, self.marks.lang)
        svg = rect(1, 1, COMPANY - 2, 48, rx=8, fill=paint.colour, stroke=theme.INK, stroke_width=2.4)
        svg += label(COMPANY / 2, 36, name, BOLD, fitting(name, BOLD, LETTERS, COMPANY - 20), paint.on)
        x: float = COMPANY + 16
        for seat, player in enumerate(self.view.players):
            numbers = ", ".join(share.rpartition("-")[2] for share in player.shares if share.startswith(f"{company}-"))
            if numbers:
                svg += disc(x + 22, 25, theme.SEATS[self.view.seats[seat]])
                svg += label(x + 54, 36, numbers, PLAIN, LETTERS, theme.INK, "start")
                x += 54 + width(numbers, PLAIN, LETTERS) + 26
        left = self.view.shares.get(company, ())
        text = self.said(say("panel-next-share", n=left[0]) if left else say("panel-no-share"))
        room = ROOM - x - 8
        svg += label(ROOM, 36, text, PLAIN, fitting(text, PLAIN, LETTERS, max(room, 90)), theme.FIGURE, "end")
        piece = Piece(EDGE, self.top, (0, 0, ROOM, 52), svg)
        self.top += 56
        return piece

    def _special_tiles(self) -> Iterator[Piece]:
        yield from self._heading("panel-special")
        told = [self.said(say("panel-town"))]
        told += [
            self.said(say("special-described", tile=kind, effect=say(f"gives-{kind}")))
            for kind in SPECIALS
            if kind != "town"
        ]
        lines = lines_of(" · ".join(told), PLAIN, LETTERS, ROOM)
        yield Piece(EDGE, self.top, (0, 0, ROOM, LINE * len(lines) + 14), paragraph(0, 32, lines, PLAIN, LETTERS))
        self.top += LINE * len(lines) + 6
