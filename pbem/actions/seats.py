"""Seats that change hands: somebody leaves, the host gives a seat away, somebody takes an open one."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from engine.core.bots import BOTS
from pbem.actions.acting import pass_hosting, record_act, tell
from pbem.actions.arriving import arrive
from pbem.actions.opening import refused_seats
from pbem.actions.people import BadField, clean_address, clean_name, person
from pbem.actions.playing import locked_table, mark_bots, seats_of
from pbem.actions.posting import cancel_about, post, waiting_mails
from pbem.actions.proposing import propose
from pbem.actions.tables import STAND_IN, NewSeat
from pbem.acts import GIVEN, LEFT, TAKEN
from pbem.asks import open_asks
from pbem.models import Address, Proposal, Seat, Table, User
from pbem.models.proposal import REPLACE
from pbem.models.seat import BOT, INVITED, JOINED, OPEN
from pbem.models.table import INVITING, PAUSED, RUNNING
from pbem.service import Service


def leave(service: Service, seat_id: int) -> None:
    """A player goes for good. A bot plays on, and the seat is open for somebody else."""
    with service.db.writing() as session:
        seat = session.get_one(Seat, seat_id)
        table = locked_table(session, seat.table_id)
        session.refresh(seat)
        if table.status not in (RUNNING, PAUSED) or seat.status != JOINED:
            return
        gone = seat.user_id
        record_act(service, session, table, LEFT, but=seat.id, name=seat.name)
        _vacate(session, table, seat)
        seat.status, seat.bot, seat.wants_to_leave = OPEN, STAND_IN, True
        session.add(seat)
        mark_bots(session, table)
        if gone == table.host_id:
            pass_hosting(service, session, table, seats_of(session, table.id))
        table_id = table.id
    service.hint("deliver", None)
    service.hint("answer", table_id)


def _vacate(session: Session, table: Table, seat: Seat) -> None:
    """Old links die, and mails that were meant for the old player stay here."""
    seat.link_epoch += 1
    seat.user_id, seat.defaults_in_a_row, seat.bank = None, 0, 0
    asks = [ask for ask in open_asks(session, table.id) if ask.seat_id == seat.id]
    cancel_about(session, waiting_mails(session, table), asks)


def may_be_given(table: Table, seat: Seat) -> bool:
    """Whether the host may give the seat away alone: its player wants to go, is gone, or has never come."""
    return seat.status != JOINED or seat.wants_to_leave or seat.defaults_in_a_row >= table.most_defaults


def give_seat(service: Service, table_id: int, seat_number: int, new: NewSeat) -> bool:
    """Gives the seat to a person or a bot; False when the others are asked first, since the newcomer sees a hand."""
    if new.bot and new.bot not in BOTS:
        raise BadField("kind", "There is no such bot.")
    name = clean_name(new.name or new.bot.capitalize(), "name")
    email = "" if new.bot else clean_address(new.email)
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        seat = session.exec(select(Seat).where(Seat.table_id == table_id, Seat.number == seat_number)).one()
        if table.status not in (INVITING, RUNNING, PAUSED):
            raise BadField("name", "This table has ended.")
        _check_newcomer(session, table, seat, email)
        given = Given(seat_number, name, email, new.bot)
        done = table.status == INVITING or may_be_given(table, seat)
        if done:
            hand_over(service, session, table, given)
        else:
            old = seat.name
            propose(service, session, table, REPLACE, seat=seat_number, name=old, new=name, email=email, bot=new.bot)
    service.hint("deliver", None)
    service.hint("answer", table_id)
    return done


@dataclass(frozen=True)
class Given:
    seat: int
    name: str
    email: str
    bot: str


def given_by(proposal: Proposal) -> Given:
    content = proposal.content
    return Given(int(str(content["seat"])), str(content["new"]), str(content["email"]), str(content["bot"]))


def _check_newcomer(session: Session, table: Table, seat: Seat, email: str) -> None:
    if not email:
        return
    if seat.user_id == table.host_id:
        raise BadField("email", "You cannot give your own seat away here: leave the table instead.")
    for other in seats_of(session, table.id):
        if other.user_id is not None and email in _addresses(session, other.user_id):
            raise BadField("email", "This person has a seat at the table already.")


def _addresses(session: Session, user_id: int) -> set[str]:
    return set(session.exec(select(Address.email).where(Address.user_id == user_id)).all())


def hand_over(service: Service, session: Session, table: Table, given: Given) -> None:
    seat = session.exec(select(Seat).where(Seat.table_id == table.id, Seat.number == given.seat)).one()
    old = seat.name
    if table.status != INVITING:
        record_act(service, session, table, GIVEN, but=seat.id, name=old, new=given.name)
        if seat.status == JOINED:
            tell(service, session, table, seat, f"gone:{table.id}:{seat.id}:{seat.link_epoch}", notice="replaced")
    _vacate(session, table, seat)
    seat.name, seat.wants_to_leave = given.name, False
    if given.bot:
        seat.status, seat.bot = BOT, given.bot
        session.add(seat)
        mark_bots(session, table)
        return
    user = person(service, session, given.email, given.name, table.lang)
    seat.status, seat.bot, seat.user_id = INVITED, "", user.id
    session.add(seat)
    mark_bots(session, table)
    if refused_seats(service, session, table, [seat]):
        raise BadField("email", "No invitation can be sent to this address today. Choose another, or wait a day.")
    key = f"invitation:{table.id}:{seat.id}:{seat.link_epoch}"
    post(service, session, "invitation", key, user.id, table=table, seat=seat, tells=False)


def ask_for_seat(service: Service, table_id: int, seat_number: int, name: str, email: str, lang: str) -> None:
    """Somebody wants an open seat: the address gets a link, and whoever follows it first has the seat."""
    name, email = clean_name(name), clean_address(email)
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        seat = session.exec(
            select(Seat).where(Seat.table_id == table_id, Seat.number == seat_number, col(Seat.status) == OPEN)
        ).first()
        if seat is None or table.status not in (INVITING, RUNNING, PAUSED):
            raise BadField("email", "This seat has been taken meanwhile.")
        user = person(service, session, email, name, lang)
        key = f"take:{seat.id}:{user.id}:{seat.link_epoch}"
        post(service, session, "notice", key, user.id, table=table, content={"take": seat.id})
    service.hint("deliver", None)


def take_seat(service: Service, seat_id: int, user_id: int, epoch: int) -> Seat | None:
    """The link from that mail; None when somebody was quicker.

    Where the game has not begun the seat is as if it had been invited: colour and the rest are asked as of everybody.
    """
    with service.db.writing() as session:
        seat = session.get_one(Seat, seat_id)
        table = locked_table(session, seat.table_id)
        session.refresh(seat)
        if seat.status in (INVITED, JOINED) and seat.user_id == user_id:
            return seat
        others = [other.user_id for other in seats_of(session, table.id)]
        if (
            seat.status != OPEN
            or seat.link_epoch != epoch
            or not _addresses(session, user_id)
            or user_id in others
            or table.status not in (INVITING, RUNNING, PAUSED)
        ):
            return None
        user = session.get_one(User, user_id)
        old = seat.name
        has_begun = table.status != INVITING
        seat.status, seat.bot, seat.user_id, seat.name = JOINED if has_begun else INVITED, "", user_id, user.name
        seat.link_epoch, seat.told_ply, seat.wants_to_leave = seat.link_epoch + 1, table.ply, False
        session.add(seat)
        session.flush()
        if has_begun:
            record_act(service, session, table, TAKEN, but=seat.id, name=old, new=user.name)
            arrive(service, session, table, seat)
    service.hint("deliver", None)
    return seat
