"""The first page of a game's rules, which a newcomer reads before the numbered ones: `docs/rules/<game>.start.md`."""

import re
from functools import cache
from pathlib import Path

from pbem.base.folders import RULES

_IDEA = re.compile(r"# [^\n]+\n\n(.+?)\n\n", re.DOTALL)
_MARKS = re.compile(r"[*`]+")


def introduction(game: str, lang: str) -> str:
    """As Markdown, in the reader's language, else in English; empty if the game has none."""
    return _text(game, lang)


@cache
def idea(game: str, lang: str) -> tuple[str, ...]:
    """What the game is about, in three sentences: the first paragraph, one sentence a line."""
    found = _IDEA.match(_text(game, lang))
    return tuple(_MARKS.sub("", found[1]).splitlines()) if found else ()


@cache
def _text(game: str, lang: str) -> str:
    names = [f"{game}.start.{lang}.md", f"{game}.start.md"] if lang != "en" else [f"{game}.start.md"]
    files: list[Path] = [folder / name for name in names for folder in RULES]
    return next((path.read_text("utf-8") for path in files if path.is_file()), "")
