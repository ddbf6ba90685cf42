"""The bytes of mails go after some days; that there was a mail stays, and so it is still known."""

from dataclasses import replace

import pytest

from pbem.base.service import Service
from pbem.mail_in.letterbox import store_raw
from pbem.mail_out.deliver import deliver_due
from pbem.mail_out.transport import Mailbox
from pbem.store.models import InboundMail, Mail
from pbem.store.models.inbound_mail import ACCEPTED, PENDING
from pbem.upkeep import retention
from pbem.upkeep.retention import drop_raw
from pbem.upkeep.sweep import sweep
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import mails, posted

pytestmark = pytest.mark.both_databases

TO = "postmaster@railpost.localhost"


@pytest.fixture
def leaving(service: Service) -> Service:
    service.config = replace(service.config, smtp_url="smtp://127.0.0.1:9")
    return service


def letter(number: int) -> bytes:
    return f"Message-ID: <{number}@mail.localhost>\r\n\r\nhello\r\n".encode()


def came_in(service: Service, number: int, status: str = ACCEPTED) -> int:
    id = store_raw(service, letter(number), "anna@mail.localhost", TO, "smtp").id
    with service.db.writing() as session:
        mail = session.get_one(InboundMail, id)
        mail.status = status
        session.add(mail)
    return id


def raw_of(service: Service, id: int) -> bytes | None:
    with service.db.reading() as session:
        return session.get_one(InboundMail, id).raw


def test_old_bytes_go(leaving: Service, clock: FakeClock) -> None:
    posted(leaving)
    deliver_due(leaving, Mailbox(), lambda service, mail: b"rendered")
    old, waiting = came_in(leaving, 1), came_in(leaving, 2, PENDING)
    clock.forward(days=29, hours=23)
    young = came_in(leaving, 3)
    assert drop_raw(leaving) == 0
    clock.forward(hours=2)
    assert drop_raw(leaving) == 2
    assert raw_of(leaving, old) is None
    assert raw_of(leaving, waiting) == letter(2), "what nobody has read yet stays"
    assert raw_of(leaving, young) == letter(3)
    assert mails(leaving)[0].raw is None
    assert drop_raw(leaving) == 0
    assert not store_raw(leaving, letter(1), "anna@mail.localhost", TO, "imap").is_new


def test_what_waits_to_be_sent_stays(leaving: Service, clock: FakeClock) -> None:
    posted(leaving)
    with leaving.db.writing() as session:
        mail = session.get_one(Mail, 1)
        mail.raw = b"rendered"
        session.add(mail)
    clock.forward(days=40)
    assert drop_raw(leaving) == 0


def test_the_built_in_mailbox_keeps_its_mails(service: Service, clock: FakeClock) -> None:
    posted(service)
    deliver_due(service, Mailbox(), lambda service, mail: b"rendered")
    clock.forward(days=400)
    assert drop_raw(service) == 0
    assert mails(service)[0].raw == b"rendered"


def test_the_setting_and_the_limit(leaving: Service, clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MOST", 2)
    leaving.config = replace(leaving.config, keep_raw_days=2)
    for number in range(3):
        came_in(leaving, number)
    clock.forward(days=3)
    assert [drop_raw(leaving) for _ in range(3)] == [2, 1, 0]


def test_the_sweep_does_it(sqlite_service: Service, clock: FakeClock) -> None:
    id = came_in(sqlite_service, 1)
    clock.forward(days=31)
    sweep(sqlite_service)
    assert raw_of(sqlite_service, id) is None
