"""Replies of people, in the ways of many mail programs: what they mean, whatever surrounds it."""

import json
from typing import Any

import pytest

from pbem.mail_in.parse.addresses import Recipient, route, sender
from pbem.mail_in.parse.body import read_body
from pbem.mail_in.parse.classify import Kind, classify
from pbem.mail_in.parse.order_types import Moves
from pbem.mail_in.parse.orders import read_orders
from tests.pbem.mail_in.parse.sample_orders import DOMAIN, INSTANCE, MAILS, OWN, answer, incoming, tables, told, wrongs

EXPECTED: dict[str, dict[str, Any]] = json.loads((MAILS / "replies" / "expected.json").read_text("utf-8"))
KEY = "abcdefghijklmnopqrstuvwxyz"


def test_the_corpus_is_whole() -> None:
    assert {path.stem for path in (MAILS / "replies").glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 60


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_reply_is_read_as_it_was_meant(name: str) -> None:
    expected, mail = EXPECTED[name], incoming("replies", name)
    found = answer(mail)
    read = read_orders(found.text, tables(expected["phase"], expected["tables"]), too_long=found.too_long)
    assert told(read) == expected.get("orders", [])
    assert wrongs(read) == expected.get("wrong", [])
    assert read.is_empty == expected.get("empty", False)
    assert len(found.unread) == expected.get("unread", 0)
    assert read_body(mail).attachments == expected.get("attachments", 0)
    assert sum(len(each.order.forgiven) for each in read.orders if isinstance(each.order, Moves)) == expected.get(
        "forgiven", 0
    )


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_reply_comes_from_a_person_and_finds_its_question(name: str) -> None:
    headers = incoming("replies", name).headers
    found = route(headers, (), DOMAIN)
    assert found.recipient == Recipient("reply", KEY)
    assert found.parents[0] == "turn.41.207.3@play.example.org"
    kind = classify(
        headers, envelope_from="bob@example.net", recipient=found.recipient, own_addresses=OWN, instance=INSTANCE
    )
    assert kind.kind is Kind.PERSON
    assert sender(headers) == EXPECTED[name].get("sender", "bob@example.net")
