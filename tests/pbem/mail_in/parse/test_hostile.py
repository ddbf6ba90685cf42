"""Mails that want to hurt: each within a second of the processor, and never an error."""

import json
from typing import Any

import pytest

from pbem.mail_in.parse.addresses import Verdict
from pbem.mail_in.parse.guards import MOST_BYTES, MOST_LINES
from tests.pbem.mail_in.parse.sample_orders import MAILS, mail_named, told, wrongs
from tests.pbem.mail_in.parse.whole_way import handle, is_quick

EXPECTED: dict[str, dict[str, Any]] = json.loads((MAILS / "hostile" / "expected.json").read_text("utf-8"))
HEAD = b"From: mallory@example.com\r\nTo: p+abcdefghijklmnopqrstuvwxyz@in.play.example.org\r\n"
MIXED = HEAD + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n'
HTML = HEAD + b"Content-Type: text/html\r\n\r\n"


def test_the_corpus_is_whole() -> None:
    assert {path.stem for path in (MAILS / "hostile").glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 40


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_hostile_mail_does_no_harm(name: str) -> None:
    expected, handled = EXPECTED[name], handle(mail_named("hostile", name))
    assert is_quick(mail_named("hostile", name))
    assert handled.verdict is not Verdict.PASS
    assert handled.unreadable == expected.get("unreadable", handled.unreadable if "any" in expected else "")
    if "sender" in expected:
        assert handled.sender == expected["sender"]
    if "key" in expected:
        assert handled.recipient is None
    if handled.orders is None:
        assert "unreadable" in expected or "any" in expected
    elif "orders" in expected:
        assert told(handled.orders) == expected["orders"]
    elif "wrong" in expected:
        assert wrongs(handled.orders)
        assert told(handled.orders) == []
    elif "empty" in expected:
        assert handled.orders.is_empty
    else:
        assert told(handled.orders) == []


def _nested(depth: int, filling: bytes) -> bytes:
    """Every line is held against the boundary of every part around it."""
    parts = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(depth))
    return HEAD + parts + b"\r\n" + filling


BIG = {
    "parts": MIXED + b"--b\r\n\r\n" * 140_000,
    "nested and long": _nested(200, b"\r\n" * 300_000),
    "nested up to the limit": _nested(20, b"x\r\n" * (MOST_LINES - 100)),
    "nested parts up to the limit": _nested(9, b"--b8\r\n\r\nx\r\n" * 440),
    "lines": HEAD + b"\r\n" + b"bid 3\r\n" * (MOST_LINES - 10),
    "lines of an endless quotation": HEAD + b"\r\n" + b"> bid 3 On Thu 2026 a@b wrote:\r\n" * (MOST_LINES - 10),
    "introductions": HEAD + b"\r\n" + b"On Thu 2026 10:03 a@b wrote:\r\n> x\r\n" * 13_000,
    "one line": HEAD + b"\r\n" + b"a" * 990_000,
    "one line of blanks": HEAD + b"\r\n" + b" " * 990_000 + b"x",
    "one flowing line": HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"bid 3 \r\n" * 28_000,
    "one line of dashes": HEAD + b"\r\n" + b"-" * 990_000,
    "labels": HEAD + b"\r\n" + b"From: a\r\n\r\nTo: b\r\n\r\n" * 7_000,
    "combining letters": HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\na" + "\u0301\u0327".encode() * 200_000,
    "html in one tag": HTML + b"<a " + b"b=c " * 240_000,
    "html of tags": HTML + b"<p>x" * 19_500,
    "html of breaks": HTML + b"<br>" * 19_500,
    "html of cells": HTML + b"<table><tr>" + b"<td>x" * 19_500,
    "html of tables": HTML + (b"<table><tr><td>" * 30 + b"x" + b"</td></tr></table>" * 30) * 60,
    "html of lists": HTML + b"<ul><li>" * 19_000,
    "html of entities": HTML + b"&amp;" * 190_000,
    "html of letters": HTML + b"a " * 490_000,
    "base64": HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + b"Ymlk\r\n" * (MOST_LINES - 10),
    "quoted-printable": HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + b"=3D" * 320_000,
    "headers up to the limit": b"".join(b"Received: x\r\n" for _ in range(4_900)) + b"\r\nbid 3\r\n",
    "one header of commas": HEAD + b"Cc: " + b"a@b," * 15_000 + b"\r\n\r\nbid 3",
    "one header of angles": HEAD + b"References: " + b"<" * 60_000 + b"\r\n\r\nbid 3",
    "one header of blanks": HEAD + b"Content-Type: text/plain;" + b" " * 60_000 + b"x\r\n\r\nbid 3",
    "one header of results": HEAD + b"Authentication-Results: mx.play.example.org;" + b" a=b;" * 12_000 + b"\r\n\r\nx",
    "one subject": HEAD + b"Subject: " + b"=?utf-8?q?a?=" * 4_700 + b"\r\n\r\nbid 3",
    "delivery status": HEAD
    + b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n--b\r\n'
    + b"Content-Type: message/delivery-status\r\n\r\n"
    + b"Action: failed\r\nFinal-Recipient: rfc822; a@b\r\n\r\n" * 9_000,
    "a bounce of many lines": HEAD + b"\r\n" + b"<a@b.c>: 550 failed\r\n" * 4_800,
    "a bounce of one line": HEAD + b"\r\n" + b"The following addresses had permanent fatal errors " + b"<a@b>" * 19_000,
}


@pytest.mark.parametrize("name", sorted(BIG))
def test_the_biggest_of_a_kind_costs_no_more_than_a_second(name: str) -> None:
    assert len(BIG[name]) <= 1.2 * MOST_BYTES
    assert is_quick(BIG[name])


def test_one_byte_too_many() -> None:
    whole = HEAD + b"\r\nbid 3\r\n"
    assert handle(whole + b" " * (MOST_BYTES - len(whole))).unreadable == ""
    assert handle(whole + b" " * (MOST_BYTES - len(whole) + 1)).unreadable == "too-big"
