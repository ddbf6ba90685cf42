"""The listener, spoken to by a real client: what it takes, what it refuses, and that 250 means stored."""

import os
import smtplib
import socket
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from pbem.base.service import Service
from pbem.mail_in import letterbox
from pbem.mail_in.letterbox import MOST_OF_STRANGERS
from pbem.mail_in.listener import MOST_RECIPIENTS, Listener
from pbem.mail_in.parse.guards import MOST_BYTES
from tests.pbem.conftest import FakeClock
from tests.pbem.mail_in.letters import SENDER, arrived, letter, reply_address
from tests.pbem.mail_in.parse.sample_orders import MAILS
from tests.services import PATIENCE

Listen = Callable[[str], Listener]


@pytest.fixture
def listen(service: Service) -> Iterator[Listen]:
    begun: list[Listener] = []

    def start(url: str) -> Listener:
        listener = Listener(service, url)
        begun.append(listener)
        listener.start()
        return listener

    yield start
    for listener in begun:
        listener.stop()


@pytest.fixture
def smtp(listen: Listen) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", listen("smtp://127.0.0.1:0").port, "client.localhost", timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def lmtp(listen: Listen, tmp_path: Path) -> Iterator[smtplib.LMTP]:
    path = tmp_path / "in.sock"
    listen(f"lmtp://{path}")
    with smtplib.LMTP(str(path), local_hostname="client.localhost") as client:
        yield client


def asked(client: smtplib.SMTP, *commands: str) -> list[int]:
    return [client.docmd(command)[0] for command in commands]


@pytest.mark.both_databases
def test_250_means_committed(service: Service, smtp: smtplib.SMTP, address: str) -> None:
    hints: list[tuple[str, int | None]] = []
    service.hint = lambda task, id: hints.append((task, id))
    raw = letter(address, "bid 3\r\n.\r\n..two dots\r\nünïcode")
    smtp.sendmail(SENDER, [address], raw, ["SMTPUTF8"])
    mail = arrived(service)[0]
    assert (mail.transport, mail.sender, mail.recipient, mail.raw) == ("smtp", SENDER, address, raw)
    assert hints == [("read", mail.id)]


def test_lmtp_on_a_socket_answers_for_each_recipient(service: Service, lmtp: smtplib.LMTP, address: str) -> None:
    other = reply_address(service, "b" * 26)
    lmtp.ehlo_or_helo_if_needed()
    assert asked(lmtp, f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{address}>", f"RCPT TO:<{other}>") == [250, 250, 250]
    assert asked(lmtp, "RCPT TO:<p+nobody@railpost.localhost>", "DATA") == [550, 354]
    lmtp.send(letter(address) + b".\r\n")
    assert [lmtp.getreply()[0] for _ in range(2)] == [250, 250]
    assert [(mail.transport, mail.recipient) for mail in arrived(service)] == [("lmtp", address), ("lmtp", other)]
    assert asked(lmtp, "NOOP") == [250], "and not one answer more"


def test_lmtp_answers_too_big_for_each_recipient(service: Service, lmtp: smtplib.LMTP, address: str) -> None:
    other = reply_address(service, "b" * 26)
    lmtp.ehlo_or_helo_if_needed()
    asked(lmtp, f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{address}>", f"RCPT TO:<{other}>", "DATA")
    lmtp.send(letter(address) + b"x" * MOST_BYTES + b"\r\n.\r\n")
    assert [lmtp.getreply()[0] for _ in range(2)] == [552, 552]
    assert asked(lmtp, "NOOP") == [250]


def test_the_socket_is_for_owner_and_group(listen: Listen, tmp_path: Path) -> None:
    path = tmp_path / "in.sock"
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(path))
    listener = listen(f"lmtp://{path}")
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
    with pytest.raises(OSError, match="another process"):
        listen(f"lmtp://{path}")
    listener.stop()
    assert not path.exists()


def test_a_file_that_is_no_socket_stays(listen: Listen, tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("words")
    with pytest.raises(OSError, match=os.strerror(98)):
        listen(f"lmtp://{path}")
    assert path.read_text() == "words"


@pytest.mark.parametrize(
    ("recipient", "answer"),
    [
        ("p+bbbbbbbbbbbbbbbbbbbbbbbbbb@railpost.localhost", (550, b"5.1.1")),
        ("b+" + "0" * 32 + "@railpost.localhost", (550, b"5.1.1")),
        ("anna@railpost.localhost", (550, b"5.1.1")),
        ("anna@example.org", (550, b"5.7.1")),
        ("p+abcdefghijklmnopqrstuvwxyz@example.org", (550, b"5.7.1")),
        ("anna%example.org@railpost.localhost", (550, b"5.1.1")),
        ("@railpost.localhost:anna@example.org", (550, b"5.7.1")),
        ("", (550, b"5.7.1")),
        ("anna", (550, b"5.7.1")),
        ("postmaster@railpost.localhost", (250, b"2.1.5")),
        ("Postmaster", (250, b"2.1.5")),
        ("abuse@railpost.localhost", (250, b"2.1.5")),
        ("P-ABCDEFGHIJKLMNOPQRSTUVWXYZ@Railpost.Localhost", (250, b"2.1.5")),
    ],
)
def test_only_own_addresses(smtp: smtplib.SMTP, address: str, recipient: str, answer: tuple[int, bytes]) -> None:
    smtp.ehlo_or_helo_if_needed()
    smtp.mail(SENDER)
    code, text = smtp.docmd("RCPT", f"TO:<{recipient}>")  # word for word: smtplib reads and rewrites odd addresses
    assert (code, text.partition(b" ")[0]) == answer


def test_ten_recipients_and_no_more(service: Service, smtp: smtplib.SMTP, address: str) -> None:
    smtp.ehlo_or_helo_if_needed()
    smtp.mail(SENDER)
    answers = [smtp.rcpt("postmaster@railpost.localhost") for _ in range(MOST_RECIPIENTS + 1)]
    assert [code for code, _ in answers] == [250] * MOST_RECIPIENTS + [452]
    assert answers[-1][1].startswith(b"4.5.3")


@pytest.mark.both_databases
def test_more_than_a_person_writes(service: Service, smtp: smtplib.SMTP, address: str, clock: FakeClock) -> None:
    for number in range(MOST_OF_STRANGERS):
        smtp.sendmail(SENDER, [address], letter(address, id=f"<{number}@mail.localhost>"))
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        smtp.sendmail(SENDER, [address.replace("p+", "P-")], letter(address, id="<more@mail.localhost>"))
    code, text = next(iter(refused.value.recipients.values()))
    assert (code, text[:5]) == (451, b"4.7.1")
    clock.forward(minutes=61)
    smtp.sendmail(SENDER, [address], letter(address, id="<more@mail.localhost>"))
    assert len(arrived(service)) == MOST_OF_STRANGERS + 1


def test_too_big_said_before(smtp: smtplib.SMTP, address: str) -> None:
    smtp.ehlo_or_helo_if_needed()
    assert smtp.esmtp_features["size"] == str(MOST_BYTES)
    assert asked(smtp, f"MAIL FROM:<{SENDER}> SIZE={MOST_BYTES + 1}") == [552]


@pytest.mark.parametrize("filling", [b"x" * 70 + b"\r\n", b"x", b"\n", b"\r", b".\n"])
def test_too_big_found_out(service: Service, smtp: smtplib.SMTP, address: str, filling: bytes) -> None:
    smtp.ehlo_or_helo_if_needed()
    asked(smtp, f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{address}>", "DATA")
    smtp.send(letter(address) + filling * (MOST_BYTES // len(filling)) + b"\r\n.\r\n")
    code, text = smtp.getreply()
    assert (code, text[:5]) == (552, b"5.3.4")
    assert not arrived(service)
    smtp.sendmail(SENDER, [address], letter(address))
    assert len(arrived(service)) == 1, "the connection is still good"


def test_the_largest_and_long_lines_are_taken(service: Service, smtp: smtplib.SMTP, address: str) -> None:
    head = letter(address)
    raw = head + b"x" * (MOST_BYTES - len(head) - 2) + b"\r\n"
    smtp.ehlo_or_helo_if_needed()
    asked(smtp, f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{address}>", "DATA")
    smtp.send(raw + b".\r\n")
    assert smtp.getreply()[0] == 250
    assert arrived(service)[0].raw == raw


@pytest.mark.parametrize("end", [b"\n.\n", b"\r.\r", b"\n.\r\n", b"\r\n.\n", b"\r.\r\n", b"\r\n.\r", b"\r\n\x00.\r\n"])
def test_nothing_is_smuggled_in(service: Service, smtp: smtplib.SMTP, address: str, end: bytes) -> None:
    """Only CRLF dot CRLF ends a mail; what looks like commands behind another end is a part of it."""
    second = f"MAIL FROM:<evil@mail.localhost>\r\nRCPT TO:<{address}>\r\nDATA\r\n".encode()
    raw = letter(address) + end + second + letter(address, id="<2@mail.localhost>")
    smtp.ehlo_or_helo_if_needed()
    asked(smtp, f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{address}>", "DATA")
    smtp.send(raw + b".\r\n")
    assert smtp.getreply()[0] == 250
    assert asked(smtp, "NOOP") == [250]
    mails = arrived(service)
    assert [mail.sender for mail in mails] == [SENDER]
    assert mails[0].raw is not None
    assert b"evil@mail.localhost" in mails[0].raw


def test_bad_commands(service: Service, smtp: smtplib.SMTP, address: str) -> None:
    assert asked(smtp, f"MAIL FROM:<{SENDER}>", "DATA") == [503, 503]
    smtp.ehlo_or_helo_if_needed()
    assert b"AUTH" not in (smtp.ehlo_resp or b"")
    assert asked(smtp, "AUTH PLAIN AGEAYg==", "VRFY anna", "EXPN all", "LHLO me") == [502] * 4
    assert asked(smtp, "STARTTLS") == [454]
    assert asked(smtp, "DATA", "RCPT TO:<anna@example.org>", "MAIL", "MAIL FROM:<@>", "RSET now") == [
        503, 503, 501, 553, 501,
    ]  # fmt: skip
    assert asked(smtp, f"MAIL FROM:<{SENDER}> BODY=9BIT", "MAIL FROM:<" + "x" * 600 + ">") == [501, 500]
    assert asked(smtp, "X" * 5000, "") == [500, 500]
    smtp.send(b"\xff\xfe\x00\r\n")
    assert smtp.getreply()[0] == 500
    assert asked(smtp, f"MAIL FROM:<{SENDER}>", 'RCPT TO:<"@', "RCPT TO:<>") == [250, 550, 550]
    assert asked(smtp, f"RCPT TO:<{address}> NOTIFY=NEVER") == [555]
    assert asked(smtp, "DATA") == [503]
    assert not arrived(service)


@pytest.mark.both_databases
def test_the_null_sender_and_odd_ones(service: Service, smtp: smtplib.SMTP, address: str) -> None:
    smtp.ehlo_or_helo_if_needed()
    for number, sender in enumerate((b"<>", b"<\xff\xfe\x00@mail.localhost>", "<ünü@mail.localhost>".encode())):
        smtp.send(b"MAIL FROM:" + sender + b"\r\n")
        assert smtp.getreply()[0] == 250
        assert asked(smtp, f"RCPT TO:<{address}>", "DATA") == [250, 354]
        smtp.send(letter(address, id=f"<{number}@mail.localhost>") + b".\r\n")
        assert smtp.getreply()[0] == 250
    assert [mail.sender for mail in arrived(service)] == ["", "", "ünü@mail.localhost"]


@pytest.mark.both_databases
def test_the_whole_hostile_corpus_is_stored_and_harms_nothing(
    service: Service, lmtp: smtplib.LMTP, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letterbox, "MOST_OF_STRANGERS", 1000)
    raws = [path.read_bytes() for path in sorted(MAILS.glob("hostile/*.eml"))]
    lmtp.ehlo_or_helo_if_needed()
    for number, raw in enumerate(raws):
        raw = f"Message-ID: <{number}@mail.localhost>\r\n".encode() + raw
        assert asked(lmtp, f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{address}>", "DATA") == [250, 250, 354]
        lmtp.send(smtplib._quote_periods(smtplib._fix_eols(raw.decode("latin-1")).encode("latin-1")))  # type: ignore[attr-defined]
        lmtp.send(b"\r\n.\r\n")
        assert lmtp.getreply()[0] in (250, 552)
    assert len(arrived(service)) > 30


def test_a_database_that_is_away_means_later(
    service: Service, smtp: smtplib.SMTP, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> Any:
        raise OperationalError("SELECT", {}, Exception("away"))

    smtp.ehlo_or_helo_if_needed()
    with monkeypatch.context() as patched:
        patched.setattr(service.db, "reading", away)
        smtp.mail(SENDER)
        assert smtp.rcpt(address) == (451, b"4.3.0 Not now, please try again later")
    smtp.rcpt(address)
    with monkeypatch.context() as patched:
        patched.setattr(service.db, "writing", away)
        assert smtp.data(letter(address))[0] == 451
        smtp.mail(SENDER)
        smtp.rcpt(address)
        patched.setattr(service.db, "writing", lambda: 1 / 0)
        assert smtp.data(letter(address))[0] == 451, "our own mistake loses no mail"
    smtp.sendmail(SENDER, [address], letter(address))
    assert len(arrived(service)) == 1


def test_a_slow_database_holds_nobody_else_up(
    service: Service, listen: Listen, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, go = threading.Event(), threading.Event()

    def slow(*_: object) -> None:
        waits.set()
        go.wait(PATIENCE)

    port = listen("smtp://127.0.0.1:0").port
    with (
        smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as first,
        smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as second,
    ):
        for client in (first, second):
            client.ehlo()
            client.mail(SENDER)
        with monkeypatch.context() as patched:
            patched.setattr("pbem.mail_in.listener.check_recipient", slow)
            first.putcmd("RCPT", f"TO:<{address}>")
            assert waits.wait(PATIENCE)
            assert asked(second, "NOOP") == [250]
            go.set()
            assert first.getreply()[0] == 250


def test_too_many_sessions(service: Service, listen: Listen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail_in.listener.MOST_SESSIONS", 1)
    port = listen("smtp://127.0.0.1:0").port
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE):
        with pytest.raises(smtplib.SMTPConnectError) as refused:
            smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE)
        assert refused.value.smtp_code == 421


def test_stopping_hangs_up(listen: Listen) -> None:
    listener = listen("smtp://127.0.0.1:0")
    with smtplib.SMTP("127.0.0.1", listener.port, timeout=PATIENCE) as client:
        listener.stop()
        with pytest.raises(smtplib.SMTPServerDisconnected):
            client.docmd("NOOP")
