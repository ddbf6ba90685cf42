"""Parts of a snapshot that are read once and shared."""

from msgspec import Raw

from engine.core.kept import Kept


class Reader:
    """Notes what it has read."""

    def __init__(self) -> None:
        self.read: list[bytes] = []

    def __call__(self, stored: Raw) -> str:
        self.read.append(bytes(stored))
        return bytes(stored).decode()


def test_a_part_is_read_once() -> None:
    reader = Reader()
    kept = Kept(reader)
    assert kept.of(Raw(b"[1]")) is kept.of(Raw(b"[1]"))
    assert kept.of(Raw(b"[2]")) == "[2]"
    assert reader.read == [b"[1]", b"[2]"]


def test_what_is_known_is_not_read() -> None:
    reader = Reader()
    kept = Kept(reader)
    assert kept.keep(Raw(b"[1]"), "known") == "known"
    assert kept.keep(Raw(b"[1]"), "known later") == "known"
    assert kept.of(Raw(b"[1]")) == "known"
    assert reader.read == []


def test_what_was_used_longest_ago_is_dropped() -> None:
    reader = Reader()
    kept = Kept(reader, most=2)
    first, second, third = (Raw(b"[%d]" % number) for number in (1, 2, 3))
    for stored in (first, second, first, third, first, second):
        kept.of(stored)
    assert reader.read == [b"[1]", b"[2]", b"[3]", b"[2]"]


def test_what_is_forgotten_is_read_again() -> None:
    reader = Reader()
    kept = Kept(reader)
    kept.of(Raw(b"[1]"))
    kept.forget()
    kept.of(Raw(b"[1]"))
    assert reader.read == [b"[1]", b"[1]"]
