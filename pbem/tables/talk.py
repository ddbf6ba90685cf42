"""Table talk and private notes. Private words and notes belong to the persons, not to their seats."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func
from sqlmodel import Session, col, select

from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.play.ask_clock import show_life
from pbem.play.outbox import About, post
from pbem.store.mail_content import Said, content_of
from pbem.store.mail_kind import MailKind
from pbem.store.models import Line, Mail, Note, Seat, Table, Talk
from pbem.store.models.line import OWN_PRESSES
from pbem.store.models.mail import PENDING
from pbem.store.models.seat import JOINED

LONGEST = 2000
MOST_NOTES = 200  # of one person at one table
MOST_MAILS = 20  # with talk to one person a day
HELD_BACK = timedelta(hours=1)  # for the next mail of the table
SHOWS_TALK = (MailKind.TURN, MailKind.RECEIPT, MailKind.NEWS)
_TO_ALL = col(Talk.to_seat_id).is_(None)
_TO_HER, _BY_HER = (col(whose) == bindparam("person") for whose in (Talk.to_user_id, Talk.user_id))
_HEARD = (
    select(Talk).where(col(Talk.table_id) == bindparam("table"), _TO_ALL | _TO_HER | _BY_HER).order_by(col(Talk.id))
)


def tidied(text: str) -> str:
    """Without control and bidi characters; line breaks stay."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(char for char in lines if char == "\n" or unicodedata.category(char)[0] != "C")
    return kept.strip()[:LONGEST]


def say_at_table(service: Service, seat_id: int, text: str, to: str, once_since: datetime | None = None) -> None:
    """To all seats, or to the person of this colour; BadField when there is none, so that nothing private becomes
    public. Nothing to say is no mistake.

    A mail that is read again after a crash says nothing twice: `once_since` is when it came.
    """
    said = tidied(text)
    if not said:
        return
    with service.db.writing() as session:
        seat = session.get_one(Seat, seat_id)
        seats = session.exec(select(Seat).where(Seat.table_id == seat.table_id)).all()
        target = _listener(seats, seat, to) if to else None
        to_id = target.id if target is not None else None
        same = select(Talk).where(Talk.seat_id == seat_id, Talk.to_seat_id == to_id, Talk.text == said)
        if once_since is not None and session.exec(same.where(col(Talk.said_at) >= once_since)).first() is not None:
            return
        show_life(service, session, seat_id)
        talk = Talk(
            table_id=seat.table_id,
            seat_id=seat_id,
            user_id=seat.user_id,
            to_seat_id=to_id,
            to_user_id=target.user_id if target is not None else None,
            text=said,
            said_at=service.now(),
        )
        session.add(talk)
        session.flush()
        if target is not None:
            _mail(service, session, talk, target, service.now())
            return
        for other in seats:
            if other.id != seat_id and other.status == JOINED and not _waits(session, other):
                _mail(service, session, talk, other, service.now() + HELD_BACK)


def _mail(service: Service, session: Session, talk: Talk, seat: Seat, due_at: datetime) -> None:
    """What is said to one is a mail at once. What is said to all waits for the next mail of the table, but not long."""
    assert seat.user_id is not None, "whoever has joined is a person"
    if _may_be_mailed(service, session, seat.user_id):
        about = About.board(session.get_one(Table, talk.table_id), seat)
        key = f"talk:{talk.id}:{seat.id}"
        post(service, session, MailKind.TALK, key, seat.user_id, about, content=Said(talk.id), due_at=due_at)


def _waits(session: Session, seat: Seat) -> bool:
    """Whether a mail with talk waits already: it will hold everything that was said until it leaves."""
    query = select(Mail.id).where(Mail.seat_id == seat.id, Mail.kind == MailKind.TALK, Mail.status == PENDING)
    return session.exec(query.where(Mail.attempts == 0, col(Mail.due_at) > col(Mail.created_at))).first() is not None


def untold(session: Session, seat: Seat, first: int) -> list[Talk]:
    """What others have said to all since this message and no mail to the seat has shown yet, the oldest first."""
    shown = select(func.max(Mail.sent_at)).where(Mail.seat_id == seat.id, col(Mail.kind).in_(SHOWS_TALK))
    last = session.exec(shown).one()
    to_all = [row for row in heard_by(session, seat) if row.to_seat_id is None and row.user_id != seat.user_id]
    return [row for row in to_all if row.id >= first and (last is None or row.said_at > last)]


def is_told(session: Session, mail: Mail) -> bool:
    """Whether a mail with talk has nothing left to say. What was said to one is always told."""
    first = session.get(Talk, content_of(mail, Said).talk) if mail.content else None
    if first is None or first.to_seat_id is not None or mail.seat_id is None:
        return False
    return not untold(session, session.get_one(Seat, mail.seat_id), first.id)


def unread(session: Session, seat: Seat) -> list[Talk]:
    """What others have said since the person in this seat last did something here: said, or played."""
    heard = heard_by(session, seat)
    if all(row.user_id == seat.user_id for row in heard):
        return []
    own = [row.said_at for row in heard if row.user_id == seat.user_id]
    played = select(func.max(Line.played_at)).where(Line.table_id == seat.table_id, Line.seat == seat.number)
    since = max(filter(None, (*own, session.exec(played.where(col(Line.how).in_(OWN_PRESSES))).one())), default=None)
    return [row for row in heard if row.user_id != seat.user_id and (since is None or row.said_at > since)]


def _listener(seats: Sequence[Seat], seat: Seat, colour: str) -> Seat:
    for other in seats:
        if other.colour == colour and other.id != seat.id and other.status == JOINED:
            return other
    raise BadField("to", "Nobody with that colour can be told anything in private. Choose another player, or all.")


def heard_by(session: Session, seat: Seat) -> list[Talk]:
    """What the person in this seat may read, the oldest first: what was said to all, to her, and by her."""
    return list(session.exec(_HEARD, params={"table": seat.table_id, "person": seat.user_id}).all())


def notes_of(session: Session, seat: Seat) -> list[Note]:
    """The notes that the person in this seat has written here, the oldest first."""
    query = select(Note).where(Note.seat_id == seat.id, Note.user_id == seat.user_id)
    return list(session.exec(query.order_by(col(Note.id))).all())


def _may_be_mailed(service: Service, session: Session, user_id: int | None) -> bool:
    """Who has had many such mails today reads the others at the table, as what is said to all."""
    if not service.config.mail_leaves:
        return True
    since = service.now() - timedelta(days=1)
    query = select(func.count()).select_from(Mail).where(Mail.user_id == user_id, Mail.kind == MailKind.TALK)
    return session.exec(query.where(col(Mail.created_at) > since)).one() < MOST_MAILS


def write_note(service: Service, seat_id: int, text: str, once_since: datetime | None = None) -> None:
    """Raises BadField when there are too many already."""
    written = tidied(text)
    if not written:
        return
    with service.db.writing() as session:
        seat = session.get_one(Seat, seat_id)
        notes = notes_of(session, seat)
        if once_since is not None and any(note.text == written and note.written_at >= once_since for note in notes):
            return
        if len(notes) >= MOST_NOTES:
            raise BadField("text", "%(most)d notes are enough. Remove one first.", most=MOST_NOTES)
        show_life(service, session, seat_id)
        session.add(Note(seat_id=seat_id, user_id=seat.user_id, text=written, written_at=service.now()))


def remove_note(service: Service, seat_id: int, note_id: int) -> None:
    with service.db.writing() as session:
        seat = session.get_one(Seat, seat_id)
        for note in notes_of(session, seat):
            if note.id == note_id:
                session.delete(note)
