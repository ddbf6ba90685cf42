"""The legend under a board: one row that names the seats and the signs in use."""

from collections.abc import Iterator, Sequence

from engine.core.say import say
from engine.core.sheet import Piece
from engine.core.words import Words
from engine.draw import theme, tokens, trackwork
from engine.draw.svg import label, path, placed
from engine.draw.text_widths import BOLD, PLAIN, Face, shortened, width

GAP = 9
APART = 16  # between items, at least


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
    shown = [id for id, there in (("unfinished", unfinished), ("nobody", nobody), ("changed", changed)) if there]
    # What does not fit at first is set closer, then shortened: the long sign before the names.
    for sample, changed_id, sizes in (
        (54, "changed", (21, 18)),
        (44, "changed", (20, 17)),
        (44, "changed-short", (20, 17)),
        (40, "changed-short", (18, 16)),
    ):
        texts = [words.render(say(f"legend-{changed_id if id == 'changed' else id}"), lang) for id in shown]
        items = len(seats) + len(shown)
        fixed = items * (sample + GAP) + sum(width(text, PLAIN, sizes[1]) for text in texts) + APART * (items - 1)
        if fixed + sum(width(name, BOLD, sizes[0]) for name in names) <= wide:
            break
    most = 200.0
    while fixed + sum(width(name, BOLD, sizes[0]) for name in names) > wide and most > 30:
        names = [shortened(name, BOLD, sizes[0], most) for name in names]
        most -= 4
    free = wide - fixed - sum(width(name, BOLD, sizes[0]) for name in names)
    apart = APART + min(18.0, free / max(1, items - 1))
    at = float(left)
    for colour, name, out in zip(seats, names, bankrupt, strict=True):
        sign = _sample(sample, theme.SEATS[colour], True, out)
        yield _item(round(at), y, sample, sign, name, BOLD, sizes[0], out)
        at += sample + GAP + width(name, BOLD, sizes[0]) + apart
    for id, text in zip(shown, texts, strict=True):
        yield _item(round(at), y, sample, _sign(id, sample, theme.SEATS[seats[0]]), text, PLAIN, sizes[1], False)
        at += sample + GAP + width(text, PLAIN, sizes[1]) + apart


def _item(x: int, y: int, sample: int, sign: str, text: str, face: Face, size: int, struck: bool) -> Piece:
    wide = round(width(text, face, size))
    svg = sign + label(sample + GAP, 7, text, face, size, theme.NOBODY if struck else theme.INK, "start")
    if struck:
        svg += path(f"M{sample + GAP} 1h{wide}", stroke=theme.NOBODY, stroke_width=2)
    return Piece(x, y, (-2, -20, sample + GAP + wide + 8, 40), svg)


def _sample(length: int, paint: theme.Paint, finished: bool, bankrupt: bool = False) -> str:
    badge = tokens.badge(length // 2, 0, paint, finished, bankrupt)
    return trackwork.sample(0, 0, length, paint, finished) + placed(badge)


def _sign(id: str, length: int, paint: theme.Paint) -> str:
    if id == "unfinished":
        return _sample(length, paint, False)
    if id == "nobody":
        return trackwork.sample(0, 0, length, theme.OWNERLESS, False)
    return placed(tokens.marker(length - 18, 0, 1))
