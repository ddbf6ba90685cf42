"""Chapter 8: railroad operations cards, every one of them."""

import pytest

from engine.core.move import write_line
from engine.core.play import actors, suggest
from engine.core.refusal import Illegal
from engine.core.sheet import Marks
from engine.games.railways.box import BOXES
from engine.games.railways.events import CardTaken, FifthTileUsed, GoalReached, GrantUsed, HotelPaid, Urbanized
from engine.games.railways.phases import income
from engine.games.railways.routes import routes
from engine.games.railways.view import view
from tests.engine.railways.position import (
    BOTH,
    ROTW,
    RT,
    WESTERN_LINE,
    acting,
    cubes,
    has,
    holding,
    linked,
    offered,
    opening,
    plays,
    refused,
    shown,
    steps,
)

both = pytest.mark.parametrize("game", BOTH)
STARTERS = ("era-begins", "speed-record", "new-train")


@both
@pytest.mark.parametrize("seats", range(2, 7))
def test_rw_8_1_three_starting_cards_and_two_for_each_player(game, seats):
    s = opening(game, seats, major_lines="cards")
    assert s.row[:3] == STARTERS
    assert len(s.row) == 3 + 2 * seats
    assert len(s.deck) == 37 - len(s.row)


@both
def test_rw_8_1_one_more_after_each_income_phase_until_the_deck_is_empty(game):
    s = opening(game)
    after = income.run(s).state
    assert after.row == (*s.row, s.deck[-1])
    assert after.deck == s.deck[:-1]
    bare = s.with_cards_open((*s.row, *s.deck), (), ())
    assert income.run(bare).state.row == bare.row


@both
def test_rw_8_2_taking_an_open_card_is_an_action_and_public(game):
    s = shown(acting(game), "hotel-boston")
    played = plays(s, 0, "take.hotel-boston")
    assert played.events == (CardTaken(0, "hotel-boston"),)
    assert played.state.row == ()
    assert actors(game, played.state) == (1,)
    assert view(played.state, 2).players[0].cards == ("hotel-boston",)
    assert refused(s, 0, "take.hotel-atlanta").rule == "rw-8.2"


def test_rw_8_3_the_deck():
    cards = BOXES.of({}).cards
    assert len(BOXES.of({}).all_cards()) == 37
    signs = {
        sign: sum(card.copies for card in cards.values() if card.sign == sign)
        for sign in ("goal", "lasting", "hand", "diamond", "at-once")
    }
    assert signs == {"goal": 17, "lasting": 7, "hand": 2, "diamond": 2, "at-once": 9}
    assert tuple(card.id for card in cards.values() if card.gold) == STARTERS
    bounties = {card.city: card.points for card in cards.values() if card.deed == "bounty" and card.copies}
    assert bounties == {
        "duluth": 4,
        "toronto": 3,
        "memphis": 3,
        "jacksonville": 3,
        "mobile": 4,  # as public reports have it, and the bounty at Louisville
        "louisville": 2,
        "richmond": 2,
        "pittsburgh": 2,
    }
    hotels = [card.city for card in cards.values() if card.deed == "hotel" and card.copies]
    assert hotels == ["new-york", "chicago", "charleston", "boston", "atlanta", "new-orleans", "baltimore"]


def test_rw_8_3_a_table_begun_with_an_earlier_deck_keeps_its_cards():
    """Cards that the present deck no longer holds still do what they say."""
    assert "hotel-st-louis" not in opening(RT).cards
    s = linked(cubes(acting(RT), rock_island="B"), 0, "rock-island", "st-louis")
    s = s.with_hand(1, ("hotel-st-louis",))
    assert HotelPaid(1, "hotel-st-louis", 1) in plays(s, 0, "deliver.blue.rock-island to.st-louis").events


@both
def test_rw_8_4_nobody_takes_a_goal_and_the_first_to_reach_it_gets_it(game):
    s = shown(cubes(linked(acting(game), 0, "detroit", "toledo", "chicago"), toledo="KK"), "era-begins")
    assert refused(s, 0, "take.era-begins").rule == "rw-8.4"
    played = plays(s, 0, "deliver.black.toledo to.detroit")
    assert GoalReached(0, "era-begins", 1) in played.events
    assert played.state.players[0].points == 2
    assert played.state.row == ()
    assert played.state.gone == ("era-begins",)
    again = plays(played.state.with_place(1, 0), 0, "deliver.black.toledo to.detroit")
    assert again.state.players[0].points == 3


@both
def test_rw_8_4_new_train_for_the_first_engine_4(game):
    s = shown(has(acting(game), 0, engine=3), "new-train")
    assert plays(s, 0, "loco").state.players[0].points == 4
    assert plays(shown(has(acting(game), 0, engine=2), "new-train"), 0, "loco").state.players[0].points == 0


@both
def test_rw_8_4_a_bounty_for_the_first_delivery_to_its_city(game):
    s = shown(cubes(linked(acting(game), 0, "toronto", "buffalo"), buffalo="P"), "bounty-toronto", "bounty-duluth")
    after = plays(s, 0, "deliver.purple.buffalo to.toronto").state
    assert after.players[0].points == 1 + 3
    assert after.row == ("bounty-duluth",)


LONG = "lay.I17.straight.2 lay.I18.straight.2 lay.J19.straight.2 lay.J20.straight.2"


@both
def test_rw_8_5_a_diamond_works_once_a_game_turn(game):
    s = holding(acting(game), 0, "perfect-engineering")
    begun = steps(s, 0, LONG)
    assert begun.ends is None
    used = plays(s, 0, LONG + " lay.K21.straight.2").state
    assert used.players[0].used == ("perfect-engineering",)
    again = used.with_place(2, 0)
    assert steps(again, 0, "lay.I16.straight.1 lay.J16.straight.1 lay.K16.straight.1 lay.L16.straight.1").ends == "turn"
    assert income.run(used).state.players[0].used == ()


@both
def test_rw_8_6_red_cards_are_used_at_once_and_gone(game):
    s = shown(acting(game), "city-growth", "new-industry")
    taken = steps(s, 0, "take.city-growth")
    assert taken.ends is None
    assert taken.state.gone == ("city-growth",)
    assert taken.state.players[0].cards == ()
    assert refused(taken.state, 0, "loco").rule == "rw-8.6"
    assert refused(taken.state, 0, "urbanize.albany.blue").rule == "rw-8.6"
    industry = steps(s, 0, "take.new-industry").state
    assert all(move.startswith("urbanize") for move in offered(industry, 0))


@both
def test_rw_8_6_a_red_card_that_could_do_nothing_stays(game):
    s = shown(acting(game), "city-growth", "new-industry")
    dry = s.with_cubes("dallas", s.bag, "")
    assert refused(dry, 0, "take.city-growth").rule == "rw-8.6"
    none_left = s.with_painted("albany", "blue", "")
    assert refused(none_left, 0, "take.new-industry").rule == "rw-8.6"


@both
def test_rw_8_7_a_hand_card_is_kept_then_used_once(game):
    s = shown(acting(game), "land-grant")
    kept = plays(s, 0, "take.land-grant").state
    assert kept.players[0].cards == ("land-grant",)
    used = steps(kept.with_place(2, 0), 0, "use.land-grant")
    assert used.events == (GrantUsed(0, "land-grant"),)
    assert used.state.players[0].cards == ()
    assert used.state.gone == ("land-grant",)
    assert refused(s, 0, "use.land-grant").rule == "rw-8.7"
    assert refused(holding(acting(game), 0, "hotel-boston"), 0, "use.hotel-boston").reason == "not-for-use"


@both
def test_rw_8_8_a_lasting_card_stays_to_the_end(game):
    s = income.run(holding(acting(game), 0, "hotel-chicago")).state
    assert s.players[0].cards == ("hotel-chicago",)


@both
def test_rw_8_9_speed_record_counts_all_links_and_pays_the_deliverer(game):
    s = linked(cubes(acting(game), milwaukee="K"), 0, "milwaukee", "chicago")
    s = has(linked(s, 1, "chicago", "toledo", "detroit"), 0, engine=3)
    s = shown(s, "speed-record")
    after = plays(s, 0, "deliver.black.milwaukee to.chicago to.toledo to.detroit").state
    assert [player.points for player in after.players] == [1 + 3, 2, 0]
    short = shown(
        has(linked(cubes(acting(game), detroit="R"), 0, "detroit", "toledo", "chicago"), 0, engine=2), "speed-record"
    )
    assert plays(short, 0, "deliver.red.detroit to.toledo to.chicago").state.players[0].points == 2


LINES = [
    ("line-boston-washington", 5, "boston providence new-haven new-york philadelphia baltimore washington"),
    ("line-baltimore-toledo", 6, "baltimore pittsburgh cleveland toledo"),
    ("line-atlanta-richmond", 8, "atlanta columbia raleigh richmond"),
    ("line-new-orleans-minneapolis", 10, "new-orleans jackson little-rock tulsa kansas-city des-moines minneapolis"),
    ("line-new-york-chicago", 10, "new-york baltimore pittsburgh toledo chicago"),
]


def finish(s, seat, a, b):
    """Plays the last link as a builder would."""
    for route in routes(s.game)[(a, b) if a < b else (b, a)]:
        if len(route.pieces) <= 5:
            moves = " ".join(str(piece.lay) for piece in route.pieces)
            try:
                return plays(s, seat, moves)
            except Illegal:  # that route is in the way of another
                continue
    raise AssertionError("no route")


@both
@pytest.mark.parametrize(("card", "points", "cities"), LINES)
def test_rw_8_10_each_major_line(game, card, points, cities):
    *rest, a, b = cities.split()
    s = holding(shown(linked(acting(game), 0, *rest, a), card), 0, "perfect-engineering")
    played = finish(s, 0, a, b)
    assert GoalReached(0, card, points) in played.events
    assert played.state.players[0].points == points
    late = shown(linked(acting(game), 0, *rest, a, b), card)  # joined before the card lay open
    assert not [event for event in plays(late, 0, "lay.G16.gentle.5 done").events if isinstance(event, GoalReached)]


@both
def test_rw_8_10_links_of_others_do_not_count(game):
    s = linked(linked(acting(game), 1, "atlanta", "columbia"), 0, "columbia", "raleigh")
    s = holding(shown(s, "line-atlanta-richmond"), 0, "perfect-engineering")
    assert finish(s, 0, "raleigh", "richmond").state.players[0].points == 0


@both
def test_rw_8_10_new_york_to_kansas_city_with_the_own_western_tile(game):
    way = list(WESTERN_LINE)
    s = shown(linked(acting(game), 0, *way), "line-new-york-kansas-city")
    played = plays(s, 0, "west.kansas-city")
    assert GoalReached(0, "line-new-york-kansas-city", 20) in played.events
    elsewhere = plays(s, 0, "west.des-moines")
    assert elsewhere.state.players[0].points == 0


def test_rw_13_7_open_major_lines_count_from_the_start():
    lines = {id for id, card in BOXES.of({}).cards.items() if card.is_major_line}
    assert len(lines) == 6
    for game in BOTH:
        for seats in (2, 6):
            s = opening(game, seats, major_lines="open")
            assert lines <= set(s.row)
            assert len(s.row) == 3 + 6 + 2 * seats
            assert sorted((*s.row, *s.deck)) == sorted(s.cards)
    assert lines <= set(opening(ROTW).row)  # standard of Railways of the World
    assert not lines <= set(opening(RT).row)
    assert opening(RT).options["major-lines"] == "cards"
    assert not opening(RT, major_lines="open", beginner="on").row


@both
@pytest.mark.parametrize("chosen", ["open", "cards"])
def test_rw_13_7_the_sheet_tells_of_every_major_line(game, chosen):
    s = opening(game, 2, major_lines=chosen)
    s = s.with_cards_open(s.row, s.deck, ("line-boston-washington",))
    s = s.with_cards_open(tuple(id for id in s.row if id != "line-boston-washington"), s.deck, s.gone)
    section = next(part for part in game.sheet(view(s, 0)).sections if part.heading.id == "heading-lines")
    told = [game.words.render(line, "en") for line in section.lines]
    assert len(told) == 6
    assert told[0] == "Boston–Washington, 5 points: reached."
    waiting = [line for line in told if line.endswith("counts once its card lies open.")]
    assert (len(waiting) == 0) == (chosen == "open")
    if chosen == "open":
        first = "the first player whose own links join New York and Chicago scores 10 points."
        assert f"New York–Chicago, 10 points: open, {first}" in told
        assert "New York–Chicago 10" in game.text(view(s, 0), Marks())
        cards, _ = game.panels(view(s, 0), Marks())
        assert "New York–Chicago" in cards.drawing.moving


@both
def test_rw_8_11_a_hotel_pays_for_everybodys_deliveries(game):
    s = linked(cubes(acting(game), toledo="R", milwaukee="R"), 0, "toledo", "chicago", "milwaukee")
    s = holding(s, 2, "hotel-chicago")
    played = plays(s, 0, "deliver.red.toledo to.chicago")
    assert HotelPaid(2, "hotel-chicago", 1) in played.events
    assert played.state.players[2].points == 1


@both
def test_rw_8_12_a_land_grant_makes_open_land_free(game):
    s = has(holding(acting(game), 0, "land-grant"), 0, cash=20)
    after = steps(s, 0, "use.land-grant lay.I16.straight.1 lay.J16.straight.1").state
    assert after.players[0].cash == 20
    hill = steps(s, 0, "use.land-grant lay.Q12.straight.2").state  # beside Pittsburgh, over no ridge
    assert hill.players[0].cash == 16
    paid = (0, 1, 0) if game is RT else (3, 3, 3)  # along a river, across it, on a coast
    for tile, cost in zip(("M20.straight.0", "X7.straight.0", "W12.straight.1"), paid, strict=True):
        assert steps(s, 0, f"use.land-grant lay.{tile}").state.players[0].cash == 20 - cost
    begun = steps(s, 0, "lay.I16.straight.1").state
    assert refused(begun, 0, "use.land-grant").rule == "rw-8.12"
    assert refused(steps(s, 0, "use.land-grant").state, 0, "done").rule == "rw-5.1"
    assert refused(steps(s, 0, "use.land-grant").state, 0, "loco").rule == "rw-4.4"


@both
def test_rw_8_13_perfect_engineering_allows_a_fifth_tile(game):
    without = steps(acting(game), 0, LONG)
    assert without.ends == "turn"
    s = holding(acting(game), 0, "perfect-engineering")
    played = plays(s, 0, LONG + " lay.K21.straight.2")
    assert FifthTileUsed(0, "perfect-engineering") in played.events
    four = plays(s, 0, LONG + " done").state
    assert four.players[0].used == ()
    twice = holding(s, 0, "perfect-engineering")
    assert steps(twice, 0, LONG + " lay.K21.straight.2").ends == "turn"  # two copies still give five, twice a turn


@both
def test_rw_8_14_new_industry_urbanizes_for_nothing(game):
    s = has(shown(acting(game), "new-industry"), 0, cash=3)
    played = plays(s, 0, "take.new-industry urbanize.albany.blue")
    assert played.state.players[0].cash == 3
    assert len(played.state.cubes["albany"]) == 2
    assert isinstance(played.events[-1], Urbanized)
    assert played.ends == "seen"


@both
def test_rw_8_15_city_growth_brings_two_cubes_to_any_city(game):
    s = shown(acting(game), "city-growth")
    assert refused(s, 0, "grow.chicago").rule == "rw-8.15"
    played = plays(s, 0, "take.city-growth grow.chicago")
    assert len(played.state.cubes["chicago"]) == 2
    assert played.ends == "seen"
    assert actors(game, played.state) == (1,)


@both
def test_rw_8_16_the_executive_takes_two_actions(game):
    s = shown(acting(game), "executive", "hotel-boston")
    played = plays(s, 0, "take.executive take.hotel-boston loco")
    assert played.state.players[0].engine == 2
    assert actors(game, played.state) == (1,)
    first = plays(s, 0, "take.executive urbanize.albany.blue")  # cubes are drawn: the second action comes after it
    assert first.ends == "seen"
    assert actors(game, first.state) == (0,)
    assert actors(game, plays(first.state, 0, "loco").state) == (1,)
    both_cards = shown(acting(game), "executive", "executive")
    three = plays(both_cards, 0, "take.executive take.executive loco loco loco").state
    assert three.players[0].engine == 4


@both
def test_a_suggestion_names_all_that_it_plays(game):
    s = linked(cubes(shown(acting(game), "executive"), toledo="RR"), 0, "toledo", "chicago")
    label = next(
        game.words.render(tip.label, "en")
        for tip in suggest(game, game.view(s, 0), 0, 9)
        if write_line(tip.line).startswith("take.executive")
    )
    assert label.startswith("Take Railroad Executive; ")
    assert label.count("; ") == 2  # the card and two actions
