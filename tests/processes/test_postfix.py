"""With Debian's Postfix in front: an answer to a turn mail comes in by LMTP, is played, and its receipt arrives in a
Maildir. Postfix has the configuration of docs/deploy.md."""

import email
import email.policy
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.base.service import Service
from pbem.store.models import Address, InboundMail, Seat
from tests.pbem.mail_in.letters import arrived, letter, reply_address
from tests.pbem.sample_tables import asks, bot_line, lines, started
from tests.processes.postfix import DOMAIN, Postfix, missing, postfix
from tests.processes.system import System, settings_for, system, wait_until


@pytest.fixture(scope="module")
def mail_server() -> Iterator[Postfix]:
    if why := missing():
        pytest.skip(why)
    with postfix() as made:
        yield made


@pytest.fixture
def server(mail_server: Postfix, tmp_path: Path, empty_postgres: str, empty_redis: str) -> Iterator[System]:
    more = {"MAIL_FROM": f"turns@{DOMAIN}", "INBOUND_URL": f"lmtp://{mail_server.socket}"}
    with system(tmp_path, settings_for(empty_postgres, empty_redis, mail_server.url, **more), sweep=1) as made:
        yield made


def opened(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def answer(mail: EmailMessage, sender: str, text: str) -> bytes:
    reply = EmailMessage(policy=email.policy.SMTP)
    reply["From"], reply["To"], reply["Subject"] = sender, str(mail["Reply-To"]), f"Re: {mail['Subject']}"
    reply["Message-ID"], reply["In-Reply-To"] = make_msgid(domain="mail.localhost"), str(mail["Message-ID"])
    reply["Authentication-Results"] = f"{DOMAIN}; dmarc=fail header.from=mail.localhost"
    reply.set_content(f"{text}\n")
    return reply.as_bytes()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_move_by_postfix(server: System, mail_server: Postfix) -> None:
    service = server.service()
    table_id = started(service, "spike", 2)
    server.start("inbound", "worker", "sender", "beat")
    wait_until("the socket", mail_server.socket.exists)
    ask = asks(service, table_id)[0]
    address = _address_of(service, ask.seat_id)
    who = address.partition("@")[0]

    def question() -> EmailMessage | None:
        return next((mail for mail in map(opened, mail_server.mails(who)) if "p+" in str(mail["Reply-To"])), None)

    wait_until("the question", question)
    mail = question()
    assert mail is not None
    before = len(mail_server.mails(who))
    line = bot_line(service, ask)
    reply = answer(mail, address, line)
    sent = mail_server.swaks("--from", address, "--to", str(mail["Reply-To"]), data=reply)
    assert sent.returncode == 0, sent.stdout + mail_server.log()
    wait_until("the line", lambda: [row.text for row in lines(service, table_id)][1:2] == [line])
    wait_until("the receipt", lambda: len(mail_server.mails(who)) > before)
    came = arrived(service)
    assert [row.transport for row in came] == ["lmtp"]
    assert came[0].raw is not None
    assert b"dmarc=fail" not in came[0].raw, "nobody else may write under our name"
    assert server.stop("inbound") == 0
    assert not mail_server.socket.exists()
    service.db.close()


def _address_of(service: Service, seat_id: int) -> str:
    with service.db.reading() as session:
        user_id = session.get_one(Seat, seat_id).user_id
        return session.exec(select(Address.email).where(Address.user_id == user_id)).one()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_postfix_refuses(server: System, mail_server: Postfix) -> None:
    service = server.service()
    address = reply_address(service)
    server.start("inbound")
    wait_until("the socket", mail_server.socket.exists)
    sender = "anna@mail.localhost"
    unknown = mail_server.swaks("--from", sender, "--to", f"p+{'b' * 26}@{DOMAIN}", data=letter(address))
    assert "<** 550 5.1.1" in unknown.stdout
    foreign = mail_server.swaks("--from", sender, "--to", "anna@example.org", data=letter(address))
    assert "Relay access denied" in foreign.stdout
    known = mail_server.swaks("--from", sender, "--to", address, data=letter(address))
    assert known.returncode == 0
    big = mail_server.swaks("--from", sender, "--to", address, data=letter(address, "x" * 70 + "\r\n" * 480_000))
    assert "552 5.3.4" in big.stdout
    null = mail_server.swaks(
        "--from", "<>", "--to", f"postmaster@{DOMAIN}", data=letter(address, id="<2@mail.localhost>")
    )
    assert null.returncode == 0
    wait_until("both mails", lambda: len(arrived(service)) == 2)
    rows: list[InboundMail] = arrived(service)
    assert {(row.sender, row.recipient) for row in rows} == {(sender, address), ("", f"postmaster@{DOMAIN}")}
    service.db.close()
