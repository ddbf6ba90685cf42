"""The text that a mail carries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail_in.parse.body import read_body, unflowed
from pbem.mail_in.parse.charsets import decoded, known_codec, tidied
from pbem.mail_in.parse.guards import Unreadable, read_headers, take, words_decoded
from pbem.mail_in.parse.webtext import text_of
from tests.pbem.mail_in.parse.told import answer


def body(*lines: str, data: bytes = b"bid 3") -> str:
    return read_body(take("\r\n".join(lines).encode() + b"\r\n\r\n" + data)).text


@pytest.mark.parametrize(
    ("data", "declared", "text"),
    [
        ("é".encode(), "utf-8", "é"),
        ("é".encode(), "", "é"),
        ("é".encode(), "nonsense", "é"),
        ("é".encode("latin-1"), "utf-8", "é"),  # declared, but not true
        ("é€".encode("cp1252"), "", "é€"),
        (b"\x81", "", "\x81"),  # not even Windows has it
        ("Łódź".encode("iso-8859-2"), "ISO-8859-2", "Łódź"),
        ("שלום".encode("iso-8859-8"), "iso-8859-8-i", "שלום"),
        ("日本".encode("iso-2022-jp"), "iso-2022-jp", "日本"),
        ("привет".encode("koi8-r"), "KOI8-R", "привет"),
        (b"abc-", "punycode", "abc-"),
        (b"\\x41", "unicode_escape", "\\x41"),
        (b"+AEE-", "utf-7", "+AEE-"),
    ],
)
def test_character_sets(data: bytes, declared: str, text: str) -> None:
    assert decoded(data, declared) == text


@pytest.mark.parametrize("name", ["idna", "rot13", "hex", "zlib", "undefined", "mbcs", "a" * 500, "../x", "\x00", ""])
def test_character_sets_that_are_none(name: str) -> None:
    assert known_codec(name) is None


@given(
    st.binary(max_size=200), st.sampled_from(["utf-8", "utf-16", "iso-2022-jp", "gb18030", "hz", "cp037", "big5", ""])
)
def test_any_bytes_become_text(data: bytes, declared: str) -> None:
    assert isinstance(tidied(decoded(data, declared)), str)


def test_invisible_letters_go() -> None:
    assert tidied("b\u200bid\xa03\u202e\r\na\u0301\x00\rx") == "bid 3\ná\nx"


@pytest.mark.parametrize(
    ("text", "delsp", "whole"),
    [
        ("lay K10 \nstraight 1", False, "lay K10 straight 1"),
        ("lay K10 stra \night 1", True, "lay K10 straight 1"),
        ("a \n> b \n> c\nd", False, "a \n> b c\nd"),
        ("a \n>> b \n> c", False, "a \n>> b \n> c"),
        ("bid 3\n-- \nBob", False, "bid 3\n-- \nBob"),
        ("bid 3 \n-- \nBob", False, "bid 3 \n-- \nBob"),
        (" > no quotation\n From here", False, "> no quotation\nFrom here"),
        ("a \n\nb", False, "a \nb"),
        ("", False, ""),
    ],
)
def test_flowed_text(text: str, delsp: bool, whole: str) -> None:
    assert unflowed(text, delsp) == whole


def test_attachments_are_never_the_text() -> None:
    assert body("Content-Type: text/plain; name=orders.txt") == ""
    assert body("Content-Type: text/plain", "Content-Disposition: attachment") == ""
    assert body("Content-Type: application/octet-stream") == ""
    assert body("Content-Type: text/plain", "Content-Disposition: inline") == "bid 3"


def test_a_mail_without_types_is_text() -> None:
    assert body("Subject: x") == "bid 3"
    assert body("Content-Type: nonsense") == "bid 3"


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("bid 3", ["bid 3"]),
        ("<p>a</p><p>b</p>", ["a", "b"]),
        ("a<br>b<div>c</div>d", ["a", "b", "c", "d"]),
        ("<style>x</style><script>y</script><title>t</title>a", ["a"]),
        ("a<!-- b -->c", ["ac"]),
        ('a<div class="gmail_quote">b</div>c', ["a", "c"]),
        ('a<blockquote type="cite">b</blockquote>', ["a"]),
        ("a<blockquote>b</blockquote>", ["a", "b"]),
        ('<div><p>a</p><div id="divRplyFwdMsg">b</div><p>c</p></div><p>d</p>', ["a"]),
        ('a<div class="x moz-cite-prefix">b</div><blockquote type=CITE>c</blockquote><p>d</p>', ["a", "d"]),
        ('a<div class="protonmail_quote">b</div>', ["a"]),
        ('a<div class="ydp1yahoo_quoted">b</div>', ["a"]),
        ('a<div name="quote">b</div>', ["a"]),
        ('a<div class="gmail_quote"><div id="appendonsend"></div></div>b', ["a", "b"]),
        ('<?xml version="1.0" encoding="utf-16"?><html><body>a</body></html>', ["a"]),
        ("", []),
        ("<", ["<"]),
        ("<!-- only -->", []),
    ],
)
def test_html(source: str, lines: list[str]) -> None:
    assert [line.strip() for line in text_of(source).split("\n") if line.strip()] == lines


def test_plain_text_first() -> None:
    raw = (
        b'Content-Type: multipart/alternative; boundary="b"\r\n\r\n'
        b"--b\r\nContent-Type: text/html\r\n\r\n<p>bid 9</p>\r\n"
        b"--b\r\nContent-Type: text/plain\r\n\r\nbid 3\r\n--b--\r\n"
    )
    assert answer(take(raw)).text == "bid 3"


def test_html_tells_its_character_set() -> None:
    data = '<html><head><meta charset="iso-8859-2"></head><body>Łódź</body></html>'.encode("iso-8859-2")
    assert body("Content-Type: text/html", data=data).strip() == "Łódź"


def test_subjects_are_decoded() -> None:
    assert words_decoded("=?utf-8?q?Re:_d=C3=A9j=C3=A0?= vu") == "Re: déjà vu"
    assert words_decoded("=?utf-8?b?w6k?= =?nonsense?q?x?=") == "éx"
    assert words_decoded("=?utf-8?b?!!!?=") in ("", "=?utf-8?b?!!!?=")
    assert read_headers("Subject: déjà\r\n vu\r\n\r\nx".encode()).subject == "déjà vu"


@given(st.binary(max_size=400))
def test_any_bytes_are_a_mail_or_unreadable(raw: bytes) -> None:
    assert isinstance(read_headers(raw).subject, str)
    try:
        text = answer(take(raw)).text
    except Unreadable:
        return
    assert "\x00" not in text
