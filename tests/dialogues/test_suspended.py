"""An address that mails come back from: it is suspended, the host hears of it, and its owner finds the way back."""

from collections.abc import Callable

import pytest
from sqlmodel import select

from pbem.base.service import Service
from pbem.mail_in.bounces import add_score
from pbem.mail_in.parse.bounces import THRESHOLD
from pbem.mail_out.deliver import deliver_due
from pbem.mail_out.transport import Refused
from pbem.people.addresses import confirm_address
from pbem.people.lost_links import ONCE_IN, mail_links
from pbem.store.links import Links
from pbem.store.models import Address, User
from pbem.store.models.mail import SENT
from pbem.web.app import create_app
from tests.dialogues.correspondence import Correspondence
from tests.e2e.player import Presser
from tests.pbem.conftest import FakeClock
from tests.pbem.mail_out.test_deliver import Answering, rendered
from tests.pbem.sample_tables import mails, posted, seats, started

MUTE = "seat1@mail.localhost"


def address(service: Service, email: str = MUTE) -> Address:
    with service.db.reading() as session:
        return session.exec(select(Address).where(Address.email == email)).one()


def test_a_server_that_refuses_an_address_twice_suspends_it_and_the_host_is_told(
    service: Service, clock: FakeClock
) -> None:
    started(service)

    class Choosy(Answering):
        def send(self, sender: str, recipient: str, raw: bytes) -> None:
            if recipient == MUTE:
                raise Refused("550 5.1.1 no such user", at_recipient=True)

    posted_again(service, clock, 3)
    while deliver_due(service, Choosy(), rendered):
        pass
    told = [mail for mail in mails(service, kind="notice") if mail.content.get("notice") == "unreachable"]
    assert address(service).suspended_at is not None
    assert [(mail.email, mail.content["name"]) for mail in told] == [("seat0@mail.localhost", "Bruno")]
    assert [mail.error for mail in mails(service, email=MUTE, kind="link")][-1] == "the address is suspended"


def test_refusals_of_long_ago_are_forgotten(sqlite_service: Service, clock: FakeClock) -> None:
    posted(sqlite_service, 2)
    no = Answering(Refused("550 no such user", at_recipient=True))
    for _ in range(2):
        deliver_due(sqlite_service, no, rendered, most=1)
        clock.forward(days=31)
    assert address(sqlite_service, "anna@mail.localhost").suspended_at is None


def posted_again(service: Service, clock: FakeClock, times: int) -> None:
    for _ in range(times):
        mail_links(service, MUTE)
        clock.forward(seconds=ONCE_IN)


@pytest.fixture
def suspended(service: Service) -> Correspondence:
    """A table at which one player's address takes no mail any more."""
    talk = Correspondence(service)
    with service.db.writing() as session:
        row = session.exec(select(Address).where(Address.email == MUTE)).one()
        add_score(service, session, row, THRESHOLD)
    talk.came()
    return talk


@pytest.mark.both_databases
def test_a_suspended_address_is_tried_once_a_week(
    service: Service, suspended: Correspondence, clock: FakeClock
) -> None:
    sent = []
    for day in range(1, 17):
        clock.forward(days=1)
        mail_links(service, MUTE)
        mail_links(service, "seat2@mail.localhost")
        if any(mail.email == MUTE for mail in suspended.came()):
            sent.append(day)
    assert sent == [7, 14]
    assert len([mail for mail in mails(service, kind="link", status=SENT) if mail.email != MUTE]) == 16


def by_page(service: Service, talk: Correspondence) -> None:
    seat = seats(service, talk.table_id)[1]
    create_app(service).test_client().post(f"/t/{Links(service).turn_token(seat, None)}/notes", data={"text": "Hm."})


def by_own_page(service: Service, talk: Correspondence) -> None:
    with service.db.reading() as session:
        user = session.get_one(User, address(service).user_id)
    presser = Presser(create_app(service))
    presser.press(presser.open(Links(service).me(user)), "/settings", name="Bruno", zone="UTC", reminders="4h")


def by_mail(service: Service, talk: Correspondence) -> None:
    mail = next(mail for mail in talk.post.delivered if mail.email == MUTE)
    talk.answer(mail, "help")


def by_confirming(service: Service, talk: Correspondence) -> None:
    confirm_address(service, address(service).id)


@pytest.mark.parametrize("come", [by_page, by_own_page, by_mail, by_confirming])
def test_who_comes_by_a_link_or_answers_gets_mails_again(
    service: Service, suspended: Correspondence, come: Callable[[Service, Correspondence], None]
) -> None:
    come(service, suspended)
    found = address(service)
    assert (found.suspended_at, found.bounce_score) == (None, 0)
    mail_links(service, MUTE)
    assert MUTE in {mail.email for mail in suspended.came()}


def test_looking_at_a_page_proves_nothing(sqlite_service: Service) -> None:
    """Whatever scans the mails of a company opens links as well."""
    table_id = started(sqlite_service)
    with sqlite_service.db.writing() as session:
        row = session.exec(select(Address).where(Address.email == MUTE)).one()
        add_score(sqlite_service, session, row, THRESHOLD)
    token = Links(sqlite_service).turn_token(seats(sqlite_service, table_id)[1], None)
    assert create_app(sqlite_service).test_client().get(f"/t/{token}").status_code == 200
    assert address(sqlite_service).suspended_at is not None
