"""Laying out plain text: paragraphs, lists and tables in 74 columns, as wide as the text board."""

import re
import textwrap
import unicodedata
from collections.abc import Sequence

WIDTH = 74
# French writes a blank before these signs; no line begins with one of them.
_GLUED, _GLUE = re.compile(r" (?=[:;?!»](?:\s|$))|(?<=«) "), "\ue002"


def width(text: str) -> int:
    """Columns on the screen: some letters take two, accents that stand alone none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def pad(text: str, columns: int, right: bool = False) -> str:
    gap = " " * max(columns - width(text), 0)
    return gap + text if right else text + gap


def wrap(text: str, first: str = "", rest: str | None = None) -> str:
    """A paragraph. `first` begins it, `rest` begins its other lines (blanks as wide as `first` if not said).

    Links and moves are never broken: they must survive being copied.
    """
    indent = " " * width(first) if rest is None else rest
    lines = textwrap.wrap(
        _GLUED.sub(_GLUE, text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines).replace(_GLUE, " ") or first.rstrip()


def facts(rows: Sequence[tuple[str, str]]) -> str:
    """Names at the left, what they are at the right."""
    column = max((width(name) for name, _ in rows), default=0) + 2
    return "\n".join(wrap(text, pad(name, column), " " * column) for name, text in rows)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Columns as wide as they need, figures aligned right. The first `left` are words, the last of them names; the
    very last column is a remark, which goes to a line of its own when there is no room beside the figures."""
    columns = [max(width(line[at]) for line in (head, *rows)) for at in range(len(head))]
    gaps = 2 * (len(columns) - 1)
    beside = sum(columns) + gaps <= WIDTH
    kept = columns if beside else columns[:-1]
    too_wide = sum(kept) + 2 * (len(kept) - 1) - WIDTH
    if too_wide > 0:
        kept = [*kept[: left - 1], max(kept[left - 1] - too_wide, 8), *kept[left:]]
    lines = []
    for line in (head, *rows):
        cells = [
            pad(shorten(cell, room), room, right=left <= at < len(head) - 1)
            for at, (cell, room) in enumerate(zip(line, kept, strict=False))
        ]
        lines.append("  ".join(cells).rstrip())
        if not beside and line[-1]:
            lines.append(" " * (sum(kept[: left - 1]) + 2 * (left - 1)) + line[-1])
    return "\n".join(lines)


def shorten(text: str, columns: int) -> str:
    if width(text) <= columns:
        return text
    while width(text) > columns - 1:
        text = text[:-1]
    return text.rstrip() + "…"
