"""Seats that change hands: somebody leaves, the host gives a seat away, somebody takes an open one."""

from sqlmodel import Session, col, func, select

from engine.core.bots import KINDS
from pbem.base.fields import BadField, clean_address, clean_name
from pbem.base.service import Service
from pbem.play.ask_seats import mark_bots
from pbem.play.outbox import About, post
from pbem.play.turn import locked_table, seats_of
from pbem.store.mail_content import FreeSeat
from pbem.store.mail_kind import MailKind
from pbem.store.models import Mail, Seat, Table, User
from pbem.store.models.proposal import REPLACE
from pbem.store.models.seat import INVITED, JOINED, OPEN
from pbem.store.models.table import INVITING, PAUSED, RUNNING
from pbem.store.people import person
from pbem.tables.act_words import LEFT, TAKEN
from pbem.tables.acts import check_host_acts, pass_hosting, record_act
from pbem.tables.arrivals import arrive
from pbem.tables.hand_over import Given, addresses, check_newcomer, hand_over, vacate
from pbem.tables.invitations import DAY, MOST_TO_ONE
from pbem.tables.open_table import STAND_IN, NewSeat
from pbem.tables.proposals import may_be_voted_on, propose, settle, somebody_to_ask


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
        vacate(session, table, seat)
        seat.status, seat.bot, seat.wants_to_leave = OPEN, STAND_IN, True
        session.add(seat)
        mark_bots(service, session, table)
        if gone == table.host_id:
            pass_hosting(service, session, table, seats_of(session, table.id))
        settle(service, session, table, gone=seat.number)


def may_be_given(session: Session, table: Table, seat: Seat, bot: str = "") -> bool:
    """Whether the host may give the seat away alone: its player is gone, or has never come.

    From one bot to another only where nobody plays but the host, who would else choose how strong the rivals are.
    """
    if seat.status == JOINED:
        return seat.defaults_in_a_row >= table.most_defaults
    return not bot or not somebody_to_ask(session, table)


def give_seat(service: Service, table_id: int, seat_number: int, new: NewSeat) -> bool:
    """Gives the seat to a person or a bot; False when the others are asked first, since the newcomer sees a hand."""
    if new.bot and new.bot not in KINDS:
        raise BadField("kind", "There is no such bot.")
    name = clean_name(new.name or new.bot.capitalize(), "name")
    email = "" if new.bot else clean_address(new.email)
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        seat = session.exec(select(Seat).where(Seat.table_id == table_id, Seat.number == seat_number)).first()
        if seat is None:
            raise BadField("name", "This table has no such seat.")
        if table.status not in (INVITING, RUNNING, PAUSED):
            raise BadField("name", "This table has ended.")
        done = table.status == INVITING or may_be_given(session, table, seat, new.bot)
        if table.status != INVITING:
            check_host_acts(service, session, table, "name")
        if not done and not may_be_voted_on(session, table, seat):
            raise BadField(
                "name",
                "Nobody else could agree. The seat is free when its player leaves or has missed too many deadlines.",
            )
        if done:
            hand_over(service, session, table, Given(seat_number, name, email, new.bot))
            settle(service, session, table, gone=seat_number)
        else:
            check_newcomer(session, table, seat, email)
            old = seat.name
            propose(service, session, table, REPLACE, seat=seat_number, name=old, new=name, email=email, bot=new.bot)
    return done


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
        if service.config.mail_leaves and _offered_today(service, session, user) >= MOST_TO_ONE:
            return  # and nothing is said: who asks need not be who gets them
        key = f"take:{seat.id}:{user.id}:{seat.link_epoch}"
        post(service, session, MailKind.NOTICE, key, user.id, About(table), content=FreeSeat(seat.id))


def _offered_today(service: Service, session: Session, user: User) -> int:
    query = select(func.count()).select_from(Mail).where(Mail.user_id == user.id, col(Mail.key).startswith("take:"))
    return session.exec(query.where(col(Mail.created_at) > service.now() - DAY)).one()


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
        others = [other.user_id for other in seats_of(session, table.id) if other.id != seat.id]
        hosts_own = set() if user_id == table.host_id else addresses(session, table.host_id)
        if (
            seat.status != OPEN
            or seat.link_epoch != epoch
            or not addresses(session, user_id)
            or user_id in others
            or addresses(session, user_id) & hosts_own
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
    return seat
