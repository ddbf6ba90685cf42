"""Short mails to come in, and what has come in."""

from sqlmodel import select

from pbem.base.service import Service
from pbem.store.models import InboundMail, ReplyKey, User

KEY = "abcdefghijklmnopqrstuvwxyz"
SENDER = "anna@mail.localhost"


def reply_address(service: Service, key: str = KEY) -> str:
    with service.db.writing() as session:
        user = User(name="Anna", created_at=service.now())
        session.add(user)
        session.flush()
        session.add(ReplyKey(key=key, user_id=user.id))
    return f"p+{key}@{service.config.mail_domain}"


def letter(to: str, text: str = "bid 3", id: str = "<1@mail.localhost>", **headers: str) -> bytes:
    named = {"From": SENDER, "To": to, "Message-ID": id, "Subject": "Re: your turn", **headers}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
    return f"{head}\r\n{text}\r\n".encode()


def arrived(service: Service) -> list[InboundMail]:
    with service.db.reading() as session:
        return list(session.exec(select(InboundMail).order_by(InboundMail.id)).all())  # type: ignore[arg-type]
