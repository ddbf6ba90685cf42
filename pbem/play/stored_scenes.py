"""Scenes from the database: a table at a ply as one seat, or nobody, sees it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from engine.core.course import BestLine, Course, Written, best_lines, course
from pbem.play.scene import Scene, seat_names
from pbem.store.asks import IS_OPEN
from pbem.store.models import Ask, Line, Seat, Table, User
from pbem.store.positions import game_of, news_between, state_at, unpack_events, unpack_state

MOST_TOLD = 2  # sentences of a line that is named and not shown
_SEATS = select(Seat.name, Seat.colour).where(col(Seat.table_id) == bindparam("table")).order_by(col(Seat.number))


@dataclass(frozen=True)
class SeatRow:
    """A seat with the person on it, if there is one."""

    seat: Seat
    user: User | None


def seated(session: Session, table: Table) -> list[SeatRow]:
    rows = session.exec(
        select(Seat, User)
        .join(User, col(User.id) == col(Seat.user_id), isouter=True)
        .where(Seat.table_id == table.id)
        .order_by(col(Seat.number))
    ).all()
    return [SeatRow(seat, user) for seat, user in rows]


def names_at(session: Session, table: Table, lang: str) -> tuple[str, ...]:
    seats = session.exec(_SEATS, params={"table": table.id}).all()
    return seat_names([name for name, _ in seats], [colour for _, colour in seats], game_of(table), lang)


def scene_at(
    session: Session, table: Table, reader: int | None, lang: str, ply: int | None = None, since: int | None = None
) -> Scene:
    """The position after a ply (the present one if none is named), with what happened after `since`."""
    shown = table.ply if ply is None else ply
    after = -1 if since == 0 else since  # at first, the opening is news too
    events, silent = ((), ()) if after is None else news_between(session, table, after, shown)
    state, names = state_at(session, table, shown), names_at(session, table, lang)
    return Scene(game_of(table), state, reader, names, lang, events, silent)


def line_in_words(session: Session, table: Table, ply: int, reader: int | None, lang: str) -> str:
    """What a line of the log did, as a reader may know it: its first sentences, without all that followed from it."""
    packed = session.exec(select(Line.events).where(Line.table_id == table.id, Line.ply == ply)).one()
    events = unpack_events(game_of(table), packed)
    told = replace(scene_at(session, table, reader, lang, ply), events=events).changes
    return " ".join(change.text for change in told[:MOST_TOLD]) + (" …" if len(told) > MOST_TOLD else "")


def course_of(session: Session, table: Table) -> Course:
    """How the game went so far. Rounds that were taken back are no part of it."""
    standing = select(Line.ply).where(Line.table_id == table.id, col(Line.taken_back).is_(False))
    plies = session.exec(standing.order_by(col(Line.ply))).all()
    return course(game_of(table), plies, lambda ply: state_at(session, table, ply))


def best_lines_of(session: Session, table: Table) -> tuple[BestLine, ...]:
    """The best line of each seat. What was taken back is none."""
    return best_lines(game_of(table), _written(session, table))


def _written(session: Session, table: Table) -> Iterator[Written]:
    game = game_of(table)
    before: Any = None
    for line in session.exec(select(Line).where(Line.table_id == table.id).order_by(col(Line.ply))):
        if line.seat is not None and not line.taken_back and line.how != "undo":
            yield Written(line.ply, line.seat, line.text, before)
        before = unpack_state(game, line.snapshot)


def round_at(session: Session, table: Table, reader: int | None, lang: str) -> str:
    """The present round in words, for lists of tables: empty if the position cannot be read (see the watchdog)."""
    try:
        return scene_at(session, table, reader, lang).round
    except OperationalError:
        raise
    except Exception:  # whatever damaged bytes may lead to
        return ""


def next_deadline(session: Session, table: Table) -> datetime | None:
    """The earliest deadline among the open questions."""
    times = session.exec(select(Ask.deadline_at).where(Ask.table_id == table.id, IS_OPEN)).all()
    return min((at for at in times if at is not None), default=None)
