"""`pbem receive`: one mail from standard input, and a status that mail servers understand."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.base.config import embedded_config
from pbem.base.service import Service, make_service
from pbem.cli import main
from pbem.mail_in.letterbox import MOST_OF_STRANGERS
from pbem.mail_in.parse.guards import MOST_BYTES
from pbem.store.schema import migrate
from tests.pbem.mail_in.letters import SENDER, arrived, letter, reply_address


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    monkeypatch.setenv("DATA", str(tmp_path))
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    made = make_service(embedded_config({"DATA": str(tmp_path)}))
    migrate(made.db)
    return made


def received(raw: bytes, *words: str) -> Result:
    return CliRunner().invoke(main, ["receive", *words], input=raw)


def test_a_mail_is_stored(service: Service, address: str) -> None:
    raw = letter(address).replace(b"\r\n", b"\n")
    for _ in range(2):
        done = received(raw)
        assert (done.exit_code, done.output) == (0, "")
    assert [(mail.transport, mail.sender, mail.recipient, mail.raw) for mail in arrived(service)] == [
        ("pipe", SENDER, address, raw)
    ]


def test_the_envelope(service: Service, address: str) -> None:
    raw = letter("somebody@example.org")
    assert received(raw, "--to", address, "--from", "").exit_code == 0
    returned = letter(address, id="<2@mail.localhost>", Return_Path="<bea@mail.localhost>")
    assert received(returned).exit_code == 0
    delivered = letter("list@example.org", id="<3@mail.localhost>", Delivered_To=address)
    assert received(delivered).exit_code == 0
    answering = letter("list@example.org", id="<4@mail.localhost>", In_Reply_To="<a-mail-of-ours@railpost.localhost>")
    assert received(answering).exit_code == 0
    assert [(mail.sender, mail.recipient) for mail in arrived(service)] == [
        ("", address),
        ("bea@mail.localhost", address),
        (SENDER, address),
        (SENDER, ""),
    ]


@pytest.mark.parametrize(
    ("raw", "words", "status", "sentence"),
    [
        (letter("anna@example.org"), (), 67, "it is for no address of ours"),
        (letter("p+bbbbbbbbbbbbbbbbbbbbbbbbbb@railpost.localhost"), (), 67, "there is no such address here"),
        (letter("x"), ("--to", "anna@example.org"), 67, "it is for no address of ours"),
        (letter("postmaster@railpost.localhost", "x" * MOST_BYTES), (), 65, "more than 1000000 bytes"),
        (b"", (), 65, "there is nothing in it"),
        (b"\n \n", ("--to", "postmaster@railpost.localhost"), 65, "there is nothing in it"),
        (b"\xff\xfe\x00", (), 67, "it is for no address of ours"),
    ],
)
def test_what_is_not_taken(service: Service, raw: bytes, words: tuple[str, ...], status: int, sentence: str) -> None:
    done = received(raw, *words)
    assert done.exit_code == status
    assert sentence in done.stderr
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)
    assert not arrived(service)


def test_too_many(service: Service, address: str) -> None:
    answers = [received(letter(address, id=f"<{n}@mail.localhost>")).exit_code for n in range(MOST_OF_STRANGERS + 1)]
    assert answers == [0] * MOST_OF_STRANGERS + [75]


def test_no_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA", str(tmp_path))
    done = received(letter("postmaster@railpost.localhost"))
    assert (done.exit_code, done.stderr) == (
        69,
        "pbem: the database is behind this release; run `pbem migrate` first\n",
    )
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:9/railpost")
    done = received(letter("postmaster@railpost.localhost"))
    assert done.exit_code == 75
    assert "the database does not answer" in done.stderr


def test_the_address_of_another_table_is_another_mail(service: Service, address: str) -> None:
    other = reply_address(service, "b" * 26)
    for to in (address, other):
        assert received(letter("list@example.org"), "--to", to).exit_code == 0
    assert [mail.recipient for mail in arrived(service)] == [address, other]
