"""What a person may ask for by mail, and why a line is not understood."""

from dataclasses import dataclass
from datetime import date, time
from enum import StrEnum
from typing import Literal

from engine.core.move import Line
from engine.core.say import Say
from pbem.pacing.reminder_times import Point


@dataclass(frozen=True)
class Moves:
    """One line, to be played whole or not at all. `forgiven` are typing errors that were corrected. A line that is not
    `sure` is played only if it can be taken back. `then` was written for later questions."""

    line: Line
    forgiven: tuple[tuple[str, str], ...] = ()
    sure: bool = True
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class Doubt:
    """Moves that are not clear: they are asked about, with the likeliest lines."""

    why: Say
    choices: tuple[Line, ...]


@dataclass(frozen=True)
class Chat:
    """No order at all; `polite` if there is nothing in it but courtesies."""

    text: str
    polite: bool = False


@dataclass(frozen=True)
class Try:
    line: Line
    forgiven: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Help:
    topic: str = ""


@dataclass(frozen=True)
class Board:
    pass


@dataclass(frozen=True)
class History:
    pass


@dataclass(frozen=True)
class Standings:
    pass


@dataclass(frozen=True)
class Rules:
    number: str = ""  # "5.3", or "5" for a chapter; empty: all of them


@dataclass(frozen=True)
class Undo:
    pass


@dataclass(frozen=True)
class TellAll:
    """`say`: to the whole table."""

    text: str


@dataclass(frozen=True)
class Tell:
    """To one seat alone, by its number from 0."""

    seat: int
    text: str


@dataclass(frozen=True)
class Note:
    text: str


@dataclass(frozen=True)
class Away:
    """Without `first` from now on; without both the absence is over."""

    first: date | None
    last: date | None


@dataclass(frozen=True)
class Remind:
    """At these points of the time to answer; none: no reminders."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class Quiet:
    """From one local time to another; None: no quiet hours."""

    hours: tuple[time, time] | None


@dataclass(frozen=True)
class News:
    how: Literal["round", "line", "daily", "turn"]


@dataclass(frozen=True)
class Resign:
    pass


@dataclass(frozen=True)
class ShowPlan:
    pass


@dataclass(frozen=True)
class TakePlan:
    """What a mail suggests for the questions with these numbers; none: for all of them."""

    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class DropPlan:
    pass


Command = (
    Try | Help | Board | History | Standings | Rules | Undo | TellAll | Tell | Note | Away | Remind | Quiet | News
    | Resign | ShowPlan | TakePlan | DropPlan
)  # fmt: skip
Order = Moves | Doubt | Chat | Command
FOR_THE_PERSON = (Help, Away, Remind, Quiet, News)  # they concern no table


class Trouble(StrEnum):
    """Why a line is not understood, where the engine has no words for it."""

    WORDS_AFTER = "words-after"  # a command that takes no words has some
    RULE_NUMBER = "rule-number"
    AWAY_DATES = "away-dates"
    REMIND_HOURS = "remind-hours"
    QUIET_HOURS = "quiet-hours"
    NEWS_HOW = "news-how"
    TELL_WHOM = "tell-whom"
    NO_TEXT = "no-text"
    TRY_WHAT = "try-what"
    PLAN_WHAT = "plan-what"
    TRY_OR_PLAY = "try-or-play"  # a mail that tries one line and plays another
    TABLE_MISSING = "table-missing"  # a digest: which table?
    TABLE_UNKNOWN = "table-unknown"
    WHOSE_LINE = "whose-line"  # it may go on from the line above, or be something else
    BELOW_THE_MARK = "below-the-mark"  # it looks like moves, and stands where nothing is read
    TOO_LONG = "too-long"
