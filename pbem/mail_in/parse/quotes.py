"""What the person wrote, without what was quoted. Strongest first: our own mark, lines that begin with `>`, the
ways in which mail programs introduce a quotation, and then a library, which is slow on long lines and so gets little.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from mailparser_reply import EmailReplyParser

from pbem.base.reply_mark import reply_mark
from pbem.base.translations import LANGUAGES
from pbem.mail_in.parse.furniture import first_divider, is_phone_signature, is_signature_mark, without_introduction

LONGEST_ANSWER = 8_000
LONGEST_LINE_FOR_THE_LIBRARY = 300
MOST_LINES_SEEN = 20_000
_LIBRARY_LANGUAGES = ("en", "de", "fr", "pl", "es", "it", "nl")
_QUOTED = re.compile(r"^\s*[>|＞]")
_NOT_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Answer:
    """`unread` are lines below our mark that nobody quoted: they are not done, and the answer to the mail says so.
    `too_long` tells that the text was cut short, so that nothing in it may be played."""

    text: str
    unread: tuple[str, ...] = ()
    marked: bool = False
    too_long: bool = False


def cut(text: str) -> Answer:
    lines = [line.rstrip() for line in text.split("\n", MOST_LINES_SEEN)]
    mark = _find_mark(lines)
    if mark is None:
        return _answer(_without_quotes(lines), marked=False)
    above = _without_quotes(lines[:mark])
    quoted = bool(_QUOTED.match(lines[mark]))
    below = [line for line in lines[mark + 1 :] if not _QUOTED.match(line)] if quoted else []
    if any(line.strip() for line in above):
        unread = tuple(line.strip() for line in _without_signature(below) if line.strip())
        return _answer(above, marked=True, unread=unread)
    # Nothing above a quoted mark: the answer stands below the quotation, or between its lines.
    return _answer(_without_signature(below), marked=True)


def _answer(lines: list[str], *, marked: bool, unread: tuple[str, ...] = ()) -> Answer:
    whole = "\n".join(lines).strip("\n")
    short = whole[:LONGEST_ANSWER]
    own = short if marked else _by_library(short)
    return Answer(own.strip("\n"), unread, marked, too_long=own == short != whole)


def _find_mark(lines: list[str]) -> int | None:
    letters = [*map(_letters, lines), ""]
    for at, line in enumerate(letters[:-1]):
        # A mail program may have broken the line in the middle of the mark.
        both, below = f"{line} {letters[at + 1]}", letters[at + 1]
        if any(mark in line or (mark in both and mark not in below) for mark in _marks()):
            return at
    return None


@cache
def _marks() -> tuple[str, ...]:
    """The marks of all languages, by their letters alone: dashes are what mail programs change."""
    return tuple(_letters(reply_mark(lang)) for lang in LANGUAGES)


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub(" ", text[:400].casefold()).strip()


def _without_quotes(lines: list[str]) -> list[str]:
    kept: list[str] = []
    in_quotation = False
    for line in lines:
        is_quoted = bool(_QUOTED.match(line))
        if is_quoted and not in_quotation:
            kept = without_introduction(kept)
        if not is_quoted:
            kept.append(line)
        in_quotation = is_quoted
    return _without_signature(without_introduction(kept[: first_divider(kept)]))


def _without_signature(lines: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for line in lines:
        if is_signature_mark(line):
            break
        if not is_phone_signature(line):
            kept.append(line)
    return kept


def _by_library(text: str) -> str:
    """The library sees a copy with short lines and tells how many of them are the person's own."""
    lines = text.strip("\n").split("\n")
    seen = "\n".join(line[:LONGEST_LINE_FOR_THE_LIBRARY] for line in lines)
    try:
        replies = EmailReplyParser(languages=list(_LIBRARY_LANGUAGES)).read(seen).replies
    except Exception:  # a text that it cannot read has nothing in it that it would cut
        return text
    if replies[0].headers:
        return ""  # it begins with a quotation
    return text if len(replies) < 2 else "\n".join(lines[: str(replies[0].content).count("\n") + 1])
