"""The child process that parses mails: what breaks it is one mail, and the next one is read."""

import os
import signal
from collections.abc import Iterator
from random import Random

import pytest
from sqlmodel import select

from pbem.base.service import Service
from pbem.mail_in import parser
from pbem.mail_in.letterbox import store_raw
from pbem.mail_in.parse import child
from pbem.mail_in.parse.guards import MOST_BYTES
from pbem.mail_in.parser import Parser
from pbem.mail_in.read_mail import read_mail
from pbem.store.models import InboundMail, ReplyKey
from tests.e2e.player import Post
from tests.pbem.mail_in.parse.test_fuzz import MAILS_IN_ALL, mutated
from tests.pbem.sample_tables import seats, started

GOOD = b"From: anna@mail.localhost\r\nSubject: hello\r\nContent-Type: text/plain\r\n\r\nbid 3\r\n"


@pytest.fixture
def own_parser() -> Iterator[Parser]:
    parser = Parser()
    yield parser
    parser.close()


def test_a_mail_comes_back_as_plain_values(own_parser: Parser) -> None:
    letter = own_parser.letter(GOOD)
    assert (letter.written.text, letter.headers.subject, letter.trouble) == ("bid 3", "hello", "")
    assert letter.excerpt == "hello · bid 3"


def test_a_child_that_dies_is_replaced(own_parser: Parser) -> None:
    own_parser.letter(GOOD)
    assert own_parser._child is not None
    os.kill(own_parser._child.pid, signal.SIGKILL)
    own_parser._child.wait()
    assert own_parser.letter(GOOD).written.text == "bid 3"


def test_a_mail_that_takes_too_long_is_unreadable_and_the_next_is_read(
    own_parser: Parser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child stands still, as it would over a mail that never ends."""
    own_parser.letter(GOOD)
    assert own_parser._child is not None
    monkeypatch.setattr(parser, "PATIENCE", 0.5)
    os.kill(own_parser._child.pid, signal.SIGSTOP)
    letter = own_parser.letter(GOOD)
    assert letter.trouble == "malformed"
    assert letter.headers.subject == "hello", "its headers tell whom to answer"
    monkeypatch.setattr(parser, "PATIENCE", 180)
    assert own_parser.letter(GOOD).written.text == "bid 3"


def test_who_is_interrupted_while_waiting_leaves_no_answer_for_the_next_mail(
    own_parser: Parser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A task that has used up its time is interrupted here: the next mail must not be read as this one."""

    def interrupted(*_: object) -> None:
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr("select.select", interrupted)
        with pytest.raises(TimeoutError):
            own_parser.letter(GOOD)
    assert own_parser.letter(GOOD.replace(b"bid 3", b"bid 7")).written.text == "bid 7"


def test_the_child_has_limits_of_memory_and_time() -> None:
    """Set in a child of its own: a limit cannot be lifted again."""
    pid = os.fork()
    if pid == 0:
        child.MOST_MEMORY, child.MOST_CPU = 50_000_000, 1
        child._limit_memory()
        try:
            bytearray(400_000_000)
        except MemoryError:
            child._limit_cpu()
            while True:
                pass
        os._exit(7)
    _, status = os.waitpid(pid, 0)
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)


def test_one_that_is_too_big_never_reaches_the_child(own_parser: Parser) -> None:
    assert own_parser.letter(GOOD + b"x" * MOST_BYTES).trouble == "too-big"
    assert own_parser._child is None


def test_whoever_writes_what_cannot_be_read_is_told_so(sqlite_service: Service) -> None:
    service = sqlite_service
    table_id = started(service)
    post = Post(service)
    post.arrive()
    seat = seats(service, table_id)[0]
    with service.db.reading() as session:
        key = session.exec(select(ReplyKey).where(ReplyKey.seat_id == seat.id)).first()
    assert key is not None
    head = "From: seat0@mail.localhost\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
    raw = (head + "--x\r\n" * 600).encode()
    stored = store_raw(service, raw, "seat0@mail.localhost", f"p+{key.key}@{service.config.mail_domain}", "smtp")
    read_mail(service, stored.id)
    with service.db.reading() as session:
        assert session.get_one(InboundMail, stored.id).status == "rejected"
    assert [mail.email for mail in post.arrive() if mail.kind == "refused"] == ["seat0@mail.localhost"]


def fuzz(number: int, seed: int) -> None:
    random, own = Random(seed), Parser()
    for _ in range(number):
        raw = mutated(random.choice(MAILS_IN_ALL).read_bytes(), random)
        letter = own.letter(raw)
        assert letter.trouble or letter.headers is not None
        own.bounce(raw)
    assert own.letter(GOOD).written.text == "bid 3"
    own.close()


def test_mutated_mails_through_the_child() -> None:
    fuzz(60, seed=5)


@pytest.mark.soak
def test_twenty_thousand_mutated_mails_through_the_child() -> None:
    fuzz(20_000, seed=6)
