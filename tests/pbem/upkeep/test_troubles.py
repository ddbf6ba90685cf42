"""A mail that a release could not render leaves with the next one."""

import pytest

from pbem.base.service import Service
from pbem.mail_out.compose import render
from pbem.mail_out.deliver import MOST_RENDERINGS, deliver_due
from pbem.store.models import Mail
from pbem.store.models.mail import DEAD, SENT
from pbem.upkeep.troubles import render_again
from tests.pbem.conftest import FakeClock
from tests.pbem.mail_out.test_deliver import Answering
from tests.pbem.sample_tables import mails, posted, sweep


@pytest.fixture
def died(service: Service, clock: FakeClock) -> Service:
    """A server whose release could not render a mail."""

    def broken(_: Service, mail: Mail) -> bytes:
        raise AttributeError("no attribute 'words_first'")

    posted(service, 2)
    for _ in range(MOST_RENDERINGS):
        deliver_due(service, Answering(), broken)
        clock.forward(minutes=5)
    assert [mail.status for mail in mails(service)] == [DEAD, DEAD]
    return service


def test_the_process_in_which_it_died_leaves_it(died: Service, clock: FakeClock) -> None:
    sweep(died)
    assert [mail.status for mail in mails(died)] == [DEAD, DEAD]


def test_the_next_process_sends_it(died: Service, clock: FakeClock) -> None:
    died.started_at = clock.now()
    clock.forward(seconds=30)
    sweep(died)
    deliver_due(died, Answering(), render)
    assert [mail.status for mail in mails(died)] == [SENT, SENT]


def test_it_is_tried_again_once_a_start(died: Service, clock: FakeClock) -> None:
    died.started_at = clock.now()
    clock.forward(seconds=30)
    assert [render_again(died), render_again(died)] == [2, 0]
    for mail in mails(died):
        with died.db.writing() as session:
            again = session.get_one(Mail, mail.id)
            again.status = DEAD
            session.add(again)
    clock.forward(seconds=30)
    assert render_again(died) == 0


def test_what_was_refused_is_not_sent_again(service: Service, clock: FakeClock) -> None:
    posted(service, 1)
    with service.db.writing() as session:
        mail = session.get_one(Mail, mails(service)[0].id)
        mail.status, mail.raw, mail.error = DEAD, b"x", "550 no"
        session.add(mail)
    clock.forward(minutes=5)
    service.started_at = clock.now()
    assert render_again(service) == 0
