"""Who a mail is for and who it is from."""

from typing import get_args

import pytest

from pbem.mail_in.parse.addresses import (
    FoundIn,
    Purpose,
    Recipient,
    Verdict,
    bare_address,
    read_recipient,
    route,
    sender,
    verdict,
    write_recipient,
)
from pbem.mail_in.parse.guards import Headers, read_headers

DOMAIN = "in.play.example.org"
KEY = "abcdefghijklmnopqrstuvwx27"
OTHER = "z" * 26
HEX = "0123456789abcdef" * 2
TRUSTED = "mx.play.example.org"


def of(*lines: str) -> Headers:
    return read_headers("\r\n".join(lines).encode())


@pytest.mark.parametrize(
    ("address", "found"),
    [
        (f"p+{KEY}@{DOMAIN}", Recipient("reply", KEY)),
        (f"P+{KEY.upper()}@{DOMAIN.upper()}", Recipient("reply", KEY)),
        (f"<p-{KEY}@{DOMAIN}>", Recipient("reply", KEY)),
        (f"p+{KEY}@{DOMAIN}.", Recipient("reply", KEY)),
        (f"b+{HEX}@{DOMAIN}", Recipient("bounce", HEX)),
        (f"b-{HEX.upper()}@{DOMAIN}", Recipient("bounce", HEX)),
        (f"postmaster@{DOMAIN}", Recipient("postmaster")),
        (f"Abuse@{DOMAIN}", Recipient("abuse")),
        (f"p+{KEY}@evil.example", None),
        (f"p+{KEY}@{DOMAIN}.evil.example", None),
        (f"p+{KEY}@x@{DOMAIN}", None),
        (f"p+{KEY}x@{DOMAIN}", None),
        (f"p+{KEY[1:]}@{DOMAIN}", None),
        (f"p+{KEY[1:]}1@{DOMAIN}", None),  # there is no 1 in base32
        (f"b+{HEX[1:]}g@{DOMAIN}", None),
        (f"turns@{DOMAIN}", None),
        (f"xp+{KEY}@{DOMAIN}", None),
        ("postmaster", None),
        ("", None),
        ("@", None),
    ],
)
def test_addresses_of_ours(address: str, found: Recipient | None) -> None:
    assert read_recipient(address, DOMAIN) == found


def test_the_envelope_wins_over_every_header() -> None:
    headers = of(f"Delivered-To: p+{OTHER}@{DOMAIN}", f"To: p+{OTHER}@{DOMAIN}")
    assert route(headers, [f"p+{KEY}@{DOMAIN}"], DOMAIN).recipient == Recipient("reply", KEY)
    assert route(headers, [f"p+{KEY}@{DOMAIN}"], DOMAIN).found_in is FoundIn.ENVELOPE
    assert route(headers, ["inbox@provider.example"], DOMAIN).recipient == Recipient("reply", OTHER)


@pytest.mark.parametrize("name", ["X-Gm-Original-To", "Delivered-To", "Envelope-To", "X-Original-To"])
def test_what_the_mail_system_noted_wins_over_to(name: str) -> None:
    found = route(of(f"To: p+{OTHER}@{DOMAIN}", f"{name}: <p+{KEY}@{DOMAIN}>"), [], DOMAIN)
    assert (found.recipient, found.found_in) == (Recipient("reply", KEY), FoundIn.DELIVERY)


def test_to_and_cc_and_then_the_parents() -> None:
    found = route(of("To: Anna <anna@example.net>", f'Cc: "Rail, post" <P+{KEY.upper()}@{DOMAIN}>'), [], DOMAIN)
    assert (found.recipient, found.found_in) == (Recipient("reply", KEY), FoundIn.TO)
    lost = route(of("References: <a@x> <b@x> <c@x> <d@x> <e@x> <f@x>", "In-Reply-To: <f@x>"), [], DOMAIN)
    assert (lost.recipient, lost.found_in) == (None, FoundIn.NOWHERE)
    assert lost.parents == ("f@x", "e@x", "d@x", "c@x", "b@x")


def test_the_subject_is_no_authority() -> None:
    assert route(of(f"Subject: [p+{KEY}@{DOMAIN}]", f"From: p+{KEY}@{DOMAIN}"), [], DOMAIN).recipient is None


def test_two_keys_in_one_place_are_none() -> None:
    assert route(of(f"To: p+{KEY}@{DOMAIN}, p+{OTHER}@{DOMAIN}"), [], DOMAIN).recipient is None
    assert route(of(f"To: p+{KEY}@{DOMAIN}, p-{KEY}@{DOMAIN}"), [], DOMAIN).recipient == Recipient("reply", KEY)
    assert route(of(f"To: postmaster@{DOMAIN}, p+{KEY}@{DOMAIN}"), [], DOMAIN).recipient == Recipient("reply", KEY)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("bob@example.net", "bob@example.net"),
        ("Bob <Bob@Example.NET>", "bob@example.net"),
        ('"Miller, Bob" <bob@example.net>', "bob@example.net"),
        ('"carla@example.com" <bob@example.net>', "bob@example.net"),
        ("bob@example.net <bob@example.net>", "bob@example.net"),
        ("bob@example.net (carla@example.com)", "bob@example.net"),
        (r'"a\"carla@example.com" <bob@example.net>', "bob@example.net"),
        ("=?utf-8?q?carla=40example.com?= <bob@example.net>", "bob@example.net"),
        ("Zoé <zoé@exämple.net>", "zoé@exämple.net"),
        ("carla@example.com <bob@example.net>", None),
        ("bob@example.net, carla@example.com", None),
        ("bob@example.net; carla@example.com", None),
        ("undisclosed-recipients:;", None),
        ("bob", None),
        ("<>", None),
        ("", None),
        ("(" * 60_000, None),
    ],
)
def test_from_is_exactly_one_address(value: str, found: str | None) -> None:
    assert sender(of(f"From: {value}")) == found


def test_two_from_headers_are_none() -> None:
    assert sender(of("From: bob@example.net", "From: bob@example.net")) is None
    assert sender(of("Sender: bob@example.net")) is None


def test_the_address_of_an_envelope() -> None:
    assert bare_address("<Bob@Example.net>") == "bob@example.net"
    assert bare_address("<>") is None


@pytest.mark.parametrize(
    ("results", "found"),
    [
        ((f"{TRUSTED}; dmarc=pass header.from=example.net",), Verdict.PASS),
        (
            (f"{TRUSTED}; spf=pass smtp.mailfrom=x.example; dkim=pass; dmarc=pass header.from=EXAMPLE.net",),
            Verdict.PASS,
        ),
        ((f"{TRUSTED}; dmarc=fail (p=none) header.from=example.net",), Verdict.FAIL),
        ((f"{TRUSTED.upper()}; dmarc=fail",), Verdict.FAIL),
        ((f"{TRUSTED}; dmarc=pass header.from=other.example",), Verdict.UNKNOWN),  # about another domain
        ((f"{TRUSTED}; dmarc=none header.from=example.net",), Verdict.UNKNOWN),
        ((f"{TRUSTED}; spf=pass; dkim=pass header.d=example.net",), Verdict.UNKNOWN),
        ((f"{TRUSTED}; none",), Verdict.UNKNOWN),
        (("elsewhere.example; dmarc=pass header.from=example.net",), Verdict.UNKNOWN),
        (("elsewhere.example; dmarc=pass", f"{TRUSTED}; dmarc=pass header.from=example.net"), Verdict.UNKNOWN),
        ((f"{TRUSTED}; dmarc=fail", f"{TRUSTED}; dmarc=pass header.from=example.net"), Verdict.FAIL),
        ((f"{TRUSTED}; dmarc=pass header.from=example.net; dmarc=fail",), Verdict.FAIL),
        ((f"{TRUSTED}.evil.example; dmarc=pass header.from=example.net",), Verdict.UNKNOWN),
        (("garbage (((",), Verdict.UNKNOWN),
        (("",), Verdict.UNKNOWN),
        ((), Verdict.UNKNOWN),
    ],
)
def test_only_our_own_topmost_results_count(results: tuple[str, ...], found: Verdict) -> None:
    headers = of("From: bob@example.net", *(f"Authentication-Results: {each}" for each in results))
    assert verdict(headers, TRUSTED) is found
    assert verdict(headers, "") is Verdict.UNKNOWN


@pytest.mark.parametrize("purpose", get_args(Purpose))
def test_every_kind_of_address_has_one_spelling(purpose: Purpose) -> None:
    """Under which it is stored and counted; read back it is the same."""
    keys = {"reply": "a" * 26, "bounce": "0" * 32, "unsubscribe": "a" * 26}
    recipient = Recipient(purpose, keys.get(purpose, ""))
    written = write_recipient(recipient, "In.Play.Example.Org")
    assert read_recipient(written, "in.play.example.org") == recipient
    assert written == written.lower()
