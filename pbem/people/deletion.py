"""Deleting a person's data. The tables go on: a bot plays her seats until somebody takes them.

What stays is the game: her lines, and the word that she gave for the seed, without which nobody could check the dice.
"""

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from engine.draw.theme import SEATS
from pbem.base.service import Service
from pbem.play.ask_seats import mark_bots
from pbem.play.outbox import delete_mails
from pbem.play.turn import locked_table, seats_of
from pbem.store.models import (
    Absence,
    Act,
    Address,
    InboundMail,
    Intention,
    Mail,
    Note,
    Proposal,
    ReplyKey,
    Seat,
    Table,
    Talk,
    User,
)
from pbem.store.models.proposal import OPEN as IS_ASKED
from pbem.store.models.proposal import REPLACE, STALE
from pbem.store.models.seat import DECLINED, INVITED, JOINED, OPEN
from pbem.store.models.table import CANCELLED, INVITING, OVER, PAUSED, RUNNING, UNCONFIRMED
from pbem.store.people import confirmed_addresses
from pbem.tables.acts import pass_hosting
from pbem.tables.invitations import declined
from pbem.tables.open_table import STAND_IN
from pbem.tables.proposals import close
from pbem.tables.seats import leave

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
        seats = {seat.id for seat, _ in rows}
        for table_id in sorted({table.id for _, table in rows} | set(_hosted(session, user_id))):
            _leave_nameless(service, session, locked_table(session, table_id), user, seats)
        _forget_former_seats(session, user)
        addresses = confirmed_addresses(session, user_id)
        _forget_proposals(service, session, addresses)
        session.exec(update(Seat).where(col(Seat.typed_email).in_(addresses)).values(typed_email=""))
        _delete_words(session, user_id)
        _delete_mails(session, user_id)
        session.exec(delete(InboundMail).where(col(InboundMail.user_id) == user_id))
        session.exec(delete(Intention).where(col(Intention.user_id) == user_id))
        session.exec(delete(Absence).where(col(Absence.user_id) == user_id))
        session.exec(delete(Address).where(col(Address.user_id) == user_id))
        _blank(user)
        session.add(user)


def _hosted(session: Session, user_id: int) -> list[int]:
    return list(session.exec(select(Table.id).where(Table.host_id == user_id)).all())


def _leave_nameless(service: Service, session: Session, table: Table, user: User, hers: set[int]) -> None:
    """Takes her name from the table. One that has not begun loses her, and ends if she was its host."""
    for seat in seats_of(session, table.id):
        if seat.id not in hers:
            continue
        _forget_name(session, seat, seat.name)
        if table.status in (UNCONFIRMED, INVITING) and seat.status in (INVITED, JOINED):
            seat.status = DECLINED
            if table.host_id != user.id:
                seat.name = BLANK
                declined(service, session, table, seat)
        elif table.status in (RUNNING, PAUSED) and seat.status == INVITED:  # a seat that she was to take over
            seat.status, seat.bot, seat.name = OPEN, STAND_IN, BLANK
            mark_bots(service, session, table)
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


def _forget_name(session: Session, seat: Seat, name: str) -> None:
    """Also where the public history tells what she or the host has done: there the letter of her seat stands."""
    _replace(session, seat.table_id, name, f"[{SEATS[seat.colour].letter}]" if seat.colour else BLANK)


def _replace(session: Session, table_id: int, words: str, instead: str) -> None:
    history: list[Act | Proposal] = [
        *session.exec(select(Act).where(Act.table_id == table_id)).all(),
        *session.exec(select(Proposal).where(Proposal.table_id == table_id)).all(),
    ]
    for told in history:
        if words and words in told.content.values():
            told.content = {key: instead if value == words else value for key, value in told.content.items()}
            session.add(told)


def _forget_former_seats(session: Session, user: User) -> None:
    """Seats that she has left or has never come to still have her name; the mails about them tell which they are."""
    mailed = select(Mail.seat_id).where(Mail.user_id == user.id)
    query = select(Seat).where(col(Seat.id).in_(mailed), col(Seat.user_id).is_distinct_from(user.id))
    for seat in session.exec(query).all():
        _forget_name(session, seat, user.name)
        if seat.name == user.name and seat.user_id is None:
            seat.name = ""
            session.add(seat)


def _forget_proposals(service: Service, session: Session, emails: set[str]) -> None:
    """Whoever was proposed for a seat may never have had one; the others need not answer any more."""
    for proposal in session.exec(select(Proposal).where(Proposal.kind == REPLACE)).all():
        if proposal.content.get("email") not in emails:
            continue
        if proposal.status == IS_ASKED:
            close(service, session, proposal, STALE)
        for told in (proposal.content["new"], proposal.content["email"]):
            _replace(session, proposal.table_id, str(told), BLANK)


def _delete_words(session: Session, user_id: int) -> None:
    """Her own only: whoever had her seats before or after her keeps what is theirs."""
    session.exec(delete(Note).where(col(Note.user_id) == user_id))
    session.exec(update(Talk).where(col(Talk.user_id) == user_id).values(text=BLANK))


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
