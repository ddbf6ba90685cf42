"""Records: the table as a text file, and the log that only grows."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.game import SEAT_COLOURS, BadSetup
from engine.core.play import actors, default, legal
from engine.core.record import BadRecord, Broken, Entry, Record, Timeline, read_record, replay, write_result
from engine.core.refusal import Illegal, NotAMove, NotYourTurn
from engine.core.sheet import Standing
from tests.toys.parlour import GAME

HEAD = "Game: parlour\nRules: parlour/1\nOptions: rounds=1\nSeats: orange Ann, green\nSeed: abc\n"
texts = st.text("abcxyz .,;:é\n\u2028", max_size=12)


@st.composite
def records(draw: st.DrawFn) -> Record:
    seats = tuple(draw(st.permutations(SEAT_COLOURS)))[: draw(st.integers(1, 6))]
    entries = tuple(
        Entry(ply, draw(st.sampled_from([*seats, "host"])), draw(st.sampled_from(["bid.3 done", "undo", "pass"])))
        for ply in range(1, draw(st.integers(1, 5)))
    )
    options = draw(st.dictionaries(st.sampled_from(["map", "rounds"]), st.sampled_from(["on", "rust-belt"])))
    return Record("parlour", draw(st.integers(1, 99)), seats, "seed", options, ("",) * len(seats), "", entries)


@given(records())
def test_a_record_is_read_as_written(record: Record) -> None:
    assert read_record(str(record)) == record


@given(records(), texts, texts, texts)
def test_what_people_wrote_cannot_break_a_record(record: Record, name: str, comment: str, result: str) -> None:
    entries = tuple(Entry(entry.ply, entry.by, entry.text, comment) for entry in record.entries)
    names = (name,) * len(record.seats)
    told = Record(record.game, 1, record.seats, "seed", record.options, names, result, entries)
    read = read_record(str(told))
    assert [(entry.ply, entry.by, entry.text) for entry in read.entries] == [
        (entry.ply, entry.by, entry.text) for entry in entries
    ]
    assert read.seats == record.seats
    assert read_record(str(read)) == read


def test_a_record_by_hand() -> None:
    record = read_record(
        HEAD + "Result: orange 1. 9\n\n; a remark\n1. orange: stake.tram ; why not\n\n2. green: undo\n"
    )
    assert (record.game, record.version, record.seed, record.result) == ("parlour", 1, "abc", "orange 1. 9")
    assert (record.seats, record.names, record.options) == (("orange", "green"), ("Ann", ""), {"rounds": "1"})
    assert [(entry.text, entry.comment, entry.at) for entry in record.entries] == [
        ("stake.tram", "why not", 9),
        ("undo", "", 11),
    ]


def test_the_version_may_be_left_out() -> None:
    assert read_record("Game: parlour\nSeats: orange, green\nSeed: x").version == 1


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "the header lacks “Game:”"),
        ("Game: parlour\n\n", 2, "the header lacks “Seats:”"),
        ("Game: parlour\nSeats: orange\n", 2, "the header lacks “Seed:”"),
        ("Game: parlour\nnonsense\n", 2, "a header line looks like"),
        (HEAD.replace("green", "grey"), 4, "“grey” is no seat colour"),
        (HEAD.replace("parlour/1", "parlour"), 2, "should end in the version"),
        (HEAD.replace("parlour/1", "parlour/²"), 2, "should end in the version"),
        (HEAD.replace("parlour/1", "parlour/" + "9" * 5000), 2, "should end in the version"),
        (HEAD.replace("rounds=1", "rounds"), 3, "an option looks like"),
        (HEAD + "\n1. orange stake.tram", 7, "a line looks like"),
        (HEAD + "\n" + "1" * 5000 + ". orange: pass", 7, "a line looks like"),
        (HEAD + "\n\n2. orange: stake.tram", 8, "ply 1 should come here, not 2"),
        (HEAD + "\n1. sky: stake.tram", 7, "“sky” has no seat"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, why: str) -> None:
    with pytest.raises(BadRecord) as raised:
        read_record(text)
    assert raised.value.line == line
    assert why in raised.value.why
    assert str(raised.value).startswith(f"line {line}: ")


def opened(*lines: str) -> Timeline:
    """A table of two that plays `by: text` lines."""
    entries = "".join(f"{ply}. {line}\n" for ply, line in enumerate(lines, 1))
    return replay(GAME, read_record(HEAD + "\n" + entries))


def staking(timeline: Timeline, seat: int) -> str:
    return f"{timeline.seats[seat]}: {next(legal(GAME, timeline.now, seat))}"


def test_undo_restores_the_position_before_the_last_line() -> None:
    first = staking(opened(), 0)
    timeline = opened(first, "orange: undo")
    assert timeline.now == timeline.states[0]
    assert timeline.standing == ()
    again = opened(first, "orange: undo", first)
    assert again.now == again.states[1]
    assert [entry.ply for entry in again.standing] == [3]


def test_undo_after_undo_goes_further_back() -> None:
    a, b = staking(opened(), 0), staking(opened(), 1)
    first = opened(a, b)
    seat = actors(GAME, first.now)[0]
    line = default(GAME, GAME.view(first.now, seat), seat)
    third = f"{first.seats[seat]}: {' '.join(map(str, line))}"
    by = first.seats[seat]
    timeline = opened(a, b, third, f"{by}: undo")
    assert timeline.now == timeline.states[2]
    timeline = opened(a, b, third, f"{by}: undo", "green: undo", "orange: undo")
    assert timeline.now == timeline.states[0]


@pytest.mark.parametrize("by", ["orange", "green", "host"])
def test_only_the_own_last_line_can_be_undone(by: str) -> None:
    lines = [] if by == "orange" else [staking(opened(), 0)]
    with pytest.raises(Broken, match="not this seat's to take back"):
        opened(*lines, f"{by}: undo")


def test_rewind_goes_back_and_changes_the_dice() -> None:
    a, b = staking(opened(), 0), staking(opened(), 1)
    timeline = opened(a, b, "host: rewind.2")
    back = timeline.states[1]
    assert GAME.view(timeline.now, 0) == GAME.view(back, 0)
    assert (timeline.now.rng.epoch, back.rng.epoch) == (1, 0)
    assert [entry.ply for entry in timeline.standing] == [1]
    twice = opened(a, b, "host: rewind.2", "host: rewind.1", b)
    assert twice.now.rng.epoch == 2
    assert [entry.ply for entry in twice.standing] == [5]


def test_rewind_behind_an_undo_brings_the_undone_line_back() -> None:
    a, b = staking(opened(), 0), staking(opened(), 1)
    timeline = opened(a, "orange: undo", b, "host: rewind.2")
    assert [entry.ply for entry in timeline.standing] == [1]
    restored = opened(a, "orange: undo", b, "host: rewind.2", "orange: undo")
    assert restored.now == restored.states[0]


def test_fresh_chance_is_drawn_from_the_next_seed_and_stays_when_the_host_goes_back() -> None:
    a, b = staking(opened(), 0), staking(opened(), 1)
    told = (
        HEAD
        + "Chance: fresh fresher\n\n"
        + "\n".join(
            f"{ply}. {line}" for ply, line in enumerate((a, "host: chance", b, "host: rewind.1", "host: chance"), 1)
        )
    )
    record = read_record(told + "\n")
    assert read_record(str(record)) == record
    timeline = replay(GAME, record)
    assert [state.rng.seed for state in timeline.states] == ["abc", "abc", "fresh", "fresh", "fresh", "fresher"]
    assert [state.rng.epoch for state in timeline.states] == [0, 0, 0, 0, 1, 1]
    assert timeline.standing == ()
    with pytest.raises(Broken, match="has no further seed"):
        replay(GAME, replace(record, chance=("fresh",)))


def test_only_the_host_rewinds_and_only_to_what_was() -> None:
    a = staking(opened(), 0)
    with pytest.raises(Broken, match="only the host can rewind"):
        opened(a, "orange: rewind.1")
    with pytest.raises(Broken, match="there is no ply 2 to go back to"):
        opened(a, "host: rewind.2")
    with pytest.raises(Broken, match="no-such-verb"):
        opened(a, "green: rewind.0")
    with pytest.raises(Broken, match="only a seat can play this"):
        opened("host: stake.tram")


def test_a_ply_is_never_used_twice() -> None:
    timeline = opened(staking(opened(), 0))
    with pytest.raises(Broken, match="ply 2 should come here"):
        timeline.add(Entry(1, "green", "undo"))


@pytest.mark.parametrize(
    ("lines", "error"),
    [(["orange: jump"], NotAMove), (["orange: draw"], Illegal), (["orange: ; silent"], Illegal)],
)
def test_a_line_that_cannot_be_played_is_named(lines: list[str], error: type[Exception]) -> None:
    with pytest.raises(Broken) as raised:
        opened(*lines)
    assert isinstance(raised.value.error, error)
    assert raised.value.entry.ply == 1
    assert raised.value.state == opened().now


def test_a_seat_that_is_not_asked_is_named() -> None:
    with pytest.raises(Broken) as raised:
        opened(staking(opened(), 0), staking(opened(), 0))
    assert isinstance(raised.value.error, NotYourTurn)


def test_replay_stops_where_it_is_told() -> None:
    a, b = staking(opened(), 0), staking(opened(), 1)
    whole = opened(a, b)
    record = read_record(HEAD + f"\n1. {a}\n2. {b}\n")
    assert replay(GAME, record, to=1).now == whole.states[1]
    assert replay(GAME, record, to=0).now == whole.states[0]


def test_an_impossible_table_is_told() -> None:
    with pytest.raises(BadSetup):
        replay(GAME, read_record(HEAD.replace("rounds=1", "rounds=9")))


def test_the_result_names_seats_places_and_scores() -> None:
    rows = (Standing(1, 1, 12, ()), Standing(0, 2, -3, ()))
    assert write_result(rows, ("orange", "green")) == "green 1. 12, orange 2. -3"
