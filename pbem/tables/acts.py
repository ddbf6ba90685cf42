"""What is done to a table besides playing: written into its public history, and told to every seat."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.play.outbox import About, post
from pbem.play.turn import seats_of
from pbem.store.mail_content import ActTold, Notice, content_of, stored
from pbem.store.mail_kind import MailKind
from pbem.store.models import Act, Mail, Seat, Table
from pbem.store.models.mail import PENDING
from pbem.store.models.seat import JOINED
from pbem.tables import act_words
from pbem.tables.act_words import HOST_GIVEN

FOLDED_FOR = timedelta(minutes=1)  # what is done to a table within it is told in one mail
HOUR = timedelta(hours=1)
MOST_AN_HOUR = 12  # that the host does to one table and everybody is mailed about
BY_HOST = (
    act_words.PAUSED, act_words.DEADLINE, act_words.GIVEN, act_words.REWOUND,
    act_words.PROPOSED_REWIND, act_words.PROPOSED_REPLACE, act_words.ADVICE, act_words.NO_ADVICE,
    *act_words.PLANS_CHOSEN,
)  # fmt: skip


def check_host_acts(service: Service, session: Session, table: Table, field: str) -> None:
    """Raises BadField when the host has lately done so much that the others are only bothered by it.

    To let a table go on, or to end it, is never too much.
    """
    if not service.config.mail_leaves:
        return
    lately = select(func.count()).select_from(Act).where(Act.table_id == table.id, col(Act.kind).in_(BY_HOST))
    if session.exec(lately.where(col(Act.done_at) > service.now() - HOUR)).one() >= MOST_AN_HOUR:
        raise BadField(field, "You have done this very often, and everybody gets a mail each time. Wait an hour.")


def record_act(
    service: Service, session: Session, table: Table, kind: str, *, but: int | None = None, **content: object
) -> Act:
    """Everybody at the table gets a mail, except the seat `but`, which is told in another way.

    The mail leaves after a minute and lists every act of that minute.
    """
    act = Act(table_id=table.id, ply=table.ply, kind=kind, content=content, done_at=service.now())
    session.add(act)
    session.flush()
    for seat in seats_of(session, table.id):
        if seat.status == JOINED and seat.user_id is not None and seat.id != but:
            _tell_of_act(service, session, table, seat, act)
    return act


def _tell_of_act(service: Service, session: Session, table: Table, seat: Seat, act: Act) -> None:
    waiting = select(Mail).where(
        Mail.table_id == table.id,
        Mail.seat_id == seat.id,
        Mail.user_id == seat.user_id,
        Mail.status == PENDING,
        Mail.attempts == 0,
        col(Mail.key).startswith("act:"),
    )
    mail = session.exec(waiting.with_for_update()).first()
    if mail is None:
        due_at = service.now() + FOLDED_FOR
        tell(service, session, table, seat, f"act:{act.id}:{seat.id}", ActTold(act.id), due_at)
        return
    told = content_of(mail, ActTold)
    mail.content = stored(ActTold(told.act, (*told.more, act.id)))
    session.add(mail)


def pass_hosting(service: Service, session: Session, table: Table, heirs: Iterable[Seat]) -> bool:
    """A table needs a host: the first of these who is a person at the table. Everybody is told."""
    heir = next((seat for seat in heirs if seat.status == JOINED and seat.user_id not in (None, table.host_id)), None)
    if heir is None or heir.user_id is None:
        return False
    table.host_id = heir.user_id
    session.add(table)
    for seat in seats_of(session, table.id):
        seat.typed_email = ""  # by somebody else than the new host
        session.add(seat)
    record_act(service, session, table, HOST_GIVEN, new=heir.name)
    return True


def tell(
    service: Service,
    session: Session,
    table: Table,
    seat: Seat,
    key: str,
    content: Notice,
    due_at: datetime | None = None,
) -> None:
    """A notice to one seat. It shows no position, so the next question still says what has happened."""
    assert seat.user_id is not None, "only a person can be told"
    post(service, session, MailKind.NOTICE, key, seat.user_id, About(table, seat), content=content, due_at=due_at)
