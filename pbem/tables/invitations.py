"""Who may open a table, who may be invited, and the confirmation of a host's address before any invitation is sent."""

from datetime import timedelta

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from pbem.base.config import Config
from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.play.outbox import About, delete_mails, post
from pbem.play.turn import locked_table, seats_of
from pbem.store import mail_content
from pbem.store.faults import recorded
from pbem.store.mail_kind import MailKind
from pbem.store.models import Absence, Address, Mail, ReplyKey, Seat, Table, User
from pbem.store.models.seat import DECLINED, INVITED
from pbem.store.models.table import INVITING, UNCONFIRMED
from pbem.store.people import confirm

DAY = timedelta(days=1)
MOST_INVITATIONS = 30  # of one host per day; the same limit holds for tables, since each is a mail to the host
MOST_TO_ONE = 3  # to one address per day
UNCONFIRMED_FOR = timedelta(days=7)  # then the table and everybody known only by it are forgotten
MOST_FORGOTTEN = 50  # a sweep


def check_opener(config: Config, email: str, field: str) -> None:
    """Raises BadField for a person who may not open a table here."""
    if config.open_tables == "nobody":
        raise BadField(field, "On this server only the operator opens tables.")
    if config.open_tables == "list" and not is_listed(config, email):
        raise BadField(
            field,
            "On this server, only people chosen by the operator may open tables. This address is not one of theirs.",
        )


def is_listed(config: Config, email: str) -> bool:
    domain = "@" + email.rpartition("@")[2]
    return any(listed.lower() in (email, domain) for listed in config.openers)


def needs_confirmation(config: Config) -> bool:
    """A list is useless if anybody may type a listed address into the form."""
    return config.open_tables in ("verified", "list")


def invite(service: Service, session: Session, table: Table, seats: list[Seat]) -> None:
    for seat in seats:
        if seat.status == INVITED and seat.user_id is not None:
            key = f"invitation:{table.id}:{seat.id}"
            post(service, session, MailKind.INVITATION, key, seat.user_id, About(table, seat))


def check_invitations(service: Service, session: Session, table: Table, seats: list[Seat]) -> None:
    """Raises BadField at the first seat that cannot be invited. The reason is private and not given."""
    for seat in refused_seats(service, session, table, seats):
        raise BadField(
            f"email-{seat.number + 1}",
            "No invitation can be sent to this address today. Leave it out, or try again tomorrow.",
        )


def refused_seats(service: Service, session: Session, table: Table, seats: list[Seat]) -> list[Seat]:
    """The addresses that may not be invited: they want none, or they or the host have reached the daily limit."""
    others = [
        seat for seat in seats if seat.status == INVITED and seat.user_id is not None and seat.user_id != table.host_id
    ]
    blocked = [seat for seat in others if session.get_one(User, seat.user_id).invitations_blocked]
    if not service.config.mail_leaves:
        return blocked
    since = service.now() - DAY
    tables = session.exec(
        select(func.count()).select_from(Table).where(Table.host_id == table.host_id, col(Table.created_at) > since)
    ).one()
    sent = session.exec(
        select(func.count())
        .select_from(Mail)
        .join(Table, col(Table.id) == col(Mail.table_id))
        .where(
            Mail.kind == MailKind.INVITATION,
            col(Mail.created_at) > since,
            Table.host_id == table.host_id,
            Mail.user_id != table.host_id,
        )
    ).one()
    if tables > MOST_INVITATIONS or sent + len(others) > MOST_INVITATIONS:
        return others
    return [seat for seat in others if seat in blocked or _invited_today(service, session, seat) >= MOST_TO_ONE]


def _invited_today(service: Service, session: Session, seat: Seat) -> int:
    return session.exec(
        select(func.count())
        .select_from(Mail)
        .where(
            Mail.user_id == seat.user_id, Mail.kind == MailKind.INVITATION, col(Mail.created_at) > service.now() - DAY
        )
    ).one()


def ask_to_confirm(service: Service, session: Session, address: Address, table: Table | None = None) -> None:
    """Mails the link to that address, under the same daily limit as invitations."""
    asked = session.exec(
        select(func.count())
        .select_from(Mail)
        .where(Mail.email == address.email, Mail.kind == MailKind.CONFIRM, col(Mail.created_at) > service.now() - DAY)
    ).one()
    if asked >= MOST_TO_ONE:
        return
    table_id = table.id if table is not None else 0
    content = mail_content.Address(address.id, table_id)
    key = f"confirm:{address.id}:{table_id}:{int(service.now().timestamp())}"
    post(service, session, MailKind.CONFIRM, key, address.user_id, email=address.email, content=content)


def confirm_table(service: Service, address_id: int, table_id: int) -> None:
    """The host has confirmed the address: now the invitations are sent. Pressing twice changes nothing."""
    with service.db.writing() as session:
        confirm(service, session, address := session.get_one(Address, address_id))
        table = locked_table(session, table_id)
        if table.status == UNCONFIRMED and table.host_id == address.user_id:
            table.status = INVITING
            session.add(table)
            seats = seats_of(session, table_id)
            for seat in refused_seats(service, session, table, seats):
                # Not said in the form, where it would tell anybody who is known here.
                seat.status = DECLINED
                session.add(seat)
                declined(service, session, table, seat)
            invite(service, session, table, seats)


def declined(service: Service, session: Session, table: Table, seat: Seat) -> None:
    """Tells the host."""
    key, content = f"declined:{table.id}:{seat.id}", mail_content.AboutTable("declined", seat.name)
    post(service, session, MailKind.NOTICE, key, table.host_id, About(table), content=content)


def forget_unconfirmed(service: Service) -> int:
    """Deletes tables that nobody has confirmed, and people of whom nothing else is known."""
    with service.db.reading() as session:
        old = (Table.status == UNCONFIRMED, col(Table.created_at) <= service.now() - UNCONFIRMED_FOR)
        tables = session.exec(select(Table.id).where(*old).order_by(col(Table.id)).limit(MOST_FORGOTTEN)).all()
    for table_id in tables:
        with recorded(service, f"forget table {table_id}"), service.db.writing() as session:
            still = select(Table).where(Table.id == table_id, Table.status == UNCONFIRMED).with_for_update()
            if (table := session.exec(still).first()) is not None:  # another sweep may have been quicker
                _forget(session, table)
    return len(tables)


def _forget(session: Session, table: Table) -> None:
    seats = seats_of(session, table.id)
    people = {table.host_id, *(seat.user_id for seat in seats if seat.user_id is not None)}
    delete_mails(session, col(Mail.table_id) == table.id)
    for seat in seats:
        session.delete(seat)
    session.flush()
    session.delete(table)
    session.flush()
    for user_id in people:
        _forget_if_unknown(session, user_id)


def _forget_if_unknown(session: Session, user_id: int) -> None:
    sits = session.exec(select(Seat.id).where(Seat.user_id == user_id)).first()
    hosts = session.exec(select(Table.id).where(Table.host_id == user_id)).first()
    confirmed = session.exec(
        select(Address.id).where(Address.user_id == user_id, col(Address.confirmed_at).is_not(None))
    ).first()
    if sits is not None or hosts is not None or confirmed is not None:
        return
    if session.get_one(User, user_id).invitations_blocked:
        return  # what keeps further invitations away
    delete_mails(session, col(Mail.user_id) == user_id)
    for gone in (ReplyKey, Absence, Address):
        session.exec(delete(gone).where(col(gone.user_id) == user_id))
    session.delete(session.get_one(User, user_id))
    session.flush()
