"""Repairing what the watchdog finds at a table, inside the transaction that holds it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from sqlmodel import Session, col, select

from engine.core.game import BadSetup
from engine.core.move import write_line
from engine.core.play import default, start
from engine.core.record import HOST, Broken, Entry, Timeline
from pbem.base.service import Service
from pbem.play.ask_clock import give_time, replan
from pbem.play.ask_seats import mark_bots, refresh_asks
from pbem.play.follow_plan import ask_after_all
from pbem.play.notify import notify
from pbem.play.outbox import About, cancel_about, post, waiting_mails
from pbem.play.turn import begin_turn, seats_of
from pbem.store.mail_kind import MailKind
from pbem.store.models import Act, Ask, Line, Mail, Seat, Table, User
from pbem.store.models.table import PAUSED, RUNNING
from pbem.store.positions import game_of, pack_state, state_at
from pbem.tables.act_words import PAUSED as PAUSING
from pbem.tables.acts import pass_hosting
from pbem.upkeep.examination import Fault, Kind, cases, faults, position

MOST_ROUNDS = 5  # one repair may reveal a fault that was hidden before
MOST_AGAIN = 3  # times that a question is mailed again
AGAIN_AFTER = timedelta(hours=1)


@dataclass(frozen=True)
class Bench:
    """What a repair works on."""

    service: Service
    session: Session
    table: Table


def mend(service: Service, session: Session, table: Table) -> tuple[list[Fault], list[Fault]]:
    """Repairs what can be; returns all that was found, and what is left. The caller has locked the table."""
    bench = Bench(service, session, table)
    found: dict[Fault, None] = {}
    for _ in range(MOST_ROUNDS):
        left = examine(service, session, table)
        found |= dict.fromkeys(left)
        tried = [REPAIRS[fault.kind](bench, fault) for fault in left if fault.kind in REPAIRS]
        session.flush()
        if not any(tried):
            break
    return list(found), left


def examine(service: Service, session: Session, table: Table) -> list[Fault]:
    case = cases(session, [table])[0]
    return list(faults(session, case, service.now(), not service.config.mail_disabled))


def _since_when(bench: Bench, fault: Fault) -> bool:
    table = bench.table
    acts = select(Act.done_at).where(Act.table_id == table.id, Act.kind == PAUSING).order_by(col(Act.id).desc())
    last = bench.session.exec(acts).first()
    table.paused_at = (last or bench.service.now()) if table.status == PAUSED else None
    bench.session.add(table)
    return True


def _new_host(bench: Bench, fault: Fault) -> bool:
    return pass_hosting(bench.service, bench.session, bench.table, seats_of(bench.session, bench.table.id))


def _last_line(bench: Bench, fault: Fault) -> bool:
    """The log decides: the table is set to the position after its last line."""
    query = select(Line.ply).where(Line.table_id == bench.table.id).order_by(col(Line.ply).desc())
    last = bench.session.exec(query).first()
    if last is None:
        return False
    bench.table.ply = last
    bench.session.add(bench.table)
    return True


def _replay(bench: Bench, fault: Fault) -> bool:
    """Computes unreadable positions again, from the log and the readable positions."""
    session, table, game = bench.session, bench.table, game_of(bench.table)
    lines = session.exec(select(Line).where(Line.table_id == table.id).order_by(col(Line.ply))).all()
    colours = tuple(seat.colour for seat in seats_of(session, table.id))
    known = {line.ply: position(game, line.snapshot) for line in lines}
    try:
        opening = known.get(0) or start(game, colours, table.seed, table.options).state
        timeline = Timeline(game, colours, opening)
        for line in lines[1:]:
            by = colours[line.seat] if line.seat is not None else HOST
            timeline.add(Entry(line.ply, by, line.text), known[line.ply])
    except (BadSetup, Broken):
        return False
    for line in lines:
        if known[line.ply] is None:
            line.snapshot = pack_state(game, timeline.states[line.ply])
            session.add(line)
    return True


def _ask_anew(bench: Bench, fault: Fault) -> bool:
    """Asks the seats that the engine names, and ends a table that is over. A paused table is told when it resumes."""
    state = state_at(bench.session, bench.table)
    turn = begin_turn(bench.service, bench.session, bench.table, "check")
    opened = refresh_asks(turn, state, None, {})
    if bench.table.status == RUNNING or fault.kind == Kind.OVER:
        notify(turn, state, opened, None, new_round=False)
    return True


def _close(bench: Bench, fault: Fault) -> bool:
    ask = bench.session.get_one(Ask, fault.ask_id)
    ask.closed_at, ask.closed_by = bench.service.now(), bench.table.ply
    bench.session.add(ask)
    cancel_about(bench.session, waiting_mails(bench.session, bench.table), [ask])
    return True


def _whose(bench: Bench, fault: Fault) -> bool:
    mark_bots(bench.service, bench.session, bench.table)
    return True


def _seated(bench: Bench, fault: Fault) -> tuple[Ask, Seat, User | None]:
    ask = bench.session.get_one(Ask, fault.ask_id)
    seat = bench.session.get_one(Seat, ask.seat_id)
    return ask, seat, bench.session.get(User, seat.user_id) if seat.user_id is not None else None


def _default(bench: Bench, fault: Fault) -> bool:
    ask, seat, _ = _seated(bench, fault)
    game, state = game_of(bench.table), state_at(bench.session, bench.table)
    ask.default = write_line(default(game, game.view(state, seat.number), seat.number))
    bench.session.add(ask)
    return True


def _time(bench: Bench, fault: Fault) -> bool:
    """The full time, from now on: nobody could know the lost deadline."""
    ask, seat, user = _seated(bench, fault)
    ask.starts_at, ask.moved_at, ask.deadline_moves = bench.service.now(), bench.service.now(), ask.deadline_moves + 1
    give_time(bench.session, bench.table, seat, ask, user)
    bench.session.add(ask)
    return True


def _reminder(bench: Bench, fault: Fault) -> bool:
    ask, _, user = _seated(bench, fault)
    replan(bench.session, bench.table, ask, user)
    return True


def _mail_again(bench: Bench, fault: Fault) -> bool:
    """A few times, and not at once: what keeps a mail from being accepted often passes."""
    service, session, table = bench.service, bench.session, bench.table
    ask, seat, user = _seated(bench, fault)
    key = f"turn:{table.id}:{ask.id}:{seat.id}"
    mails = session.exec(select(Mail).where(Mail.ask_id == ask.id).order_by(col(Mail.id))).all()
    times = sum(mail.key.startswith(f"{key}:w") for mail in mails)
    too_soon = bool(mails) and mails[-1].created_at > service.now() - AGAIN_AFTER
    if user is None or times >= MOST_AGAIN or too_soon:
        return False
    about = About.news(table, seat, ask, since=mails[0].since_ply if mails else None)
    return post(service, session, MailKind.TURN, f"{key}:w{times + 1}", user.id, about) is not None


def _ask_instead(bench: Bench, fault: Fault) -> bool:
    """Whatever keeps the plan from being followed, the player can answer by hand."""
    ask, seat, _ = _seated(bench, fault)
    ask_after_all(bench.service, bench.session, bench.table, seat, ask)
    return True


REPAIRS: dict[Kind, Callable[[Bench, Fault], bool]] = {
    Kind.NO_PAUSE: _since_when,
    Kind.NO_HOST: _new_host,
    Kind.NO_LINE: _last_line,
    Kind.NO_POSITION: _replay,
    Kind.OVER: _ask_anew,
    Kind.NO_ASK: _ask_anew,
    Kind.STRAY_ASK: _close,
    Kind.TWO_ASKS: _close,
    Kind.WRONG_PLAYER: _whose,
    Kind.NO_DEADLINE: _time,
    Kind.NO_DEFAULT: _default,
    Kind.NO_REMINDER: _reminder,
    Kind.NOT_FOLLOWED: _ask_instead,
    Kind.NO_MAIL: _mail_again,
    Kind.MAIL_LOST: _mail_again,
    Kind.MAIL_BOUNCED: _mail_again,
}
