"""Polling a mailbox: each mail for us is stored once, others stay as they were, and only one process reads."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from pbem.base.service import Service
from pbem.mail_in import imap, imap_marks
from pbem.mail_in.imap import BATCH, fetch_mail
from pbem.mail_in.imap_marks import LEASE, claim_mailbox, move_mark, release_mailbox
from pbem.mail_in.letterbox import MOST_OF_STRANGERS
from pbem.mail_in.parse.guards import MOST_BYTES
from pbem.store.models import ImapMark
from tests.pbem.conftest import FakeClock
from tests.pbem.mail_in.imap_server import Mailbox, imap_server
from tests.pbem.mail_in.letters import SENDER, arrived, letter, reply_address


@pytest.fixture
def box(service: Service) -> Iterator[Mailbox]:
    with imap_server() as found:
        service.config = replace(service.config, imap_url=found.url)
        yield found


def letters(address: str, *numbers: int) -> list[bytes]:
    return [letter(address, id=f"<{number}@mail.localhost>") for number in numbers]


@pytest.mark.both_databases
def test_new_mails_are_stored_and_marked(service: Service, box: Mailbox, address: str) -> None:
    raws = letters(address, 1, 2)
    for raw in raws:
        box.put(raw)
    assert not fetch_mail(service)
    assert [(mail.transport, mail.sender, mail.recipient, mail.raw) for mail in arrived(service)] == [
        ("imap", SENDER, address, raw) for raw in raws
    ]
    assert box.seen() == [1, 2]
    box.commands.clear()
    fetch_mail(service)
    assert not [command for command in box.commands if "FETCH" in command], "what was read is not read again"
    box.put(letters(address, 3)[0])
    fetch_mail(service)
    assert len(arrived(service)) == 3


def test_the_password_stands_nowhere(service: Service, box: Mailbox, caplog: pytest.LogCaptureFixture) -> None:
    box.password = "another"
    assert not fetch_mail(service)
    assert "@127.0.0.1/INBOX was not read" in caplog.text
    assert "pass" not in caplog.text.replace("wrong password", "")
    with service.db.reading() as session:
        assert session.get_one(ImapMark, "anna@mail.localhost@127.0.0.1/INBOX").lease_until is None


def test_what_is_not_for_us_stays_as_it_was(service: Service, box: Mailbox, address: str) -> None:
    foreign = letter("anna@example.org", "x" * 5000)
    for raw in (foreign, letter(address.replace("p+a", "p+b")), b"", b"\xff\xfe\x00", *letters(address, 9)):
        box.put(raw)
    fetch_mail(service)
    assert len(arrived(service)) == 1
    assert box.seen() == [5]
    assert box.fetched < 5000, "of others' mails only the headers are read"


def test_a_big_mail_is_not_fetched(service: Service, box: Mailbox, address: str) -> None:
    box.put(letter(address, "x" * MOST_BYTES))
    box.put(letters(address, 2)[0])
    fetch_mail(service)
    assert box.seen() == [2]
    assert box.fetched < 5000


def test_too_many_stay_in_the_mailbox(service: Service, box: Mailbox, address: str) -> None:
    for raw in letters(address, *range(MOST_OF_STRANGERS + 2)):
        box.put(raw)
    fetch_mail(service)
    assert len(arrived(service)) == len(box.seen()) == MOST_OF_STRANGERS


def test_too_many_come_later_and_hold_nobody_up(service: Service, clock: FakeClock, box: Mailbox, address: str) -> None:
    other = reply_address(service, "z" * 26)
    for raw in letters(address, *range(MOST_OF_STRANGERS + 2)):
        box.put(raw)
    box.put(letter(other, id="<other@mail.localhost>", From="zoe@mail.localhost"))
    for _ in range(2):
        assert not fetch_mail(service), "nothing more can be had now"
        assert [mail.recipient for mail in arrived(service)] == [address] * MOST_OF_STRANGERS + [other]
    clock.forward(hours=1)
    fetch_mail(service)
    assert len(arrived(service)) == len(box.seen()) == MOST_OF_STRANGERS + 3
    box.commands.clear()
    fetch_mail(service)
    assert not [command for command in box.commands if "FETCH" in command]


def test_many_are_read_in_batches(service: Service, box: Mailbox) -> None:
    for _ in range(BATCH + 1):
        box.put(letter("anna@example.org"))
    assert fetch_mail(service)
    assert not fetch_mail(service)


def test_numbers_begin_anew(service: Service, box: Mailbox, address: str) -> None:
    """A server that has lost its numbers says so by another UIDVALIDITY."""
    for raw in letters(address, 1, 2):
        box.put(raw)
    fetch_mail(service)
    box.messages.clear()
    box.validity = 2
    for raw in letters(address, 2, 3):
        box.put(raw)
    fetch_mail(service)
    assert len(arrived(service)) == 3
    assert box.seen() == [1, 2]


@pytest.mark.parametrize("command", ["LOGIN", "SELECT", "UID SEARCH", "UID FETCH 2", "UID STORE 2", "LOGOUT"])
def test_a_connection_that_breaks(service: Service, box: Mailbox, address: str, command: str) -> None:
    for raw in letters(address, 1, 2, 3):
        box.put(raw)
    box.dies_at = command
    assert not fetch_mail(service)
    box.dies_at = ""
    fetch_mail(service)
    assert len(arrived(service)) == 3
    assert box.seen() == [1, 2, 3]


@pytest.mark.both_databases
def test_a_crash_between_commit_and_mark(
    service: Service, box: Mailbox, address: str, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.put(letters(address, 1)[0])

    def dies(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(imap, "move_mark", dies)
        patched.setattr(imap, "release_mailbox", dies)
        with pytest.raises(KeyboardInterrupt):
            fetch_mail(service)
    assert len(arrived(service)) == 1
    box.commands.clear()
    assert not fetch_mail(service)
    assert not box.commands, "the lease of the dead one still runs"
    clock.forward(seconds=LEASE.total_seconds())
    fetch_mail(service)
    assert len(arrived(service)) == 1


@pytest.mark.both_databases
def test_one_reads_at_a_time(service: Service, clock: FakeClock) -> None:
    with ThreadPoolExecutor(6) as pool:
        marks = list(pool.map(lambda _: claim_mailbox(service, "box"), range(6)))
    mine = [mark for mark in marks if mark is not None]
    assert len(mine) == 1
    clock.forward(seconds=imap_marks.LEASE.total_seconds())
    other = claim_mailbox(service, "box")
    assert other is not None
    move_mark(service, other, 1, 7)
    move_mark(service, mine[0], 1, 3)
    release_mailbox(service, mine[0])
    assert claim_mailbox(service, "box") is None, "who has lost the lease neither moves nor frees"
    release_mailbox(service, other)
    again = claim_mailbox(service, "box")
    assert again is not None
    assert again.uid == 7


def test_polled_only_when_there_is_a_mailbox(service: Service) -> None:
    from worker.app import celery, configure

    before = celery.conf.beat_schedule
    try:
        configure(replace(service.config, imap_url=""))
        assert set(celery.conf.beat_schedule) == {"sweep", "replay"}
        configure(replace(service.config, imap_url="imaps://a:b@mail.example.org/INBOX"))
        assert celery.conf.beat_schedule["fetch"] == {"task": "fetch", "schedule": 60.0}
    finally:
        celery.conf.update(beat_schedule=before)
