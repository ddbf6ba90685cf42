"""What seats are advised: the safe line, the best lines, the order of the choices, the question and its notes."""

import pytest

from engine.core.bots import greedy_line
from engine.core.game import SEAT_COLOURS
from engine.core.move import write_line
from engine.core.play import actors, default, legal, notes, play, prompt, rank, start, suggest
from engine.core.rng import Rng
from engine.core.words import LANGUAGES
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.events import Urbanized
from engine.games.age_of_steam.moves import Pass
from engine.games.age_of_steam.phases import actions, goods, production
from tests.engine.age_of_steam.boards import (
    FULL,
    board,
    building,
    draft,
    drawn,
    fresh_table,
    go,
    go_on,
    moving,
    producing,
    stumps,
    with_cubes,
    with_player,
)
from tests.engine.age_of_steam.test_moving_goods import ONE_LINK, THREE_TURNS
from tests.engine.age_of_steam.test_shares_and_order import bidding

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


def safe(s):
    return write_line(default(GAME, GAME.view(s, actors(GAME, s)[0]), actors(GAME, s)[0]))


def best(s, n=5):
    return [write_line(tip.line) for tip in suggest(GAME, GAME.view(s, actors(GAME, s)[0]), actors(GAME, s)[0], n)]


def noted(s):
    seat = actors(GAME, s)[0]
    return [said.id for said in notes(GAME, GAME.view(s, seat), seat)]


FULL_BUT_ONE = FULL | {"e4": "R.Y"}
POSITIONS = {
    "shares": lambda: fresh_table(),
    "shares, deep in debt": lambda: with_player(fresh_table(), "orange", shares=14, engine=6, money=0, income=3),
    "first bid": lambda: bidding(hold="orange"),
    "second bid": lambda: go(bidding(hold="green"), "bid.2"),
    "no money to bid": lambda: with_player(go(bidding(), "bid.2"), "green", money=1),
    "actions": lambda: go_on(actions.begin(fresh_table()), "take.engineer", "take.first-move"),
    "actions in the last turn": lambda: actions.begin(fresh_table().with_turn(8)),
    "first tiles": lambda: building(started=False, money=10),
    "New City": lambda: building(ONE_LINK + " J9.gentle.1:o", action="urbanization"),
    "no money to build": lambda: building(ONE_LINK + " J9.gentle.1:o", money=0),
    "a full board": lambda: building(THREE_TURNS, seat="sky"),
    "in the middle of a build turn": lambda: draft(building(THREE_TURNS), "lay.N10.stub.0"),
    "no disc left": lambda: building(stumps(20)),
    "all tiles laid": lambda: draft(building(), "lay.K10.straight.1 lay.L9.straight.1 lay.N9.gentle.3"),
    "goods": lambda: moving(THREE_TURNS, "evansville:BBY cincinnati:B"),
    "goods over nobody's link": lambda: moving(ONE_LINK.replace(":o", ":-"), "evansville:B", engine=6),
    "goods over others' links": lambda: moving(ONE_LINK.replace(":o", ":g"), "evansville:B", engine=3),
    "no goods": lambda: moving(engine=4),
    "Production": lambda: producing(),
    "cubes drawn": lambda: drawn(producing({"w1": "RRR"})),
    "cubes drawn, little room": lambda: drawn(producing(FULL_BUT_ONE)),
    "four cubes drawn": lambda: drawn(producing(production_choice="on")),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_advice_can_be_played_and_said(name):
    s = POSITIONS[name]()
    seat = actors(GAME, s)[0]
    view = GAME.view(s, seat)
    play(GAME, s, seat, default(GAME, view, seat))
    tips = suggest(GAME, view, seat, 5)
    assert tips
    assert len({frozenset(tip.line) for tip in tips}) == len(tips)  # the same moves in another order are a twin
    assert all(tip.note for tip in tips)
    said = [prompt(GAME, view, seat), *notes(GAME, view, seat)]
    for tip in tips:
        play(GAME, s, seat, tip.line)
        said += [tip.label, *([tip.note] if tip.note is not None else [])]
    moves = list(legal(GAME, s, seat))
    assert sorted(map(str, rank(GAME, view, seat, moves))) == sorted(map(str, moves))
    for message in said:
        for lang in LANGUAGES:
            assert "{" not in GAME.words.render(message, lang, NAMES)
    assert suggest(GAME, view, seat, 1) == tips[:1]


def test_shares_as_few_as_keep_the_seat_from_falling_short():
    assert safe(fresh_table()) == "pass"
    assert safe(with_player(fresh_table(), "orange", money=0)) == "issue.1"  # owes 4 with it, has 5
    assert safe(with_player(fresh_table(), "orange", money=0, shares=8, income=0, engine=4)) == "issue.3"
    assert safe(with_player(fresh_table(), "orange", money=0, shares=15 - 1, engine=6, income=0)) == "issue.1"
    assert noted(fresh_table()) == ["note-expenses"]
    assert noted(with_player(fresh_table(), "orange", money=0)) == ["note-expenses", "danger-short"]


def test_the_auction_is_left_unless_the_hold_costs_nothing():
    assert safe(bidding()) == "pass"
    assert safe(bidding(hold="orange")) == "hold"
    assert "note-pass-left" in noted(bidding(hold="orange"))
    assert "note-pass-left" not in noted(bidding())
    assert set(best(bidding(hold="orange"))) >= {"pass", "hold"}
    assert "hold" not in best(bidding())


def test_what_dropping_out_would_cost_is_told():
    s = go_on(bidding(3), "bid.1", "bid.2", "bid.3")
    (note,) = [tip.note for tip in suggest(GAME, GAME.view(s, 0), 0, 9) if write_line(tip.line) == "pass"]
    assert note is not None
    assert note.params["cost"] == 0  # the last place
    s = go_on(s, "pass")
    (note,) = [tip.note for tip in suggest(GAME, GAME.view(s, 1), 1, 9) if write_line(tip.line) == "pass"]
    assert note is not None
    assert note.params["cost"] == 2


@pytest.mark.parametrize("others", [("pass",), ("bid.9", "pass")])
def test_what_dropping_out_costs_does_not_change_with_later_bids(others):
    s = go_on(bidding(), "bid.1", "bid.2", "bid.3", "bid.4", "pass")
    (note,) = [tip.note for tip in suggest(GAME, GAME.view(s, 1), 1, 9) if write_line(tip.line) == "pass"]
    assert note is not None
    assert GAME.words.render(note, "en", NAMES) == "You are out and pay $1."
    assert go_on(s, "pass", *others).players[1].money == 10 - 1


def test_the_safest_action_that_is_left():
    s = actions.begin(fresh_table())
    assert safe(s) == "take.first-move"
    assert safe(go(s, "take.first-move")) == "take.first-build"
    assert "take.first-move" not in best(go(s, "take.first-move"), 9)
    assert len(best(s, 9)) == 7


@pytest.mark.parametrize(
    ("option", "action", "told"),
    [
        ("engineer-flat", "engineer", "You may lay four tiles instead of three, and each costs you $2."),
        ("production-choice", "production", "You may draw four cubes and put two of them on the goods chart."),
        ("urbanize-anytime", "urbanization", "You may place a New City at any point of your build turn."),
    ],
)
def test_what_is_told_of_an_action_follows_the_options(option, action, told):
    def about(**chosen):
        s = actions.begin(fresh_table(**chosen))
        tips = suggest(GAME, GAME.view(s, 0), 0, 9)
        told = {str(tip.line[0]): tip.note for tip in tips if tip.note}
        return {line: [GAME.words.render(note, lang, NAMES) for lang in LANGUAGES] for line, note in told.items()}

    plain, changed = about(), about(**{option: "on"})
    assert changed[f"take.{action}"][0] == told
    assert [one for one in plain if plain[one] != changed[one]] == [f"take.{action}"]


def test_building_nothing_is_safe_and_dangers_are_told():
    s = building(ONE_LINK + " J9.gentle.1:o", action="urbanization", money=0)
    assert safe(s) == "done"
    assert noted(s) == ["note-building", "note-due", "note-may-urbanize", "danger-lines", "danger-short"]
    assert noted(building()) == ["note-building", "note-due"]
    ranked = rank(GAME, GAME.view(s, 0), 0, tuple(legal(GAME, s, 0)))
    assert str(ranked[-1]) == "done"


def test_the_delivery_that_brings_most_is_safe():
    s = moving(THREE_TURNS, "evansville:BB")
    assert safe(s) == "deliver.blue.evansville.cincinnati"
    green = go(s, "pass")
    assert safe(green) == "deliver.blue.evansville.indianapolis.via-green.cincinnati"
    assert safe(moving(ONE_LINK.replace(":o", ":g"), "evansville:B")) == "pass"  # it would help green alone
    ranked = rank(GAME, GAME.view(green, 1), 1, tuple(legal(GAME, green, 1)))
    assert str(ranked[0]) == safe(green)


def test_production_is_declined_by_default_and_drawn_cubes_are_placed():
    s = producing()
    assert safe(s) == "pass"
    assert best(s) == ["draw", "pass"]
    s = drawn(s)
    assert safe(s).count("place.") == 2
    assert noted(s) == ["note-boxes"]
    # Boxes of cities that the seat serves come first.
    s = with_player(fresh_table(3), "orange", action="production")
    s = production.begin(with_cubes(s).with_board(board(ONE_LINK)))
    first, *_ = best(drawn(s))
    assert {word.split(".")[2] for word in first.split()} <= {"e1", "e2"}
    assert best(drawn(producing(FULL_BUT_ONE)))[0].split(".")[2:] == ["e4", "2"]


def test_places_that_events_name():
    assert Urbanized(0, "toledo", "a", "red").places() == ("toledo",)


def test_the_sheet_tells_of_unowned_links_and_the_bankrupt():
    s = goods.begin(with_player(moving(ONE_LINK.replace(":o", ":-")), "sky", bankrupt=True).with_order((0, 1, 3)))
    sheet = GAME.sheet(GAME.view(s, None))
    assert [row.seat for row in sheet.rows] == [0, 1, 3, 2]
    said = [GAME.words.render(line, "en", NAMES) for section in sheet.sections for line in section.lines]
    assert "Without owner: Cincinnati–Evansville." in said
    note = sheet.rows[-1].note
    assert note is not None
    assert note.id == "bankrupt"


@pytest.mark.parametrize("seats", GAME.seats)
def test_who_builds_as_advised_survives_a_turn_without_deliveries(seats):
    for seed in "abcd":
        s = start(GAME, SEAT_COLOURS[:seats], seed).state
        while s.turn == 1:
            seat = actors(GAME, s)[0]
            line = (Pass(),) if s.phase == "goods" else greedy_line(GAME, GAME.view(s, seat), seat, Rng(seed))
            s = play(GAME, s, seat, line).state
        assert any(player.started for player in s.players)
        assert not any(player.bankrupt for player in s.players)
