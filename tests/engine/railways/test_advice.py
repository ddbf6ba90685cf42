"""What the bots play and people are advised: positions in which bad advice was once given."""

import pytest
from msgspec.structs import replace

from engine.core.move import write_line
from engine.core.play import actors, legal, suggest
from engine.games.railways.aims import Aims
from engine.games.railways.company import Company
from engine.games.railways.outlook import beside
from engine.games.railways.phases import auction
from engine.games.railways.weights import PLENTY
from tests.engine.railways.position import (
    BOTH,
    ROTW,
    RT,
    WESTERN_LINE,
    acting,
    cubes,
    game_of,
    has,
    linked,
    opening,
    plays,
    shown,
    track,
)

both = pytest.mark.parametrize("game", BOTH)
KINDS = ("deliver", "lay", "urbanize", "loco", "take", "west", "pass")


def tips(s, seat=0, n=20):
    game = game_of(s)
    return suggest(game, game.view(s, seat), seat, n)


def first(s, seat=0):
    return write_line(tips(s, seat, 1)[0].line)


def in_turn(s, turns_left, round=1):
    """With so many turns to come after this one."""
    return replace(s, turn=5, ending=4 + turns_left, round=round)


def fresh(game, **options):
    """Early in the game, so that everything is still worth building."""
    return replace(acting(game, **options), ending=0, turn=3)


# A company that is boxed in.


def shut_in(s, *cities):
    """Other players' track fills every free hex around these cities."""
    for city in cities:
        hex = s.country.cities[city].hex
        for there in s.country.grid.neighbours[hex]:
            if there is not None and s.country.buildable(there) and there not in s.laid:
                s = track(s, 1, f"{there}.straight.0", f"{there}.straight.2")
    return s


@both
def test_a_company_that_is_boxed_in_starts_a_second_network(game):
    s = linked(fresh(game), 0, "boston", "providence")
    s = shut_in(s, "boston", "providence")
    s = cubes(in_turn(s, 5), toledo="KKK", detroit="Y")
    label = tips(s)[0].label
    assert (label.id, label.params["a"], label.params["b"]) == ("suggest-link", "detroit", "toledo")


@both
def test_a_company_with_good_links_at_hand_does_not_look_elsewhere(game):
    s = linked(fresh(game), 0, "chicago", "toledo")
    s = cubes(in_turn(s, 5), toledo="KKKK", chicago="KKK", columbia="RRR", charleston="RR")
    ends = [{tip.label.params["a"], tip.label.params["b"]} for tip in tips(s) if tip.label.id == "suggest-link"]
    assert {"detroit", "toledo"} in ends
    assert {"charleston", "columbia"} not in ends


# The auction.


@both
def test_bids_follow_what_the_first_place_is_worth(game):
    s = linked(in_turn(acting(game), 4), 0, "toledo", "chicago", "milwaukee")
    s = auction.begin(has(cubes(s, toledo="RR", milwaukee="R"), 0, cash=40, points=20))
    assert auction.worth(s, 0) == 0  # its cubes are its own
    assert first(s) == "pass"
    wanted = shown(s, "executive")  # which anybody may take
    assert auction.worth(wanted, 0) > 2
    raised = plays(plays(plays(wanted, 0, "bid.1").state, 1, "bid.2").state, 2, "pass").state
    assert first(raised) == "bid.3"
    shared = has(linked(s, 1, "milwaukee", "chicago"), 1, engine=2)
    assert auction.worth(shared, 0) < auction.worth(wanted, 0)  # one red cube is as good as another


# A blocked link.


def test_a_link_whose_way_was_taken_may_be_led_elsewhere():
    """Green has taken the side of M18 by which orange would have reached Cincinnati."""
    s = track(track(in_turn(acting(ROTW), 3), 0, "L18.straight.1"), 1, "M18.straight.2")
    found = [tip for tip in tips(s) if tip.line[0].VERB == "redirect"]
    assert "redirect.L18.gentle.2" in {write_line(tip.line[:1]) for tip in found}
    for tip in found:
        plays(s, 0, write_line(tip.line))
    assert not [
        tip for tip in tips(track(in_turn(acting(RT), 3), 0, "L18.straight.1")) if tip.line[0].VERB == "redirect"
    ]


# Money.


def test_a_thousand_is_worth_less_the_less_can_be_bought_for_it():
    s = has(in_turn(acting(RT), 5), 0, points=10)
    poor, rich = (Company(has(s, 0, cash=cash), 0).thousand for cash in (0, 200))
    late = Company(has(in_turn(s, 0, round=3), 0, cash=20), 0).thousand
    assert poor > rich >= PLENTY
    assert late < poor


@both
def test_money_is_spent_while_it_can_still_bring_points(game):
    """Two rounds are left, and an engine would make three points of one."""
    s = linked(in_turn(acting(game), 0, round=1), 0, "milwaukee", "chicago", "toledo", "detroit")
    s = cubes(has(s, 0, engine=2, cash=50, points=30), milwaukee="KK", chicago="K")
    assert first(s) == "loco"


# Western links.


@both
def test_a_western_link_is_built_where_its_cubes_can_run(game):
    s = linked(in_turn(acting(game), 4), 0, "des-moines", "rock-island", "chicago")
    s = has(s, 0, cash=40, points=20, engine=3)
    assert first(s) == "west.des-moines"
    lone = linked(in_turn(acting(game), 4), 0, "des-moines", "minneapolis")
    lone = has(lone, 0, cash=40, points=20, engine=3)
    assert first(lone) != "west.des-moines"  # no red city takes them


# Aims.


def dealt(s, tycoon):
    others = [id for id in s.box.tycoons if id != tycoon]
    return replace(s, tycoons=(tycoon, *others[:2]), undealt=tuple(others[2:]))


def aims(s):
    return Aims(s, 0, beside(s, 0))


def test_the_own_tycoon_counts():
    s = linked(acting(RT), 0, "toledo", "detroit")
    plain = aims(dealt(s, "fisk"))
    assert plain.of_link("chicago", "toledo") == 0
    assert aims(dealt(s, "farnam")).of_link("chicago", "toledo") == 2
    assert aims(dealt(s, "morgan")).of_link("chicago", "toledo") > 0
    assert aims(dealt(s, "judah")).of_link("chicago", "toledo") > 0
    assert aims(dealt(s, "holliday")).of_western("des-moines") == 5
    assert aims(dealt(s.with_western("kansas-city", 0), "holliday")).of_western("des-moines") == 0
    assert aims(dealt(s, "gould")).of_share > plain.of_share
    assert plain.of_money > aims(dealt(s, "gould")).of_money
    assert aims(dealt(s, "pullman")).of_engine(6) == 6
    assert aims(dealt(s.with_engine(1, 6), "pullman")).of_engine(6) == 0  # another player was first
    assert plain.of_engine(6) == 0


def test_vanderbilt_is_a_line_of_ones_own():
    s = linked(acting(RT), 0, "new-york", "baltimore", "pittsburgh", "toledo")
    assert aims(dealt(s, "vanderbilt")).of_link("chicago", "toledo") > 2
    assert aims(dealt(s, "vanderbilt")).of_link("detroit", "toledo") == 0


@both
def test_a_major_line_is_worth_more_the_fewer_links_it_lacks(game):
    far = shown(acting(game), "line-baltimore-toledo")
    near = linked(far, 0, "baltimore", "pittsburgh")
    assert 0 < aims(far).of_link("baltimore", "pittsburgh") < aims(near).of_link("pittsburgh", "toledo")
    assert aims(near).of_link("new-york", "philadelphia") == 0
    done = linked(near, 0, "pittsburgh", "toledo")
    assert aims(done).of_link("detroit", "toledo") == 0


def test_the_western_line_needs_its_western_link():
    way = WESTERN_LINE
    s = shown(linked(acting(ROTW), 0, *way), "line-new-york-kansas-city")
    assert aims(s).of_western("kansas-city") == 10  # half of its points: the rest was promised by the links
    assert aims(s).of_western("des-moines") == 0


# Cities.


@both
def test_no_city_is_urbanized_far_away(game):
    s = linked(in_turn(acting(game), 5), 0, "new-york", "philadelphia")
    s = has(s, 0, cash=60, points=20)
    found = [tip for tip in tips(s) if tip.label.id == "suggest-urbanize"]
    assert found  # the kind is not hidden
    assert write_line(tips(s)[0].line) != write_line(found[0].line)
    near = {"new-haven", "albany", "washington", "dover", "norfolk", "providence"}
    assert {tip.label.params["city"] for tip in found} <= near


# An action must be taken.


def test_where_an_action_must_be_taken_the_cheapest_is_suggested():
    """Nothing is left to gain in the last round of Railways of the World: a tile is better than an engine."""
    s = linked(in_turn(acting(ROTW), 0, round=3), 0, "detroit", "toledo")
    found = tips(s)
    (tile,) = (tip for tip in found if tip.label.id == "suggest-one-tile")
    for tip in (found[0], tile):
        after = plays(s, 0, write_line(tip.line)).state
        assert (after.players[0].shares, after.players[0].cash) == (1, 3)
    dearer = found.index(next(tip for tip in found if tip.label.id == "suggest-loco"))
    assert found.index(tile) < dearer


@both
def test_the_best_start_of_the_map_is_worth_a_bid(game):
    s = opening(game)
    assert first(s) == "bid.1"
    assert 2 < auction.worth(s, 0) <= 5  # one share, not two


def test_in_railroad_tycoon_nothing_need_be_done():
    s = linked(in_turn(acting(RT), 0, round=3), 0, "detroit", "toledo")
    assert first(s) == "pass"


# What is shown.


def played(game, lines=70):
    s = opening(game, 4, seed="shown")
    for _ in range(lines):
        (seat,) = actors(game, s)
        yield s, seat
        s = plays(s, seat, first(s, seat)).state


@both
def test_every_kind_of_move_is_suggested_where_it_is_legal(game):
    for s, seat in list(played(game))[::7]:
        if s.phase == "actions":
            allowed = {move.VERB for move in legal(game, s, seat)} & set(KINDS)
            assert {tip.line[0].VERB for tip in tips(s, seat)} >= allowed


@both
def test_no_two_suggestions_are_twins_and_each_says_what_it_brings(game):
    for s, seat in list(played(game))[::5]:
        found = tips(s, seat)
        labels = [game.words.render(tip.label, "en", s.seats) for tip in found]
        assert len(set(labels)) == len(labels)
        assert all(tip.note is not None for tip in found)
