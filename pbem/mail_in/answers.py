"""Answers to mails: into the outbox under keys that only one mail can use, within limits, and to nobody else than the
person whose seat it is."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.play.outbox import About, post
from pbem.store.mail_content import AboutTable, Content, MovesDoubted
from pbem.store.mail_kind import BESIDE_PLAY, MailKind
from pbem.store.models import Ask, InboundMail, Mail, Seat, Table, User

DAY = timedelta(days=1)
MOST_COMPLAINTS = 10  # answers a day to somebody who is not understood; two machines would go on for ever
LIMITED = "refused"
MOST_ANSWERS = 50  # of those a day; more than a person needs, and an end for what is none


@dataclass
class Letterbox:
    """The answer to one mail that came in, in the transaction of what it does."""

    service: Service
    session: Session
    inbound_id: int

    def post(self, kind: MailKind, table: Table, seat: Seat, ask: Ask | None, content: Content) -> None:
        """The receipt, the refusal or whatever else was asked for; one a table."""
        assert seat.user_id is not None, "who has written is a person"
        if kind.is_beside_play and self._answered_today(seat.user_id) >= MOST_ANSWERS:
            return
        post(
            self.service,
            self.session,
            kind,
            f"ans:{self.inbound_id}:{table.id}",
            seat.user_id,
            About.news(table, seat, ask),
            content=content,
        )

    def notice(self, user: User, notice: str) -> None:
        if self.may_complain(user, f"notice:{notice}", 1):
            content = AboutTable(notice, reason=f"notice:{notice}")
            post(self.service, self.session, MailKind.NOTICE, f"ans:{self.inbound_id}", user.id, content=content)

    def confirm(self, user: User, table: Table, seat: Seat, ask: Ask, line: str, sender: str) -> None:
        content = MovesDoubted(line, sender, f"confirm:{sender}")
        key, about = f"ans:{self.inbound_id}", About(table, seat, ask)
        post(self.service, self.session, MailKind.NOTICE, key, user.id, about, content=content)

    def may_complain(self, user: User, reason: str, most: int = MOST_COMPLAINTS) -> bool:
        """Whether this person has not had enough such answers in a day."""
        since = self.service.now() - DAY
        query = select(func.count()).select_from(Mail).where(Mail.user_id == user.id, col(Mail.created_at) > since)
        if reason == LIMITED:
            query = query.where(Mail.kind == MailKind.REFUSED)
        else:
            query = query.where(Mail.kind == MailKind.NOTICE, col(Mail.content)["reason"].as_string() == reason)
        return self.session.exec(query).one() < most

    def _answered_today(self, user_id: int) -> int:
        since = self.service.now() - DAY
        query = select(func.count()).select_from(Mail).where(Mail.user_id == user_id, col(Mail.created_at) > since)
        return self.session.exec(query.where(col(Mail.kind).in_(BESIDE_PLAY))).one()

    def finish(self, status: str, why: str = "") -> None:
        mail = self.session.get_one(InboundMail, self.inbound_id)
        mail.status, mail.error, mail.lease_until, mail.done_at = status, why, None, self.service.now()
        self.session.add(mail)
