"""The reply of a person to a mail of ours: who wrote it, what was written, and the tables that it is about."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlmodel import Session, col, select

from engine.core.play import actors
from engine.core.situation import Situation
from pbem.base.service import Service
from pbem.base.translations import catalogue
from pbem.mail_in.parse.addresses import Route, sender
from pbem.mail_in.parse.commands import seat_spellings
from pbem.mail_in.parse.letter import Letter
from pbem.mail_in.parse.quotes import Answer
from pbem.mail_in.parse.table_words import TableWords
from pbem.play.scene import Choice, printed_choices
from pbem.play.stored_scenes import names_at, seated
from pbem.store.asks import IS_OPEN, asks_in
from pbem.store.models import Ask, InboundMail, Mail, ReplyKey, Seat, Table, User
from pbem.store.models.reply_key import Printed
from pbem.store.positions import game_of, state_at
from pbem.store.reply_keys import owner_of

MOST_TABLES = 10  # that one mail can be about without naming any


@dataclass(frozen=True)
class AtTable:
    """A table that the answered mail was about, as it stands now."""

    table: Table
    seat: Seat
    ask_id: int | None  # the question that was answered
    state: Any
    names: tuple[str, ...]
    colours: tuple[str, ...]
    choices: tuple[Choice, ...] = ()  # as the answered mail numbered them, with the words that it printed
    asked_back: int = 0  # so many of them, the first, are what we asked back about: `yes` means the first of all
    ply: int | None = None  # of the position that the answered mail showed

    @property
    def other(self) -> str:
        """Somebody else at the table, for an example: a name of one word, else a colour."""
        others = [number for number in range(len(self.names)) if number != self.seat.number]
        short = (self.names[number] for number in others if " " not in self.names[number])
        return next(short, self.colours[others[0]])

    @cached_property
    def situation(self) -> Situation:
        """The position in which the answer is read, and what the answered mail printed."""
        return Situation(
            game_of(self.table),
            self.state,
            self.seat.number,
            printed_choices(self.choices),
            tuple(name for number, name in enumerate(self.names) if number != self.seat.number),
            bool(self.asked_back),
        )

    @cached_property
    def words(self) -> TableWords:
        game = game_of(self.table)
        seats = seat_spellings(game.words, self.colours, self.names)
        asked = self.seat.number in actors(game, self.state)
        return TableWords(self.situation.reader, seats, self.situation if asked else None)

    def ask(self, session: Session) -> Ask | None:
        """The question that was answered, open or closed; None for a mail that asks nothing."""
        return session.get(Ask, self.ask_id) if self.ask_id is not None else None


@dataclass(frozen=True)
class Reply:
    inbound_id: int  # the row of the mail that came in
    came_at: datetime
    user: User
    tables: Mapping[int, AtTable]
    by_key: bool  # it came to a reply address: only its key is a secret, the ids of mails can be guessed
    sender: str
    subject: str
    written: Answer
    mail: Mail | None = None  # the mail that is answered
    is_lost: bool = False  # that mail left in a time that a restored backup does not know

    @property
    def lang(self) -> str:
        return self.user.lang

    @property
    def table_words(self) -> dict[int, TableWords]:
        return {number: at.words for number, at in self.tables.items()}

    def gettext(self, text: str) -> str:
        return catalogue(self.lang).gettext(text)

    def at(self, table_id: int | None) -> AtTable:
        """The table of that number; what names no table stands at the first."""
        return next(iter(self.tables.values())) if table_id is None else self.tables[table_id]


def find_reply(service: Service, session: Session, inbound: InboundMail, letter: Letter, where: Route) -> Reply | None:
    """The mail as a reply to one of ours; None when it is not one."""
    answered = _answered_mail(service, session, where)
    if answered is None:
        return None
    return Reply(
        inbound.id,
        inbound.received_at,
        session.get_one(User, answered.user_id),
        _tables(session, answered),
        answered.by_key,
        sender(letter.headers) or "",
        letter.headers.subject,
        letter.written,
        session.get(Mail, answered.mail_id) if answered.mail_id is not None else None,
        answered.is_lost,
    )


@dataclass(frozen=True)
class _AnsweredMail:
    user_id: int
    seat_id: int | None
    ask_id: int | None
    mail_id: int | None
    by_key: bool
    printed: Printed
    is_lost: bool = False


def _answered_mail(service: Service, session: Session, where: Route) -> _AnsweredMail | None:
    if where.recipient is not None:
        key = session.get(ReplyKey, where.recipient.key)
        if key is None:
            owner = owner_of(service, session, where.recipient.key)
            return _AnsweredMail(owner.id, None, None, None, True, {}, is_lost=True) if owner is not None else None
        return _AnsweredMail(key.user_id, key.seat_id, key.ask_id, key.mail_id, True, key.choices or {})
    parents = [parent.strip("<>") for parent in where.parents]
    parent = session.exec(select(Mail).where(col(Mail.message_id).in_(parents))).first() if parents else None
    if parent is None:
        return None
    return _AnsweredMail(parent.user_id, parent.seat_id, parent.ask_id, parent.id, False, {})


def _tables(session: Session, answered: _AnsweredMail) -> dict[int, AtTable]:
    """The table of the seat that was written to, or all tables of a digest. Where it cannot be known, all tables at
    which the person is asked something."""
    asked: list[tuple[Seat, int | None]] = []
    if answered.seat_id is not None:
        asked.append((session.get_one(Seat, answered.seat_id), answered.ask_id))
    elif answered.mail_id is not None:
        listed = asks_in(session.get_one(Mail, answered.mail_id))
        asks = session.exec(select(Ask).where(col(Ask.id).in_(listed))).all()
        asked.extend((session.get_one(Seat, ask.seat_id), ask.id) for ask in asks)
    elif answered.is_lost:
        hers = select(Seat).join(Ask, col(Ask.seat_id) == col(Seat.id)).where(Seat.user_id == answered.user_id, IS_OPEN)
        asked.extend(
            (seat, None) for seat in session.exec(hers.order_by(col(Ask.deadline_at)).limit(MOST_TABLES)).all()
        )
    mail = session.get(Mail, answered.mail_id) if answered.mail_id is not None else None
    ply = mail.ply if mail is not None else None
    tables = {}
    for seat, ask_id in asked:
        table = session.get_one(Table, seat.table_id)
        # A seat that has changed hands is not hers any more.
        if seat.user_id == answered.user_id and table.started_at is not None:
            tables[table.id] = _at_table(session, table, seat, ask_id, answered.printed, ply)
    return tables


def _at_table(
    session: Session, table: Table, seat: Seat, ask_id: int | None, printed: Printed, ply: int | None
) -> AtTable:
    asked_back, choices = printed.get(str(ask_id), (0, []))
    return AtTable(
        table,
        seat,
        ask_id,
        state_at(session, table),
        names_at(session, table, table.lang),
        tuple(row.seat.colour for row in seated(session, table)),
        tuple(Choice(line, label, "", number) for number, line, label in choices),
        asked_back,
        ply,
    )
