"""What letters are made of: the head, the desk with its links, buttons, talk, offers, plans.

A `Desk` is the table as one reader sees it, with the addresses that reader may press. All moments are aware; they are
told in the reader's zone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from pbem.play.plan_words import Step
from pbem.play.scene import MOST_AT_THE_END, MOST_CHANGES, Choice, Scene


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

    @cached_property
    def newest(self) -> Scene:
        """With as many changes as a mail holds; when the game is over, its story takes the room."""
        return self.scene.newest(MOST_AT_THE_END if self.scene.is_over else MOST_CHANGES)


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


NO_TALK = TurnTalk()


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
class ReadLine:
    """One line of the reader's mail: as it was written, and as it was understood (empty: not at all)."""

    written: str
    understood: str = ""


@dataclass(frozen=True)
class AnswerPart:
    """The answer to one request: sentences, lines as they are written, and a link."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    link: Action | None = None


@dataclass(frozen=True)
class Waiting:
    desk: Desk
    ask: int
    until: datetime | None
