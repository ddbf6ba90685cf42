"""The secret part of a reply address: 26 letters that name their owner and cannot be made up.

The row of a key says which question it answers. A key without a row is of a mail that the database no longer knows,
because it was restored from a backup: then the owner is still known, and is told what is asked now.
"""

from base64 import b32decode, b32encode
from binascii import Error
from secrets import token_bytes

from sqlmodel import Session

from pbem.base.service import Service
from pbem.store.models import ReplyKey, User

OWNER, CHANCE, BRAND = 4, 6, 6  # bytes: whose it is, what makes it one of its own, and the proof that it is ours
PURPOSE = "reply"


def new_key(service: Service, user: User) -> str:
    """It survives being written in capitals."""
    body = user.id.to_bytes(OWNER) + token_bytes(CHANCE)
    whole = body + service.tokens.brand(PURPOSE, _branded(body, user))[:BRAND]
    return b32encode(whole).decode().rstrip("=").lower()


def owner_of(service: Service, session: Session, key: str) -> User | None:
    """Whose key it is, with a row or without; None for a key that is not ours, or of somebody who is gone."""
    known = session.get(ReplyKey, key)
    if known is not None:
        return session.get(User, known.user_id)
    try:
        whole = b32decode(key.upper() + "=" * (-len(key) % 8))
    except Error:
        return None
    body, brand = whole[: OWNER + CHANCE], whole[OWNER + CHANCE :]
    user = session.get(User, int.from_bytes(body[:OWNER])) if body[0] < 0x80 else None  # as far as a database counts
    if user is None or len(brand) != BRAND:
        return None
    return user if service.tokens.has_branded(PURPOSE, _branded(body, user), brand) else None


def _branded(body: bytes, user: User) -> bytes:
    """With the word of the person: the number of a person who is lost may be given to another."""
    return body + str(user.word).encode()
