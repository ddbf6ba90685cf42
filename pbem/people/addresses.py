"""The addresses of a person: mails go to the main one, answers are taken from all that are confirmed."""

from sqlmodel import Session, col, select

from pbem.base.fields import BadField, clean_address
from pbem.base.service import Service
from pbem.people.settings import kill_links
from pbem.store.models import Address, User
from pbem.store.people import confirm, settled_address
from pbem.tables.invitations import ask_to_confirm

MOST = 5  # of one person


class Taken(Exception):
    """The address belongs to somebody else here. Only its reader is told."""


def _own(session: Session, user_id: int, address_id: int) -> Address | None:
    return session.exec(select(Address).where(Address.id == address_id, Address.user_id == user_id)).first()


def add_address(service: Service, user_id: int, text: str) -> int:
    """A claim, which nothing is mailed to before it is confirmed at the main address. Whether somebody else has the
    address is not told before the link in it is pressed. Returns the number of its row."""
    email = clean_address(text)
    with service.db.writing() as session:
        own = session.exec(select(Address).where(Address.user_id == user_id)).all()
        if any(address.email == email for address in own):
            raise BadField("email", "This address is yours already.")
        if len(own) >= MOST:
            raise BadField("email", "%(most)d addresses are enough. Remove one first.", most=MOST)
        address = Address(user_id=user_id, email=email, is_main=False)
        session.add(address)
        session.flush()
        return address.id


def send_confirmation(service: Service, user_id: int, address_id: int) -> None:
    with service.db.writing() as session:
        address = _own(session, user_id, address_id)
        if address is not None and address.confirmed_at is None:
            ask_to_confirm(service, session, address)


def confirm_address(service: Service, address_id: int) -> None:
    """Twice is as good as once; raises Taken when it is another person's."""
    with service.db.writing() as session:
        address = session.get_one(Address, address_id)
        other = settled_address(session, address.email)
        if other is not None and other.id != address.id:
            raise Taken
        confirm(service, session, address)


def make_main(service: Service, user_id: int, address_id: int) -> None:
    with service.db.writing() as session:
        chosen = _own(session, user_id, address_id)
        if chosen is None or chosen.confirmed_at is None:
            return
        for address in session.exec(select(Address).where(Address.user_id == user_id)).all():
            address.is_main = address.id == chosen.id
            session.add(address)


def remove_address(service: Service, user_id: int, address_id: int) -> bool:
    """The main one stays. Links in mails that went to a confirmed one die with it; True when they did."""
    with service.db.writing() as session:
        address = _own(session, user_id, address_id)
        if address is None or address.is_main:
            return False
        was_confirmed = address.confirmed_at is not None
        session.delete(address)
        if was_confirmed:
            kill_links(session, session.get_one(User, user_id))
        return was_confirmed


def addresses_of(session: Session, user_id: int) -> list[Address]:
    """The main one first."""
    query = select(Address).where(Address.user_id == user_id)
    return list(session.exec(query.order_by(col(Address.is_main).desc(), col(Address.id))).all())
