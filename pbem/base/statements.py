"""One numbered statement of a game's rules, as text for a mail."""

import re
from functools import cache

from pbem.base.folders import RULES

_STATEMENT = re.compile(
    r"^\*\*(?:[a-z]+-)?([0-9]+(?:\.[0-9]+)?)\*\*[.:]?\s+(.*?)(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL
)
_MARKS = re.compile(r"[*`]+|\[([^\]]*)\]\([^)]*\)")


def statement(game: str, number: str, lang: str) -> str:
    """The words of the statement; empty if no statement has this number."""
    return _statements(game, lang).get(number, "")


@cache
def _statements(game: str, lang: str) -> dict[str, str]:
    names = [f"{game}.{lang}.md", f"{game}.md"] if lang != "en" else [f"{game}.md"]
    for path in (folder / name for name in names for folder in RULES):
        if path.is_file():
            found = _STATEMENT.findall(path.read_text("utf-8"))
            return {number: " ".join(_MARKS.sub(r"\1", text).split()) for number, text in found}
    return {}
