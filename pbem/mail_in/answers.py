"""Answers to mails: into the outbox under keys that only one mail can use, within limits, and to nobody else than the
person whose seat it is."""

import logging
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import ColumnElement, func
from sqlmodel import Session, col, select

from pbem.base.logs import told
from pbem.base.service import Service
from pbem.mail_in.reply import AtTable, Reply
from pbem.play.outbox import About, post
from pbem.store.mail_content import AboutTable, Content, MovesDoubted, Part
from pbem.store.mail_kind import BESIDE_PLAY, MailKind
from pbem.store.models import Ask, InboundMail, Mail, Seat, Table

log = logging.getLogger(__name__)
DAY = timedelta(days=1)
MOST_COMPLAINTS = 10  # answers a day to somebody who is not understood; two machines would go on for ever
LIMITED = "refused"
MOST_ANSWERS = 50  # of those a day; more than a person needs, and an end for what is none
_REASON = col(Mail.content)["reason"].as_string()  # only notices have one
_BESIDE_PLAY = col(Mail.kind).in_(BESIDE_PLAY)


@dataclass(frozen=True)
class Done:
    """What came of an order: a heading, sentences and lines for the answer; `tried` is a line to show the board of."""

    heading: str
    notes: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    tried: str = ""
    link: str = ""  # which page helps further: history, rules, leave
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
        if kind.is_beside_play and self._mailed_today(seat.user_id, _BESIDE_PLAY) >= MOST_ANSWERS:
            return
        post(
            self.service,
            self.session,
            kind,
            f"ans:{self.reply.inbound_id}:{table.id}",
            seat.user_id,
            About.news(table, seat, ask),
            content=content,
        )

    def notice(self, notice: str) -> None:
        if self.may_complain(f"notice:{notice}", 1):
            content = AboutTable(notice, reason=f"notice:{notice}")
            key = f"ans:{self.reply.inbound_id}"
            post(self.service, self.session, MailKind.NOTICE, key, self.reply.user.id, content=content)

    def confirm(self, at: AtTable, ask: Ask, line: str) -> None:
        """Once a sender and day, and a few in all: unknown addresses cannot have somebody flooded with mails."""
        sender = self.reply.sender
        in_all = self._mailed_today(self.reply.user.id, _REASON.startswith("confirm:"))
        if in_all >= MOST_COMPLAINTS or not self.may_complain(f"confirm:{sender}", 1):
            return
        content = MovesDoubted(line, sender, f"confirm:{sender}")
        key, about = f"ans:{self.reply.inbound_id}", About(at.table, at.seat, ask)
        post(self.service, self.session, MailKind.NOTICE, key, self.reply.user.id, about, content=content)

    def may_complain(self, reason: str, most: int = MOST_COMPLAINTS) -> bool:
        """Whether this person has not had enough such answers in a day."""
        such = col(Mail.kind) == MailKind.REFUSED if reason == LIMITED else reason == _REASON
        return self._mailed_today(self.reply.user.id, such) < most

    def _mailed_today(self, user_id: int, such: ColumnElement[bool]) -> int:
        query = select(func.count()).select_from(Mail).where(Mail.user_id == user_id, such)
        return self.session.exec(query.where(col(Mail.created_at) > self.service.now() - DAY)).one()

    def finish(self, status: str, why: str = "") -> None:
        finish(self.service, self.session, self.reply.inbound_id, status, why)


def finish(service: Service, session: Session, inbound_id: int, status: str, why: str = "") -> None:
    """The mail is dealt with."""
    told(log, f"mail {status}", inbound=inbound_id, why=why)
    mail = session.get_one(InboundMail, inbound_id)
    mail.status, mail.error, mail.lease_until, mail.done_at = status, why, None, service.now()
    session.add(mail)
