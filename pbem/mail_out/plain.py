"""Laying out plain text: paragraphs, lists and tables in 74 columns, as wide as the text board."""

import re
import textwrap
import unicodedata
from collections.abc import Sequence

WIDTH = 74
SOFT_HYPHEN = "\N{SOFT HYPHEN}"  # where a long heading may be broken
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
    if len(first) + len(text) <= WIDTH and text.isprintable():  # most do not need to be broken
        return (first + text).rstrip()
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
    heads = [[text.replace(SOFT_HYPHEN, "") for text in head]]
    columns = _widths((*heads, *rows))
    beside = _total(columns) <= WIDTH
    kept = columns if beside else columns[:-1]
    if _total(kept) > WIDTH:
        heads = _stacked(head, _widths(rows))
        kept = _widths((*heads, *rows))[:-1]
        kept[left - 1] = max(kept[left - 1] - max(_total(kept) - WIDTH, 0), 8)
    lines = []
    for line in (*heads, *rows):
        cells = [
            pad(shorten(cell, room), room, right=left <= at < len(head) - 1)
            for at, (cell, room) in enumerate(zip(line, kept, strict=False))
        ]
        lines.append("  ".join(cells).rstrip())
        if not beside and line[-1]:
            lines.append(" " * (sum(kept[: left - 1]) + 2 * (left - 1)) + line[-1])
    return "\n".join(lines)


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(width, column)) for column in zip(*lines, strict=True)]


def _total(columns: Sequence[int]) -> int:
    return sum(columns) + 2 * (len(columns) - 1)


def _stacked(head: Sequence[str], room: Sequence[int]) -> list[list[str]]:
    """Headings on two lines, where they are wider than what is below them; all end on the last line."""
    stacks = [
        (_in_two(text) if width(text) > most else text.replace(SOFT_HYPHEN, "")).split("\n")
        for text, most in zip(head, room, strict=True)
    ]
    high = max(map(len, stacks))
    return [list(line) for line in zip(*([""] * (high - len(stack)) + stack for stack in stacks), strict=True)]


def _in_two(text: str) -> str:
    """Broken at its blank, or where a soft hyphen leaves the shortest parts."""
    if " " in text or SOFT_HYPHEN not in text:
        return text.replace(SOFT_HYPHEN, "").replace(" ", "\n", 1)
    parts = text.split(SOFT_HYPHEN)
    ways = ("".join(parts[:n]) + "-\n" + "".join(parts[n:]) for n in range(1, len(parts)))
    return min(ways, key=lambda way: max(map(width, way.split("\n"))))


def shorten(text: str, columns: int) -> str:
    if width(text) <= columns:
        return text
    while width(text) > columns - 1:
        text = text[:-1]
    return text.rstrip() + "…"
