"""Chapter 12: every tycoon."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.core.game import OVER
from engine.core.rng import Rng
from engine.games.railways.box import BOXES
from engine.games.railways.country import eastern_us
from engine.games.railways.events import PullmanShown, TycoonScored
from engine.games.railways.longest import longest_run
from engine.games.railways.network import Link
from engine.games.railways.phases import income
from engine.games.railways.score import tycoon_points
from engine.games.railways.sheet import sheet
from engine.games.railways.view import imagine, view
from tests.engine.railways.position import RT, acting, has, linked, opening, plays


def as_tycoon(s, tycoon):
    """Seat 0 is this one, the others are two who cannot score here."""
    others = [id for id in ("holliday", "farnam", "vanderbilt") if id != tycoon][:2]
    rest = tuple(id for id in BOXES.of({}).tycoons if id not in (tycoon, *others))
    return replace(s, tycoons=(tycoon, *others), undealt=rest)


def points(s, tycoon):
    return tycoon_points(as_tycoon(s, tycoon), 0)


def test_rw_12_1_one_of_ten_is_dealt_to_each_in_secret():
    s = opening(RT, 6)
    assert len(set(s.tycoons)) == 6
    assert sorted((*s.tycoons, *s.undealt)) == sorted(BOXES.of({}).tycoons)
    assert {id: tycoon.points for id, tycoon in BOXES.of({}).tycoons.items()} == {
        "farnam": 2, "morgan": 6, "gould": 7, "hopkins": 7, "pullman": 6, "holliday": 5, "judah": 8,
        "vanderbilt": 5, "fisk": 7, "drew": 7,
    }  # fmt: skip
    assert view(s, 2).tycoons == ("", "", s.tycoons[2], "", "", "")
    assert view(s, None).tycoons == ("",) * 6
    assert view(s.with_phase(OVER), None).tycoons == s.tycoons
    assert sheet(view(s, 2)).private[0].params["tycoon"] == s.tycoons[2]
    assert sheet(view(s, None)).private == ()


def test_rw_12_1_farnam_two_for_each_link_to_chicago():
    s = linked(linked(acting(), 0, "milwaukee", "chicago", "indianapolis"), 1, "chicago", "rock-island")
    assert points(s, "farnam") == 4


def test_rw_12_2_morgan_most_links_and_a_tie_fails():
    s = linked(acting(), 0, "milwaukee", "chicago")
    assert points(s, "morgan") == 6
    assert points(linked(s, 1, "detroit", "toledo"), "morgan") == 0


@pytest.mark.parametrize("tycoon", ["gould", "hopkins"])
def test_rw_12_2_fewest_shares_and_a_tie_fails(tycoon):
    s = has(has(has(acting(), 0, shares=2), 1, shares=3), 2, shares=5)
    assert points(s, tycoon) == 7
    assert points(has(s, 1, shares=2), tycoon) == 0


@pytest.mark.parametrize("tycoon", ["fisk", "drew"])
def test_rw_12_2_most_money_and_a_tie_fails(tycoon):
    s = has(acting(), 0, cash=5)
    assert points(s, tycoon) == 7
    assert points(has(s, 2, cash=5), tycoon) == 0


def test_rw_12_2_scored_after_the_last_phase_3():
    s = as_tycoon(replace(has(acting(), 0, cash=5), ending=1, turn=2), "fisk")
    outcome = income.run(s)
    assert outcome.state.phase == OVER
    assert TycoonScored(0, "fisk", 7) in outcome.events


def test_rw_12_3_pullman_is_shown_by_the_first_with_engine_6():
    s = as_tycoon(has(acting(), 0, engine=5), "pullman")
    played = plays(s, 0, "loco")
    assert PullmanShown(0) in played.events
    assert played.ends == "seen"
    assert view(played.state, 2).tycoons[0] == "pullman"
    assert tycoon_points(played.state, 0) == 6


def test_rw_12_3_another_who_was_first_makes_him_worthless():
    s = as_tycoon(has(has(acting(), 0, engine=5), 1, engine=5), "pullman").with_place(1, 1)
    first = plays(s, 1, "loco")
    assert first.ends == "seen"  # the others see that this is not Pullman
    assert first.state.first_to_six == 1
    later = plays(first.state.with_place(2, 0), 0, "loco")
    assert PullmanShown(0) not in later.events
    assert view(later.state, 1).tycoons[0] == ""
    assert tycoon_points(later.state, 0) == 0
    seen = view(first.state, 2)
    for number in range(40):
        assert imagine(seen, Rng(str(number))).tycoons[1] != "pullman"


def test_rw_12_1_holliday_has_built_a_western_link():
    s = linked(acting(), 0, "des-moines", "rock-island")
    assert points(s, "holliday") == 0
    assert points(plays(s, 0, "west.des-moines").state, "holliday") == 5


CITIES = dict(zip("abcdefg", eastern_us().cities, strict=False))


def run(*pairs):
    return longest_run([Link(CITIES[a], CITIES[b], 0) for a, b in pairs])


def test_rw_12_4_judah_counts_the_longest_run():
    assert run() == 0
    assert run("ab", "bc", "cd") == 3
    assert run("ab", "bc", "bd") == 2  # a fork
    assert run("ab", "bc", "ca", "cd") == 4  # a ring with a tail
    assert run("ab", "ab") == 2  # two links between the same cities
    assert run("ab", "bc", "de", "ef", "fg") == 3  # two networks
    assert run("ab", "bc", "ca", "ad", "be", "cf") == 4  # a ring with three tails
    s = linked(linked(acting(), 0, "detroit", "toledo", "chicago"), 1, "pittsburgh", "cleveland")
    assert points(s, "judah") == 8
    assert points(linked(s, 1, "cleveland", "toledo"), "judah") == 0  # a tie


@given(st.lists(st.sampled_from([a + b for a, b in itertools.combinations("abcdefg", 2)]), max_size=9))
def test_rw_12_4_no_run_is_longer(pairs):
    def furthest(here, left):
        steps = [(number, pair.replace(here, "")) for number, pair in enumerate(left) if here in pair]
        return max((1 + furthest(there, left[:number] + left[number + 1 :]) for number, there in steps), default=0)

    assert run(*pairs) == max((furthest(city, pairs) for pair in pairs for city in pair), default=0)


LARGE = (
    "savannah columbia, savannah columbia, columbia chattanooga, columbia chattanooga, birmingham knoxville, "
    "jacksonville savannah, savannah atlanta, columbia knoxville, knoxville chattanooga, "
    "chattanooga birmingham, atlanta montgomery, chattanooga nashville, mobile birmingham, montgomery mobile, "
    "tallahassee montgomery, knoxville nashville, birmingham nashville, tallahassee montgomery, "
    "jacksonville tallahassee, raleigh columbia, nashville cincinnati, raleigh washington, "
    "jacksonville tallahassee"
)


def test_rw_12_4_a_large_network_is_counted_to_the_last_link():
    """23 links; without the two that end in Nashville from Chattanooga and Cincinnati all others are one run."""
    links = [Link(a, b, 0) for a, b in (pair.split() for pair in LARGE.split(", "))]
    assert len(links) == 23
    assert longest_run(links) == 21


def test_rw_12_5_only_complete_links_count():
    way = ("new-york", "baltimore", "pittsburgh", "toledo", "chicago")
    s = linked(acting(), 0, *way)
    assert points(s, "vanderbilt") == 5
    assert points(linked(acting(), 0, *way[:-1]), "vanderbilt") == 0
    assert points(linked(linked(acting(), 0, *way[:-1]), 1, *way[-2:]), "vanderbilt") == 0
