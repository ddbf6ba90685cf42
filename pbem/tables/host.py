"""The host's own acts: pausing, going on, moving a deadline, sending a mail again, taking back, ending the table.

The host plays too, so each of them is written into the public history and told to all seats.
"""

from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.pacing.pace import Pace, read_pace
from pbem.pacing.rest import Rest
from pbem.play.ask_clock import move_to, replan, rest_of, time_used
from pbem.play.ask_seats import call_bots, call_followers
from pbem.play.outbox import About, cancel_about, post, waiting_mails
from pbem.play.turn import locked_table
from pbem.play.undo import something_seen
from pbem.store.asks import ask_of_number, open_asks
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Mail, Seat, Table, User
from pbem.store.models.proposal import REWIND
from pbem.store.models.seat import JOINED
from pbem.store.models.table import CANCELLED, INVITING, OFF, PLANS, UNCONFIRMED
from pbem.store.models.table import ENDED as TABLE_ENDED
from pbem.store.models.table import PAUSED as IS_PAUSED
from pbem.store.models.table import RUNNING as IS_RUNNING
from pbem.tables.act_words import ADVICE, DEADLINE, ENDED, NO_ADVICE, PAUSED, RESUMED
from pbem.tables.acts import check_host_acts, record_act
from pbem.tables.dropped_plans import drop_all_plans
from pbem.tables.invitations import refused_seats
from pbem.tables.proposals import propose, somebody_to_ask
from pbem.tables.rewind import go_back, is_answered, standing_since

LONGEST_DEADLINE_DAYS = 366
HOUR = timedelta(hours=1)
MOST_AGAIN = 3  # an hour: the same question sent again to one player
NEAREST = timedelta(hours=24)  # that count: so much a seat has left when the host has brought its deadline nearer


def pause(service: Service, table_id: int) -> None:
    """All clocks of the table stand still, and nobody can play. Pressing twice changes nothing."""
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        if table.status != IS_RUNNING:
            return
        check_host_acts(service, session, table, "pause")
        table.status, table.paused_at = IS_PAUSED, service.now()
        session.add(table)
        record_act(service, session, table, PAUSED)


def allow_advice(service: Service, table_id: int, allowed: bool) -> None:
    """Whether players may ask what a patient bot would play. Pressing twice changes nothing."""
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        if table.status in TABLE_ENDED or table.has_advice == allowed:
            return
        check_host_acts(service, session, table, "advice")
        table.has_advice = allowed
        session.add(table)
        record_act(service, session, table, ADVICE if allowed else NO_ADVICE)


def resume(service: Service, table_id: int) -> None:
    """The clocks run on: each ask has as much counted time left as when they stopped."""
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        if table.status != IS_PAUSED or table.paused_at is None:
            return
        pace, now = read_pace(table.pace), service.now()
        asks = open_asks(session, table.id)
        call_bots(service, session, asks)
        for ask in asks:
            if ask.deadline_at is None:
                continue
            user = _player(session, ask)
            _go_on(ask, pace, rest_of(session, user), table.paused_at, now)
            replan(session, table, ask, user)
        call_followers(service, session, asks)
        table.status, table.paused_at = IS_RUNNING, None
        session.add(table)
        record_act(service, session, table, RESUMED)


def _go_on(ask: Ask, pace: Pace, rest: Rest, paused_at: datetime, now: datetime) -> None:
    """The time that is left begins now, and what was used before the pause stays used."""
    assert ask.deadline_at is not None, "it has time left"
    left = pace.counted_between(max(paused_at, ask.starts_at), ask.deadline_at, rest.away)
    ask.used = time_used(ask, pace, rest, paused_at) // timedelta(seconds=1)
    ask.starts_at = max(now, ask.starts_at)
    was_set_meanwhile = ask.is_fixed and ask.moved_at is not None and ask.moved_at >= paused_at
    if not was_set_meanwhile or ask.deadline_at < _nearest(pace, rest, now):  # else a long pause would use it up
        move_to(ask, pace.counts.after(now, left, rest.away), now)


def _nearest(pace: Pace, rest: Rest, now: datetime) -> datetime:
    return pace.counts.after(now, NEAREST, rest.away)


def move_deadline(service: Service, table_id: int, seat_number: int, until: datetime) -> None:
    """Gives the open ask of a seat another deadline; raises BadField for one that makes no sense.

    The host plays too: later is free, but nearer leaves the seat a day, of the time that counts for it.
    """
    now = service.now()
    if until <= now:
        raise BadField("until", "This moment has passed. Choose a later one.")
    if (until - now).days > LONGEST_DEADLINE_DAYS:
        raise BadField("until", "This is more than a year away. Choose an earlier moment.")
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        found = ask_of_number(session, table.id, seat_number)
        if found is None:
            raise BadField("until", "This seat is not asked anything now.")
        ask, seat = found
        check_host_acts(service, session, table, "until")
        user = _player(session, ask)
        is_nearer = ask.deadline_at is not None and until < ask.deadline_at
        if is_nearer and until < _nearest(read_pace(table.pace), rest_of(session, user), now):
            raise BadField(
                "until", "An earlier deadline must leave the player 24 hours that count. Choose a later moment."
            )
        move_to(ask, until, now)
        ask.host_asked_at, ask.is_fixed = None, True
        replan(session, table, ask, user)
        record_act(service, session, table, DEADLINE, name=seat.name, until=until.isoformat())


def _player(session: Session, ask: Ask) -> User | None:
    seat = session.get_one(Seat, ask.seat_id)
    return session.get(User, seat.user_id) if seat.user_id is not None else None


def send_again(service: Service, table_id: int, seat_number: int) -> bool:
    """The last invitation or question of a seat once more; False when there is nothing to send.

    Raises BadField for an invitation too many: each counts as if it were the first.
    """
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        seat = session.exec(select(Seat).where(Seat.table_id == table_id, Seat.number == seat_number)).first()
        if seat is None or seat.user_id is None:
            return False
        found = ask_of_number(session, table.id, seat_number)
        if found is not None and seat.status == JOINED:
            kind, key, ask = MailKind.TURN, f"turn:{table.id}:{found[0].id}:{seat.id}", found[0]
        elif table.status == INVITING and seat.status == "invited":
            if refused_seats(service, session, table, [seat]):
                raise BadField(
                    "email", "No invitation can be sent to this address today. Choose another, or wait a day."
                )
            kind, key, ask = MailKind.INVITATION, f"invitation:{table.id}:{seat.id}", None
        else:
            return False
        first = session.exec(select(Mail).where(Mail.key == key)).first()
        again = select(func.count()).select_from(Mail).where(col(Mail.key).startswith(f"{key}:r"))
        times = session.exec(again).one()
        lately = session.exec(again.where(col(Mail.created_at) > service.now() - HOUR)).one()
        if service.config.mail_leaves and lately >= MOST_AGAIN:
            raise BadField(
                "email", "This mail was sent again three times within the hour. Wait an hour, or write to the player."
            )
        about = About.board(table, seat, ask) if first is None else About(table, seat, ask, first.ply, first.since_ply)
        post(service, session, kind, f"{key}:r{times + 1}", seat.user_id, about)
    return True


def rewind(service: Service, table_id: int, ply: int) -> bool:
    """Goes back to the position before the ply; False when all seats are asked for their consent first.

    Whether something was seen is found out before any transaction, for it takes long: a line that is played meanwhile
    makes it begin again.
    """
    while True:
        with service.db.reading() as session:
            table = session.get_one(Table, table_id)
            undone = standing_since(session, table, ply)
            seen = is_answered(session, table, undone[0]) or something_seen(session, table, undone)
        done = _rewind(service, table, ply, seen)
        if done is not None:
            return done


def _rewind(service: Service, known: Table, ply: int, seen: bool) -> bool | None:
    with service.db.writing() as session:
        table = locked_table(session, known.id)
        if table.ply != known.ply:
            return None
        needs_consent = seen and somebody_to_ask(session, table)
        check_host_acts(service, session, table, "to")
        if needs_consent:
            standing_since(session, table, ply)  # it may be over by now
            propose(service, session, table, REWIND, ply=ply)
        else:
            go_back(service, session, table, ply)
    return not needs_consent


def choose_plans(service: Service, table_id: int, plans: str) -> None:
    """How the table plans ahead from now on. Without planning no plan is followed any more, so all are dropped."""
    if plans not in PLANS:
        raise BadField("plans", "Choose how this table plans ahead.")
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        if table.plans == plans or table.status in TABLE_ENDED:
            return
        check_host_acts(service, session, table, "plans")
        table.plans = plans
        session.add(table)
        if plans == OFF:
            drop_all_plans(session, table)
        if table.status != INVITING:
            record_act(service, session, table, f"plans-{plans}")


def end_table(service: Service, table_id: int) -> None:
    """Closes the table for good: nothing is asked any more, the record stays."""
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        if table.status not in (UNCONFIRMED, INVITING, IS_RUNNING, IS_PAUSED):
            return
        now = service.now()
        asks = open_asks(session, table.id)
        for ask in asks:
            ask.closed_at, ask.closed_by = now, table.ply
            session.add(ask)
        cancel_about(session, waiting_mails(session, table), asks)
        table.status, table.ended_at, table.paused_at = CANCELLED, now, None
        session.add(table)
        record_act(service, session, table, ENDED)
