"""How Parlour looks: the sheet, the drawing and the text board, all from a view."""

from collections.abc import Iterator
from html import escape

from engine.core.game import SEAT_COLOURS
from engine.core.say import Say, say
from engine.core.sheet import Curve, Drawing, Marks, Panel, Row, Section, Sheet
from engine.core.words import load_words
from tests.toys.parlour.hands import distinct
from tests.toys.parlour.state import VALUES
from tests.toys.parlour.view import View

WORDS = load_words("tests.toys.parlour")

WIDTH, HEIGHT = 640, 320
PAINT = dict(zip(SEAT_COLOURS, ("#E69F00", "#009E73", "#56B4E9", "#CC79A7", "#8C564B", "#FFFFFF"), strict=True))


def round_of(view: View) -> Say:
    return say("round-of", round=view.round, rounds=view.rounds)


def sheet(view: View) -> Sheet:
    order = view.queue or range(len(view.seats))
    rest = (seat for seat in range(len(view.seats)) if seat not in order)
    hand = [say("your-hand", cards=view.hand)] if view.hand else []
    stake = [say("your-stake", card=view.stake)] if view.stake else []
    return Sheet(
        columns=(say("column-cards"), say("column-points")),
        rows=tuple(_row(view, seat) for seat in (*order, *rest)),
        sections=(Section(say("on-the-table"), tuple(_table(view))),),
        private=(*hand, *stake),
        picture=say("picture", n=view.deck),
    )


def _row(view: View, seat: int) -> Row:
    answered = bool(view.staked) and view.staked[seat]
    cells = (say("number", n=view.counts[seat]), say("number", n=view.scores[seat].total))
    return Row(seat, cells, say("has-staked") if answered else None)


def curves(view: View) -> tuple[Curve, ...]:
    return (Curve(say("column-points"), tuple(score.total for score in view.scores)),)


def _table(view: View) -> Iterator[Say]:
    yield say("deck-left", n=view.deck)
    for card in distinct(view.discard):
        yield say("discarded", card=card, n=view.discard.count(card))


def panels(view: View, marks: Marks) -> tuple[Panel, ...]:
    """The table and the reader's hand once more, apart from the board."""
    return (Panel(say("on-the-table"), say("picture", n=view.deck), lambda: draw(view, marks)),)


def text(view: View, marks: Marks) -> str:
    """A line for each seat, then the cards on the table."""
    names = marks.names or view.seats
    lines = [
        f"{names[seat]:<12} {WORDS.render(say('holding', n=count, points=view.scores[seat].total), marks.lang)}"
        for seat, count in enumerate(view.counts)
    ]
    lines += [WORDS.render(said, marks.lang) for said in _table(view)]
    return "\n".join(lines) + "\n"


def draw(view: View, marks: Marks) -> Drawing:
    still = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#F7F3EA"/>'
    parts = [*_seats(view, marks), *_discard(view, marks), *_hand(view, marks)]
    return Drawing(WIDTH, HEIGHT, still, "".join(parts), text(view, marks))


def _seats(view: View, marks: Marks) -> Iterator[str]:
    names = marks.names or view.seats
    for seat, colour in enumerate(view.seats):
        x = 20 + seat * 155
        yield _place(
            colour,
            marks,
            x,
            20,
            145,
            f'<circle cx="{x + 22}" cy="50" r="16" fill="{PAINT[colour]}" stroke="#1F1D1A"/>'
            + _label(x + 22, 55, WORDS.name(colour, marks.lang)[0], "middle")
            + _label(x + 46, 48, names[seat][:12])
            + _label(x + 46, 68, WORDS.render(say("cards-in-hand", n=view.counts[seat]), marks.lang)),
        )


def _discard(view: View, marks: Marks) -> Iterator[str]:
    said = "; ".join(WORDS.render(line, marks.lang) for line in _table(view))
    yield _place("discard", marks, 20, 110, 600, _label(34, 145, said))


def _hand(view: View, marks: Marks) -> Iterator[str]:
    for index, card in enumerate(distinct(view.hand)):
        x, number = 20 + index * 124, view.hand.count(card)
        name = WORDS.name(card, marks.lang)
        inside = _label(x + 10, 245, name) + _label(x + 10, 268, f"{VALUES[card]} × {number}")
        yield _place(card, marks, x, 210, 114, inside, 90)


def _place(place: str, marks: Marks, x: int, y: int, width: int, inside: str, height: int = 60) -> str:
    """A frame with its number of change; a link when it can be pressed."""
    stroke = "#8C1D2F" if place in marks.chosen or place in marks.links else "#CFC7B5"
    dash = ' stroke-dasharray="6 4"' if place in marks.links and place not in marks.chosen else ""
    frame = (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="#FFFDF7"'
        f' stroke="{stroke}" stroke-width="2"{dash}/>{inside}'
    )
    for number in marks.changes.get(place, ())[-1:]:
        frame += f'<circle cx="{x + width}" cy="{y}" r="11" fill="#1F1D1A" stroke="#FFD21F" stroke-width="3"/>'
        frame += _label(x + width, y + 5, str(number), "middle", "#FFFFFF")
    if place not in marks.links:
        return f"<g>{frame}</g>"
    return f'<a href="{escape(marks.links[place])}">{frame}</a>'


def _label(x: int, y: int, text: str, anchor: str = "start", fill: str = "#1F1D1A") -> str:
    return f'<text x="{x}" y="{y}" font-size="14" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
