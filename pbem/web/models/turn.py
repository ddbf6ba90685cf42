"""The turn page."""

from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from pbem.web.models.board import Position
from pbem.web.models.parts import Chrome, Deadline, Form, Link, TableHead

PICTURES_ACROSS = 5  # that stand side by side on a small screen
BUTTONS_AT_ONCE = 3
MOST_HEIGHT, MOST_CLOSED = 13, 8


@dataclass(frozen=True)
class OptionButton:
    label: str
    url: str
    price: str = ""
    notes: tuple[str, ...] = ()
    picture: Markup | None = None  # in the units of the board, so that the script can lay it there
    place: str = ""  # the place on the board that is the same press
    chosen: bool = False
    refused: bool = False
    shows: bool = False  # something is drawn when it is played
    is_default: bool = False


@dataclass(frozen=True)
class Stepper:
    """A number: one step down or up is a press, and any other is typed into a GET form whose field is `line`."""

    shown: OptionButton  # the move with the number that is shown
    value: int
    least: int
    most: int
    less_url: str  # empty at the end
    more_url: str
    form: Form  # with the line as far as the number among its hidden fields
    is_drafted: bool = False  # the number shown is in the draft already


@dataclass(frozen=True)
class Group:
    """Options that belong together, the best first. `kind` says how they are shown."""

    kind: Literal["places", "pictures", "buttons", "stepper"]
    heading: str  # the verb, or what was chosen so far
    asks: str  # what is to be chosen: "a tile"; empty where the buttons say it
    options: tuple[OptionButton, ...]
    more: tuple[OptionButton, ...] = ()  # shown on request
    stepper: Stepper | None = None
    again: bool = False  # they replace the last move of the draft

    @property
    def height(self) -> int:
        """On a small screen, in the units of `Turn.height`, with its heading."""
        count = len(self.options)
        match self.kind:
            case "pictures":
                return 5 if count <= PICTURES_ACROSS else 8
            case "stepper":
                return 2 if self.stepper is not None and self.stepper.is_drafted else 5
            case "places":
                return 3
            case _:
                return 1 + 2 * min(count, BUTTONS_AT_ONCE) + any(option.notes for option in self.options)


@dataclass(frozen=True)
class Step:
    """A move of the draft."""

    number: int
    place: str
    label: str
    cost: str
    notation: str
    hidden: bool = False  # not shown on the board: it draws something when it is played


@dataclass(frozen=True)
class RefusalText:
    what: str
    why: str
    rule: str = ""  # "6.12"
    rule_url: str = ""
    dropped: str = ""  # moves behind it, which are not in the draft either
    nothing: bool = False  # nothing at all may be played that begins so
    there: bool = False  # it answers a press on a place that is not marked, which was no attempt to play


@dataclass(frozen=True)
class Commit:
    line: str  # what is played, in the notation
    draft: str  # the same for the form
    what: str  # "K10, L10" or "Bid $3"
    cost: str
    added: str  # `done`, if it is added to what was drafted
    results: tuple[str, ...]  # what happens then, in words
    shows: bool  # something is drawn when it is played


@dataclass(frozen=True)
class Ready:
    """A whole line to choose at once."""

    label: str
    note: str
    url: str
    chosen: bool = False
    is_default: bool = False


@dataclass(frozen=True)
class Turn:
    """What the asked reader decides, from `turn_model.turn_of`."""

    prompt: str
    steps: tuple[Step, ...]
    total: str
    notes: tuple[str, ...]
    dangers: tuple[str, ...]
    refusal: RefusalText | None
    kinds: tuple[OptionButton, ...]  # the menu; empty where there is only one kind
    groups: tuple[Group, ...]  # what is open of it
    commit: Commit | None
    undo_url: str  # empty when there is nothing to undo
    restart_url: str
    ready: tuple[Ready, ...]  # without those that the groups show anyway
    on_the_board: bool = True  # a question of numbers or names does not need the board first
    is_choosing: bool = False  # a move is being written, or the moves of one place are listed

    @property
    def is_open(self) -> bool:
        """Whether something is chosen or refused: then a small screen has its head in one line."""
        return bool(self.undo_url or self.refusal)

    @property
    def height(self) -> int:
        """Of the bar at the bottom of a small screen, in units of 26 px: what is in it decides how much of the board is
        seen above it, and that is to be known without a script."""
        foot = 3 if self.undo_url else 0
        told = 3 if self.refusal else 0
        kinds = 0 if self.is_choosing or not self.kinds else 2 if len(self.kinds) <= 4 else 4
        most = MOST_HEIGHT if self.is_open else MOST_CLOSED
        return min(foot + told + kinds + sum(one.height for one in self.onward[:1]), most)

    @property
    def onward(self) -> tuple[Group, ...]:
        """As long as the line cannot be played, what leads on comes before what changes the last move."""
        return self.groups if self.commit is not None else tuple(sorted(self.groups, key=lambda one: one.again))


@dataclass(frozen=True)
class Advice:
    """What a patient bot would play. Without a form and without an address it is still thinking."""

    ask: Form | None = None
    label: str = ""
    url: str = ""
    is_late: bool = False  # nobody seems to think about it; the page does not look again by itself

    @property
    def is_awaited(self) -> bool:
        return self.ask is None and not self.url and not self.is_late


@dataclass(frozen=True)
class Guide:
    """In a first game: why the question is asked, in two sentences, and the press that ends it."""

    text: str
    off: Form


@dataclass(frozen=True)
class TurnPage:
    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    turn: Turn
    position: Position
    form: Form  # to commit: its hidden fields are the ask and the signature; `draft` is added by the template
    deadline: Deadline | None = None
    take_back: str = ""  # how long a line may be taken back, in a sentence
    write: Form | None = None  # a GET form whose field `line` holds moves that were typed
    host_url: str = ""
    leave_url: str = ""
    advice: Advice | None = None  # None: the host does not allow it
    planned: str = ""  # what the reader has planned for later, in a sentence
    plan_url: str = ""  # where more can be planned
    what_if_url: str = ""  # where the draft is played on for a try
    why_asked: str = ""  # why a question that was planned is asked
    guide: Guide | None = None
