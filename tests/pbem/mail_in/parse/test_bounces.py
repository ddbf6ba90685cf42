"""Bounces and complaints."""

import json
from typing import Any

import pytest

from pbem.mail_in.parse.addresses import Recipient, route
from pbem.mail_in.parse.bounces import PERMANENT, TEMPORARY, THRESHOLD, read_bounce, read_complaint
from tests.pbem.mail_in.parse.told import DOMAIN, MAILS, incoming

EXPECTED: dict[str, dict[str, Any]] = json.loads((MAILS / "bounces" / "expected.json").read_text("utf-8"))
KEY = "0123456789abcdef" * 2


def test_the_corpus_is_whole() -> None:
    assert {path.stem for path in (MAILS / "bounces").glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 15


@pytest.mark.parametrize("name", sorted(name for name in EXPECTED if "score" in EXPECTED[name]))
def test_a_bounce_weighs_what_it_says(name: str) -> None:
    mail, expected = incoming("bounces", name), EXPECTED[name]
    found = read_bounce(mail)
    assert found.score == expected["score"]
    assert (found.failures[0].address if found.failures else "") == expected["address"]
    assert route(mail.headers, (), DOMAIN).recipient == Recipient("bounce", KEY)


@pytest.mark.parametrize("name", sorted(name for name in EXPECTED if "complaint" in EXPECTED[name]))
def test_a_complaint_names_the_mail_that_it_is_about(name: str) -> None:
    found, expected = read_complaint(incoming("bounces", name), DOMAIN), EXPECTED[name]
    assert found.kind == expected["complaint"]
    assert found.addresses == (expected["address"],)
    assert list(found.keys) == expected["keys"]
    assert found.counts == (expected["complaint"] != "not-spam")


def test_the_words_of_the_other_server_are_kept() -> None:
    assert "User unknown" in read_bounce(incoming("bounces", "unknown-user")).diagnostic
    assert read_bounce(incoming("bounces", "unknown-user")).failures[0].status == "5.1.1"


def test_two_hard_bounces_or_four_soft_ones_reach_the_threshold() -> None:
    assert 2 * PERMANENT == THRESHOLD == 4 * TEMPORARY
