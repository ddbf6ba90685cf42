"""The legend under a board: one row that names the seats and the signs in use."""

from collections.abc import Iterator, Sequence

from engine.core.say import say
from engine.core.sheet import Piece
from engine.core.words import Words
from engine.draw import theme, tokens, trackwork
from engine.draw.lettering import BOLD, PLAIN, Face, shortened, width
from engine.draw.svg import label, path, placed

SAMPLE = 54
GAP = 10


def legend(
    seats: Sequence[str],
    names: Sequence[str],
    bankrupt: Sequence[bool],
    words: Words,
    lang: str,
    row: tuple[int, int, int],
    *,
    unfinished: bool = False,
    nobody: bool = False,
    changed: bool = False,
) -> Iterator[Piece]:
    """`row` is left edge, middle height and width. Signs that the board does not show are left out."""
    left, y, wide = row
    signs = [
        ("legend-unfinished", unfinished),
        ("legend-nobody", nobody),
        ("legend-changed", changed),
    ]
    shown = [(id, words.render(say(id), lang)) for id, there in signs if there]
    sizes = (21, 18) if len(seats) < 6 else (19, 16)
    items = len(seats) + len(shown)
    fixed = items * (SAMPLE + GAP) + sum(width(text, PLAIN, sizes[1]) for _, text in shown)
    most = 200.0
    while fixed + sum(width(name, BOLD, sizes[0]) for name in names) + 14 * (items - 1) > wide and most > 30:
        names = [shortened(name, BOLD, sizes[0], most) for name in names]
        most -= 4
    total = fixed + sum(width(name, BOLD, sizes[0]) for name in names)
    gap = min(34.0, (wide - total) / max(1, items - 1))
    at = float(left)
    for colour, name, out in zip(seats, names, bankrupt, strict=True):
        yield _item(round(at), y, _sample(theme.SEATS[colour], True, out), name, BOLD, sizes[0], out)
        at += SAMPLE + GAP + width(name, BOLD, sizes[0]) + gap
    for id, text in shown:
        yield _item(round(at), y, _sign(id, theme.SEATS[seats[0]]), text, PLAIN, sizes[1], False)
        at += SAMPLE + GAP + width(text, PLAIN, sizes[1]) + gap


def _item(x: int, y: int, sample: str, text: str, face: Face, size: int, struck: bool) -> Piece:
    wide = width(text, face, size)
    svg = sample + label(SAMPLE + GAP, 7, text, face, size, theme.NOBODY if struck else theme.INK, "start")
    if struck:
        svg += path(f"M{SAMPLE + GAP} 1h{round(wide)}", stroke=theme.NOBODY, stroke_width=2)
    return Piece(x, y, (-2, -20, SAMPLE + GAP + round(wide) + 8, 40), svg)


def _sample(paint: theme.Paint, finished: bool, bankrupt: bool = False) -> str:
    return trackwork.sample(0, 0, SAMPLE, paint, finished) + placed(
        tokens.badge(SAMPLE // 2, 0, paint, finished, bankrupt)
    )


def _sign(id: str, paint: theme.Paint) -> str:
    if id == "legend-unfinished":
        return _sample(paint, False)
    if id == "legend-nobody":
        return trackwork.sample(6, 0, 42, theme.OWNERLESS, False)
    return placed(tokens.marker(SAMPLE // 2 + 6, 0, 1))
