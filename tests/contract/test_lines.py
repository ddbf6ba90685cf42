"""Notation, reading, previews, forced lines and taking back, in every game."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.bots import random_line
from engine.core.game import AnyGame
from engine.core.move import Kind, Move, build_move, read_move, write_line
from engine.core.play import actors, default, forced, is_over, legal, play, preview, start, suggest
from engine.core.reader import Reader, reader_now
from engine.core.record import Entry, Timeline
from engine.core.refusal import MoveError, NotAMove
from engine.core.rng import Rng
from tests.contract.every_game import EVERY, colours

MOST_PLIES = 60


def positions(game: AnyGame, seed: str, most: int = MOST_PLIES) -> Iterator[tuple[Any, int]]:
    """The positions of a random game, with a seat that is asked in each."""
    s, rng = start(game, colours(game.seats[0]), seed).state, Rng(seed)
    for _ in range(most):
        if is_over(game, s):
            return
        seat, rng = rng.pick(actors(game, s))
        yield s, seat
        s = play(game, s, seat, random_line(game, game.view(s, seat), seat, Rng(f"{seed}-{rng.count}"))).state


def words_of(game: AnyGame, kind: Kind) -> st.SearchStrategy[str]:
    if kind.name == "number":
        return st.integers(0, 99).map(str)
    if kind.name == "hex":
        return st.builds("{}{}".format, st.sampled_from("ABCQRZ"), st.integers(1, 30))
    return st.sampled_from(game.lexicon(game.full_options({}))[kind.name])


@cache
def spellings(id: str) -> Any:
    game = EVERY[id]
    return Reader(game.words, game.verbs, game.verbs, game.lexicon(game.full_options({}))).tables


@pytest.mark.parametrize(
    ("id", "cls"), [(id, cls) for id, game in EVERY.items() for cls in game.verbs.values()], ids=str
)
@settings(max_examples=25)
@given(st.data())
def test_every_move_is_read_as_written(id: str, cls: type[Move], data: st.DataObject) -> None:
    game = EVERY[id]
    lexicon = game.lexicon(game.full_options({}))
    words: list[str] = []
    for slot in cls.slots():
        one = words_of(game, slot.kind)
        words += data.draw(st.lists(one, min_size=1, max_size=4)) if slot.many else [data.draw(one)]
    move = build_move(cls, words, lexicon)
    assert read_move(str(move), game.verbs, lexicon) == move
    reader = Reader(game.words, {cls.VERB: cls}, game.verbs, lexicon, spellings(id))
    assert reader.read(str(move).replace(".", " ").upper()).line == (move,)


def test_legal_lines_are_read_kindly(game: AnyGame) -> None:
    """What the pages write can be typed back with blanks, in any case."""
    for s, seat in positions(game, "kind", 30):
        line = random_line(game, game.view(s, seat), seat, Rng("kind"))
        typed = write_line(line).replace(".", " ").title()
        assert reader_now(game, s).read(typed).line == line


@pytest.mark.slow
def test_a_preview_never_passes_a_reveal(game: AnyGame) -> None:
    reveals = 0
    for s, seat in islice(positions(game, "preview"), 0, None, 2):
        for suggestion in suggest(game, game.view(s, seat), seat, 5):
            shown = preview(game, s, seat, suggestion.line)
            assert shown.state.rng == s.rng  # whatever used chance would have shown something
            if shown.ends == "seen":
                reveals += 1
                assert shown.shown == len(suggestion.line) - 1
                assert shown.state == preview(game, s, seat, suggestion.line[:-1]).state
    assert reveals or game.id != "parlour"


def test_forced_lines_tell_no_secrets(game: AnyGame) -> None:
    """Whoever sees that a line was forced learns nothing: in all that might be, it is the only one."""
    for s, seat in positions(game, "forced", 200):
        line = forced(game, s, seat)
        if line is None:
            continue
        for number in range(6):
            world = game.imagine(game.view(s, None), Rng(f"other-{number}"))
            for move in line:
                assert list(legal(game, world, seat)) == [move]
                world = preview(game, world, seat, (move,)).state


def log(game: AnyGame, seed: str, most: int) -> list[Entry]:
    seats = colours(game.seats[0])
    timeline = Timeline(game, seats, start(game, seats, seed).state)
    for ply in range(1, most + 1):
        if is_over(game, timeline.now):
            break
        seat = actors(game, timeline.now)[0]
        line = random_line(game, game.view(timeline.now, seat), seat, Rng(f"log-{ply}"))
        timeline.add(Entry(ply, seats[seat], write_line(line)))
    return list(timeline.standing)


def test_what_is_taken_back_can_be_played_again(game: AnyGame) -> None:
    seats = colours(game.seats[0])
    played = log(game, "back", 12)
    timeline = Timeline(game, seats, start(game, seats, "back").state)
    for entry in played:
        timeline.add(entry)
    end, ply = timeline.now, len(played) + 1
    # What was forced by a line goes back with it, and comes again with it.
    undone = [entry for entry in played if entry.ply >= last_decided(game, seats, timeline, played)]
    assert timeline.add(Entry(ply, undone[0].by, "undo")) == timeline.states[undone[0].ply - 1]
    for entry in undone:
        ply += 1
        timeline.add(Entry(ply, entry.by, entry.text))
    assert timeline.now == end
    back = timeline.add(Entry(ply + 1, "host", "rewind.1"))
    assert timeline.standing == ()
    assert game.view(back, None) == game.view(timeline.states[0], None)
    assert back.rng.epoch == 1
    assert timeline.add(Entry(ply + 2, played[0].by, played[0].text)).rng.epoch == 1


def last_decided(game: AnyGame, seats: Sequence[str], timeline: Timeline[Any, Any], played: Sequence[Entry]) -> int:
    """The ply of the last line for which there was a choice."""
    return next(
        entry.ply
        for entry in reversed(played)
        if forced(game, timeline.states[entry.ply - 1], seats.index(entry.by)) is None
    )


def soup(game: AnyGame, rng: Rng) -> tuple[str, Rng]:
    """A line made of the game's words, of whole legal-looking moves, and of rubbish."""
    lexicon = game.lexicon(game.full_options({}))
    kinds = [*lexicon.values()]
    parts = []
    length, rng = rng.below(9)
    for _ in range(length + 1):
        which, rng = rng.below(8)
        if which < 3:
            part, rng = rng.pick(tuple(game.verbs))
        elif which < 5:
            kind, rng = rng.pick(kinds)
            part, rng = rng.pick(kind)
        elif which == 5:
            number, rng = rng.below(14)
            part = str(number - 2)
        elif which == 6:
            part, rng = rng.pick(("K9", "e14", "A1", "ZZ99", "J10"))
        else:
            part, rng = rng.pick(("é", "", "…", "?", "done", "wagon", "\x00", "e", "-", "²", "ﬁ", "١"))
        cut, rng = rng.below(10)
        gap, rng = rng.pick((".", " ", ".", ", ", "~"))
        parts.append((part if cut else part[:-1]) + gap)
    return "".join(parts), rng


def throw_at(game: AnyGame, number: int, seed: str) -> int:
    """Plays random lines in random positions; says how many were legal. Only the three errors may come out."""
    spots = list(positions(game, seed, 200))
    rng, legal_ones = Rng(seed), 0
    for _ in range(number):
        text, rng = soup(game, rng)
        (s, seat), rng = rng.pick(spots)
        try:
            line = reader_now(game, s).read(text).line
            for asked in range(len(s.seats)):
                game.words.render(_tried(game, s, asked, line), "fr", s.seats)
            play(game, s, seat, line)
            legal_ones += 1
        except NotAMove as error:
            game.words.render(error.say(), "en", s.seats)
        except MoveError as error:
            game.words.render(error.say(), "fr", s.seats)
    return legal_ones


def _tried(game: AnyGame, s: Any, seat: int, line: Any) -> Any:
    """The message of what goes wrong when this seat plays the line, or any message when nothing does."""
    try:
        preview(game, s, seat, line)
    except MoveError as error:
        return error.say()
    return suggest(game, game.view(s, actors(game, s)[0]), actors(game, s)[0], 1)[0].label


def test_random_lines_raise_only_the_three_errors(game: AnyGame) -> None:
    throw_at(game, 250, "fuzz")


@pytest.mark.soak
def test_a_hundred_thousand_lines_raise_only_the_three_errors(game: AnyGame) -> None:
    assert throw_at(game, 100_000, "soak") > 0


@pytest.mark.parametrize("id", ["age-of-steam", "spike", "whistle-stop"])
def test_the_line_for_a_silent_seat_is_among_the_suggestions(id: str) -> None:
    """So that mails say in words what will be played."""
    game = EVERY[id]
    for s, seat in positions(game, "silence"):
        view = game.view(s, seat)
        assert default(game, view, seat) in [tip.line for tip in suggest(game, view, seat, 5)]
