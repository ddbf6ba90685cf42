"""Looking up people and their addresses."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.store.models import Address, User


def settled_address(session: Session, email: str) -> Address | None:
    """The row of this address at its owner; an unconfirmed claim does not count."""
    settled = col(Address.is_main).is_(True) | col(Address.confirmed_at).is_not(None)
    return session.exec(select(Address).where(Address.email == email, settled)).first()


def person(service: Service, session: Session, email: str, name: str, lang: str) -> User:
    """The person with this address, or a new one if nobody has it; safe if two processes add it at once."""
    known = settled_address(session, email)
    if known is None:
        try:
            with session.begin_nested():
                user = User(name=name, lang=lang, created_at=service.now())
                session.add(user)
                session.flush()
                session.add(Address(user_id=user.id, email=email))
            return user
        except IntegrityError:
            known = settled_address(session, email)
            if known is None:
                raise
    return session.get_one(User, known.user_id)


def main_address(session: Session, user_id: int) -> str:
    addresses = session.exec(select(Address).where(Address.user_id == user_id)).all()
    return min(addresses, key=lambda address: (not address.is_main, address.id or 0)).email


def confirm(service: Service, session: Session, address: Address) -> None:
    """A person who has followed a link from a mail reads that address, whatever bounced before."""
    address.confirmed_at = address.confirmed_at or service.now()
    address.bounce_score, address.bounced_at, address.suspended_at = 0, None, None
    session.add(address)


def confirm_main_address(service: Service, session: Session, user_id: int) -> None:
    main = session.exec(select(Address).where(Address.user_id == user_id, col(Address.is_main).is_(True))).first()
    if main is not None:
        confirm(service, session, main)


def confirmed_addresses(session: Session, user_id: int) -> set[str]:
    """Answers are accepted from these, and from the main address: a player who joined has read mails there."""
    rows = session.exec(select(Address).where(Address.user_id == user_id)).all()
    return {row.email for row in rows if row.confirmed_at is not None or row.is_main}
