"""Forged keys: none of ten thousand opens anything, and none makes the server stumble. Keys can be exchanged."""

import json
import random
import string
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, count, islice
from pathlib import Path

import pytest
from itsdangerous.encoding import base64_decode

from pbem.base.tokens import BadToken, Tokens
from pbem.store.links import TURN, Links
from pbem.web.app import create_app
from tests.safety.test_routes import ROUTES, filled, patient, whole, world
from tests.safety.world import KINDS, World

__all__ = ["whole", "world"]

COUNT = 10_000
LETTERS = string.ascii_letters + string.digits + "-_."
ODD = ["%00", "%0d%0a", "ä", "漢", "'", '"', "<", ">", "\\", "~", "*", "$", "{", "}", "%2f", "%5c", "%e2%80%ae", "+"]


def mutations(rng: random.Random, token: str, others: list[str]) -> list[str]:
    """A key spoilt in each of the ways: on its way, by a guess, or by somebody who knows how it is made."""
    payload, _, signature = token.partition(".")
    at = rng.randrange(len(token))
    other = rng.choice(others).partition(".")
    return [
        token[:at] + rng.choice(LETTERS) + token[at + 1 :],
        token[:at] + token[at + 1 :],
        token[:at] + rng.choice(LETTERS) + token[at:],
        token[:at],
        token[at:],
        token.swapcase(),
        token.lower(),
        token[:at] + rng.choice(ODD) + token[at:],
        f"{other[0]}.{signature}",
        f"{payload}.{other[2]}",
        payload,
        f"{payload}..{signature}",
        f".{token}",
        f"{token}=",
        token * 2,
        "".join(rng.choices(LETTERS, k=rng.randrange(1, 200))),
    ]


def forged(world: World, rng: random.Random) -> Iterator[tuple[str, str]]:
    """For every route with a key, a key spoilt in each of the ways."""
    good = list(world.tokens.values())
    for row in ROUTES:
        if "<token>" in row:
            for key in mutations(rng, world.tokens[ROUTES[row][0]], good):
                if key not in good:
                    yield row, key


def open_nothing(world: World, keys: Iterator[tuple[str, str]]) -> None:
    client = patient(world).test_client()
    for row, key in keys:
        method, _, rule = row.partition(" ")
        answer = client.open(filled(rule, key, world.slug), method=method)
        assert answer.status_code in (404, 405, 410, 429), (row, key)
        assert "Anna" not in answer.text


def test_a_key_forged_in_any_way_opens_no_page(world: World) -> None:
    open_nothing(world, forged(world, random.Random(4)))


@pytest.mark.soak
def test_ten_thousand_forged_keys_open_no_page(world: World) -> None:
    rng = random.Random(5)
    open_nothing(world, islice(chain.from_iterable(forged(world, rng) for _ in count()), COUNT))


def test_ten_thousand_forged_keys_are_not_signed_by_us(world: World) -> None:
    rng = random.Random(6)
    lengths = {kind: len(json.loads(base64_decode(key.partition(".")[0]))) for kind, key in world.tokens.items()}
    for row, key in islice(chain.from_iterable(forged(world, rng) for _ in count()), COUNT):
        kind = ROUTES[row][0]
        with pytest.raises(BadToken):
            world.service.tokens.read(kind, key, lengths[kind])


def test_only_one_spelling_of_a_key_is_good(world: World) -> None:
    """The last letter of a signature has bits to spare."""
    token = world.tokens["turn"]
    client = patient(world).test_client()
    statuses = {letter: client.get(f"/t/{token[:-1]}{letter}").status_code for letter in LETTERS}
    assert [letter for letter, status in statuses.items() if status == 200] == [token[-1]]


def test_values_of_another_kind_are_no_key(world: World) -> None:
    """Signed by us, and still nothing that a page could stumble over."""
    client = patient(world).test_client()
    prefixes = {ROUTES[row][0]: row.split("/")[1] for row in ROUTES if "<token>" in row}
    for kind, prefix in prefixes.items():
        for values in ((), ("x",), (1,), (1, 2, 3, 4), (0, 0), (-1, -1, -1), (2**40, 0, 0), ("1", "2", "3"), (True, 1)):
            token = world.service.tokens.sign(kind, *values)
            answer = client.get(f"/{prefix}/{token}")
            assert answer.status_code < 500, (kind, values)


def test_keys_are_exchanged_one_after_the_other(world: World, tmp_path: Path) -> None:
    """First the new one is added and signs; old links stay good until the old one is taken away."""
    old, new = "o" * 40, "n" * 40
    service = replace(world.service, tokens=Tokens([old]))
    before = Links(service)
    with service.db.reading() as session:
        from pbem.store.models import User

        user = session.get_one(User, 1)
    first = before.me(user).rpartition("/")[2]
    both = replace(service, tokens=Tokens([old, new]))
    second = Links(both).me(user).rpartition("/")[2]
    after = replace(service, tokens=Tokens([new]))

    def opens(server: object, token: str) -> int:
        return create_app(server).test_client().get(f"/me/{token}").status_code  # type: ignore[arg-type]

    assert first != second
    assert [opens(service, first), opens(service, second)] == [200, 404]
    assert [opens(both, first), opens(both, second)] == [200, 200]
    assert [opens(after, first), opens(after, second)] == [404, 200]


def test_a_purpose_is_part_of_the_signature() -> None:
    tokens = Tokens(["k" * 40])
    signed = {kind: tokens.sign(kind, 1, 2, 3) for kind in KINDS}
    assert len(set(signed.values())) == len(KINDS)
    for kind, token in signed.items():
        assert tokens.read(kind, token, 3) == [1, 2, 3]
        for other in KINDS:
            if other != kind:
                with pytest.raises(BadToken):
                    tokens.read(other, token, 3)
    assert TURN in KINDS
