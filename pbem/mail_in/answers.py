"""Answers to mails: into the outbox under keys that only one mail can use, within limits, and to nobody else than the
person whose seat it is."""

import logging
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func
from sqlmodel import Session, col, select

from pbem.base.db import after_commit
from pbem.base.logs import told
from pbem.base.service import Service
from pbem.base.tallies import INBOUND
from pbem.mail_in.reply import AtTable, Reply
from pbem.play.ask_seats import goes_on_by_itself
from pbem.play.notify import PATIENCE_WITH_BOTS
from pbem.play.outbox import About, post
from pbem.store.asks import open_asks
from pbem.store.mail_content import AboutTable, Content, MovesDoubted, Part
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, InboundMail, Mail, Seat, Table

log = logging.getLogger(__name__)
DAY = timedelta(days=1)
MOST_DOUBTS = 10  # a day, about mails from addresses that are not known to be hers
_REASON = col(Mail.content)["reason"].as_string()  # only notices have one


@dataclass(frozen=True)
class Done:
    """What came of an order: a heading, sentences and lines for the answer; `tried` is a line to show the board of."""

    heading: str
    notes: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    tried: str = ""
    link: str = ""  # which page helps further: history, rules, leave; board: the whole of it is in the mail
    play: str = ""  # a line that a link plays

    @property
    def part(self) -> Part:
        return Part(self.heading, tuple(self.notes), tuple(self.lines), self.link, self.play)


@dataclass(frozen=True)
class Answers:
    """The answers to one reply, in the transaction of what it does."""

    service: Service
    session: Session
    reply: Reply

    def post(self, kind: MailKind, at: AtTable, ask: Ask | None, content: Content) -> None:
        """The receipt, the refusal or whatever else was asked for; one a table."""
        table, seat = self.session.get_one(Table, at.table.id), self.session.get_one(Seat, at.seat.id)
        assert seat.user_id is not None, "who has written is a person"
        post(
            self.service,
            self.session,
            kind,
            f"ans:{self.reply.inbound_id}:{table.id}",
            seat.user_id,
            About.news(table, seat, ask),
            content=content,
            due_at=self._due_at(kind, table, ask),
        )

    def _due_at(self, kind: MailKind, table: Table, ask: Ask | None) -> datetime:
        """At once, but for a receipt while bots play: they soon bring the next question, and one mail tells both."""
        now = self.service.now()
        if kind is MailKind.RECEIPT and ask is None and goes_on_by_itself(open_asks(self.session, table.id)):
            return now + PATIENCE_WITH_BOTS
        return now

    def notice(self, notice: str) -> None:
        reason = f"notice:{notice}"
        if not self._told_today(reason == _REASON):
            content = AboutTable(notice, reason=reason)
            key = f"ans:{self.reply.inbound_id}"
            post(self.service, self.session, MailKind.NOTICE, key, self.reply.user.id, content=content)

    def confirm(self, at: AtTable, ask: Ask, line: str) -> None:
        """Once a sender and day, and a few in all: unknown addresses cannot have somebody flooded with mails."""
        reason = f"confirm:{self.reply.sender}"
        in_all = self._told_today(_REASON.startswith("confirm:"))
        if in_all >= MOST_DOUBTS or self._told_today(reason == _REASON):
            return
        content = MovesDoubted(line, self.reply.sender, reason)
        key, about = f"ans:{self.reply.inbound_id}", About(at.table, at.seat, ask)
        post(self.service, self.session, MailKind.NOTICE, key, self.reply.user.id, about, content=content)

    def _told_today(self, such: ColumnElement[bool]) -> int:
        """How many such notices this person has had within a day."""
        query = select(func.count()).select_from(Mail).where(Mail.user_id == self.reply.user.id, such)
        return self.session.exec(query.where(col(Mail.created_at) > self.service.now() - DAY)).one()

    def finish(self, status: str, why: str = "") -> None:
        finish(self.service, self.session, self.reply.inbound_id, status, why)


def finish(service: Service, session: Session, inbound_id: int, status: str, why: str = "") -> None:
    """The mail is dealt with."""
    told(log, f"mail {status}", inbound=inbound_id, why=why)
    after_commit(session, (INBOUND, inbound_id), lambda: service.tallies.count(INBOUND, result=status))
    mail = session.get_one(InboundMail, inbound_id)
    mail.status, mail.error, mail.lease_until, mail.done_at = status, why, None, service.now()
    session.add(mail)
