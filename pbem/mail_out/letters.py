"""The data that each kind of mail is rendered from. `letter_text.py` turns it into words, `mime.py` into bytes.

A letter about a position has a `Desk`: the table as one reader sees it, with the addresses that reader may press. All
moments are aware; they are told in the reader's zone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import ClassVar

import msgspec

from engine.core.course import BestLine, Course
from engine.core.play import preview
from engine.core.refusal import MoveError
from engine.core.sheet import Drawing, Panel
from pbem.play.numbers import numbered, with_numbers
from pbem.play.plan_words import Step
from pbem.play.scene import MOST_CHANGES, Choice, Scene
from pbem.play.story import Story
from pbem.store.mail_kind import MailKind

MOST_PICTURES = 2  # in a reminder of several tables; further ones show the text board


@dataclass(frozen=True)
class Letterhead:
    """Everything about a mail but what it says. Ids are without angle brackets, `local@domain`."""

    to: str  # the reader's address
    name: str
    lang: str
    zone: str  # such as Europe/Paris
    sender: str  # the one address that all mails come from
    domain: str  # of Message-IDs and the List-Id
    base_url: str  # of the site, without a slash at its end
    instance: str  # of this server, so that it knows its own mails when they come back
    message_id: str
    date: datetime
    reply_to: str = ""  # empty: nobody reads answers to this mail
    thread: str = ""  # the id that every mail of the thread refers to
    in_reply_to: str = ""
    list_id: str = ""  # such as table-42.play.example.org
    unsubscribe_url: str = ""
    unsubscribe_mailto: str = ""
    service: str = "Railpost"


@dataclass(frozen=True)
class Links:
    """What a reader may press at one table. `choice` gives the address of the board with a line as the draft."""

    board: str
    choice: Callable[[str], str]
    history: str
    talk: str
    settings: str
    away: str
    rules: str

    def rule(self, number: str) -> str:
        return f"{self.rules}#{number}"


@dataclass(frozen=True)
class Desk:
    """A table before its reader."""

    title: str
    number: int
    scene: Scene
    links: Links
    shown: Scene | None = None  # the position that the reader's last mail of this round has shown


@dataclass(frozen=True)
class Said:
    """Something said at the table."""

    seat: int
    text: str
    at: datetime
    to: int | None = None  # said to this seat only


@dataclass(frozen=True)
class Action:
    """A button: what it does, what follows, where it leads."""

    label: str
    url: str
    note: str = ""


@dataclass(frozen=True)
class Offers:
    """The numbered choices below a question. The `first` ones are nearest to what the reader wrote; if we ask back
    which of them is meant, `yes` takes the first of all."""

    choices: tuple[Choice, ...]
    first: int = 0
    asks_back: bool = False


@dataclass(frozen=True)
class TurnTalk:
    """The end of the table talk in a turn mail: what was said last, and how much there is."""

    last: tuple[Said, ...] = ()
    total: int = 0


@dataclass(frozen=True)
class PlanPart:
    """What a mail says about the plans of its reader, and where more can be planned."""

    why_asked: str = ""  # why the question is asked although it was planned
    played: tuple[str, ...] = ()  # lines that were played as planned, in words
    steps: tuple[Step, ...] = ()  # the questions ahead; none where nothing can be planned
    url: str = ""  # of the plan page

    @property
    def suggested(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if not step.is_planned)


NO_PLAN = PlanPart()


@dataclass(frozen=True)
class Letter:
    """The base of all kinds: what is common to templates and to the outbox. `KIND` names the templates."""

    KIND: ClassVar[MailKind]

    @property
    def pictured(self) -> tuple[Scene, ...]:
        """The positions that are shown as pictures, in their order in the mail."""
        return ()

    @property
    def offers(self) -> Mapping[int, "Offers"]:
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
        return (self.desk.scene,)

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        return self.desk.scene.newest(MOST_CHANGES).panels()


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
    talk: TurnTalk = TurnTalk()
    plan: PlanPart = NO_PLAN


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
    talk: TurnTalk = TurnTalk()
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
    talk: TurnTalk = TurnTalk()


@dataclass(frozen=True)
class ReadLine:
    """One line of the reader's mail: as it was written, and as it was understood (empty: not at all)."""

    written: str
    understood: str = ""


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
class AnswerPart:
    """The answer to one request: sentences, lines as they are written, and a link."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    link: Action | None = None


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
class Waiting:
    desk: Desk
    ask: int
    until: datetime | None


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
        return tuple(waiting.desk.scene for waiting in self.most_urgent_first[:MOST_PICTURES])

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


@dataclass(frozen=True)
class ToDraw:
    """A picture to be. The key names all that it is drawn from, so that a picture is found without drawing it."""

    key: bytes
    draw: Callable[[], Drawing] = field(compare=False, repr=False)

    @cached_property
    def drawing(self) -> Drawing:
        return self.draw()


def drawings(letter: Letter) -> tuple[ToDraw, ...]:
    """What has to be drawn for the letter, the boards first; `letter_text.write` takes the pictures in this order."""
    boards = [_board(scene.newest(MOST_CHANGES)) for scene in letter.pictured]
    beside = [_panel(letter.pictured[0].newest(MOST_CHANGES), n, panel) for n, panel in enumerate(letter.panels)]
    return (*boards, *beside)


def _board(scene: Scene) -> ToDraw:
    # Addresses help where hexes are typed, and are clutter everywhere else.
    addresses = scene.advice is not None and scene.advice.on_the_board
    return ToDraw(_key(scene, f"board {addresses}"), lambda: scene.drawing(addresses=addresses))


def _panel(scene: Scene, number: int, panel: Panel) -> ToDraw:
    return ToDraw(_key(scene, f"panel {number}") + panel.drawn_from, lambda: panel.drawing)


def _key(scene: Scene, what: str) -> bytes:
    return scene.seen + what.encode() + msgspec.json.encode(scene.marks)
