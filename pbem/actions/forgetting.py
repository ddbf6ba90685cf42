"""Deleting a person's data. The tables go on: a bot plays her seats until somebody takes them.

What stays is the game: her lines, and the word that she gave for the seed, without which nobody could check the dice.
"""

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from engine.draw.theme import SEATS
from pbem.actions.acting import pass_hosting
from pbem.actions.opening import declined
from pbem.actions.playing import locked_table, seats_of
from pbem.actions.posting import delete_mails
from pbem.actions.seats import leave
from pbem.models import Absence, Act, Address, InboundMail, Mail, Note, ReplyKey, Seat, Table, Talk, User
from pbem.models.seat import DECLINED, INVITED, JOINED
from pbem.models.table import CANCELLED, INVITING, OVER, PAUSED, RUNNING, UNCONFIRMED
from pbem.service import Service

BLANK = "[…]"  # instead of what she said


def delete_person(service: Service, user_id: int) -> None:
    """Twice is as good as once."""
    with service.db.reading() as session:
        rows = session.exec(
            select(Seat, Table).join(Table, col(Table.id) == col(Seat.table_id)).where(Seat.user_id == user_id)
        ).all()
    for seat, table in rows:
        if table.status in (RUNNING, PAUSED) and seat.status == JOINED:
            leave(service, seat.id)  # tells the others, hands the hosting over, lets a bot play
    with service.db.writing() as session:
        user = session.get_one(User, user_id)
        emails = session.exec(select(Address.email).where(Address.user_id == user_id)).all()
        seats = {seat.id for seat, _ in rows}
        for table_id in sorted({table.id for _, table in rows} | set(_hosted(session, user_id))):
            _leave_nameless(service, session, locked_table(session, table_id), user, seats)
        _delete_words(session, seats)
        _delete_mails(session, user_id)
        session.exec(delete(InboundMail).where(col(InboundMail.sender).in_(emails)))
        session.exec(delete(Absence).where(col(Absence.user_id) == user_id))
        session.exec(delete(Address).where(col(Address.user_id) == user_id))
        _blank(user)
        session.add(user)
    service.hint("deliver", None)


def _hosted(session: Session, user_id: int) -> list[int]:
    return list(session.exec(select(Table.id).where(Table.host_id == user_id)).all())


def _leave_nameless(service: Service, session: Session, table: Table, user: User, hers: set[int]) -> None:
    """Takes her name from the table. One that has not begun loses her, and ends if she was its host."""
    for seat in seats_of(session, table.id):
        if seat.id not in hers:
            continue
        _forget_name(session, table, seat)
        if table.status in (UNCONFIRMED, INVITING) and seat.status in (INVITED, JOINED):
            seat.status = DECLINED
            if table.host_id != user.id:
                seat.name = BLANK
                declined(service, session, table, seat)
        seat.name, seat.user_id = "", None
        seat.link_epoch += 1
        session.add(seat)
    if table.host_id == user.id and table.status not in (OVER, CANCELLED):
        _without_host(service, session, table, user)


def _without_host(service: Service, session: Session, table: Table, user: User) -> None:
    """The next person at the table hosts it; without one it is over."""
    has_begun = table.status not in (UNCONFIRMED, INVITING)
    if not (has_begun and pass_hosting(service, session, table, seats_of(session, table.id))):
        table.status, table.ended_at = CANCELLED, service.now()
        session.add(table)


def _forget_name(session: Session, table: Table, seat: Seat) -> None:
    """Also where the public history tells what she or the host has done: there the letter of her seat stands."""
    instead = f"[{SEATS[seat.colour].letter}]" if seat.colour else BLANK
    for act in session.exec(select(Act).where(Act.table_id == table.id)).all():
        if seat.name and seat.name in act.content.values():
            act.content = {key: instead if value == seat.name else value for key, value in act.content.items()}
            session.add(act)


def _delete_words(session: Session, seats: set[int]) -> None:
    session.exec(delete(Note).where(col(Note.seat_id).in_(seats)))
    session.exec(update(Talk).where(col(Talk.seat_id).in_(seats)).values(text=BLANK))


def _delete_mails(session: Session, user_id: int) -> None:
    session.exec(delete(ReplyKey).where(col(ReplyKey.user_id) == user_id))
    delete_mails(session, col(Mail.user_id) == user_id)


def _blank(user: User) -> None:
    """The row stays for tables that she hosted once; it names nobody."""
    fresh = User(name="", created_at=user.created_at)
    user.name, user.lang, user.zone = fresh.name, fresh.lang, fresh.zone
    user.quiet_from, user.quiet_to, user.reminders, user.news = "", "", fresh.reminders, "turn"
    user.next_news_at, user.wants_reminders, user.invitations_blocked = None, False, True
    user.link_epoch += 1
