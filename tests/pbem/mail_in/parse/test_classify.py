"""What kind of mail it is."""

import json
from typing import Any

import pytest

from pbem.mail_in.parse.addresses import Recipient, route
from pbem.mail_in.parse.classify import Classified, Kind, classify
from pbem.mail_in.parse.guards import Headers, read_headers
from tests.pbem.mail_in.parse.told import DOMAIN, INSTANCE, MAILS, OWN, mail_named

EXPECTED: dict[str, dict[str, Any]] = json.loads((MAILS / "automatic" / "expected.json").read_text("utf-8"))
PEOPLE = sorted(path.stem for path in (MAILS / "people").glob("*.eml"))


def kind_of(headers: Headers, envelope_from: str | None = "bob@example.net") -> Classified:
    recipient = route(headers, (), DOMAIN).recipient
    return classify(headers, envelope_from=envelope_from, recipient=recipient, own_addresses=OWN, instance=INSTANCE)


def of(*lines: str) -> Headers:
    return read_headers("\r\n".join(lines).encode())


def test_the_corpus_is_whole() -> None:
    assert {path.stem for path in (MAILS / "automatic").glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 25
    assert len(PEOPLE) >= 5


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_an_automatic_mail_is_known_as_one_and_never_answered(name: str) -> None:
    found = kind_of(read_headers(mail_named("automatic", name)))
    assert (found.kind, found.why) == (EXPECTED[name]["kind"], EXPECTED[name]["why"])
    assert not found.may_be_answered


@pytest.mark.parametrize("name", PEOPLE)
def test_a_person_is_taken_for_a_person(name: str) -> None:
    found = kind_of(read_headers(mail_named("people", name)))
    assert found == Classified(Kind.PERSON)
    assert found.may_be_answered


@pytest.mark.parametrize("name", sorted(path.stem for path in (MAILS / "bounces").glob("*.eml")))
def test_a_bounce_is_never_answered(name: str) -> None:
    found = kind_of(read_headers(mail_named("bounces", name)), None)
    assert found.kind is (Kind.COMPLAINT if name.startswith("complaint") else Kind.BOUNCE)
    assert not found.may_be_answered


def test_the_null_sender_is_a_bounce_however_it_is_told() -> None:
    person = of("From: bob@example.net")
    assert kind_of(person, "").why == kind_of(person, "<>").why == "null-sender"
    assert kind_of(of("Return-Path: <>", "From: bob@example.net"), None).why == "null-sender"
    assert kind_of(of("Return-Path: <bob@example.net>", "From: bob@example.net"), None).kind is Kind.PERSON
    assert kind_of(person, None).kind is Kind.PERSON


def test_what_comes_to_a_bounce_address_is_a_bounce() -> None:
    found = classify(
        of("From: bob@example.net"),
        envelope_from="bob@example.net",
        recipient=Recipient("bounce", "0" * 32),
        own_addresses=OWN,
        instance=INSTANCE,
    )
    assert found == Classified(Kind.BOUNCE, "bounce-address")


def test_a_loop_is_known_before_anything_else() -> None:
    looping = of(f"X-Play-Server: {INSTANCE}", "Auto-Submitted: auto-generated", "Return-Path: <>")
    assert kind_of(looping, "").kind is Kind.LOOP
    assert kind_of(of("From: x@y.example", *["Received: by z"] * 25)).kind is Kind.PERSON
    assert kind_of(of("From: x@y.example", *["Received: by z"] * 26)).kind is Kind.LOOP


def test_two_answering_machines_end_in_silence() -> None:
    """Whatever an automatic mail of ours carries makes it automatic for another server of the same kind."""
    ours = of("From: turns@elsewhere.example", "Auto-Submitted: auto-replied", "X-Play-Server: another")
    assert kind_of(ours, "").may_be_answered is False
    assert kind_of(ours, "turns@elsewhere.example").may_be_answered is False
