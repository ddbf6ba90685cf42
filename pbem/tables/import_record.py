"""Turns a record into a table that goes on where the record ends."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from sqlmodel import Session, col, select

from engine.core.game import AnyGame
from engine.core.play import is_over, play, reseeded, start
from engine.core.record import CHANCE, HOST, UNDO, Entry, Record, Timeline
from engine.core.rng import Rng
from engine.games import GAMES
from pbem.base.fields import clean_address, clean_name
from pbem.base.service import Service
from pbem.pacing.pace import Pace
from pbem.play.ask_seats import refresh_asks
from pbem.play.notify import notify
from pbem.play.play_line import append_line
from pbem.play.turn import OPENING, Turn, begin_turn
from pbem.store.models import Film, Line, Seat, Table
from pbem.store.models.seat import JOINED, OPEN
from pbem.store.models.table import OVER, RUNNING
from pbem.store.people import person
from pbem.tables.open_table import STAND_IN, new_slug, seed_text

IMPORTED = "import"


def import_record(service: Service, record: Record, people: Mapping[str, str], title: str) -> int:
    """`people` maps colours to addresses, the host's first; a bot plays the other seats until somebody takes them."""
    game = GAMES[record.game]
    with service.db.writing() as session:
        table = _add_table(service, session, record, people, title)
        timeline = _add_lines(service, session, table, game, record)
        _mark_taken_back(session, table, timeline)
        turn = begin_turn(service, session, table, IMPORTED)
        if is_over(game, timeline.now):
            table.status, table.ended_at = OVER, service.now()
            session.merge(Film(table_id=table.id))  # to be made
            session.add(table)
        else:
            _take_fresh_chance(turn, timeline)
            notify(turn, timeline.now, refresh_asks(turn, timeline.now, None, {}), None, new_round=False)
        return table.id


def _take_fresh_chance(turn: Turn, timeline: Timeline[Any, Any]) -> None:
    """Whoever has the record has its seed, and could foretell the dice: from here on another one counts."""
    seed = sha256(seed_text(turn.table.secret, turn.seats).encode()).hexdigest()
    rng = timeline.now.rng
    fresh = reseeded(timeline.now, Rng(seed, rng.epoch, rng.count))
    ply = append_line(turn, None, CHANCE, "host", fresh, (), None)
    timeline.add(Entry(ply, HOST, CHANCE), fresh)


def _add_table(service: Service, session: Session, record: Record, people: Mapping[str, str], title: str) -> Table:
    secret = service.new_secret()
    names = dict(zip(record.seats, record.names or ("",) * len(record.seats), strict=True))
    users = {
        colour: person(service, session, clean_address(address), clean_name(names[colour] or colour, "name"), "en")
        for colour, address in people.items()
    }
    table = Table(
        slug=new_slug(),
        title=clean_name(title, "title"),
        game=record.game,
        version=GAMES[record.game].version,
        options=dict(record.options),
        status=RUNNING,
        host_id=next(iter(users.values())).id,
        pace=Pace().stored(),
        secret=secret,
        commitment=sha256(secret.encode()).hexdigest(),
        seed=record.seed,
        created_at=service.now(),
        started_at=service.now(),
    )
    session.add(table)
    session.flush()
    for number, colour in enumerate(record.seats):
        user = users.get(colour)
        session.add(
            Seat(
                table_id=table.id,
                number=number,
                status=OPEN if user is None else JOINED,
                name=clean_name(names[colour] or colour, "name"),
                user_id=None if user is None else user.id,
                bot=STAND_IN if user is None else "",
                colour=colour,
            )
        )
    session.flush()
    return table


def _add_lines(service: Service, session: Session, table: Table, game: AnyGame, record: Record) -> Timeline[Any, Any]:
    turn = begin_turn(service, session, table, IMPORTED)
    opening = start(game, record.seats, record.seed, record.options)
    append_line(turn, None, "", OPENING, opening.state, opening.events, None)
    timeline: Timeline[Any, Any] = Timeline(game, record.seats, opening.state, record.chance)
    for entry in record.entries:
        number = record.seats.index(entry.by) if entry.by in record.seats else None
        if number is None or entry.text == UNDO:
            append_line(
                turn, number, entry.text, "undo" if number is not None else "host", timeline.add(entry), (), None
            )
            continue
        moves = game.read(entry.text, timeline.now)
        done = play(game, timeline.now, number, moves)
        timeline.add(entry, done.state)
        append_line(turn, number, entry.text, IMPORTED, done.state, done.events + done.settled, done.ends)
    return timeline


def _mark_taken_back(session: Session, table: Table, timeline: Timeline[Any, Any]) -> None:
    standing = {entry.ply for entry in timeline.standing}
    for line in session.exec(select(Line).where(Line.table_id == table.id, col(Line.how) == IMPORTED)).all():
        line.taken_back = line.ply not in standing
        session.add(line)
