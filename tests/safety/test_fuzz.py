"""Mutated drafts and forms: whatever is sent, the server answers it and goes on."""

import time
from random import Random

import pytest

from tests.safety.test_routes import ROUTES, filled, patient, whole, world
from tests.safety.world import World

__all__ = ["whole", "world"]

WORDS = ("lay", "bid", "deliver", "pass", "done", "red", "chicago", "E14", "gentle", "2", "-1", "9" * 30, "ß", "\u202e",
         "a\u0301\u0316" * 40, "", ".", "~", "<b>", "%00", "' OR 1=1", "{{7*7}}", "\U0001f682", "x" * 300)  # fmt: skip
FIELDS = (
    "email", "name", "text", "to", "title", "line", "ask", "sign", "draft", "until", "start", "end", "zone", "lang",
    "colour", "word", "confirm", "agrees", "reminders", "ply", "quiet_from", "pace", "game", "name-1", "email-1",
)  # fmt: skip
SLOW = 1.0  # seconds of CPU for one answer of /healthz: far more than it takes


def draft(random: Random) -> str:
    moves = (".".join(random.choices(WORDS, k=random.randint(1, 20))) for _ in range(random.choice((1, 2, 5, 80))))
    return "~".join(moves).replace("/", "")[:1_500] or "x"


def fuzz(world: World, number: int, seed: int) -> None:
    random = Random(seed)
    client = patient(world).test_client()
    posts = [row for row in ROUTES if row.startswith("POST") and not row.endswith(("/inbound", "/delete", "/leave"))]
    for count in range(number):
        if random.random() < 0.5:
            answer = client.get(f"/t/{world.tokens['turn']}/{draft(random)}")
        else:
            row = random.choice(posts)
            fields = {
                random.choice(FIELDS): random.choice((draft, lambda r: r.choice(WORDS)))(random) for _ in range(4)
            }
            token = world.tokens.get(ROUTES[row][0], "x")
            answer = client.post(filled(row.partition(" ")[2], token, world.slug), data=fields)
        assert answer.status_code < 500
        if count % 200 == 0:
            begun = time.process_time()
            assert client.get("/healthz").status_code == 200
            assert time.process_time() - begun < SLOW


def test_some_mutated_drafts_and_forms(world: World) -> None:
    fuzz(world, 120, seed=3)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_twenty_thousand_mutated_drafts_and_forms(world: World, seed: int) -> None:
    fuzz(world, 1_000, seed)
