"""The board and what stands beside it, on every page that shows a position."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from pbem.web.inlays import Inlay
from pbem.web.models.parts import Link, SeatName


@dataclass(frozen=True)
class BoardView:
    svg: Inlay
    label: str  # the picture in one sentence
    text: str  # the board in characters
    looks: tuple[Link, ...] = ()  # Now, With my draft
    legal: Link | None = None  # shows or hides what may be pressed; `current` while it is shown
    changes: Link | None = None
    pans: Mapping[str, str] = field(default_factory=dict)  # left, up, down, right, in, out, whole: where they lead
    is_whole: bool = True
    is_whole_when_small: bool = True  # small screens begin with a part, where a drawing names one


@dataclass(frozen=True)
class Cell:
    text: str
    after: str = ""  # with the draft, if that is another


@dataclass(frozen=True)
class PlayerRow:
    seat: SeatName
    is_reader: bool
    cells: tuple[Cell, ...]
    note: str = ""
    is_asked: bool = False


@dataclass(frozen=True)
class Change:
    number: int | None
    text: str


@dataclass(frozen=True)
class Section:
    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class PanelView:
    """A drawing beside the board: a chart, open cards."""

    heading: str
    svg: Markup


@dataclass(frozen=True)
class Position:
    board: BoardView
    panels: tuple[PanelView, ...]
    columns: tuple[str, ...]
    players: tuple[PlayerRow, ...]
    changes: tuple[Change, ...]
    sections: tuple[Section, ...]
    private: tuple[str, ...]  # what only the reader may see
