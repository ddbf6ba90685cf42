"""aos-8: income, expenses, bankruptcy, reduction."""

import pytest

from engine.core.game import OVER
from engine.core.play import actors
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.events import (
    AllBankrupt,
    DeliveredForNobody,
    FellShort,
    GameEnded,
    GoodsGrew,
    IncomeReduced,
    NothingGrew,
    WentBankrupt,
)
from engine.games.age_of_steam.phases import auction, expenses, goods, growth, income, production, reduction
from engine.games.age_of_steam.score import standings
from tests.engine.age_of_steam.boards import (
    board,
    building,
    complaints,
    fresh_table,
    go,
    go_on,
    lines,
    moving,
    player,
    tell,
    why,
    with_cubes,
    with_player,
)


def paying(s, phase):
    return phase.run(phase.begin(s)).state


def broke(s, *colours):
    """These seats cannot pay: no money, no income."""
    for colour in colours:
        s = with_player(s, colour, money=0, income=0)
    return s


def test_aos_8_1_each_receives_the_own_income():
    s = with_player(with_player(fresh_table(), "orange", income=7), "sky", income=120)
    after = paying(s, income)
    assert [p.money for p in after.players] == [17, 10, 130, 10]
    assert [p.income for p in after.players] == [7, 0, 120, 0]
    assert complaints(after) == []


@pytest.mark.parametrize(("shares", "engine", "owed"), [(2, 1, 3), (15, 6, 21), (6, 3, 9)])
def test_aos_8_2_a_dollar_a_share_and_a_dollar_an_engine_level(shares, engine, owed):
    s = with_player(fresh_table(), "orange", shares=shares, engine=engine, money=30)
    after = paying(s, expenses)
    assert player(after, "orange").money == 30 - owed
    assert player(after, "green").money == 7
    assert complaints(after) == []


def test_aos_8_3_what_is_missing_lowers_the_income():
    s = with_player(fresh_table(), "orange", income=5, money=0, shares=6, engine=3)
    s = paying(s, income)
    assert player(s, "orange").money == 5
    outcome = expenses.run(expenses.begin(s))
    assert FellShort(0, 4, 1) in outcome.events
    assert (player(outcome.state, "orange").money, player(outcome.state, "orange").income) == (0, 1)
    assert complaints(outcome.state) == []


def test_aos_8_4_below_nought_is_bankrupt():
    nought = with_player(fresh_table(), "orange", money=2, income=1)  # a dollar short: income 0
    after = paying(nought, expenses)
    assert not player(after, "orange").bankrupt
    assert player(after, "orange").income == 0
    s = with_player(fresh_table(), "orange", money=2, income=0, action="production", shares=2, engine=1)
    s = s.with_board(board("K10.straight.1:o L9.straight.1:o J9.gentle.1:o B4.straight.0:g"))
    outcome = expenses.run(expenses.begin(s))
    after = outcome.state
    assert WentBankrupt(0) in outcome.events
    assert player(after, "orange").bankrupt
    assert player(after, "orange").money == 0
    assert lines(after) == [
        "green: minneapolis-loose 1",
        "nobody: evansville-loose 1",
        "orange: cincinnati-evansville 2",
    ]
    # Neither asked nor placed in the turn order any more.
    assert after.order == (1, 2, 3)
    assert actors(GAME, production.begin(with_cubes(after))) == ()
    assert auction.begin(after).order == (1, 2, 3)
    assert actors(GAME, auction.begin(after)) == (1,)
    assert goods.begin(after).asked == (1, 2, 3)
    assert complaints(after) == []


def test_aos_8_5_the_links_of_a_bankrupt_player_stay_and_pay_nobody():
    s = moving("K10.straight.1:o L9.straight.1:o", "evansville:BB")
    s = goods.begin(expenses.bankrupt(broke(s, "orange"), 0).with_order((1, 2, 3)))
    told = tell(s, "deliver.blue.evansville.cincinnati")
    assert told[0] == DeliveredForNobody(1, "blue", "evansville", ("cincinnati",))
    after = go(s, "deliver.blue.evansville.cincinnati")
    assert [p.income for p in after.players] == [0, 0, 0, 0]
    # Nobody can get them: neither by a New City nor by building.
    s = building("J9.gentle.1:o K9.stub.4:o", seat="green", action="urbanization")
    s = with_player(s, "orange", bankrupt=True)
    s = go(s, "urbanize.indianapolis.b done")
    assert lines(s) == ["orange: evansville-indianapolis 1"]
    # And their track is still another player's track.
    s = with_player(building("J9.gentle.1:o K9.straight.1:oo", seat="green"), "orange", bankrupt=True)
    assert why(s, "lay.L8.gentle.2") == ("meets-track-of", "aos-6.16")


def test_a_link_of_a_bankrupt_owner_is_still_chosen_by_colour():
    links = "J9.gentle.1:g K9.fork-right.1:gsg L8.gentle.2:g L9.cross-straights.2:os K10.straight.1:o M10.tight.5:s"
    s = with_player(moving(links, "evansville:B"), "green", bankrupt=True)
    assert why(s, "deliver.blue.evansville.indianapolis.cincinnati") == ("via-needed", "aos-12.8")
    by_green = go(s, "deliver.blue.evansville.indianapolis.via-green.cincinnati")
    assert [p.income for p in by_green.players] == [0, 0, 0, 0]
    by_sky = go(s, "deliver.blue.evansville.indianapolis.via-sky.cincinnati")
    assert [p.income for p in by_sky.players] == [0, 0, 1, 0]


def test_aos_8_6_the_players_at_the_start_count():
    s = expenses.bankrupt(broke(fresh_table(), "orange"), 0).with_order((1, 2, 3))
    assert s.turns == 8
    west, east = growth.run(growth.begin(s)).events
    for event in (west, east):
        assert isinstance(event, GoodsGrew | NothingGrew)
        assert len(event.dice) == 4


def test_aos_8_7_the_last_solvent_player_wins_at_once():
    s = broke(fresh_table(3), "orange", "sky")
    outcome = expenses.run(expenses.begin(s))
    assert outcome.state.phase == OVER
    assert outcome.state.turn == 1
    assert isinstance(outcome.events[-1], GameEnded)
    assert [(row.seat, row.place) for row in standings(outcome.state)] == [(1, 1), (0, 2), (2, 2)]
    # One of three is not the end.
    outcome = expenses.run(expenses.begin(broke(fresh_table(3), "orange")))
    assert outcome.state.phase == "expenses"
    assert outcome.state.order == (1, 2)


def test_everybody_bankrupt_in_one_phase():
    outcome = expenses.run(expenses.begin(broke(fresh_table(3), "orange", "green", "sky")))
    assert outcome.state.phase == OVER
    assert outcome.events[-1] == AllBankrupt()
    assert {row.place for row in standings(outcome.state)} == {2}  # nobody is first
    assert complaints(outcome.state) == []


def test_bankruptcies_in_different_turns_to_the_end_of_the_game():
    s = goods.begin(broke(fresh_table(4), "magenta"))
    s = go_on(s, *["pass"] * 8)
    assert (s.turn, s.phase, s.order) == (2, "issue", (0, 1, 2))
    s = go_on(s, *["pass"] * 3, *["pass"] * 2, "take.engineer", "take.first-move", "take.locomotive", *["done"] * 3)
    s = go_on(broke(s, "orange", "green"), *["pass"] * 6)
    assert s.phase == OVER
    assert s.order == (2,)
    assert [(row.seat, row.place) for row in standings(s)] == [(2, 1), (0, 2), (1, 2), (3, 2)]
    assert actors(GAME, s) == ()


VECTORS = [(0, 0), (1, 1), (10, 10), (11, 9), (20, 18), (21, 17), (30, 26), (31, 25), (40, 34), (41, 33)]


@pytest.mark.parametrize(("before", "after"), [*VECTORS, (49, 41), (50, 42), (51, 41), (60, 50), (200, 190)])
def test_aos_8_8_high_incomes_fall(before, after):
    s = with_player(fresh_table(), "orange", income=before)
    outcome = reduction.run(reduction.begin(s))
    assert player(outcome.state, "orange").income == after
    assert [p.income for p in outcome.state.players[1:]] == [0, 0, 0]
    assert len(outcome.events) == (before != after)
    assert all(isinstance(event, IncomeReduced) for event in outcome.events)


def test_the_shortfall_comes_before_the_reduction():
    """aos-8.8: the income falls according to what it is after the expenses."""
    s = with_player(fresh_table(), "orange", income=11, money=0, shares=15, engine=6)
    s = goods.begin(s)
    s = go_on(s, *["pass"] * 8)
    # 11 come in, 21 are owed, 10 are missing: 1 is left, and 1 does not fall.
    assert player(s, "orange").income == 1
