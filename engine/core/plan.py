"""What a seat has planned: answers to questions that are not asked yet. Plain data, kept as JSON.

    plan = Plan((Intention("3/actions", (Choice("take.engineer"), Choice("take.locomotive"))),))
    plan = plan.with_intention(Intention("3/auction", (Choice("upto.5"),)))
    stored = plan.encode();  Plan.decode(stored) == plan

`ahead.py` makes choices with what they did when they were made, `follow.py` plays them.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.say import Say

Effect = Mapping[str, Any]  # of one event, as plain values


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way to answer: a whole line in canonical spelling, or a standing form (see `standing_forms.py`).

    The other fields say what it did in the position in which it was made; `follow` compares them with the true one.
    """

    form: str
    label: Say | None = None  # in words, as its button showed it
    effect: tuple[Effect, ...] | None = None  # None for a standing form, which is decided when the question comes
    told: tuple[Say, ...] = ()  # the same events in words
    dangers: tuple[Say, ...] = ()
    # The seat's own answers before it that it was made for: a key, and the lines that it goes with.
    after: Mapping[str, tuple[str, ...]] = {}
    instead: bool = False  # only if nothing before it is possible at all, as another has taken it

    def said(self) -> Say:
        return self.label or Say("text", {"text": self.form})


class Intention(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to one question: its choices in the order of preference.

    In an auction, or where several pieces are placed one by one, all questions have one key, and the intention answers
    each of them with its first choice that is still possible: so a list of stations is worked off.
    """

    key: str
    choices: tuple[Choice, ...]
    always: bool = False  # for the same question of every turn
    any_cost: bool = False  # whatever it costs

    def replaces(self, other: "Intention") -> bool:
        """Whether the other one does not stand any more beside this later one."""
        return self.key == other.key or (self.always and other.stands_for(self.key))

    def stands_for(self, key: str) -> bool:
        """Whether it is a standing order for this question, of whatever turn."""
        return self.always and in_any_turn(self.key) == in_any_turn(key)


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    intentions: tuple[Intention, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.intentions)

    def named(self, key: str) -> Intention | None:
        return next((intention for intention in self.intentions if intention.key == key), None)

    def standing(self, key: str) -> Intention | None:
        """The standing order for this question, made in whatever turn."""
        return next((one for one in self.intentions if one.stands_for(key)), None)

    def with_intention(self, intention: Intention) -> "Plan":
        """The later one stands: it replaces what was planned for the same question."""
        kept = (one for one in self.intentions if not intention.replaces(one))
        return Plan((*kept, intention))

    def without(self, key: str) -> "Plan":
        return Plan(tuple(intention for intention in self.intentions if intention.key != key))

    def after_turn(self, key: str) -> "Plan":
        """What is left when a question of another turn or round is asked: the standing orders."""
        frame = frame_of(key)
        kept = (one for one in self.intentions if one.always or frame_of(one.key) == frame)
        return Plan(tuple(kept))

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @staticmethod
    def decode(stored: bytes | str) -> "Plan":
        return _DECODER.decode(stored)


_DECODER = msgspec.json.Decoder(Plan)


def frame_of(key: str) -> str:
    """The turn or round that a key belongs to."""
    return key.partition("/")[0]


def in_any_turn(key: str) -> str:
    """The question without its turn or round: `goods/2` for "3/goods/2"."""
    return key.partition("/")[2]


def kind_of(key: str) -> str:
    """What is asked, whatever the turn: `goods` for "3/goods/2"."""
    return key.split("/")[1]
