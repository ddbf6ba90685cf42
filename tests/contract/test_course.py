"""How a game went: every number of a curve is one that everybody could read at the table at that time."""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.core.course import (
    BestLine,
    Course,
    Reading,
    Written,
    best_lines,
    course,
    round_of,
    say_turning_point,
    turning_points,
    verdict,
)
from engine.core.game import AnyGame
from engine.core.play import is_over
from engine.core.record import read_record, replay
from engine.core.rng import Rng
from engine.core.say import Say, say
from engine.core.sheet import Curve, Standing
from engine.core.words import LANGUAGES
from engine.games import GAMES
from tests.contract.test_records import RECORDS

SECRET = {"score-tycoon", "score-baron"}  # parts of a score that are shown at the end

every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


@dataclass(frozen=True)
class Played:
    game: AnyGame
    states: list[Any]
    plies: list[int]
    lines: list[Written]

    @property
    def readings(self) -> Course:
        return course(self.game, self.plies, self.states.__getitem__)


@cache
def played(path: Path) -> Played:
    record = read_record(path.read_text("utf-8"))
    timeline = replay(GAMES[record.game], record)
    lines = [
        Written(entry.ply, record.seats.index(entry.by), entry.text, timeline.states[entry.ply - 1])
        for entry in timeline.standing
    ]
    return Played(GAMES[record.game], timeline.states, [0, *(entry.ply for entry in timeline.standing)], lines)


@every_record
def test_every_number_stands_in_the_sheet_of_its_ply(path: Path) -> None:
    match = played(path)
    for reading in match.readings:
        state = match.states[reading.ply]
        assert reading.scores == known_scores(match.game, state)
        sheet = match.game.sheet(match.game.view(state, None))
        columns = [column.id for column in sheet.columns]
        for curve in reading.curves[1:]:
            column = columns.index(curve.heading.id)
            cells = {row.seat: row.cells[column].params.get("n") for row in sheet.rows}
            assert list(curve.values) == [cells[seat] for seat in range(len(cells))]


def known_scores(game: AnyGame, state: Any) -> tuple[int | None, ...]:
    """By the standings, without what is still secret and without who is out of the game."""
    rows = {row.seat: row for row in game.standings(state)}
    out = {row.seat for row in game.sheet(game.view(state, None)).rows if row.note and row.note.id == "bankrupt"}
    hidden = set() if is_over(game, state) else SECRET
    return tuple(
        None if seat in out else sum(points for part, points in rows[seat].parts if part not in hidden)
        for seat in range(len(rows))
    )


@every_record
def test_every_round_is_read_once_where_it_ends(path: Path) -> None:
    match = played(path)
    readings = match.readings
    begun = [match.game.chart.round(state) for state in match.states]
    assert begun == sorted(begun)
    assert [reading.round for reading in readings] == list(range(len(readings)))
    for reading in readings[1:-1]:
        assert begun[reading.ply] == reading.round + 1 > begun[reading.ply - 1]
    assert readings[-1].ply == match.plies[-1]


@every_record
def test_a_game_that_goes_on_shows_only_rounds_that_have_ended(path: Path) -> None:
    match = played(path)
    half = match.plies[: len(match.plies) // 2]
    readings = course(match.game, half, match.states.__getitem__)
    assert readings == match.readings[: len(readings)]
    assert readings[-1].round == match.game.chart.round(match.states[half[-1]]) - 1


@every_record
def test_curves_of_a_running_game_betray_nothing(path: Path) -> None:
    match = played(path)
    for state in match.states[: -1 : max(len(match.states) // 12, 1)]:
        view = match.game.view(state, None)
        imagined = match.game.imagine(view, Rng("another"))
        assert match.game.chart.curves(match.game.view(imagined, None)) == match.game.chart.curves(view)
        assert match.game.chart.round(imagined) == match.game.chart.round(state)


@every_record
def test_the_turning_points_are_the_largest_changes(path: Path) -> None:
    match = played(path)
    readings = match.readings
    winner = next(row.seat for row in match.game.standings(match.states[-1]) if row.place == 1)
    points = turning_points(readings, winner)
    smallest = min(abs(point.after - point.before) for point in points)
    told = {point.round for point in points}
    assert len(points) == 3
    for earlier, later in pairwise(readings):
        before, after = earlier.lead(winner), later.lead(winner)
        assert before is None or after is None or later.round in told or abs(after - before) <= smallest
    for lang in LANGUAGES:
        for point in points:
            assert str(point.round) in match.game.words.render(say_turning_point(match.game, point), lang)


@every_record
def test_a_best_line_raises_the_score_of_its_seat_as_the_sheet_had_it(path: Path) -> None:
    match = played(path)
    best = best_lines(match.game, match.lines)
    assert len({line.seat for line in best}) == len(best) > 0
    begun = [match.game.chart.round(state) for state in match.states]
    for line in best:
        before, after = (known_scores(match.game, match.states[ply])[line.seat] for ply in (line.ply - 1, line.ply))
        assert before is not None
        assert after is not None
        # At the end of a round or a game something follows by itself, which is not what the line brought.
        follows = begun[line.ply] > begun[line.ply - 1] or is_over(match.game, match.states[line.ply])
        assert line.gain == after - before or follows
        assert line.gain >= most_between(match, line)
        assert round_of(match.readings, line.ply) == begun[line.ply - 1]
        assert any(event.seen_by(None) for event in line.events)


def most_between(match: Played, best: BestLine) -> int:
    """The largest gain of the same seat by a line after which nothing follows by itself."""
    scores = {ply: known_scores(match.game, match.states[ply])[best.seat] for ply in match.plies}
    gains = [0]
    for line in match.lines:
        before, after = scores[line.ply - 1], scores[line.ply]
        ends = match.game.chart.round(match.states[line.ply]) != match.game.chart.round(line.before)
        if line.seat == best.seat and not ends and before is not None and after is not None:
            gains.append(after - before if not is_over(match.game, match.states[line.ply]) else 0)
    return max(gains)


def test_a_line_of_earlier_rules_is_no_best_line() -> None:
    match = played(RECORDS[0])
    assert best_lines(match.game, [Written(1, 0, "bid.99999", match.states[0])]) == ()


@every_record
def test_the_verdict_adds_up(path: Path) -> None:
    match = played(path)
    said = verdict(match.game.standings(match.states[-1]), match.readings[-1], str)
    assert said.id == "won-by-parts"
    assert sum(points_of(said)) == said.params["n"]


def points_of(said: Say) -> list[int]:
    parts = said.params["parts"]
    assert isinstance(parts, tuple)
    return [int(str(part.params["points"]).replace("−", "-")) for part in parts if isinstance(part, Say)]


def reading(*scores: int | None) -> Reading:
    return Reading(0, 1, (Curve(say("column-points"), scores),))


def standing(seat: int, place: int, **parts: int) -> Standing:
    return Standing(seat, place, sum(parts.values()), tuple(parts.items()))


def test_the_lead_of_a_seat_that_is_out_or_alone_is_unknown() -> None:
    assert reading(5, 9, None).lead(0) == -4
    assert reading(5, 9, None).lead(2) is None
    assert reading(None, 9, None).lead(1) is None


def test_a_verdict_names_the_largest_differences_and_sums_up_the_rest() -> None:
    first, second = standing(1, 1, a=9, b=1, c=4, d=2, e=3), standing(0, 2, a=1, b=6, c=4, d=1, e=0)
    said = verdict((first, second), reading(12, 19), str)
    assert points_of(said) == [8, -5, 3, 1]
    assert said.params["n"] == 7


def test_a_win_may_be_shared_or_alone_or_nobodys() -> None:
    level = (standing(0, 1, a=3), standing(1, 1, a=3))
    assert verdict(level, reading(3, 3), str) == say("won-shared", seats=(0, 1))
    split = (standing(0, 1, a=3), standing(1, 2, a=3))
    assert verdict(split, reading(3, 3), str) == say("won-tie-break", seat=0, second=1)
    assert verdict(split, reading(3, None), str) == say("won-alone", seat=0)
    broke = (standing(0, 2, a=3), standing(1, 2, a=3))
    assert verdict(broke, reading(None, None), str) == say("won-by-nobody")


def test_rounds_in_which_the_lead_did_not_change_turn_nothing() -> None:
    assert turning_points((reading(3, 1), reading(5, 3), reading(None, 3)), 0) == ()
