"""A table of spellings, English and French, with the move or the question that each must give; and the promise that a
typing error never changes a hex, a number or a colour."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.move import Move, write_line
from engine.core.refusal import NotAMove
from engine.games.age_of_steam import GAME
from tests.pbem.mail_in.parse.sample_orders import read, table, told, wrongs

TABLE = Path(__file__).with_name("spellings.txt")


def rows() -> Iterator[tuple[str, str, str]]:
    for row in TABLE.read_text("utf-8").split("\n"):
        if row.strip() and not row.startswith("#"):
            phase, typed, meant = (cell.strip() for cell in row.split("|"))
            yield phase, typed.replace("\\", "\n"), meant


ROWS = list(rows())


def test_the_table_is_long_enough() -> None:
    assert len(ROWS) >= 120
    assert len(set(ROWS)) == len(ROWS)


@pytest.mark.parametrize(("phase", "typed", "meant"), ROWS)
def test_a_spelling_gives_its_move_or_its_question(phase: str, typed: str, meant: str) -> None:
    found = read(typed, phase)
    if meant.startswith("?"):
        assert told(found) == []
        assert wrongs(found)[0] == meant.removeprefix("?").strip()
    else:
        assert told(found) == [f"moves {meant}"]


LINES = [
    "bid.3",
    "issue.12",
    "lay.K10.straight.1",
    "lay.E14.gentle.2",
    "deliver.red.chicago.detroit",
    "deliver.black.pittsburgh.wheeling.cincinnati",
    "place.purple.w3.1",
    "urbanize.toledo.b",
]
STRICT = {"number", "hex", "good", "colour", "column", "new-city"}


def strict_words(move: Move) -> list[str]:
    """The hexes, numbers and colours of a move."""
    kinds = [slot.kind.name for slot in move.slots()]
    return [word for word, kind in zip(move.words(), kinds, strict=False) if kind in STRICT]


def mistyped(text: str, random: Random) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    at = random.randrange(len(text))
    match random.randrange(4):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + random.choice(letters) + text[at:]
        case 2:
            return text[:at] + random.choice(letters) + text[at + 1 :]
        case _:
            return text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :]


@given(st.sampled_from(LINES), st.randoms(use_true_random=False))
def test_a_typing_error_never_changes_a_hex_a_number_or_a_colour(line: str, random: Random) -> None:
    """What was typed is what stands in the move, or a shortened colour, or nothing is understood."""
    typed = mistyped(line.replace(".", " "), random)
    try:
        found = table().reader.read(typed)
    except NotAMove:
        return
    words = typed.casefold().split()
    for move in found.line:
        for word in strict_words(move):
            said = {word.casefold(), *(GAME.words.name(word, lang).casefold() for lang in GAME.words.tongues)}
            if word.isdigit():
                rotation = move.VERB == "lay"  # several rotations are the same tile
                assert rotation or any(each.lstrip("0") in (word, "") for each in words if each.isdigit()), typed
            elif word[-1].isdigit():
                assert word.casefold() in words or word.casefold() in "".join(words), typed
            else:
                assert any(spelling.startswith(each) for spelling in said for each in words), typed
    assert not any(typo in {"red", "black", "purple"} for _, typo in found.forgiven)


@given(st.sampled_from(sorted(GAME.lexicon(GAME.full_options({}))["good"])), st.randoms(use_true_random=False))
def test_a_mistyped_colour_is_no_colour(colour: str, random: Random) -> None:
    typed = mistyped(colour, random)
    names = {
        name
        for word in GAME.lexicon(GAME.full_options({}))["good"]
        for tongue in GAME.words.tongues.values()
        for name in (word, tongue.names[word], *tongue.read.get(word, ()))
    }
    if not typed or any(name.startswith(typed) for name in names):
        return
    with pytest.raises(NotAMove):
        table("goods").reader.read(f"deliver {typed} chicago detroit")


@given(st.from_regex(r"[A-Za-z]{1,2}[0-9OIl]{1,2}", fullmatch=True))
def test_a_hex_is_read_as_it_is_written_or_not_at_all(typed: str) -> None:
    try:
        found = table("build").reader.read(f"lay {typed} straight 1")
    except NotAMove:
        return
    assert write_line(found.line) == f"lay.{typed.upper()}.straight.1"
