"""What an answer says about questions that are not asked yet, cut out of its text before the orders are read.

    issue 2 then bid up to 4 then first move        three questions; the first may be the one that is asked now
    take engineer or locomotive                     choices for one question, in the order of preference
    always pass                                     for the same question of every turn

The words are English and French: then (puis, ensuite), or (ou), up to (jusqu'à), always (toujours). What the choices
mean is for the game to say (`plan_reading.py`). Talk and notes are never cut.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.mail_in.parse.commands import plain_words, split_command
from pbem.mail_in.parse.furniture import after_closing

MOST_STEPS = 12
MOST_CHOICES = 12
_MARKS = " ,;."
_TALK = ("say", "tell", "note", "help")
_THEN = re.compile(
    r"(?:^|[\s,;.]+)(?:and\s+then|et\s+puis|then|puis|ensuite)(?:[\s,:]+(?!ask\b|demander?\b)|$)", re.IGNORECASE
)
_OR = re.compile(r"\s+(?:or\s+else|or|ou\s+bien|ou|sinon|else)\s+", re.IGNORECASE)
_LIST = re.compile(r"\s*,\s*(?:(?:or|ou)\s+)?|\s+(?:or\s+else|or|ou\s+bien|ou|sinon|else)\s+", re.IGNORECASE)
_UP_TO = re.compile(
    r"(?:[^\W\d_]+\s+)?(?:up\s*to|upto|at\s+most|jusqu'?\s*a|au\s+plus|au\s+maximum)\s+\$?\s*(\d{1,4})\s*\$?"
    r"(?:\s*,?\s*(?:then|puis)?\s*(ask|demande|demander))?"
)
# What people write around a limit; `don't bid up to 6` is none.
_AROUND = re.compile(
    r"^(?:(?:please|i|i'll|i'd|will|would|like|to|je|svp)\s+|j')+|[\s,]*(?:\b(?:dollars?|please|thanks|svp|merci)\s*)+$"
)
_ALWAYS = re.compile(r"^(?:always|toujours)\b[\s,:]*", re.IGNORECASE)


@dataclass(frozen=True)
class Wanted:
    """The answer to one question: its choices as they were written, the best first. A limit is written `upto.6`."""

    choices: tuple[str, ...]
    always: bool = False

    @property
    def written(self) -> str:
        return " or ".join(self.choices)


@dataclass(frozen=True)
class PlanText:
    """`now` is what is left for the question that is asked now, `steps` what follows it."""

    now: str
    steps: tuple[Wanted, ...] = ()


def cut_plan(text: str) -> PlanText:
    """What stands above the first line with one of the words stays as it is. The lines below it go on, up to an empty
    line or a closing phrase."""
    kept: list[str] = []
    steps: list[Wanted] = []
    talks = goes_on = False
    for line in text.split("\n"):
        bare = line.strip()
        command = split_command(bare)
        talks = bool(bare) and (talks if command is None else command[0] in _TALK)
        if not bare or talks or command is not None or after_closing(bare) is not None:
            goes_on = False
            kept.append(line)
            continue
        first, *later = _THEN.split(bare)
        wanted = _wanted(first) if first else None
        if wanted is not None or (goes_on and first):
            steps.append(wanted or one_choice(first))
            kept.append("")
        else:
            kept.append(first if later else line)
        steps += [_wanted(part) or one_choice(part) for part in later if part.strip(_MARKS)]
        goes_on = bool(steps)
    return PlanText("\n".join(kept), tuple(steps[:MOST_STEPS]))


def one_choice(text: str) -> Wanted:
    return Wanted((text.strip(_MARKS),))


def orders_in(text: str) -> tuple[str, ...]:
    """The lines that may be orders: up to an empty line or a closing phrase below the first of them."""
    lines: list[str] = []
    for line in map(str.strip, text.split("\n")):
        if (not line and lines) or after_closing(line) is not None:
            break
        if line:
            lines.append(line)
    return tuple(lines)


def _wanted(text: str) -> Wanted | None:
    """The choices in a text with one of the words; None for a text without any."""
    always = _ALWAYS.match(text)
    rest = _ALWAYS.sub("", text).strip(" .;")
    parts = tuple(_choices(rest))
    if not parts or (len(parts) < 2 and not always and not parts[0].startswith("upto.")):
        return None
    return Wanted(parts[:MOST_CHOICES], bool(always))


def _choices(text: str) -> Iterator[str]:
    """Commas part choices too, where there is an `or`: place I5, I11 or I9."""
    for part in (_LIST if _OR.search(text) else _OR).split(text):
        part = part.strip(_MARKS)
        limit = _UP_TO.fullmatch(_AROUND.sub("", plain_words(part).strip()))
        if limit:
            yield f"upto.{int(limit[1])}" + (".ask" if limit[2] else "")
        elif part:
            yield part
