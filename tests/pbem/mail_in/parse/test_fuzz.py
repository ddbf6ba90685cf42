"""Mutated mails: every mail of the corpora, changed in many ways, goes the whole way without an error and within a
second of the processor."""

from random import Random

import pytest

from tests.pbem.mail_in.parse.sample_orders import MAILS
from tests.pbem.mail_in.parse.whole_way import is_quick

MAILS_IN_ALL = sorted(MAILS.glob("*/*.eml"))
PIECES = (
    b"\r\n", b"\n", b"\r", b"\x00", b"\xff\xfe", b"--", b"=?utf-8?q?", b"?=", b"> ", b"<div>", b"<!--", b"(", b'"',
    b"\\", b"@", b"<", b">", b";", b":", b"=\r\n", b"bid 3", b"\xe2\x80\x94", b"%00", b"&#0;", b"charset=utf-16",
    b"Content-Type: multipart/mixed; boundary=x\r\n", b"Content-Transfer-Encoding: base64\r\n",
    b"format=flowed; delsp=yes", b"From: x@y.example\r\n",
)  # fmt: skip


def mutated(raw: bytes, random: Random) -> bytes:
    for _ in range(random.randint(1, 8)):
        size = len(raw)
        at, other = sorted((random.randint(0, size), random.randint(0, size)))
        other = min(other, at + random.choice((1, 4, 60, 2000)))
        match random.randrange(7):
            case 0:
                raw = raw[:at] + raw[other:]
            case 1:
                raw = raw[:at] + raw[at:other] * random.choice((2, 3, 40)) + raw[other:]
            case 2:
                raw = raw[:at] + random.randbytes(random.randint(1, 8)) + raw[at:]
            case 3:
                raw = raw[:at] + random.choice(PIECES) * random.choice((1, 1, 2, 300)) + raw[at:]
            case 4:
                raw = raw[:at] + bytes(byte ^ (1 << random.randrange(8)) for byte in raw[at:other]) + raw[other:]
            case 5:
                raw = raw[:other] + raw[at:]
            case _:
                old, new = random.sample(PIECES, 2)
                raw = raw.replace(old, new, random.randint(1, 5))
    return raw


def fuzz(number: int, seed: int) -> None:
    random = Random(seed)
    for _ in range(number):
        first = random.choice(MAILS_IN_ALL).read_bytes()
        if random.random() < 0.1:
            second = random.choice(MAILS_IN_ALL).read_bytes()
            first = first[: random.randint(0, len(first))] + second[random.randint(0, len(second)) :]
        raw = mutated(first, random)
        assert is_quick(raw), raw[:2000]


def test_some_mutated_mails_do_no_harm() -> None:
    fuzz(150, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_twenty_thousand_mutated_mails_do_no_harm(seed: int) -> None:
    fuzz(1_000, seed)
