"""The plan page: the questions ahead, with what is planned or suggested for them."""

from dataclasses import dataclass

from pbem.web.models.board import Position
from pbem.web.models.parts import Chrome, Form, Link, Option, TableHead
from pbem.web.models.turn import Turn


@dataclass(frozen=True)
class PlanChoice:
    number: int  # from 1: its place in the order of preference
    label: str
    effect: tuple[str, ...] = ()  # what it would do now
    dangers: tuple[str, ...] = ()
    is_last: bool = False


@dataclass(frozen=True)
class PlanStep:
    """One question ahead. Its forms name it by `key`; `act` tells what is pressed: take, drop, up-2, down-2, out-2."""

    number: int
    key: str
    question: str
    is_planned: bool
    choices: tuple[PlanChoice, ...]
    form: Form  # key, act
    limit: Form | None = None  # of an auction: limit, ask
    asks_above: bool = False
    more: tuple[Option, ...] = ()  # lines that can be added: `add`
    board_url: str = ""  # where another line is drafted
    always: bool = False
    any_cost: bool = False
    has_cost: bool = False
    is_later: bool = False  # it is better planned when another planning point has come


@dataclass(frozen=True)
class PlanPage:
    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    steps: tuple[PlanStep, ...]
    all: Form  # act: all, none
    position: Position | None = None  # after everything that comes before the last question
    is_asked: bool = False  # a question is open now: it is answered on the turn page
    what_if_url: str = ""

    @property
    def suggested(self) -> int:
        return sum(not (step.is_planned or step.is_later) for step in self.steps)

    @property
    def planned(self) -> int:
        return sum(step.is_planned for step in self.steps)


@dataclass(frozen=True)
class PlanStepPage:
    """The board of one question ahead, with a draft: what would be played there."""

    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    step: int
    question: str
    turn: Turn
    position: Position
    form: Form  # key, act, add
    back_url: str
