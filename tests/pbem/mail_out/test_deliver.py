"""The outbox: each mail leaves once, what cannot leave waits or dies, and nothing is sent that has lost its sense."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Self

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from pbem.base.service import Service
from pbem.mail_out.deliver import BACK_OFF, JITTER, LEASE, claim, deliver_due
from pbem.mail_out.transport import Mailbox, Postman, Refused, Smtp, Unreachable
from pbem.play.outbox import post
from pbem.store.mail_kind import MailKind
from pbem.store.models import Address, Failure, Mail
from pbem.store.models.mail import CANCELLED, DEAD, PENDING, SENDING, SENT
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import mails, play_one, posted, started
from tests.services import Sink
from worker.app import celery


def rendered(service: Service, mail: Mail) -> bytes:
    return f"Message-ID: <{mail.message_id}>\r\nSubject: {mail.key}\r\n\r\nbody\r\n".encode()


class Answering:
    """A postman that answers as told."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.sent: list[tuple[str, str, bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def send(self, sender: str, recipient: str, raw: bytes) -> None:
        if self.error is not None:
            raise self.error
        self.sent.append((sender, recipient, raw))


@pytest.mark.both_databases
def test_a_key_is_used_once(service: Service) -> None:
    posted(service)
    with service.db.writing() as session:
        assert post(service, session, MailKind.LINK, "link:1:0", 1) is None
    assert len(mails(service)) == 1


@pytest.mark.both_databases
def test_mails_leave_through_a_real_smtp_server(service: Service, smtp_sink: Sink) -> None:
    posted(service, 3)
    postman = Smtp(smtp_sink.url, "railpost.localhost")
    assert deliver_due(service, postman, rendered) == 3
    assert deliver_due(service, postman, rendered) == 0
    assert [mail.status for mail in mails(service)] == [SENT] * 3
    assert sorted(str(got.message["Subject"]) for got in smtp_sink.received) == ["link:1:0", "link:1:1", "link:1:2"]
    assert all(got.sender.startswith("b+") for got in smtp_sink.received)


@pytest.mark.both_databases
def test_two_workers_send_each_mail_once(service: Service) -> None:
    posted(service, 30)
    postmen = [Answering() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda postman: deliver_due(service, postman, rendered), postmen))
    sent = [raw for postman in postmen for _, _, raw in postman.sent]
    assert len(sent) == len(set(sent)) == 30


def test_a_mail_is_not_sent_before_it_is_due(sqlite_service: Service, clock: FakeClock) -> None:
    posted(sqlite_service)
    with sqlite_service.db.writing() as session:
        mail = session.get_one(Mail, 1)
        mail.due_at = clock.now() + timedelta(minutes=3)
        session.add(mail)
    assert deliver_due(sqlite_service, Answering(), rendered) == 0
    clock.forward(minutes=3)
    assert deliver_due(sqlite_service, Answering(), rendered) == 1


def test_a_lease_runs_out_and_the_same_bytes_are_sent(sqlite_service: Service, clock: FakeClock) -> None:
    """A worker died in the middle of sending."""
    posted(sqlite_service)
    died = claim(sqlite_service)
    assert died is not None
    assert mails(sqlite_service)[0].status == SENDING
    assert claim(sqlite_service) is None
    clock.forward(seconds=LEASE.total_seconds() + 1)
    postman = Answering()
    assert deliver_due(sqlite_service, postman, rendered) == 1
    assert mails(sqlite_service)[0].attempts == 2
    assert mails(sqlite_service)[0].raw == postman.sent[0][2]


@pytest.mark.both_databases
@pytest.mark.parametrize("error", [Unreachable("450 later"), Refused("550 no", at_recipient=True)])
def test_a_worker_that_has_lost_its_lease_undoes_nothing(service: Service, clock: FakeClock, error: Exception) -> None:
    posted(service)

    class Slow(Answering):
        """Hears its answer when another worker has sent the mail."""

        def send(self, sender: str, recipient: str, raw: bytes) -> None:
            clock.forward(seconds=LEASE.total_seconds() + 1)
            assert deliver_due(service, Answering(), rendered) == 1
            super().send(sender, recipient, raw)

    deliver_due(service, Slow(error), rendered)
    [mail] = mails(service)
    assert (mail.status, mail.error) == (SENT, "")
    assert mail.sent_at is not None
    with service.db.reading() as session:
        assert session.get_one(Address, 1).bounce_score == 0


class Dying(Answering):
    """A postman that is killed after the server has taken the mail."""

    def send(self, sender: str, recipient: str, raw: bytes) -> None:
        super().send(sender, recipient, raw)
        raise SystemExit


def test_a_question_that_is_answered_after_its_sender_died_is_not_sent_again(
    sqlite_service: Service, clock: FakeClock
) -> None:
    """It has arrived, and nobody knows: the next try finds the question answered."""
    table_id = started(sqlite_service)
    clock.forward(hours=1)
    killed = Dying()
    while not any(mail.kind == "turn" and mail.status == SENDING for mail in mails(sqlite_service)):
        with pytest.raises(SystemExit):
            deliver_due(sqlite_service, killed, rendered)
    play_one(sqlite_service, table_id)
    clock.forward(seconds=LEASE.total_seconds() + 1)
    again = Answering()
    deliver_due(sqlite_service, again, rendered)
    (mail,) = [mail for mail in mails(sqlite_service) if mail.kind == "turn" and mail.status == CANCELLED]
    assert mail.attempts == 2
    assert mail.raw in [raw for _, _, raw in killed.sent]
    assert mail.raw not in [raw for _, _, raw in again.sent]


def test_later_means_later(sqlite_service: Service, clock: FakeClock) -> None:
    """Longer and longer, then every four hours; a mail that nothing else ends is given up after some days."""
    posted(sqlite_service)
    later = Answering(Unreachable("450 greylisted"))
    for wait in (*BACK_OFF, BACK_OFF[-1], BACK_OFF[-1]):
        assert deliver_due(sqlite_service, later, rendered) == 1
        mail = mails(sqlite_service)[0]
        assert mail.status == PENDING
        assert wait * (1 - JITTER) <= mail.due_at - clock.now() <= wait * (1 + JITTER)
        clock.time = mail.due_at
    clock.forward(days=5)
    deliver_due(sqlite_service, later, rendered)
    assert mails(sqlite_service)[0].status == DEAD


@pytest.mark.parametrize(("at_recipient", "score"), [(True, 2), (False, 0)])
def test_a_final_no_ends_it(sqlite_service: Service, at_recipient: bool, score: int) -> None:
    posted(sqlite_service, 2)
    postman: Postman = Answering(Refused("550 no such user", at_recipient))
    deliver_due(sqlite_service, postman, rendered, most=1)
    assert [mail.status for mail in mails(sqlite_service)] == [DEAD, PENDING]
    with sqlite_service.db.reading() as session:
        assert session.get_one(Address, 1).bounce_score == score
        failures = session.exec(select(Failure.what)).all()
    assert failures == ([] if at_recipient else ["send link 1"]), "what is no address's fault is the operator's"


def test_what_has_lost_its_sense_is_cancelled(sqlite_service: Service, clock: FakeClock) -> None:
    posted(sqlite_service)
    with sqlite_service.db.writing() as session:
        mail = session.get_one(Mail, 1)
        mail.useful_until = clock.now()
        session.add(mail)
    deliver_due(sqlite_service, Answering(), rendered)
    assert mails(sqlite_service)[0].status == CANCELLED


def test_test_addresses_are_never_contacted(sqlite_service: Service) -> None:
    sqlite_service.config = replace(sqlite_service.config, smtp_url="smtp://mail.localhost")
    posted(sqlite_service, email="anna@nowhere.example")
    postman = Answering()
    deliver_due(sqlite_service, postman, rendered)
    assert not postman.sent
    assert mails(sqlite_service)[0].status == CANCELLED


def test_where_no_mail_leaves_they_have_a_mailbox_too(sqlite_service: Service) -> None:
    posted(sqlite_service, email="anna@nowhere.example")
    deliver_due(sqlite_service, Mailbox(), rendered)
    assert mails(sqlite_service)[0].status == SENT


def test_nobody_gets_more_than_the_daily_cap(sqlite_service: Service, clock: FakeClock) -> None:
    object.__setattr__(sqlite_service.config, "smtp_url", "smtp://mail.localhost")  # only what leaves is counted
    posted(sqlite_service, sqlite_service.config.daily_mail_cap + 1)
    postman = Answering()
    while deliver_due(sqlite_service, postman, rendered):
        pass
    assert len(postman.sent) == sqlite_service.config.daily_mail_cap


def test_what_others_cause_keeps_no_question_back(sqlite_service: Service, clock: FakeClock) -> None:
    sqlite_service.config = replace(sqlite_service.config, smtp_url="smtp://mail.localhost", daily_mail_cap=5)
    table_id = started(sqlite_service, "parlour", 1, bots=1)
    [asked] = mails(sqlite_service, kind="turn")
    with sqlite_service.db.writing() as session:
        session.exec(update(Mail).values(due_at=clock.now() + timedelta(days=9)))
        for number in range(9):
            post(sqlite_service, session, MailKind.LINK, f"link:{number}", asked.user_id)
    postman = Answering()
    deliver_due(sqlite_service, postman, rendered)
    assert len(postman.sent) == 5
    with sqlite_service.db.writing() as session:
        session.exec(update(Mail).where(col(Mail.id) == asked.id).values(due_at=clock.now()))
    deliver_due(sqlite_service, postman, rendered)
    assert mails(sqlite_service, id=asked.id, status=SENT)
    assert table_id


def test_questions_above_the_cap_are_put_off(sqlite_service: Service, clock: FakeClock) -> None:
    sqlite_service.config = replace(sqlite_service.config, smtp_url="smtp://mail.localhost", daily_mail_cap=2)
    for _ in range(3):
        started(sqlite_service, "parlour", 1, bots=1)
    for _ in range(2):
        deliver_due(sqlite_service, Answering(), rendered)
        clock.forward(hours=2)
    assert sorted(mail.status for mail in mails(sqlite_service, kind="turn")) == [PENDING, SENT, SENT]
    clock.forward(hours=24)
    deliver_due(sqlite_service, Answering(), rendered)
    assert [mail.status for mail in mails(sqlite_service, kind="turn")] == [SENT] * 3


def test_a_sender_that_lives_still_has_its_lease() -> None:
    """Its task is ended by force before, so that only a dead one leaves its mail to another."""
    assert LEASE.total_seconds() > celery.conf.task_time_limit
