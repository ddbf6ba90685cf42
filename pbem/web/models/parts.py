"""What several pages are made of: links, forms, seats, the frame around a page."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.draw.theme import SEATS


@dataclass(frozen=True)
class Link:
    label: str
    url: str
    current: bool = False
    new: int = 0  # how many things there have not been seen
    newest: str = ""  # the last of them: the browser remembers up to where it has shown them


@dataclass(frozen=True)
class Chrome:
    """What the layout shows on every page."""

    lang: str
    languages: tuple[Link, ...] = ()  # this page in every language
    links: tuple[Link, ...] = ()  # at the head: my tables, the mailbox …
    told: str = ""  # one sentence about what has just happened
    told_badly: bool = False  # it is about something that did not work
    soon: bool = False  # something comes within seconds: the page looks again by itself


@dataclass(frozen=True)
class Form:
    """A form as it is shown: with what was typed, and what was wrong with it at the field it belongs to."""

    action: str
    values: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)  # sentences; under "" what belongs to no field
    hidden: Mapping[str, str] = field(default_factory=dict)  # tokens and signatures

    def value(self, name: str) -> str:
        """As it was typed, without what cannot be seen but turns the text around it."""
        found = self.values.get(name, "")
        typed = found if isinstance(found, str) else "".join(found[:1])
        return "".join(char for char in typed if char in "\r\n\t" or unicodedata.category(char)[0] != "C")

    def chosen(self, name: str) -> tuple[str, ...]:
        """The values of a field that may have several."""
        found = self.values.get(name, ())
        return (found,) if isinstance(found, str) else found

    def error(self, name: str) -> str:
        return self.errors.get(name, "")

    @property
    def first_error(self) -> str:
        """The field that is brought into view."""
        return next((name for name in self.errors if name), "")


@dataclass(frozen=True)
class SeatName:
    colour: str
    name: str

    @property
    def letter(self) -> str:
        return SEATS[self.colour].letter


@dataclass(frozen=True)
class TableHead:
    """Which table a page is about."""

    title: str
    game: str  # its id
    game_name: str
    round: str = ""  # "turn 5 of 8"
    seat: SeatName | None = None  # the reader's
    url: str = ""

    @property
    def rules_url(self) -> str:
        return f"/rules/{self.game}"


@dataclass(frozen=True)
class Deadline:
    until: str  # "Thursday 19 November, 18:00 (Paris)"
    left: str = ""  # "3 days"
    default: str = ""  # what is played then, in words


@dataclass(frozen=True)
class Option:
    value: str
    label: str
