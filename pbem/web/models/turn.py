"""The turn page."""

from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from pbem.web.models.board import Position
from pbem.web.models.parts import Chrome, Deadline, Form, Link, TableHead

SHORT = 12  # letters that fit three in a row


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
class Group:
    """Options that belong together, the best first. `kind` says how they are shown."""

    kind: Literal["places", "pictures", "buttons"]
    heading: str  # the verb, or what was chosen so far
    asks: str  # what is to be chosen: "a tile"; empty where the buttons say it
    options: tuple[OptionButton, ...]
    more: tuple[OptionButton, ...] = ()  # shown on request

    @property
    def are_numbers(self) -> bool:
        """Bids or amounts: many short buttons, which stand side by side."""
        return self.kind == "buttons" and all(
            len(option.label) <= SHORT and any(map(str.isdigit, option.label)) and not option.notes
            for option in (*self.options, *self.more)
        )


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
    groups: tuple[Group, ...]
    commit: Commit | None
    undo_url: str  # empty when there is nothing to undo
    restart_url: str
    ready: tuple[Ready, ...]  # without those that the groups show anyway
    on_the_board: bool = True  # a question of numbers or names does not need the board first


@dataclass(frozen=True)
class Advice:
    """What a patient bot would play. Without a form and without an address it is still thinking."""

    ask: Form | None = None
    label: str = ""
    url: str = ""

    @property
    def is_awaited(self) -> bool:
        return self.ask is None and not self.url


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
