"""Messages become sentences here: for the command line, pages and mails alike.

A game's `words/en.toml` and `words/fr.toml` hold, under `say`, one template for each message id. A template names its
parameters and how each is written: `{seat:seat} paid {cost:money}`. The ways are

    (none)   a number or a text as it is; a message inside a message is rendered
    seat     a seat, by the name of its player
    name     a word of the game (`st-louis`), by its name under `names`
    names    several of them, joined
    money    an amount

An entry with `one` and `other` (and perhaps `zero`) is chosen by the parameter named in `by`, which is `n` if nothing
is said. Under `names` stand the names of words, under `verbs` how verbs are written, the first as shown, all as read,
under `read` other spellings of names, under `kinds` what a menu calls the moves of a verb, where it is not the verb,
under `options` a sentence about a choice of the host.

Under `other` stand further words for verbs and names, and under `reading` what else people write around a move
(`phrases.py`). What a game lists there is added to what core lists.
"""

import string
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from engine.core.say import Param, Say

LANGUAGES = ("en", "fr")


@dataclass(frozen=True)
class Template:
    by: str
    zero: str | None
    one: str
    other: str

    def choose(self, params: Mapping[str, Param], lang: str) -> str:
        number = params.get(self.by)
        if not isinstance(number, int):
            return self.other
        if number == 0 and self.zero is not None:
            return self.zero
        # French counts nought as singular.
        return self.one if number == 1 or (number == 0 and lang == "fr") else self.other

    @cached_property
    def parameters(self) -> frozenset[str]:
        texts = [text for text in (self.zero, self.one, self.other) if text is not None]
        named = {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}
        return frozenset(named)


@dataclass(frozen=True)
class Tongue:
    """The words of one language."""

    lang: str
    say: Mapping[str, Template]
    names: Mapping[str, str]
    verbs: Mapping[str, tuple[str, ...]]
    read: Mapping[str, tuple[str, ...]]
    other: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reading: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)  # a game has one, and what it says is kept by it
class Words:
    tongues: Mapping[str, Tongue]

    def render(self, message: Say, lang: str, seats: Sequence[str] = ()) -> str:
        """The sentence. `seats` are the names of the players; without them seats are numbered."""
        return _Writer(self.tongues[lang], seats).said(message)

    def name(self, word: str, lang: str) -> str:
        return self.tongues[lang].names.get(word, word)

    def verb(self, verb: str, lang: str) -> str:
        spellings = self.tongues[lang].verbs.get(verb)
        return spellings[0] if spellings else verb

    def about(self, option: str, lang: str) -> str:
        """What an option of the host changes, in a sentence; empty where its name says it."""
        return self.tongues[lang].options.get(option, "")

    def kind(self, verb: str, lang: str) -> str:
        """The moves of a verb, as a menu calls them."""
        return self.tongues[lang].kinds.get(verb) or self.verb(verb, lang)


@cache
def _parts(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template as literals, each with the parameter behind it and how that is written: taken apart only once."""
    return tuple((literal, name, way or "") for literal, name, way, _ in string.Formatter().parse(text))


class _Writer:
    """Writes one message with all that is in it: hundreds of them for a page, so nothing is looked up twice."""

    __slots__ = ("lang", "names", "say", "seats")

    def __init__(self, tongue: Tongue, seats: Sequence[str]) -> None:
        self.lang, self.say, self.names = tongue.lang, tongue.say, tongue.names
        self.seats = seats

    def said(self, message: Say) -> str:
        template = self.say.get(message.id)
        if template is None:
            raise KeyError(f"no words for {message.id!r} in {self.lang}")
        params = message.params
        parts = _parts(template.choose(params, self.lang))
        return "".join(
            [literal if name is None else literal + self.written(params[name], way) for literal, name, way in parts]
        )

    def written(self, value: Any, spec: str) -> str:
        if isinstance(value, Say):
            return self.said(value)
        if isinstance(value, tuple):
            way = "name" if spec == "names" else spec
            return self.join([self.written(item, way) for item in value], spec)
        if spec == "seat":
            return self.seats[value] if value < len(self.seats) else f"#{value + 1}"
        if spec == "name":
            word = str(value)
            return self.names.get(word, word)
        if spec == "money":
            sign, amount = ("−" if value < 0 else ""), abs(value)
            return f"{sign}{amount}\N{NO-BREAK SPACE}$" if self.lang == "fr" else f"{sign}${amount}"
        return f"−{-value}" if isinstance(value, int) and value < 0 else str(value)

    def join(self, parts: list[str], spec: str) -> str:
        if spec != "names" or len(parts) < 2:
            return ", ".join(parts)
        last = " et " if self.lang == "fr" else " and "
        return ", ".join(parts[:-1]) + last + parts[-1]


class _Tongues(Mapping[str, Tongue]):
    """Each language is read when somebody first speaks it: a server starts sooner, and few tables need both."""

    def __init__(self, load: Callable[[str], Tongue]) -> None:
        self._load = cache(load)

    def __getitem__(self, lang: str) -> Tongue:
        if lang not in LANGUAGES:
            raise KeyError(lang)
        return self._load(lang)

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


def load_words(*packages: str, finish: Callable[[Tongue], Tongue] = lambda tongue: tongue) -> Words:
    """The words of core and of the named packages, later ones over earlier ones; `finish` adds what files cannot."""
    return Words(_Tongues(lambda lang: finish(_load_tongue(lang, ("engine.core", *packages)))))


def _load_tongue(lang: str, packages: Sequence[str]) -> Tongue:
    merged: dict[str, dict[str, Any]] = {
        "say": {},
        "names": {},
        "verbs": {},
        "read": {},
        "other": {},
        "reading": {},
        "kinds": {},
        "options": {},
    }
    for package in packages:
        source = files(package) / "words" / f"{lang}.toml"
        for part, entries in tomllib.loads(source.read_text("utf-8")).items():
            if part in ("other", "reading"):
                entries = {use: (*merged[part].get(use, ()), *phrases) for use, phrases in entries.items()}
            merged[part].update(entries)
    return Tongue(
        lang,
        {id: _template(entry) for id, entry in merged["say"].items()},
        merged["names"],
        {verb: tuple(spellings) for verb, spellings in merged["verbs"].items()},
        {word: tuple(spellings) for word, spellings in merged["read"].items()},
        {word: tuple(spellings) for word, spellings in merged["other"].items()},
        merged["reading"],
        merged["kinds"],
        merged["options"],
    )


def _template(entry: str | dict[str, str]) -> Template:
    if isinstance(entry, str):
        return Template("", None, entry, entry)
    return Template(entry.get("by", "n"), entry.get("zero"), entry["one"], entry["other"])
