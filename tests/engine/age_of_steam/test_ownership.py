"""aos-6.26 to 6.32: who owns track, and who loses it."""

import pytest

from engine.games.age_of_steam.build_effects import neglected
from engine.games.age_of_steam.events import LinesLost
from engine.games.age_of_steam.phases import build
from tests.engine.age_of_steam.boards import (
    asked,
    building,
    complaints,
    draft,
    go,
    go_on,
    lines,
    seat_of,
    stumps,
    tell,
    with_player,
)


def after_turn(s, text="done"):
    """The lines when the seat's build turn is over."""
    return lines(go(s, text))


def test_aos_6_26_a_line_is_its_builders_and_bears_one_disc():
    s = draft(building(), "lay.K10.straight.1")
    assert lines(s) == ["orange: evansville-loose 1"]
    assert s.board.discs_of(0) == 1
    s = draft(s, "lay.L9.straight.1")
    assert lines(s) == ["orange: cincinnati-evansville 2"]
    assert s.board.discs_of(0) == 1  # the whole line, one disc
    # Where new track joins own and unowned lines, all of it is the builder's.
    s = draft(building("K10.gentle.2:o M10.gentle.4:-"), "lay.L10.gentle.5")
    assert lines(s) == ["orange: cincinnati-evansville 3"]
    s = draft(building("K10.gentle.2:- M10.gentle.4:-"), "lay.L10.gentle.5")
    assert lines(s) == ["orange: cincinnati-evansville 3"]
    assert complaints(s) == []


def test_aos_6_27_the_owner_of_a_link_stays():
    s = building("K10.straight.1:o L9.straight.1:o", money=40)
    assert after_turn(s) == ["orange: cincinnati-evansville 2"]  # who builds nothing keeps it
    s = go_on(s, "done", "lay.K11.tight.5 lay.K10.cross-straights.1 done", "done", "done")
    assert "orange: cincinnati-evansville 2" in lines(s)
    assert "green: evansville-loose 2" in lines(s)
    s = with_player(s, "orange", bankrupt=True)
    assert "orange: cincinnati-evansville 2" in lines(s)


def test_aos_6_28_a_line_that_is_not_carried_on_becomes_unowned():
    s = building("K10.straight.1:o B4.straight.0:o")
    assert after_turn(s) == ["nobody: evansville-loose 1", "nobody: minneapolis-loose 1"]
    assert after_turn(s, "lay.L9.gentle.4 done") == ["nobody: minneapolis-loose 1", "orange: evansville-loose 2"]
    assert after_turn(s, "lay.L9.straight.1 lay.B5.straight.0 done") == [
        "orange: cincinnati-evansville 2",
        "orange: minneapolis-loose 2",
    ]
    _, lost = tell(s, "done")
    assert lost == LinesLost(0, 2, ("evansville", "minneapolis"))
    # It happens to the lines of the builder alone.
    assert after_turn(building("K10.straight.1:g")) == ["green: evansville-loose 1"]


def test_aos_6_29_at_the_end_of_the_owners_build_turn():
    s = building("K10.straight.1:o", seat="green")
    s = go(s, "done")  # green's turn takes nothing from orange
    assert asked(s) == "orange"
    assert lines(s) == ["orange: evansville-loose 1"]
    assert lines(go(s, "done")) == ["nobody: evansville-loose 1"]
    # Redirecting alone does not save it.
    assert after_turn(building("K10.straight.1:o"), "lay.K10.gentle.4 done") == ["nobody: evansville-loose 1"]
    assert after_turn(building("K10.straight.1:o"), "lay.K10.gentle.2 lay.L10.straight.2 done") == [
        "orange: evansville-loose 2"
    ]
    # A line begun or taken over this turn is safe until the next.
    s = building("B4.straight.0:-")
    s = go(s, "lay.K10.straight.1 lay.B5.straight.0 done")
    assert lines(s) == ["orange: evansville-loose 1", "orange: minneapolis-loose 2"]
    s = build.begin(s)
    assert asked(s) == "orange"
    assert lines(go(s, "done")) == ["nobody: evansville-loose 1", "nobody: minneapolis-loose 2"]


def test_a_new_exit_of_a_town_does_not_carry_on_its_other_exits():
    """aos-6.29: each exit is a line of its own, so an old one that leads nowhere is lost."""
    s = building("J9.gentle.1:o K9.gentle.4:o")
    assert lines(s) == ["orange: evansville-indianapolis 2", "orange: indianapolis-loose 1"]
    draft_after = draft(s, "lay.K9.star.0")
    assert len(neglected(draft_after, 0)) == 1
    assert after_turn(s, "lay.K9.star.0 done") == [
        "nobody: indianapolis-loose 1",
        "orange: evansville-indianapolis 2",
        "orange: indianapolis-loose 1",
    ]
    assert after_turn(s, "lay.K8.straight.0 done") == [
        "orange: evansville-indianapolis 2",
        "orange: indianapolis-loose 2",
    ]


@pytest.mark.parametrize("builder", ["orange", "green", "sky"])
def test_aos_6_30_anybody_may_carry_on_an_unowned_line(builder):
    s = building("K10.straight.1:-", seat=builder)  # whoever owned it before
    assert lines(draft(s, "lay.L9.gentle.4")) == [f"{builder}: evansville-loose 2"]
    s = building("K9.stub.1:-", seat=builder)  # also one that begins at a town without track of the builder
    assert lines(draft(s, "lay.L8.gentle.2")) == [f"{builder}: cincinnati-indianapolis 2"]
    assert lines(draft(s, "lay.L8.gentle.4")) == [f"{builder}: indianapolis-loose 2"]


def test_aos_6_31_redirecting_an_unowned_line_does_not_win_it():
    s = building("K10.straight.1:-")
    for tile in ("gentle.4", "gentle.2", "tight.3", "tight.4"):
        assert lines(draft(s, f"lay.K10.{tile}")) == ["nobody: evansville-loose 1"]
    assert after_turn(s, "lay.K10.gentle.4 done") == ["nobody: evansville-loose 1"]
    # Carrying it on afterwards wins it.
    assert lines(draft(s, "lay.K10.gentle.2 lay.L10.straight.2")) == ["orange: evansville-loose 2"]


def test_aos_6_32_a_redirect_that_makes_a_link_wins_it():
    into_a_city = draft(building("K10.straight.1:-", cities="K9.a"), "lay.K10.gentle.4")
    assert lines(into_a_city) == ["orange: evansville-indianapolis 1"]
    into_a_town = draft(building("K10.straight.1:- K9.stub.3:-"), "lay.K10.gentle.4")
    assert lines(into_a_town) == ["orange: evansville-indianapolis 2"]
    to_own_track = draft(building("K10.gentle.2:- L9.straight.1:o"), "lay.K10.straight.1")
    assert lines(to_own_track) == ["orange: cincinnati-evansville 2"]
    to_nobodys = draft(building("K10.gentle.2:- L9.straight.1:-"), "lay.K10.straight.1")
    assert lines(to_nobodys) == ["orange: cincinnati-evansville 2"]
    for s in (into_a_city, into_a_town, to_own_track, to_nobodys):
        assert complaints(s) == []


def test_the_loops_of_a_new_city_are_lost_like_other_unfinished_lines():
    s = building("J9.gentle.1:o K9.gentle.4:o K8.tight.2:o L8.tight.4:o", seat="green", action="urbanization")
    s = go(s, "urbanize.indianapolis.b done")
    assert asked(s) == "orange"
    assert lines(go(s, "done")) == ["nobody: indianapolis-indianapolis 2", "orange: evansville-indianapolis 1"]


def test_discs_come_back_with_lost_lines():
    s = go(building(stumps(20)), "done")
    assert s.board.discs_of(seat_of("orange")) == 0
    assert len(lines(s)) == 20
