"""How the moves of a game may be written, from the same data by which they are read: for `help`, and for docs."""

from dataclasses import dataclass

from engine.core.game import AnyGame
from engine.core.move import Kind
from engine.core.vocabulary import vocabulary

EXAMPLES = 4  # words of a kind that are named


@dataclass(frozen=True)
class Slot:
    """A word after the verb: what kind it is, in words, and some examples; `many` if more may follow."""

    kind: str
    examples: tuple[str, ...]
    many: bool


@dataclass(frozen=True)
class Rule:
    """How one kind of move is written."""

    verb: str
    shown: str  # the verb in the reader's language
    spellings: tuple[str, ...]  # by which it is known exactly
    sayings: tuple[str, ...]  # by which it is understood in a sentence
    slots: tuple[Slot, ...]

    @property
    def form(self) -> str:
        """`deliver <good> <city> <stop> …`"""
        return " ".join((self.shown, *(f"<{slot.kind}>" + (" …" if slot.many else "") for slot in self.slots)))


def grammar(game: AnyGame, lang: str) -> tuple[Rule, ...]:
    """Of every verb, in the order of the phases, in the words of one language."""
    tongue = game.words.tongues[lang]
    lexicon = game.lexicon(game.full_options({}))

    def slot(kind: Kind, many: bool) -> Slot:
        words = lexicon.get(kind.name, ())
        named = (game.words.name(word, lang) for word in words[:EXAMPLES])
        return Slot(kind.name, tuple(dict.fromkeys(named)), many)

    return tuple(
        Rule(
            verb,
            game.words.verb(verb, lang),
            tuple(tongue.verbs.get(verb, (verb,))),
            tuple(tongue.other.get(verb, ())),
            tuple(slot(each.kind, each.many) for each in cls.slots()),
        )
        for verb, cls in game.verbs.items()
    )


def verb_meant(game: AnyGame, text: str) -> str | None:
    """The verb that somebody asks about (`help build`), by any word for it; None if there is none or several."""
    marks = vocabulary(game, game.full_options({})).read(text, game.verbs)
    exact = vocabulary(game, game.full_options({})).begun
    own = {word for mark in marks for sort, word in exact.get(mark.typed, ()) if sort == "verb"}
    meant = own or {word for mark in marks for word in mark.words("verb")}
    return meant.pop() if len(meant) == 1 else None
