"""What goes wrong around the outbox: servers that are away or refuse, mails that cannot be written, bots that fail."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import dkim
import pytest
from sqlmodel import select

from pbem.base.service import Service
from pbem.mail_out.compose import render as render_for_real
from pbem.mail_out.deliver import BACK_OFF, MOST_PUT_OFF, REST, deliver_due, is_due
from pbem.mail_out.transport import Smtp, Unreachable
from pbem.play.bots import answer_bot
from pbem.store.models import Failure, Mail
from pbem.store.models.mail import CANCELLED, DEAD, PENDING, SENT
from pbem.upkeep.pulse import wake_up
from pbem.upkeep.sweep import sweep as sweep_once
from tests.pbem.conftest import FakeClock
from tests.pbem.mail_out.test_deliver import Answering, rendered
from tests.pbem.sample_tables import asks, mails, play_one, posted, seats, started, table
from tests.services import Sink, free_port, on_free_port, start_smtp


def test_a_question_is_tried_as_long_as_it_is_open(sqlite_service: Service, clock: FakeClock) -> None:
    table_id = started(sqlite_service, "parlour", 2)
    for _ in range(40):
        while deliver_due(sqlite_service, Answering(Unreachable("450 later")), rendered):
            pass
        clock.forward(hours=6)
    [asked] = [ask for ask in asks(sqlite_service, table_id) if ask.seat_id == seats(sqlite_service, table_id)[0].id]
    [mail] = [mail for mail in mails(sqlite_service, kind="turn") if mail.ask_id == asked.id]
    assert mail.status == PENDING
    assert mail.attempts > len(BACK_OFF)


def test_a_server_that_is_away_costs_no_mail_a_try(sqlite_service: Service, clock: FakeClock) -> None:
    """For a day; then all leave, once. Invitations to a table that has started meanwhile have lost their sense."""
    table_id = started(sqlite_service, "parlour", 2)
    posted(sqlite_service, 5, "zoe@mail.localhost")
    nobody = Smtp(f"smtp://127.0.0.1:{free_port()}", "railpost.localhost")
    for _ in range(24 * 6):
        deliver_due(sqlite_service, nobody, rendered)
        clock.forward(minutes=10)
    answered = play_one(sqlite_service, table_id)
    postman = Answering()
    while deliver_due(sqlite_service, postman, rendered):
        clock.forward(minutes=3)
    by_status = {status: {mail.kind for mail in mails(sqlite_service, status=status)} for status in (SENT, CANCELLED)}
    assert by_status == {SENT: {"turn", "link"}, CANCELLED: {"turn", "invitation"}}
    assert not mails(sqlite_service, status=DEAD)
    assert len(mails(sqlite_service, status=SENT)) == len(postman.sent) == len({raw for _, _, raw in postman.sent})
    closed = {mail.ask_id for mail in mails(sqlite_service, status=CANCELLED, kind="turn")}
    assert closed.isdisjoint(ask.id for ask in asks(sqlite_service, answered.table_id))


def test_a_server_that_puts_everything_off_is_left_alone_for_a_while(sqlite_service: Service, clock: FakeClock) -> None:
    """By every process, and no mail is counted as tried meanwhile."""
    wake_up(sqlite_service)
    posted(sqlite_service, 10)
    assert deliver_due(sqlite_service, Answering(Unreachable("451 busy")), rendered) == MOST_PUT_OFF
    assert not is_due(sqlite_service)
    postman = Answering()
    assert deliver_due(sqlite_service, postman, rendered) == 0
    clock.forward(seconds=REST.total_seconds() + 1)
    assert is_due(sqlite_service, 10 - MOST_PUT_OFF)
    while deliver_due(sqlite_service, postman, rendered):
        pass
    assert {mail.attempts for mail in mails(sqlite_service, status=SENT)} <= {1, 2}
    assert sum(mail.attempts == 1 for mail in mails(sqlite_service, status=SENT)) == 10 - MOST_PUT_OFF


def test_single_mails_that_are_put_off_hold_nothing_up(sqlite_service: Service) -> None:
    wake_up(sqlite_service)

    class Moody(Answering):
        """Every second mail is put off, as by a server that keeps lists of senders it does not know yet."""

        def send(self, sender: str, recipient: str, raw: bytes) -> None:
            self.error = None if self.error else Unreachable("450 later")
            super().send(sender, recipient, raw)

    posted(sqlite_service, 10)
    assert deliver_due(sqlite_service, Moody(), rendered) == 10
    assert len(mails(sqlite_service, status=SENT)) == 5


def test_a_batch_ends_in_time_however_slow_the_server_is(
    sqlite_service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = [0.0]
    monkeypatch.setattr("pbem.mail_out.deliver.time.monotonic", lambda: passed[0])

    class Slow(Answering):
        def send(self, sender: str, recipient: str, raw: bytes) -> None:
            passed[0] += 2.4
            super().send(sender, recipient, raw)

    posted(sqlite_service, 60)
    assert deliver_due(sqlite_service, Slow(), rendered) == 17  # 40 s at 2.4 s each; a batch would have 50
    assert is_due(sqlite_service, 43)
    assert not is_due(sqlite_service, 44)


def test_a_wrong_password_kills_no_mail(sqlite_service: Service) -> None:
    posted(sqlite_service, 2)
    with refusing_log_in() as url:
        assert deliver_due(sqlite_service, Smtp(url, "railpost.localhost"), rendered) == 1
    assert [(mail.status, mail.attempts) for mail in mails(sqlite_service)] == [(PENDING, 1), (PENDING, 0)]
    assert "535" in mails(sqlite_service)[0].error


@contextmanager
def refusing_log_in() -> Iterator[str]:
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult

    def refuse(*_: object) -> AuthResult:
        return AuthResult(success=False, handled=False)

    controller = Controller(
        Sink(), hostname="127.0.0.1", port=free_port(), authenticator=refuse, auth_require_tls=False
    )
    controller.start()
    yield f"smtp://anna:wrong@127.0.0.1:{controller.port}"
    controller.stop()


def test_a_server_that_refuses_one_address_gets_the_others(sqlite_service: Service) -> None:
    for email in ("anna@mail.localhost", "bruno@mail.localhost", "chloe@mail.localhost"):
        posted(sqlite_service, email=email)
    with choosy(("bruno@mail.localhost",)) as (url, sink):
        deliver_due(sqlite_service, Smtp(url, "railpost.localhost"), rendered)
    assert [mail.status for mail in mails(sqlite_service)] == [SENT, DEAD, SENT]
    assert [got.recipients[0][:5] for got in sink.received] == ["anna@", "chloe"]


class Choosy(Sink):
    refused: tuple[str, ...] = ()

    async def handle_RCPT(self, server: object, session: object, envelope: Any, address: str, options: object) -> str:
        if address in self.refused:
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"


@contextmanager
def choosy(refused: tuple[str, ...]) -> Iterator[tuple[str, Sink]]:
    sink = Choosy()
    sink.refused = refused
    controller = on_free_port(lambda port: start_smtp(sink, port))
    yield f"smtp://127.0.0.1:{controller.port}", sink
    controller.stop()


@pytest.mark.both_databases
def test_a_mail_that_cannot_be_rendered_holds_no_other_up(service: Service) -> None:
    posted(service, 3)
    assert isinstance(service.clock, FakeClock)

    def render(service: Service, mail: Mail) -> bytes:
        if mail.key.endswith(":1"):
            raise KeyError("a word that is missing")
        return rendered(service, mail)

    postman = Answering()
    for _ in range(6):
        deliver_due(service, postman, render)
        service.clock.forward(minutes=2)
    assert [mail.status for mail in mails(service)] == [SENT, DEAD, SENT]
    assert len(postman.sent) == 2
    with service.db.reading() as session:
        [failure] = session.exec(select(Failure)).all()
    assert (failure.what, failure.times) == ("render link 2", 3)
    assert failure.error == "KeyError: 'a word that is missing'"
    assert failure.first_at < failure.last_at


def test_a_table_that_fails_holds_no_other_up(sqlite_service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [started(sqlite_service, "parlour", 1, bots=1) for _ in range(2)]

    def fails_first(service: Service, table_id: int | None = None) -> bool:
        if table_id == tables[0]:
            raise RuntimeError("no idea")
        return answer_bot(service, table_id)

    monkeypatch.setattr("pbem.upkeep.sweep.answer_bot", fails_first)
    hints: list[str] = []
    sqlite_service.hint = lambda task, id: hints.append(task)
    sweep_once(sqlite_service)
    assert [table(sqlite_service, table_id).ply for table_id in tables] == [0, 1]
    assert hints[-1] == "deliver"
    with sqlite_service.db.reading() as session:
        assert [failure.what for failure in session.exec(select(Failure)).all()] == [f"answer {tables[0]}"]


def test_mails_are_signed_when_a_key_is_given(sqlite_service: Service, smtp_sink: Sink) -> None:
    pem = Path(__file__).parents[2] / "mails" / "dkim-test-key.pem"
    sqlite_service.config = replace(
        sqlite_service.config, dkim_key=str(pem), dkim_selector="s1", mail_from="turns@play.example.org"
    )
    posted(sqlite_service)
    deliver_due(sqlite_service, Smtp(smtp_sink.url, "railpost.localhost"), render_for_real)
    [got] = smtp_sink.received
    asked: list[bytes] = []

    def fake_dns(name: bytes, timeout: int = 5) -> bytes:
        asked.append(name)
        return b"v=DKIM1; k=rsa; p=" + b"".join(pem.with_suffix(".pub").read_bytes().split(b"\n")[1:-2])

    assert dkim.verify(got.raw, dnsfunc=fake_dns)
    assert asked == [b"s1._domainkey.play.example.org."]
    assert not dkim.verify(got.raw.replace(b"Subject: ", b"Subject: not "), dnsfunc=fake_dns)
