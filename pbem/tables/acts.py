"""What is done to a table besides playing: written into its public history, and told to every seat."""

from collections.abc import Iterable

from sqlmodel import Session

from pbem.base.service import Service
from pbem.play.outbox import About, post
from pbem.play.play_line import seats_of
from pbem.store.mail_content import ActTold, Notice
from pbem.store.mail_kind import MailKind
from pbem.store.models import Act, Seat, Table
from pbem.store.models.seat import JOINED
from pbem.tables.act_words import HOST_GIVEN


def record_act(
    service: Service, session: Session, table: Table, kind: str, *, but: int | None = None, **content: object
) -> Act:
    """Everybody at the table gets a mail, except the seat `but`, which is told in another way."""
    act = Act(table_id=table.id, ply=table.ply, kind=kind, content=content, done_at=service.now())
    session.add(act)
    session.flush()
    for seat in seats_of(session, table.id):
        if seat.status == JOINED and seat.user_id is not None and seat.id != but:
            tell(service, session, table, seat, f"act:{act.id}:{seat.id}", ActTold(act.id))
    return act


def pass_hosting(service: Service, session: Session, table: Table, heirs: Iterable[Seat]) -> bool:
    """A table needs a host: the first of these who is a person at the table. Everybody is told."""
    heir = next((seat for seat in heirs if seat.status == JOINED and seat.user_id not in (None, table.host_id)), None)
    if heir is None or heir.user_id is None:
        return False
    table.host_id = heir.user_id
    session.add(table)
    record_act(service, session, table, HOST_GIVEN, new=heir.name)
    return True


def tell(service: Service, session: Session, table: Table, seat: Seat, key: str, content: Notice) -> None:
    """A notice to one seat. It shows no position, so the next question still says what has happened."""
    assert seat.user_id is not None, "only a person can be told"
    post(service, session, MailKind.NOTICE, key, seat.user_id, About(table, seat), content=content)
