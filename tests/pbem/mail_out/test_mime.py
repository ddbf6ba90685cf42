"""The bytes of mails: what a server and a mail program get to see."""

import email
import email.policy
import re
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import dkim
import pytest

from pbem.mail_out.drawings import drawings
from pbem.mail_out.letter_text import write
from pbem.mail_out.mime import DkimKey, headers, mail_bytes, signed
from pbem.mail_out.pictures import png_of
from tests.pbem.late_game import NAMES
from tests.pbem.mail_out.samples import LANGUAGES, SAMPLES, head, samples, written
from tests.services import PATIENCE, Sink

pytestmark = pytest.mark.slow  # a whole game is played first
EVERY = pytest.mark.parametrize(("name", "lang"), [(name, lang) for name in SAMPLES for lang in LANGUAGES])
KEY = Path(__file__).parents[2] / "mails" / "dkim-test-key.pem"  # signs nothing but the mails of this file
PLAIN_HEADERS = ("List-Unsubscribe", "In-Reply-To", "References", "Message-ID", "List-Id", "List-Unsubscribe-Post")
MOST_HTML, MOST_MAIL = 80_000, 300_000


def wire(name: str, lang: str) -> bytes:
    return mail_bytes(head(lang), written(name, lang))


def parsed(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def tree(part: EmailMessage) -> object:
    kind = part.get_content_type()
    return [kind, *map(tree, part.iter_parts())] if part.is_multipart() else kind  # type: ignore[arg-type]


@EVERY
def test_headers_and_lines_survive_the_wire(name: str, lang: str) -> None:
    raw = wire(name, lang)
    header, _, _ = raw.partition(b"\r\n\r\n")
    lines = header.split(b"\r\n")
    for wanted in PLAIN_HEADERS:
        found = [line for line in lines if line.lower().startswith(wanted.lower().encode() + b":")]
        assert len(found) == 1, wanted
        assert b"=?" not in found[0]
    assert not any(line.startswith((b" ", b"\t")) for line in lines), "no header is folded"
    assert max(map(len, lines)) <= 998
    for part in parsed(raw).walk():
        assert part.is_multipart() or max(map(len, str(part.get_payload()).splitlines())) <= 76
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert raw.isascii()
    message = parsed(raw)
    expected = head(lang)
    assert message["Message-ID"] == f"<{expected.message_id}>"
    assert message["In-Reply-To"] == f"<{expected.in_reply_to}>"
    assert message["References"] == f"<{expected.thread}> <{expected.in_reply_to}>"
    assert message["List-Unsubscribe"] == f"<{expected.unsubscribe_url}>, <mailto:{expected.unsubscribe_mailto}>"


@EVERY
def test_sizes(name: str, lang: str) -> None:
    raw = wire(name, lang)
    assert len(raw) <= MOST_MAIL
    assert len(html_part(raw)) <= MOST_HTML


def html_part(raw: bytes) -> bytes:
    """As it is on the wire, encoded."""
    start = raw.index(b"Content-Type: text/html")
    return raw[start : raw.index(b"\r\n--=_", start)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sizes_with_the_longest_names(lang: str) -> None:
    long = tuple((name + " Łódź-Żeromskiego" * 4)[:40] for name in NAMES)
    for name, letter in samples(lang, long).items():
        for pictures in ([picture.png for picture in written(name, lang).pictures], []):  # none: the text board instead
            raw = mail_bytes(head(lang), write(head(lang), letter, pictures))
            assert len(html_part(raw)) <= MOST_HTML, name
            assert len(raw) <= MOST_MAIL, name


@EVERY
def test_the_parts_are_in_order(name: str, lang: str) -> None:
    mail = written(name, lang)
    message = parsed(wire(name, lang))
    pictures = ["image/png"] * len(mail.pictures)
    html = ["multipart/related", "text/html", *pictures] if pictures else "text/html"
    assert tree(message) == ["multipart/alternative", "text/plain", html]
    text, rich = (message.get_body((kind,)) for kind in ("plain", "html"))
    assert text is not None
    assert rich is not None
    assert text.get_content().replace("\r\n", "\n") == mail.text
    assert rich.get_content().replace("\r\n", "\n") == mail.html.rstrip("\n") + "\n"
    shown = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert [part["Content-ID"] for part in shown] == [f"<{picture.cid}>" for picture in mail.pictures]
    assert [part.get_payload(decode=True) for part in shown] == [picture.png for picture in mail.pictures]
    assert all(part.get_content_disposition() == "inline" for part in shown)


@EVERY
def test_nobody_answers_automatically(name: str, lang: str) -> None:
    message = parsed(wire(name, lang))
    answers = name.startswith(("receipt", "refused", "answer"))
    assert message["Auto-Submitted"] == ("auto-replied" if answers else "auto-generated")
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["x-ms-reactions"] == "disallow"
    assert message["X-Play-Server"] == "instance-1"
    assert message["Precedence"] == "list"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_addresses(lang: str) -> None:
    message = parsed(wire("turn", lang))
    sender, reader = message["From"].addresses[0], message["To"].addresses[0]
    assert sender.addr_spec == "turns@play.example.org"
    assert sender.display_name == {"en": "Railpost · your turn", "fr": "Railpost · à vous"}[lang]
    assert (reader.display_name, reader.addr_spec) == ("Geneviève", "genevieve@example.net")
    assert message["Reply-To"].addresses[0].addr_spec == head(lang).reply_to
    assert "Cc" not in message
    assert "Bcc" not in message


def test_the_subject_is_the_same_for_a_whole_thread() -> None:
    assert written("turn", "en").subject == "Thursday table · Age of Steam, turn 6 of 6"
    same = {written(name, "en").subject for name in ("turn", "news", "receipt", "refused", "default", "over")}
    assert same == {"Thursday table · Age of Steam, turn 6 of 6"}
    assert parsed(wire("turn", "fr"))["Subject"] == "Thursday table · Age of Steam, tour 6 sur 6"


def test_headers_that_do_not_apply_are_left_out() -> None:
    bare = head("en", reply_to="", thread="", in_reply_to="", list_id="", unsubscribe_url="", unsubscribe_mailto="")
    message = headers(bare, written("confirm", "en"))
    for name in ("Reply-To", "References", "In-Reply-To", "List-Id", "Precedence", "List-Unsubscribe"):
        assert name not in message
    assert "List-Unsubscribe-Post" not in message


def test_the_same_letter_gives_the_same_bytes() -> None:
    letter = samples("en")["reminder"]
    pictures = [png_of(one.drawing) for one in drawings(letter)]
    first, second = (mail_bytes(head("en"), write(head("en"), letter, pictures)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    "attack",
    [
        "Eve\r\nBcc: victim@example.com",
        "Eve\nBcc: victim@example.com",
        "Eve\u2028Bcc: x",
        "\x00\x0b\x0cEve",
        "\u202eevE",
    ],
)
def test_headers_cannot_be_injected(attack: str) -> None:
    mail = write(head("en", name=attack), samples("en", (attack, *NAMES[1:]))["news"])
    raw = mail_bytes(head("en", name=attack), mail)
    message = parsed(raw)
    assert "Bcc" not in message
    assert not re.search(r"[\x00-\x1f\u2028\u202e]", message["To"].addresses[0].display_name)


@pytest.mark.parametrize(
    "field", ["to", "sender", "reply_to", "message_id", "thread", "list_id", "unsubscribe_url", "instance"]
)
def test_a_line_break_in_an_address_or_id_is_an_error(field: str) -> None:
    with pytest.raises(ValueError):
        headers(head("en", **{field: "a@b.example\r\nBcc: victim@example.com"}), written("confirm", "en"))


def test_strange_names_are_shown_as_they_are() -> None:
    name = 'Łukasz "the Boss", <boss@x>; 日本'
    message = parsed(mail_bytes(head("en", name=name), written("confirm", "en")))
    assert message["To"].addresses[0].display_name == name
    assert message["To"].addresses[0].addr_spec == "genevieve@example.net"


def public_key() -> Callable[..., bytes]:
    pem = KEY.with_suffix(".pub").read_text()
    record = "v=DKIM1; k=rsa; p=" + "".join(pem.split("\n")[1:-2])
    return lambda name, timeout=5: record.encode() if name == b"railpost._domainkey.play.example.org." else b""


def test_signatures_hold_and_tampering_shows() -> None:
    raw = signed(wire("turn", "fr"), DkimKey("play.example.org", "railpost", KEY.read_bytes()))
    assert dkim.verify(raw, dnsfunc=public_key())
    covered = re.search(rb"h=([^;]*);", raw.replace(b"\r\n", b""))
    assert covered is not None
    names = {name.strip().lower() for name in covered[1].split(b":")}
    assert {b"list-unsubscribe", b"list-unsubscribe-post", b"from", b"subject", b"message-id"} <= names
    for change in ((b"/u/", b"/v/"), (b"Thursday table", b"Friday table")):
        assert not dkim.verify(raw.replace(*change, 1), dnsfunc=public_key())


def test_a_real_server_takes_it_as_it_is(smtp_sink: Sink) -> None:
    import smtplib

    raw = wire("reminder", "fr")
    with smtplib.SMTP("127.0.0.1", smtp_sink.port, timeout=PATIENCE) as client:
        client.sendmail("b+0@play.example.org", ["genevieve@example.net"], raw)
    assert smtp_sink.received[0].raw == raw
