"""A game that is played on for a try."""

from dataclasses import dataclass

from pbem.web.models.board import Position
from pbem.web.models.parts import Chrome, Link, SeatName, TableHead
from pbem.web.models.table import Result
from pbem.web.models.turn import Turn


@dataclass(frozen=True)
class TriedLineView:
    seat: SeatName
    told: tuple[str, ...]
    before_url: str  # where it is taken back, with what followed it


@dataclass(frozen=True)
class WhatIfPage:
    """Everything that can be pressed is an address: nothing is stored."""

    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    ply: int  # of the line after which it begins
    example: int
    lines: tuple[TriedLineView, ...]
    position: Position
    turn: Turn | None  # of whoever is asked; None when the game is over
    question: str
    asked: SeatName | None
    is_own: bool  # the reader's own seat is asked
    play_url: str  # plays the draft; empty as long as it is no whole line
    others_url: str  # lets the others play until the reader's seat is asked
    another_url: str
    restart_url: str
    is_full: bool = False  # no further line has a place in the address
    results: tuple[Result, ...] = ()
