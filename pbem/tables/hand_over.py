"""Hands a seat over, inside the caller's transaction."""

from dataclasses import dataclass

from sqlmodel import Session, select

from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.play.ask_seats import mark_bots
from pbem.play.outbox import About, cancel_about, post, waiting_mails
from pbem.play.turn import seats_of
from pbem.store.asks import open_asks
from pbem.store.mail_content import AboutTable
from pbem.store.mail_kind import MailKind
from pbem.store.models import Address, Proposal, Seat, Table
from pbem.store.models.seat import BOT, INVITED, JOINED
from pbem.store.models.table import INVITING
from pbem.store.people import person
from pbem.tables.act_words import GIVEN
from pbem.tables.acts import record_act
from pbem.tables.dropped_plans import drop_plans_of
from pbem.tables.invitations import refused_seats


@dataclass(frozen=True)
class Given:
    seat: int
    name: str
    email: str
    bot: str


def given_by(proposal: Proposal) -> Given:
    content = proposal.content
    return Given(int(str(content["seat"])), str(content["new"]), str(content["email"]), str(content["bot"]))


def check_newcomer(session: Session, table: Table, seat: Seat, email: str) -> None:
    if seat.user_id == table.host_id:
        raise BadField("email", "You cannot give your own seat away here: leave the table instead.")
    for user_id in {table.host_id, *(other.user_id for other in seats_of(session, table.id))}:
        if user_id is not None and email in addresses(session, user_id):
            raise BadField("email", "This person has a seat at the table already.")


def addresses(session: Session, user_id: int) -> set[str]:
    """Those that are only claimed too: nobody plays against a second address of the same person."""
    return set(session.exec(select(Address.email).where(Address.user_id == user_id)).all())


def hand_over(service: Service, session: Session, table: Table, given: Given) -> None:
    """Raises BadField for a newcomer who cannot come. Half of it is done by then, so the caller must roll back."""
    seat = session.exec(select(Seat).where(Seat.table_id == table.id, Seat.number == given.seat)).one()
    check_newcomer(session, table, seat, given.email)
    old = seat.name
    if table.status != INVITING:
        record_act(service, session, table, GIVEN, but=seat.id, name=old, new=given.name)
        if seat.status == JOINED and seat.user_id is not None:
            key = f"gone:{table.id}:{seat.id}:{seat.link_epoch}"
            post(service, session, MailKind.NOTICE, key, seat.user_id, About(table), content=AboutTable("replaced"))
    vacate(session, table, seat)
    seat.name, seat.wants_to_leave = given.name, False
    if given.bot:
        seat.status, seat.bot = BOT, given.bot
        session.add(seat)
        mark_bots(service, session, table)
        return
    user = person(service, session, given.email, given.name, table.lang)
    seat.status, seat.bot, seat.user_id, seat.typed_email = INVITED, "", user.id, given.email
    session.add(seat)
    mark_bots(service, session, table)
    if refused_seats(service, session, table, [seat]):
        raise BadField("email", "No invitation can be sent to this address today. Choose another, or wait a day.")
    key = f"invitation:{table.id}:{seat.id}:{seat.link_epoch}"
    post(service, session, MailKind.INVITATION, key, user.id, About(table, seat))


def vacate(session: Session, table: Table, seat: Seat) -> None:
    """Old links become invalid, mails for the old player are not sent, and what that player has planned is dropped."""
    drop_plans_of(session, table, seat)
    seat.link_epoch += 1
    seat.user_id, seat.typed_email, seat.defaults_in_a_row, seat.bank = None, "", 0, 0
    asks = [ask for ask in open_asks(session, table.id) if ask.seat_id == seat.id]
    cancel_about(session, waiting_mails(session, table), asks)
