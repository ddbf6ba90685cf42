"""The commands that stand on lines of their own, in English and French, and what each of them asks for."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Literal

from engine.core.reader import plain, tokens
from engine.core.words import Words
from pbem.base.fields import BadField
from pbem.mail_in.parse.order_types import (
    Away,
    Board,
    Command,
    DropPlan,
    Help,
    History,
    News,
    Note,
    Quiet,
    Remind,
    Resign,
    Rules,
    ShowPlan,
    Standings,
    TakePlan,
    Tell,
    TellAll,
    Trouble,
    Try,
    Undo,
)
from pbem.pacing.forms import read_reminders
from pbem.pacing.reminder_times import Before
from pbem.pacing.written_times import clocks_in, days_in, read_quiet_hours


class Misread(Exception):
    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


Seats = Sequence[Sequence[str]]  # for each seat the ways to name it

_COMMANDS: Mapping[str, str] = {
    "help": "help", "aide": "help",
    "board": "board", "plateau": "board",
    "history": "history", "historique": "history",
    "standings": "standings", "classement": "standings", "scores": "standings",
    "rules": "rules", "regles": "rules",
    "try": "try", "essai": "try",
    "undo": "undo", "annuler": "undo",
    "say": "say", "dire": "say",
    "tell": "tell",
    "note": "note",
    "away": "away", "absent": "away",
    "remind": "remind", "rappel": "remind",
    "quiet": "quiet", "silence": "quiet",
    "news": "news", "nouvelles": "news",
    "resign": "resign", "abandonner": "resign",
    "plan": "plan",
}  # fmt: skip
_WORDLESS: Mapping[str, Command] = {
    "board": Board(),
    "history": History(),
    "standings": Standings(),
    "undo": Undo(),
    "resign": Resign(),
    "no plan": DropPlan(),
}
_NO_PLAN = re.compile(r"(?:no|drop (?:the |my )?|sans|pas de|aucun|annuler (?:le |mon )?)\s*plan")
_ALL = frozenset(("all", "everything", "tout", "tous", "toutes"))
_FIRST_WORD = re.compile(r"^[\W_]*([^\W\d_]+)[ \t]*[:,.!?–—-]*(?:\s+|$|(?<=[:,.!?–—-]))(.*)$", re.DOTALL)
_OFF = frozenset(
    ("off", "no", "none", "never", "non", "jamais", "aucun", "aucune", "rien", "fini", "over", "back", "retour")
)
_FROM_TO = frozenset(
    ("from", "du", "de", "to", "till", "until", "au", "a", "jusqu", "jusqu'au", "jusqu'a", "-", "–", "")
)
_UNTIL = frozenset(("until", "till", "to", "au", "jusqu'au", "jusqu'a"))
_HOURS_TO = frozenset(("from", "de", "to", "until", "a", "jusqu'a", "and", "et", "-"))
_NEWS: Mapping[str, Literal["round", "line", "daily", "turn"]] = {
    "round": "round", "rounds": "round", "manche": "round", "manches": "round", "tour": "round",
    "line": "line", "lines": "line", "move": "line", "moves": "line", "all": "line", "coup": "line", "coups": "line",
    "tout": "line", "tous": "line",
    "daily": "daily", "day": "daily", "jour": "daily", "quotidien": "daily", "quotidiennes": "daily",
    "turn": "turn", "never": "turn", "off": "turn", "none": "turn", "jamais": "turn", "question": "turn",
    "questions": "turn", "non": "turn",
}  # fmt: skip
_LONGEST_REMINDER = timedelta(days=14)  # longer than nearly every pace, so that more is a slip
_EVERYBODY = re.compile(
    r"^(?:à|a|to)\s+(?:tous|toutes|tout le monde|la table|all|everybody|everyone)\b[\s:,]*", re.IGNORECASE
)
_TO_SOMEBODY = re.compile(r"^(?:à|to)\s+(.*)$", re.IGNORECASE | re.DOTALL)
# What French says with "à" to everybody.
_NOT_SOMEBODY = frozenset(("bientot", "demain", "plus", "la", "propos", "mon", "vous", "votre", "ce", "cette", "moins"))


def seat_spellings(words: Words, colours: Sequence[str], players: Sequence[str]) -> Seats:
    """How seats may be named: by their colours in both languages, and by their players, unless two share a name."""
    names = [plain(player).strip() for player in players]
    return [
        (
            colour,
            *(words.name(colour, lang) for lang in words.tongues),
            *((player,) if names.count(plain(player).strip()) == 1 else ()),
        )
        for colour, player in zip(colours, players, strict=True)
    ]


def split_command(line: str) -> tuple[str, str] | None:
    """The command that the line begins with, by its English name, and the rest; None when it is no command."""
    if _NO_PLAN.fullmatch(plain(line).strip(" .!")):
        return "no plan", ""
    found = _FIRST_WORD.match(line)
    if not found:
        return None
    command = _COMMANDS.get(plain(found[1]).strip())
    return (command, found[2].strip() or found[0][found.end(1) :].strip(" \t:,.!–—-")) if command else None


def is_command(word: str) -> bool:
    return word in _COMMANDS


def read_command(command: str, rest: str, seats: Seats, read_try: Callable[[str], Try]) -> Command:
    """Misread when the words after the command mean nothing; what `read_try` raises goes through."""
    match command:
        case "help":
            return Help(rest)
        case "rules":
            return _rules(rest)
        case "say":
            return _say(rest, seats)
        case "tell":
            return _tell(rest, seats)
        case "note":
            return Note(_text(rest))
        case "away":
            return _away(rest)
        case "remind":
            return _remind(rest)
        case "quiet":
            return _quiet(rest)
        case "news":
            return _news(rest)
        case "plan":
            return _plan(rest)
        case "try":
            if not tokens(rest):
                raise Misread(Trouble.TRY_WHAT)
            return read_try(rest)
    if tokens(rest):
        raise Misread(Trouble.WORDS_AFTER)
    return _WORDLESS[command]


def _plan(rest: str) -> ShowPlan | TakePlan:
    """Alone it shows the plan; with numbers it takes what the mail suggests for these questions."""
    words = [word for word in tokens(rest) if word not in ("and", "et")]
    if not words:
        return ShowPlan()
    if len(words) == 1 and words[0] in _ALL:
        return TakePlan()
    if not all(word.isdecimal() and len(word) <= 2 for word in words):
        raise Misread(Trouble.PLAN_WHAT)
    return TakePlan(tuple(map(int, words)))


def _rules(rest: str) -> Rules:
    found = re.fullmatch(r"(?:[a-z]{2,5}-)?(\d{1,3}(?:\.\d{1,3}){0,3})?\.?", plain(rest).strip())
    if not found:
        raise Misread(Trouble.RULE_NUMBER)
    return Rules(found[1] or "")


def _say(rest: str, seats: Seats) -> TellAll | Tell:
    """`dire à anne …` is for Anne alone: what is meant for one must never be said to all."""
    public = _EVERYBODY.sub("", rest, count=1)
    if public != rest:
        return TellAll(_text(public))
    if found := _TO_SOMEBODY.match(rest):
        named = _seat(found[1], seats)
        if named is not None:
            return Tell(named[0], _text(named[1]))
        first = (tokens(found[1]) or [""])[0]
        if not rest.lower().startswith("to") and first not in _NOT_SOMEBODY:
            raise Misread(Trouble.TELL_WHOM)
    return TellAll(_text(rest))


def _tell(rest: str, seats: Seats) -> Tell:
    named = _seat(rest, seats) or _seat(re.sub(r"^(?:to|à)\s+", "", rest, flags=re.IGNORECASE), seats)
    if named is None:
        raise Misread(Trouble.TELL_WHOM)
    return Tell(named[0], _text(named[1]))


def _seat(text: str, seats: Seats) -> tuple[int, str] | None:
    """The seat that the text begins with, the longest name first, and what follows. Names are never guessed."""
    spelled = {"-".join(tokens(name)): seat for seat, names in enumerate(seats) for name in names if tokens(name)}
    words = re.split(r"(\s+)", text.strip(), maxsplit=6)
    for count in range(min(4, (len(words) + 1) // 2), 0, -1):
        name = "-".join(tokens("".join(words[: 2 * count - 1])))
        if name in spelled:
            return spelled[name], "".join(words[2 * count - 1 :]).lstrip(" \t:,–—-")
    return None


def _text(rest: str) -> str:
    text = " ".join(rest.split())
    if not any(char.isalnum() or not char.isascii() for char in text) and not text.strip(" :,.-"):
        raise Misread(Trouble.NO_TEXT)
    return text


def _away(rest: str) -> Away:
    text = plain_words(rest)
    if text.strip() in _OFF:
        return Away(None, None)
    try:
        days, between = days_in(text)
    except ValueError:
        raise Misread(Trouble.AWAY_DATES) from None
    if len(days) not in (1, 2) or not set(between) <= _FROM_TO:
        raise Misread(Trouble.AWAY_DATES)
    if len(days) == 1:
        # One day alone, or from now until that day.
        return Away(None, days[0]) if set(between) & _UNTIL else Away(days[0], days[0])
    if days[1] < days[0]:
        raise Misread(Trouble.AWAY_DATES)
    return Away(days[0], days[1])


def _remind(rest: str) -> Remind:
    text = plain_words(rest).strip()
    if text in _OFF:
        return Remind(())
    try:
        points = read_reminders(text)
    except BadField:
        raise Misread(Trouble.REMIND_HOURS) from None
    if not points or any(isinstance(each, Before) and each.length > _LONGEST_REMINDER for each in points):
        raise Misread(Trouble.REMIND_HOURS)
    return Remind(points)


def _quiet(rest: str) -> Quiet:
    text = plain_words(rest).strip()
    if text in _OFF:
        return Quiet(None)
    clocks, between = clocks_in(text)
    if len(clocks) != 2 or not set(between) <= _HOURS_TO:
        raise Misread(Trouble.QUIET_HOURS)
    try:
        hours = read_quiet_hours(*clocks)
    except BadField:
        raise Misread(Trouble.QUIET_HOURS) from None
    assert hours is not None, "neither is empty"
    return Quiet((hours.begins, hours.ends))


def _news(rest: str) -> News:
    words = [
        word
        for word in tokens(rest)
        if word not in ("every", "each", "a", "par", "chaque", "once", "une", "fois", "le")
    ]
    how = _NEWS.get(words[0]) if len(words) == 1 else None
    if how is None:
        raise Misread(Trouble.NEWS_HOW)
    return News(how)


def plain_words(text: str) -> str:
    """Lower case without accents, but with the apostrophes and dashes in one form."""
    return plain(text.replace("’", "'").replace("'", "\x00")).replace("\x00", "'")
