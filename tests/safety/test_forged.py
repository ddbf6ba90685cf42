"""Forged keys: none of ten thousand opens anything, and none makes the server stumble. Keys can be exchanged."""

import random
import string
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.base.tokens import BadToken, Tokens
from pbem.store.links import TURN, Links
from pbem.web.app import create_app
from tests.safety.test_routes import ROUTES, filled, patient, whole, world
from tests.safety.world import KINDS, World

__all__ = ["whole", "world"]

COUNT = 10_000
LETTERS = string.ascii_letters + string.digits + "-_."
ODD = ["%00", "%0d%0a", "ä", "漢", "'", '"', "<", ">", "\\", "~", "*", "$", "{", "}", "%2f", "%5c", "%e2%80%ae", "+"]


def mutated(rng: random.Random, token: str, others: list[str]) -> str:
    """One of the ways in which a key is spoilt: on its way, by a guess, or by somebody who knows how it is made."""
    payload, _, signature = token.partition(".")
    at = rng.randrange(len(token))
    other = rng.choice(others).partition(".")
    ways = (
        lambda: token[:at] + rng.choice(LETTERS) + token[at + 1 :],
        lambda: token[:at] + token[at + 1 :],
        lambda: token[:at] + rng.choice(LETTERS) + token[at:],
        lambda: token[:at],
        lambda: token[at:],
        lambda: token.swapcase(),
        lambda: token.lower(),
        lambda: token[:at] + rng.choice(ODD) + token[at:],
        lambda: f"{other[0]}.{signature}",
        lambda: f"{payload}.{other[2]}",
        lambda: payload,
        lambda: f"{payload}..{signature}",
        lambda: f".{token}",
        lambda: f"{token}=",
        lambda: token * 2,
        lambda: "".join(rng.choices(LETTERS, k=rng.randrange(1, 200))),
    )
    return rng.choice(ways)()


@pytest.mark.slow
def test_ten_thousand_forged_keys(world: World) -> None:
    rng = random.Random(4)
    client = patient(world).test_client()
    good = set(world.tokens.values())
    rows = [row for row in ROUTES if "<token>" in row]
    for number in range(COUNT):
        row = rows[number % len(rows)]
        forged = mutated(rng, world.tokens[ROUTES[row][0]], list(world.tokens.values()))
        if forged in good:
            continue
        method, _, rule = row.partition(" ")
        answer = client.open(filled(rule, forged, world.slug), method=method)
        assert answer.status_code in (404, 405, 410, 429), (row, forged)
        assert "Anna" not in answer.text


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
