"""Chapters 10 and 11: income, dividends, the end and the score."""

import pytest
from msgspec.structs import replace

from engine.core.play import actors, is_over, settle
from engine.games.railways.box import BOXES
from engine.games.railways.events import CityEmptied, EndNear, IncomePaid, TrackRemoved
from engine.games.railways.phases import income
from engine.games.railways.score import standings
from tests.engine.railways.position import (
    BOTH,
    ROTW,
    RT,
    acting,
    cubes,
    has,
    linked,
    opening,
    plays,
    track,
)

both = pytest.mark.parametrize("game", BOTH)

TRACK = {
    range(1): 0,
    range(1, 2): 3,
    range(2, 3): 4,
    range(3, 4): 5,
    range(4, 5): 6,
    range(5, 6): 7,
    range(6, 7): 8,
    range(7, 8): 9,
    range(8, 9): 10,
    range(9, 10): 11,
    range(10, 11): 12,
    range(11, 12): 13,
    range(12, 13): 14,
    range(13, 15): 15,
    range(15, 17): 16,
    range(17, 19): 17,
    range(19, 21): 18,
    range(21, 24): 19,
    range(24, 27): 20,
    range(27, 30): 21,
    range(30, 33): 22,
    range(33, 37): 23,
    range(37, 41): 24,
    range(41, 49): 25,
    range(49, 53): 24,
    range(53, 57): 23,
    range(57, 61): 22,
    range(61, 65): 21,
    range(65, 68): 20,
    range(68, 71): 19,
    range(71, 74): 18,
    range(74, 77): 17,
    range(77, 80): 16,
    range(80, 83): 15,
    range(83, 86): 14,
    range(86, 89): 13,
    range(89, 92): 12,
    range(92, 95): 11,
    range(95, 98): 10,
    range(98, 101): 9,
}


def test_rw_10_1_the_whole_income_track():
    printed = {points: pays for some, pays in TRACK.items() for points in some}
    assert {points: BOXES.of({}).income(points) for points in range(101)} == printed
    assert BOXES.of({}).income(20) == 18


@both
def test_rw_10_1_everybody_receives_it(game):
    s = has(acting(game), 1, points=20)
    assert income.run(s).state.players[1].cash == 18


def test_rw_10_2_beyond_100_the_track_begins_again():
    assert BOXES.of({}).income(100) == 9
    assert [BOXES.of({}).income(points) for points in (101, 102, 120, 200, 201)] == [3, 4, 18, 9, 3]
    s = has(acting(), 0, points=102)
    assert standings(s)[0].score == 102


@both
def test_rw_10_3_dividends_and_forced_shares(game):
    s = has(acting(game), 0, cash=2, shares=7)
    outcome = income.run(s)
    assert (outcome.state.players[0].cash, outcome.state.players[0].shares) == (0, 8)
    assert IncomePaid(0, 0, 7, 0) in outcome.events
    again = income.run(outcome.state).state  # 8 are due now: two shares more
    assert (again.players[0].cash, again.players[0].shares) == (2, 10)


def unfinished(game):
    s = track(linked(acting(game), 1, "chicago", "milwaukee"), 0, "I16.straight.1")
    return s.with_place(3, 2)


def test_rw_10_4_unfinished_links_leave_before_the_income():
    events = income.run(unfinished(RT)).events
    assert events[0] == TrackRemoved(0, "chicago", ("I16",))
    assert isinstance(events[1], IncomePaid)


def test_rw_10_5_unfinished_links_leave_after_the_dividends():
    outcome = income.run(unfinished(ROTW))
    kinds = [type(event) for event in outcome.events]
    assert kinds.index(TrackRemoved) > max(at for at, kind in enumerate(kinds) if kind is IncomePaid)
    assert "I16" not in outcome.state.laid
    assert len(outcome.state.links) == 1
    # They are there in the later rounds of the same turn.
    assert plays(unfinished(ROTW).with_place(2, 0), 0, "loco").state.laid.get("I16") is not None


@both
def test_rw_10_6_a_card_is_opened_and_the_next_turn_begins(game):
    s = opening(game)
    outcome = settle(game, income.begin(s))
    assert outcome.state.turn == 2
    assert outcome.state.phase == "auction"
    assert len(outcome.state.row) == len(s.row) + 1


def test_rw_10_7_nobody_is_made_to_issue_beyond_a_million_shares():
    s = has(acting(), 0, cash=5, shares=1_000_000)
    after = income.run(s).state
    assert (after.players[0].cash, after.players[0].shares) == (0, 1_000_000)
    assert income.run(has(acting(), 0, shares=999_999)).state.players[0].shares > 1_000_000


def nearly_over(game, seats):
    """One delivery before the last marker: every other city of the first few is empty."""
    s = opening(game, seats)
    markers = s.profile.markers[seats - 2]
    s = linked(replace(acting(game, seats), ending=0, turn=9), 0, "detroit", "toledo")
    full = [city for city in s.country.cities if city not in ("detroit", "toledo")][: 51 - markers]
    for city in full:
        s = s.with_cubes(city, "R", s.bag)
    return cubes(s, toledo="K", detroit="R")


@both
@pytest.mark.parametrize(("seats", "markers"), [(2, 10), (3, 12), (4, 14), (5, 16), (6, 18)])
def test_rw_11_1_the_marker_that_brings_the_end(game, seats, markers):
    s = nearly_over(game, seats)
    assert len(s.empty) == markers - 1
    played = plays(s, 0, "deliver.black.toledo to.detroit")
    assert EndNear(9) in played.events
    assert played.state.ending == 9
    told = {lang: [game.words.render(event.say(), lang, s.seats) for event in played.events] for lang in ("en", "fr")}
    assert f"Toledo is empty. Empty cities: {markers}; the limit of {markers} is reached." in told["en"]
    assert f"Toledo est vide. Villes vides : {markers} ; la limite de {markers} est atteinte." in told["fr"]
    sheet = game.sheet(game.view(played.state, 0))
    lines = [game.words.render(line, "en", s.seats) for section in sheet.sections for line in section.lines]
    assert f"{markers} empty cities; the limit of {markers} was reached." in lines


@both
def test_a_city_emptied_before_the_end_is_near_says_how_many_there_are(game):
    assert game.words.render(CityEmptied("toledo", 3, 12).say(), "en") == "Toledo is empty. Empty cities: 3 of 12."


@both
def test_rw_9_4_the_last_marker_lies_before_chicago_grows(game):
    s = linked(replace(acting(game, 2), ending=0, turn=9, western={"des-moines": 0}), 0, "des-moines", "rock-island")
    s = has(linked(s, 0, "rock-island", "chicago"), 0, engine=2)
    full = [city for city in s.country.cities if city not in ("des-moines", "chicago")][:42]
    for city in full:
        s = s.with_cubes(city, "R", s.bag)
    s = cubes(s, des_moines="R")
    assert len(s.empty) == 9
    played = plays(s, 0, "deliver.red.des-moines to.rock-island to.chicago")
    assert EndNear(9) in played.events
    assert played.state.ending == 9
    assert len(played.state.empty) == 9  # Chicago has grown since


@both
def test_rw_11_1_reached_in_turn_9_it_is_over_after_turn_10(game):
    s = plays(nearly_over(game, 2), 0, "deliver.black.toledo to.detroit").state
    while not is_over(game, s):
        assert s.turn <= 10
        (seat,) = actors(game, s)
        s = plays(s, seat, "pass" if s.phase == "auction" else "loco" if s.players[seat].engine < 8 else "pass").state
    assert s.turn == 10


@both
def test_rw_11_2_a_reached_end_stays(game):
    s = plays(nearly_over(game, 3), 0, "deliver.black.toledo to.detroit").state
    after = plays(s, 1, "urbanize.toledo.blue").state
    assert len(after.empty) < 12
    assert after.ending == 9


@both
def test_rw_11_3_points_minus_shares_plus_tycoon(game):
    s = replace(has(acting(game), 0, points=30, shares=4), tycoons=("gould", "fisk", "holliday"))
    row = next(row for row in standings(s) if row.seat == 0)
    assert row.score == 26
    called = "score-tycoon" if game is RT else "score-baron"
    assert dict(row.parts) == {"score-points": 30, "score-shares": -4, called: 0}
    without = standings(replace(s, tycoons=()))
    assert all([part for part, _ in row.parts] == ["score-points", "score-shares"] for row in without)
    assert next(row for row in standings(has(s, 1, shares=9)) if row.seat == 1).score == -9


@both
def test_rw_11_4_ties_by_links_then_money_then_shared(game):
    s = replace(acting(game), tycoons=())
    s = has(has(has(s, 0, points=10), 1, points=10, cash=5), 2, points=10, cash=9)
    assert [(row.seat, row.place) for row in standings(s)] == [(2, 1), (1, 2), (0, 3)]
    s = linked(s, 0, "chicago", "milwaukee")
    assert standings(s)[0].seat == 0
    level = has(s, 2, cash=5)
    assert [(row.seat, row.place) for row in standings(level)] == [(0, 1), (1, 2), (2, 2)]
