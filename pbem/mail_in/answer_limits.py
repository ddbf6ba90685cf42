"""How often one person is answered. A player is never left in silence; a machine that writes back does not go on.

- The same words to the same question are answered once.
- Above so many answers an hour, or so many a day without a single line played, a short mail says when the next one is
  read. What comes until then waits, and is read in its order.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.mail_in.letterbox import words_of
from pbem.mail_in.reply import Reply
from pbem.play.outbox import post
from pbem.store.asks import IS_OPEN
from pbem.store.mail_content import PAUSE, AnswersPause
from pbem.store.mail_kind import BESIDE_PLAY, MailKind
from pbem.store.models import Ask, InboundMail, Mail, ReplyKey, Seat
from pbem.store.models.inbound_mail import PROCESSING, REJECTED

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_ANSWERS = 60
BEFORE_DEADLINE = timedelta(minutes=10)  # a mail that waits is read so long before its writer's time runs out


@dataclass(frozen=True)
class Limit:
    """So many answers within a span."""

    most: int
    span: timedelta
    kinds: tuple[MailKind, ...] = ()  # of these only, since the last line that was played by mail; all if empty


IN_HASTE = Limit(2 * MOST_ANSWERS, HOUR)  # if a deadline is near
LIMITS = (
    Limit(MOST_ANSWERS, HOUR),
    # A machine that writes back is not understood, or says by chance what we do understand, and never plays.
    Limit(MOST_ANSWERS, DAY, (MailKind.REFUSED,)),
    Limit(2 * MOST_ANSWERS, DAY, BESIDE_PLAY),
)


def said_before(session: Session, reply: Reply, raw: bytes) -> bool:
    """Whether a mail with the same words was answered, to the same question, and could not be understood."""
    asked = [at.ask_id or at.seat.id for at in reply.tables.values()]
    if not asked:
        return False
    earlier = session.exec(
        select(InboundMail).where(
            InboundMail.user_id == reply.user.id,
            InboundMail.status == REJECTED,
            col(InboundMail.received_at) > reply.came_at - DAY,
            col(InboundMail.id) != reply.inbound_id,
            col(InboundMail.raw).is_not(None),
        )
    ).all()
    same = [mail.recipient for mail in earlier if words_of(mail.raw or b"") == words_of(raw)]
    keys = [recipient.partition("@")[0].partition("+")[2] for recipient in same]
    answered = session.exec(select(ReplyKey).where(col(ReplyKey.key).in_(keys))).all()
    return any((key.ask_id or key.seat_id) in asked for key in answered)


def pause_until(service: Service, session: Session, user_id: int) -> datetime | None:
    """When the next mail of this person is read; None if that is now."""
    now = service.now()
    ends = [end for limit in LIMITS if (end := _end(session, user_id, limit, now)) is not None]
    if not ends:
        return None
    if _end(session, user_id, IN_HASTE, now) is not None:
        return max(ends)
    deadlines = select(Ask.deadline_at).join(Seat, col(Seat.id) == col(Ask.seat_id)).where(IS_OPEN)
    nearest = session.exec(deadlines.where(Seat.user_id == user_id, col(Ask.deadline_at) > now)).all()
    read_at = min([max(ends), *(deadline - BEFORE_DEADLINE for deadline in nearest if deadline is not None)])
    return read_at if read_at > now else None


def _end(session: Session, user_id: int, limit: Limit, now: datetime) -> datetime | None:
    """When there will be room again under a limit that is reached; None if there is."""
    mails = select(Mail.created_at).where(Mail.user_id == user_id, col(Mail.key).startswith("ans:"))
    since = now - limit.span
    if limit.kinds:
        played = session.exec(mails.where(Mail.kind == MailKind.RECEIPT, col(Mail.created_at) > since)).all()
        since = max([since, *played])
        mails = mails.where(col(Mail.kind).in_(limit.kinds))
    newest = mails.where(col(Mail.created_at) > since).order_by(col(Mail.created_at).desc()).limit(limit.most)
    found = session.exec(newest).all()
    return found[-1] + limit.span if len(found) == limit.most else None


def put_off(service: Service, session: Session, reply: Reply, until: datetime) -> None:
    """The mail is read then; its writer is told so, once an hour."""
    mail = session.get_one(InboundMail, reply.inbound_id)
    mail.status, mail.lease_until, mail.attempts = PROCESSING, until, 0
    session.add(mail)
    told = select(Mail.id).where(
        Mail.user_id == reply.user.id,
        Mail.kind == MailKind.NOTICE,
        col(Mail.created_at) > service.now() - HOUR,
        col(Mail.content)["about"].as_string() == PAUSE,
    )
    if session.exec(told).first() is None:
        key = f"ans:{reply.inbound_id}:pause"
        post(service, session, MailKind.NOTICE, key, reply.user.id, content=AnswersPause(until))
