"""Kinds of mail as rows of the outbox hold them."""

from sqlalchemy import text
from sqlmodel import select

from pbem.base.service import Service
from pbem.mail_out.authors import BY_KIND
from pbem.play.outbox import waiting_mails
from pbem.store.mail_kind import MailKind
from pbem.store.models import Mail, Table
from tests.pbem.sample_tables import started


def test_every_kind_has_an_author() -> None:
    assert set(BY_KIND) == set(MailKind) - {MailKind.UNKNOWN}


def test_a_kind_of_a_newer_release_holds_no_table_up(service: Service) -> None:
    table_id = started(service)
    with service.db.writing() as session:
        session.connection().execute(text("UPDATE mails SET kind = 'postcard' WHERE kind = 'turn'"))
    with service.db.reading() as session:
        waiting = waiting_mails(session, session.get_one(Table, table_id))
        assert MailKind.UNKNOWN in {mail.kind for mail in waiting}
        assert session.exec(select(Mail.id).where(Mail.kind == "postcard")).first() is not None
