"""Chapters 3 and 4: shares, and whose action it is."""

import pytest
from msgspec.structs import replace

from engine.core.move import write_line
from engine.core.play import actors, default, suggest
from engine.core.say import say
from engine.games.railways.events import ActionPassed, SharesIssued
from engine.rail.track import Laid, Tiled
from tests.engine.railways.position import (
    BOTH,
    ROTW,
    RT,
    acting,
    cubes,
    has,
    linked,
    offered,
    opening,
    plays,
    refused,
    steps,
)


def test_rw_3_1_a_share_brings_five_thousand_and_is_no_action():
    outcome = steps(acting(), 0, "issue.3")
    assert outcome.state.players[0].cash == 15
    assert outcome.state.players[0].shares == 3
    assert outcome.ends is None
    assert outcome.events == (SharesIssued(0, 3, 15),)
    assert not [move for move in ROTW.verbs if "repay" in move]  # no move pays one back


def test_rw_3_2_shares_at_will_before_the_action_or_while_building():
    s = steps(acting(), 0, "issue.20 issue.20 lay.H17.straight.0 issue.1").state
    assert s.players[0].shares == 41
    assert refused(s, 0, "issue.21").rule == "rw-3.2"
    assert refused(s, 0, "issue.0").rule == "rw-3.2"
    running = linked(cubes(acting(), detroit="R"), 0, "detroit", "toledo", "chicago")
    running = steps(has(running, 0, engine=2), 0, "deliver.red.detroit").state
    assert refused(running, 0, "issue.1").rule == "rw-4.4"


@pytest.mark.parametrize("game", BOTH)
def test_rw_3_3_as_many_shares_as_are_needed(game):
    s = plays(has(acting(game), 0, cash=3, engine=2), 0, "loco").state  # engine 3 costs 10
    assert (s.players[0].cash, s.players[0].shares) == (3, 2)
    exact = plays(has(acting(game), 0, cash=10, engine=2), 0, "loco").state
    assert (exact.players[0].cash, exact.players[0].shares) == (0, 0)


@pytest.mark.parametrize("game", BOTH)
def test_rw_3_3_the_table_tells_what_was_paid_whether_or_not_shares_were_issued(game):
    def purse(s):
        return next(row.purse for row in game.sheet(game.view(s, 0)).rows if row.seat == 0)

    for cash in (0, 1, 2, 7):
        s = has(acting(game), 0, cash=cash)
        assert purse(s) - purse(steps(s, 0, "lay.G16.gentle.5").state) == 2
        assert purse(s) - purse(steps(s, 0, "loco").state) == 5


def paid(note):
    """The part of a suggestion's note that tells what is paid."""
    while note.id != "suggest-cost":
        note = note.params["gain"] if note.id == "suggest-aim" else note.params["cost"]
    return note


@pytest.mark.parametrize("game", BOTH)
def test_suggestions_tell_what_they_cost_and_how_many_shares_that_takes(game):
    s, told = opening(game, seed="prices"), set()
    for _ in range(60):
        (seat,) = actors(game, s)
        tips = suggest(game, game.view(s, seat), seat, 40)
        for tip in tips:
            if "cost" in tip.label.params:
                after = steps(s, seat, write_line(tip.line)).state.players[seat]
                raised = after.shares - s.players[seat].shares
                assert s.players[seat].cash + raised * s.profile.share_price - after.cash == tip.label.params["cost"]
                assert paid(tip.note) == say("suggest-cost", n=raised, cash=after.cash)
                told.add(tip.label.id)
        s = plays(s, seat, write_line(tips[0].line)).state
    assert {"suggest-link", "suggest-long-link", "suggest-loco", "suggest-urbanize"} <= told


def test_rw_3_4_no_shares_at_will_in_railways_of_the_world():
    s = acting(ROTW)
    assert refused(s, 0, "issue.1").rule == "rw-3.4"
    assert not [move for move in offered(s, 0) if move.startswith("issue")]


@pytest.mark.parametrize("game", BOTH)
def test_rw_3_5_each_tile_is_paid_when_it_is_laid(game):
    s = steps(has(acting(game), 0, cash=5), 0, "lay.G16.gentle.5").state
    assert s.players[0].cash == 3
    s = steps(has(acting(game), 0, cash=3), 0, "lay.G16.gentle.5 lay.G15.straight.2").state
    assert (s.players[0].cash, s.players[0].shares) == (4, 1)


@pytest.mark.parametrize("game", BOTH)
def test_rw_4_1_three_rounds_in_order_from_the_first_player(game):
    s = acting(game).with_order((1, 2, 0))
    seen = []
    while s.phase == "actions":
        (seat,) = actors(game, s)
        seen.append((s.round, seat))
        s = plays(s, seat, "loco").state
    assert seen == [(number, seat) for number in (1, 2, 3) for seat in (1, 2, 0)]


def test_rw_4_2_passing_in_railroad_tycoon():
    played = plays(acting(), 0, "pass")
    assert played.events == (ActionPassed(0),)
    assert actors(RT, played.state) == (1,)


def test_rw_4_3_no_passing_in_railways_of_the_world():
    assert refused(acting(ROTW), 0, "pass").rule == "rw-4.3"
    assert "pass" not in offered(acting(ROTW), 0)
    assert refused(has(acting(ROTW), 0, engine=8), 0, "pass").rule == "rw-4.3"  # something can be built


def nowhere_to_build(s):
    full = Tiled("single", 0, (Laid(0, 3, 1), Laid(1, 4, 1)))
    for city in s.country.cities.values():
        for hex in s.country.grid.neighbours[city.hex]:
            if hex is not None and s.country.buildable(hex):
                s = s.with_laid(hex, full)
    return s


def test_rw_4_3_who_can_do_nothing_passes():
    s = has(acting(ROTW), 0, engine=8)
    painted = {city: "blue" for city in s.country.cities if s.is_grey(city)}
    s = nowhere_to_build(replace(s, painted=painted, new_cities=""))
    assert offered(s, 0) == ["pass"]


def test_rw_4_3_where_something_can_be_done_the_default_does_it():
    s = nowhere_to_build(has(acting(ROTW), 0, engine=8))  # nothing is left but to urbanize
    line = default(ROTW, ROTW.view(s, 0), 0)
    assert line[0].VERB == "urbanize"
    assert plays(s, 0, write_line(line)).ends == "seen"


@pytest.mark.parametrize("game", BOTH)
def test_rw_4_4_an_action_that_has_begun_comes_first(game):
    building = steps(acting(game), 0, "lay.H17.straight.0").state
    for move in ("loco", "urbanize.toledo.blue", "pass", "deliver.red.chicago"):
        assert refused(building, 0, move).reason == "finish-building"
    running = has(linked(cubes(acting(game), detroit="R"), 0, "detroit", "toledo", "chicago"), 0, engine=2)
    running = steps(running, 0, "deliver.red.detroit").state
    for move in ("loco", "lay.H17.straight.0", "pass"):
        assert refused(running, 0, move).reason == "finish-delivering"
