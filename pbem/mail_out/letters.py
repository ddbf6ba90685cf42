"""The data that each kind of mail is rendered from. `letter_text.py` turns it into words, `mime.py` into bytes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import ClassVar

from engine.core.course import BestLine, Course
from engine.core.play import preview
from engine.core.refusal import MoveError
from engine.core.sheet import Panel
from pbem.mail_out.letter_parts import (
    NO_PLAN,
    NO_TALK,
    Action,
    AnswerPart,
    Desk,
    Offers,
    PlanPart,
    ReadLine,
    Said,
    TurnTalk,
    Waiting,
)
from pbem.play.numbers import numbered, with_numbers
from pbem.play.scene import Choice, Scene
from pbem.play.story import Story
from pbem.store.mail_kind import MailKind

MOST_PICTURES = 2  # in a reminder of several tables; further ones show the text board


@dataclass(frozen=True)
class Letter:
    """The base of all kinds: what is common to templates and to the outbox. `KIND` names the templates."""

    KIND: ClassVar[MailKind]

    @property
    def pictured(self) -> tuple[Scene, ...]:
        """The positions that are shown as pictures, in their order in the mail."""
        return ()

    @property
    def offers(self) -> Mapping[int, Offers]:
        """The numbered choices of each question that the mail asks: an answer may be a number."""
        return {}

    @property
    def panels(self) -> tuple[Panel, ...]:
        """What is drawn beside the board, where the mail is about one position."""
        return ()


@dataclass(frozen=True)
class _AtDesk(Letter):
    desk: Desk

    @property
    def pictured(self) -> tuple[Scene, ...]:
        return (self.desk.newest,)

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        return self.desk.newest.panels()


@dataclass(frozen=True)
class _Asking(_AtDesk):
    """A letter that asks the reader something, or asks it again, if the seat has a question."""

    @property
    def asked(self) -> int | None:
        """The question; None where there is none to be answered."""
        ask: int | None = getattr(self, "ask", None)
        return ask if self.desk.scene.is_asked else None

    @property
    def first_choices(self) -> tuple[str, ...]:
        """Lines that come before all others: what may have been meant."""
        return ()

    @property
    def asks_back(self) -> bool:
        return False

    @cached_property
    def offers(self) -> Mapping[int, Offers]:
        if self.asked is None:
            return {}
        scene = self.desk.scene
        first = tuple(scene.choice(line) for line in self.first_choices if _is_open(scene, line))
        others = (choice for choice in scene.choices if choice.line not in self.first_choices)
        choices = with_numbers(scene, (*first, *others))
        return {self.asked: Offers(choices, len(first), self.asks_back)}


def _is_open(scene: Scene, line: str) -> bool:
    """Whether the line can be played now, or goes on: somebody else may have played meanwhile."""
    try:
        preview(scene.game, scene.state, scene.reader or 0, scene.game.read(line, scene.state))
    except MoveError:
        return False
    return True


@dataclass(frozen=True)
class YourTurn(_Asking):
    KIND: ClassVar[MailKind] = MailKind.TURN

    ask: int
    until: datetime | None  # None: this table has no deadlines
    host_decides: bool = False  # at the deadline the host is asked, and the default played only after that
    talk: TurnTalk = NO_TALK
    plan: PlanPart = NO_PLAN
    guide: str = ""  # in a first game, why this is asked


@dataclass(frozen=True)
class Started(_AtDesk):
    """The table has begun. The seats that are asked first get the turn mail instead of this one."""

    KIND: ClassVar[MailKind] = MailKind.STARTED

    pace: str  # one sentence
    until: datetime | None = None
    plan: PlanPart = NO_PLAN


@dataclass(frozen=True)
class News(_AtDesk):
    """The new board for somebody who is not asked."""

    KIND: ClassVar[MailKind] = MailKind.NEWS

    until: datetime | None = None  # of whoever is asked
    talk: TurnTalk = NO_TALK
    plan: PlanPart = NO_PLAN


@dataclass(frozen=True)
class Receipt(_Asking):
    """A mailed line was played. If the same seat goes on, this is the new question too."""

    KIND: ClassVar[MailKind] = MailKind.RECEIPT

    played: str  # the line, in words
    forgiven: tuple[tuple[str, str], ...] = ()  # typing errors: what was written, what was understood
    done_added: bool = False
    undo_url: str = ""
    undo_until: datetime | None = None
    ask: int | None = None
    until: datetime | None = None
    notes: tuple[str, ...] = ()  # what else the mail asked for, and what came of it
    plan: PlanPart = NO_PLAN
    host_decides: bool = False  # at the deadline
    talk: TurnTalk = NO_TALK


@dataclass(frozen=True)
class Refused(_Asking):
    """A mailed line was not played: what was understood, why not, what would be legal. The question stays open."""

    KIND: ClassVar[MailKind] = MailKind.REFUSED

    read: tuple[ReadLine, ...]
    why: str
    rule: str = ""  # the numbered statement it rests on
    legal: tuple[str, ...] = ()  # the legal lines that are nearest to what was written
    legal_count: int = 0  # how many there are in all
    ask: int | None = None
    until: datetime | None = None
    notes: tuple[str, ...] = ()

    @property
    def first_choices(self) -> tuple[str, ...]:
        return self.legal


@dataclass(frozen=True)
class Answer(_Asking):
    """What a mail asked for besides playing: help, the board, the history, a line tried out."""

    KIND: ClassVar[MailKind] = MailKind.ANSWER

    parts: tuple[AnswerPart, ...]
    ask: int | None = None
    until: datetime | None = None
    tried: bool = False  # the board shows a line that was not played
    offered: tuple[str, ...] = ()  # a question back: the lines that may be meant

    @property
    def asked(self) -> int | None:
        return None if self.tried else super().asked

    @property
    def first_choices(self) -> tuple[str, ...]:
        return self.offered

    @property
    def asks_back(self) -> bool:
        return bool(self.offered)


@dataclass(frozen=True)
class DefaultPlayed(_AtDesk):
    """The deadline passed and the printed default was played."""

    KIND: ClassVar[MailKind] = MailKind.DEFAULT

    label: str  # of the line, as the turn mail named it
    line: str
    passed: datetime
    in_a_row: int = 1
    host_may_replace: bool = False  # so many that the seat may now be handed over


@dataclass(frozen=True)
class GameOver(_AtDesk):
    KIND: ClassVar[MailKind] = MailKind.OVER

    proof_url: str
    record_url: str
    course: Course
    best: tuple[BestLine, ...] = ()
    rematch_url: str = ""  # empty: this reader cannot open one

    @cached_property
    def story(self) -> Story:
        return Story(self.desk.scene, self.course, self.best)

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        return (self.story.panel, *super().panels)


@dataclass(frozen=True)
class Reminder(Letter):
    """All tables that wait for one reader, however many, in one mail."""

    KIND: ClassVar[MailKind] = MailKind.REMINDER

    waiting: tuple[Waiting, ...]
    me_url: str

    @property
    def most_urgent_first(self) -> tuple[Waiting, ...]:
        return tuple(sorted(self.waiting, key=_urgency))

    @property
    def pictured(self) -> tuple[Scene, ...]:
        return tuple(waiting.desk.newest for waiting in self.most_urgent_first[:MOST_PICTURES])

    @cached_property
    def offers(self) -> Mapping[int, Offers]:
        return {waiting.ask: Offers(numbered(waiting.desk.scene)) for waiting in self.waiting}


def _urgency(waiting: Waiting) -> tuple[bool, float]:
    return waiting.until is None, waiting.until.timestamp() if waiting.until else 0


@dataclass(frozen=True)
class Talk(Letter):
    """Somebody said something; a thread of its own."""

    KIND: ClassVar[MailKind] = MailKind.TALK

    desk: Desk
    said: Said
    later: tuple[Said, ...] = ()  # what else was said to all before the mail left


@dataclass(frozen=True)
class Invitation(Letter):
    KIND: ClassVar[MailKind] = MailKind.INVITATION

    host: str
    title: str
    game: str  # its name in the reader's language
    seats: tuple[str, ...]  # everybody at the table, bots too
    pace: str  # one sentence
    commitment: str
    join_url: str
    decline_url: str
    block_url: str
    rules_url: str
    options: tuple[str, ...] = ()  # what differs from the standard, in words
    is_host: bool = False  # the reader has opened the table
    greeting: str = ""  # the host's own words
    is_running: bool = False  # a seat is to be taken over
    idea: tuple[str, ...] = ()  # what the game is about, in three sentences


@dataclass(frozen=True)
class ConfirmAddress(Letter):
    KIND: ClassVar[MailKind] = MailKind.CONFIRM

    address: str
    url: str
    why: str = ""  # one sentence: what waits for it


@dataclass(frozen=True)
class NewLink(Letter):
    """The keys, mailed again: one for each table, and one for the reader's own page."""

    KIND: ClassVar[MailKind] = MailKind.LINK

    tables: tuple[Action, ...]
    me_url: str


@dataclass(frozen=True)
class HostQuestion(Letter):
    """The host decides something: a deadline passed, somebody wants to leave."""

    KIND: ClassVar[MailKind] = MailKind.HOST

    title: str
    game: str
    question: str
    facts: tuple[str, ...]
    actions: tuple[Action, ...]
    until: datetime | None = None
    otherwise: str = ""  # what happens when the host says nothing


@dataclass(frozen=True)
class Notice(Letter):
    """Anything else that has to be said, with at most a few buttons."""

    KIND: ClassVar[MailKind] = MailKind.NOTICE

    heading: str
    paragraphs: tuple[str, ...]
    actions: tuple[Action, ...] = ()
    title: str = ""  # of the table, if it is about one
    by_mail: str = ""  # how it can be answered by mail
    moves: tuple[tuple[int, Choice], ...] = ()  # what `yes` plays, by question

    @property
    def offers(self) -> Mapping[int, Offers]:
        return {ask: Offers((choice,), 1, asks_back=True) for ask, choice in self.moves}
