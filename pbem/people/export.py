"""Everything the server knows of one person, as plain values for a JSON file. Keys are left out: they open doors."""

import email
import email.policy
from datetime import date, datetime
from email.message import EmailMessage
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, SQLModel, col, select

from pbem.base.redaction import redact_keys
from pbem.store.models import (
    Absence,
    Address,
    Ballot,
    InboundMail,
    Intention,
    Line,
    Mail,
    Note,
    Seat,
    Table,
    Talk,
    User,
)

VERSION = 2  # talk and notes are the person's own, no longer those of a seat


def everything_about(session: Session, user: User) -> dict[str, Any]:
    addresses = session.exec(select(Address).where(Address.user_id == user.id).order_by(col(Address.id))).all()
    seats = session.exec(
        select(Seat, Table)
        .join(Table, col(Table.id) == col(Seat.table_id))
        .where(Seat.user_id == user.id)
        .order_by(col(Seat.id))
    ).all()
    hosted = session.exec(select(Table).where(Table.host_id == user.id).order_by(col(Table.id))).all()
    absences = session.exec(select(Absence).where(Absence.user_id == user.id).order_by(col(Absence.id))).all()
    mails = session.exec(select(Mail).where(Mail.user_id == user.id).order_by(col(Mail.id))).all()
    received = session.exec(
        select(InboundMail).where(InboundMail.user_id == user.id).order_by(col(InboundMail.id))
    ).all()
    talks = session.exec(select(Talk).where(Talk.user_id == user.id).order_by(col(Talk.id))).all()
    notes = session.exec(select(Note).where(Note.user_id == user.id).order_by(col(Note.id))).all()
    return {
        "railpost-export": VERSION,
        "person": _values(user, "id", "link_epoch", "word"),
        "addresses": [_values(address, "id", "user_id") for address in addresses],
        "absences": [_values(absence, "id", "user_id") for absence in absences],
        "seats": [_seat(session, user, seat, table) for seat, table in seats],
        "hosted": [_table(table) for table in hosted],
        "talk": [
            {"said_at": _plain(talk.said_at), "text": talk.text, "to_one": talk.to_seat_id is not None}
            for talk in talks
        ],
        "notes": [{"written_at": _plain(note.written_at), "text": note.text} for note in notes],
        "mails-to-you": [_mail(mail) for mail in mails],
        "mails-from-you": [
            {"received_at": _plain(mail.received_at), "status": mail.status, "text": redact_keys(_text(mail.raw)[1])}
            for mail in received
        ],
    }


def _values(row: SQLModel, *without: str) -> dict[str, Any]:
    return {name: _plain(value) for name, value in row.model_dump().items() if name not in without}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | date) else value


def _table(table: Table) -> dict[str, Any]:
    kept = ("title", "game", "options", "status", "pace", "created_at", "started_at", "ended_at")
    return {name: _plain(getattr(table, name)) for name in kept}


def _seat(session: Session, user: User, seat: Seat, table: Table) -> dict[str, Any]:
    """What she played and voted in this seat. Somebody else may have had it before: only questions that were mailed to
    her, and votes from the time since her first mail about it, are hers."""
    hers = select(Mail.ask_id).where(Mail.user_id == user.id, Mail.seat_id == seat.id)
    lines = session.exec(
        select(Line).where(Line.table_id == table.id, col(Line.ask_id).in_(hers)).order_by(col(Line.ply))
    ).all()
    since = session.exec(
        select(func.min(col(Mail.created_at))).where(Mail.user_id == user.id, Mail.seat_id == seat.id)
    ).first()
    ballots = session.exec(select(Ballot).where(Ballot.seat_id == seat.id).order_by(col(Ballot.id))).all()
    plans = session.exec(select(Intention).where(Intention.seat_id == seat.id, Intention.user_id == user.id)).all()
    return {
        "table": _table(table),
        **_values(seat, "id", "table_id", "user_id", "link_epoch", "has_old_links"),
        "lines": [
            {"ply": line.ply, "text": line.text, "how": line.how, "played_at": _plain(line.played_at)} for line in lines
        ],
        "plans": [{"made_at": _plain(plan.made_at), "plan": plan.content} for plan in plans],
        "votes": [
            {"given_at": _plain(ballot.given_at), "agrees": ballot.agrees}
            for ballot in ballots
            if since is not None and ballot.given_at >= since
        ],
    }


def _mail(mail: Mail) -> dict[str, Any]:
    subject, text = _text(mail.raw)
    return {
        "kind": mail.kind,
        "to": mail.email,
        "status": mail.status,
        "created_at": _plain(mail.created_at),
        "sent_at": _plain(mail.sent_at),
        "subject": subject,
        "text": redact_keys(text),
    }


def _text(raw: bytes | None) -> tuple[str, str]:
    """Subject and text part; nothing of a mail whose bytes were dropped."""
    if raw is None:
        return "", ""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage), "the default policy makes these"
    body = message.get_body(("plain",))
    return str(message["Subject"] or ""), str(body.get_content()) if body is not None else ""
