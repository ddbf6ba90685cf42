"""An address that mails come back from: it is suspended, the host hears of it, and its owner finds the way back."""

from sqlmodel import select

from pbem.actions.links import ONCE_IN, mail_links
from pbem.actions.sending import deliver_due
from pbem.mail.transport import Refused
from pbem.models import Address
from pbem.service import Service
from tests.pbem.conftest import FakeClock
from tests.pbem.tables import mails, posted, started
from tests.pbem.test_sending import Answering, rendered

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
