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

from engine.core.standing_forms import UpTo
from pbem.mail_in.parse.commands import plain_words, split_command
from pbem.mail_in.parse.furniture import after_closing

MOST_STEPS = 12
MOST_CHOICES = 12
_MARKS = " ,;."
_TALK = ("say", "tell", "note", "help")
_THEN = re.compile(
    r"(?:^|[\s,;.]+)(?:and\s+then|et\s+puis|then|puis|ensuite)(?:[\s,:]+(?!ask\b|demander?\b)|$)", re.IGNORECASE
)
_ELSE = r"(?:or\s+else|or|ou\s+bien|ou|sinon|else|otherwise|autrement|if\s+not|failing\s+that|[aà]\s+d[eé]faut)"
_OR = re.compile(rf"[\s,;]+{_ELSE}[\s,]+", re.IGNORECASE)
_LIST = re.compile(rf"[\s,;]+{_ELSE}[\s,]+|\s*,\s*", re.IGNORECASE)
# "first move if it is still free, otherwise engineer": that is what a second choice means.
_IF_FREE = re.compile(
    r"[\s,]+(?:if|si|s['’])(?:\s*(?:it|it['’]s|that|is|still|possible|il|elle|est|c['’]est|encore|toujours))*"
    r"\s*(?:free|available|open|there|left|possible|libre|disponible)(?=$|[\s,;.])",
    re.IGNORECASE,
)
_NUMBERS = (
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    ("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
)
_AMOUNTS = {word: str(amount) for tongue in _NUMBERS for amount, word in enumerate(tongue, 1)}
_AT_MOST = (
    r"(?:up\s*to|at\s+most|no\s+more\s+than|max(?:imum)?(?:\s+of)?"
    r"|jusqu['’]?\s*[aà]|au\s+plus|au\s+maximum|pas\s+plus\s+de)"
)
_IN_WORDS = re.compile(rf"\b({_AT_MOST})\s+({'|'.join(_AMOUNTS)})\b", re.IGNORECASE)
_LIMIT = rf"{_AT_MOST}\s+\$?\s*(\d{{1,4}})\s*\$?"
_UP_TO = re.compile(
    rf"(?:[^\W\d_]+\s+)?(?:to\s+(?:a\s+)?)?{_LIMIT}(?:\s*dollars?)?(\s+(?:with|avec)\s+(?:des\s+)?(?:shares|actions|titres))?"
    r"(?:[\s,]*(?:(?:and|et)\s+)?(?:then|puis)?\s*(ask|demande|demander)(?:\s+me)?)?"
)
# What people write around a limit; `don't bid up to 6` is none.
_AROUND = re.compile(
    r"^(?:(?:please|i|i'll|i'd|will|would|like|want|to|in|for|the|auction|je|vais|veux|voudrais|pour|dans|les|aux|encheres"
    r"|l'enchere|svp)[\s,]+|j')+|[\s,]*(?:\b(?:dollars?|please|thanks|svp|merci)\s*)+$"
)
# A limit is the whole answer to its question, so what stands beside one is for another: "bid up to 3 and take the
# engineer". Passing above it is what a limit does anyway.
_AND = r"(?:\s*[,;.]+\s+(?:(?:and|et)\s+)?|\s+(?:and|et)\s+)"
_DOLLARS = r"(?:\s*dollars?\b)?"
_PASSES = re.compile(
    rf"({_LIMIT}{_DOLLARS})[\s,;]*\b(?:and|et|then|puis|else|sinon|otherwise)\b[\s,]*(?:(?:then|puis|i|je|i'll)\s+)?"
    r"(?:pass|passer?|drop\s+out|get\s+out)(?=$|[\s,;.])",
    re.IGNORECASE,
)
_AFTER_LIMIT = re.compile(
    rf"({_LIMIT}{_DOLLARS}){_AND}(?!\s*(?:(?:and|et)\s+)?(?:then|puis|ensuite|ask|demander?|please|thanks|svp|merci)\b)",
    re.IGNORECASE,
)
_BEFORE_LIMIT = re.compile(
    rf"(?<=\w){_AND}(?=(?:(?!(?:then|puis|ensuite|not|pas)\b)[^\W\d_]+['’]?[^\W\d_]*\s+){{0,5}}{_LIMIT})", re.IGNORECASE
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
        first, *later = _THEN.split(_parted_at_limits(bare))
        wanted = _wanted(first) if first else None
        if wanted is not None or (goes_on and first):
            steps.append(wanted or one_choice(first))
            kept.append("")
        else:
            kept.append(first if later else line)
        steps += [_wanted(part) or one_choice(part) for part in later if part.strip(_MARKS)]
        goes_on = bool(steps)
    return PlanText("\n".join(kept), tuple(steps[:MOST_STEPS]))


def _parted_at_limits(line: str) -> str:
    """With `then` between a limit and what stands beside it."""
    line = _IN_WORDS.sub(lambda found: f"{found[1]} {_AMOUNTS[found[2].lower()]}", line)
    line = _PASSES.sub(r"\1", line)
    line = _AFTER_LIMIT.sub(r"\1 then ", line)
    return _BEFORE_LIMIT.sub(" then ", line)


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
    text = _IF_FREE.sub("", text)
    for part in (_LIST if _OR.search(text) else _OR).split(text):
        part = part.strip(_MARKS)
        limit = _UP_TO.fullmatch(_AROUND.sub("", plain_words(part).strip()))
        if limit:
            yield str(UpTo(int(limit[1]), ask=bool(limit[3]), shares=bool(limit[2])))
        elif part:
            yield part
