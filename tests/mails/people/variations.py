"""The same answers as other people would have written them, by rule: one variation of each, the rules in turn."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from tests.mails.people.corpus import Answer

_LONG_WORD = re.compile(r"\b[A-Za-z]{6,}\b")
_KEPT = {"eleven", "twelve", "thirteen", "fourteen", "fifteen", "seventeen", "thousand", "dollars", "option", "number"}


def _please(answer: Answer) -> str:
    return answer.text.rstrip(" .!") + (", s'il vous plaît" if answer.lang == "fr" else ", please")


def _greeting(answer: Answer) -> str:
    return ("Bonjour à tous,\n\n" if answer.lang == "fr" else "Hi everybody,\n\n") + answer.text


def _signature(answer: Answer) -> str:
    return answer.text + ("\n\nCordialement,\nLucie" if answer.lang == "fr" else "\n\nCheers,\nMartin")


def _capitals(answer: Answer) -> str:
    return answer.text.upper()


def _without_accents(answer: Answer) -> str:
    letters = unicodedata.normalize("NFKD", answer.text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).lower()


def _full_stop(answer: Answer) -> str:
    return answer.text.rstrip(" .!") + "."


def _blanks(answer: Answer) -> str:
    return "  " + answer.text.replace(" ", "  ") + " "


def _swapped(answer: Answer) -> str:
    """Two letters in the middle of the first long word change places, as in quick typing."""
    for found in _LONG_WORD.finditer(answer.text):
        word = found.group()
        at = found.start() + len(word) // 2
        one, two = answer.text[at], answer.text[at + 1]
        if word.lower() not in _KEPT and one != two:
            return answer.text[:at] + two + one + answer.text[at + 2 :]
    return answer.text


RULES: tuple[tuple[str, Callable[[Answer], str]], ...] = (
    ("courtesy", _please),
    ("signature", _signature),
    ("typo", _swapped),
    ("punctuation", _full_stop),
    ("capitals", _capitals),
    ("courtesy", _greeting),
    ("capitals", _without_accents),
    ("punctuation", _blanks),
)


def variations(answers: Iterable[Answer]) -> Iterator[Answer]:
    """One of each answer that means a line and holds no line break, unless the rule changes nothing in it."""
    plain = (answer for answer in answers if answer.sort == "plays" and "\n" not in answer.text)
    for index, answer in enumerate(plain):
        kind, rule = RULES[index % len(RULES)]
        text = rule(answer)
        if text != answer.text and not (kind == "typo" and answer.kind == "typo"):
            yield replace(answer, text=text, kind=kind, varied=True)
