"""The numbered rules of a game as text for a mail: one statement, a chapter, or the list of chapters."""

import re
from functools import cache

from pbem.base.folders import RULES

_STATEMENT = re.compile(
    r"^\*\*(?:[a-z]+-)?([0-9]+(?:\.[0-9]+)?)\*\*[.:]?\s+(.*?)(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL
)
_MARKS = re.compile(r"[*`]+|\[([^\]]*)\]\([^)]*\)")


_CHAPTER = re.compile(r"^## ([0-9]+)\. (.+)$", re.MULTILINE)


def statement(game: str, number: str, lang: str) -> str:
    """The words of the statement; empty if no statement has this number."""
    return _statements(game, lang).get(number, "")


def chapters(game: str, lang: str) -> dict[str, str]:
    """The headings of the chapters by their numbers."""
    return dict(_CHAPTER.findall(_text(game, lang)))


def chapter(game: str, number: str, lang: str) -> dict[str, str]:
    """The statements of a chapter by their numbers; none if there is no such chapter."""
    found = _statements(game, lang).items()
    return {other: words for other, words in found if other == number or other.startswith(f"{number}.")}


@cache
def _statements(game: str, lang: str) -> dict[str, str]:
    found = _STATEMENT.findall(_text(game, lang))
    return {number: " ".join(_MARKS.sub(r"\1", text).split()) for number, text in found}


@cache
def _text(game: str, lang: str) -> str:
    """The file in the reader's language, else in English; empty if the game has none."""
    names = [f"{game}.{lang}.md", f"{game}.md"] if lang != "en" else [f"{game}.md"]
    files = (folder / name for name in names for folder in RULES)
    return next((path.read_text("utf-8") for path in files if path.is_file()), "")
