"""The turn page's model: what may come next, what a draft costs and does, and what is refused."""

from dataclasses import replace
from html import unescape

import pytest

from engine.core.bots import greedy_line
from engine.core.game import AnyGame
from engine.core.move import write_line
from engine.core.play import actors
from engine.core.rng import Rng
from engine.games import GAMES
from pbem.web.board_model import inline
from pbem.web.effects import Effects, money_in
from pbem.web.look import Addresses, Crop, Look, pans, read_look
from pbem.web.models import Group, Turn
from pbem.web.turn_model import open_draft, turn_of
from tests.engine.railways.position import has
from tests.pbem.web.samples import COLOURS, NAMES, Sample, build_turn
from tests.toys.parlour import GAME as PARLOUR

BASE = "/t/token"


def opened(text: str, sample: Sample | None = None, look: Look | None = None, lang: str = "en", on: str = "") -> Turn:
    table = sample or build_turn()
    seat = actors(table.game, table.state)[0] if sample else 0
    draft = open_draft(table.game, table.state, seat, text)
    return turn_of(table.scene(seat, lang), draft, Addresses(BASE, look or Look()), text, on)[0]


def svg(text: str, look: Look | None = None) -> str:
    table = build_turn()
    draft = open_draft(table.game, table.state, 0, text)
    return str(turn_of(table.scene(0, "en"), draft, Addresses(BASE, look or Look()), text)[1].board.svg)


def links(text: str, table: Sample) -> list[str]:
    """Of the board, as they are written."""
    seat = actors(table.game, table.state)[0]
    draft = open_draft(table.game, table.state, seat, text)
    drawn = str(turn_of(table.scene(seat, "en"), draft, Addresses(BASE), text)[1].board.svg)
    return [part.partition(">")[0] for part in drawn.split('<a href="')[1:]]


def pressed(text: str, table: Sample) -> set[str]:
    """Where the marked places of the board lead."""
    return {unescape(link.partition('"')[0]) for link in links(text, table) if 'class="press"' in link}


def options(turn: Turn) -> list[str]:
    return [option.url for one in turn.groups for option in (*one.options, *one.more)]


def group(turn: Turn, kind: str) -> Group:
    return next(one for one in turn.groups if one.kind == kind)


def test_places_are_offered_with_their_price_and_on_the_board() -> None:
    turn = opened("")
    place = group(turn, "places").options[0]
    assert place.price == "$2"
    assert place.url == f"{BASE}/lay.{place.place}"
    assert f'href="{place.url}"' in svg("")
    assert turn.commit is None
    assert not turn.undo_url


@pytest.mark.parametrize("game", ["railroad-tycoon", "railways-of-the-world"])
def test_a_price_is_told_in_full_when_shares_are_issued_to_pay_it(game: str) -> None:
    table = Sample(GAMES[game])
    table.play_bots(until=0, phase="actions")
    table.log[-1] = replace(table.log[-1], state=has(table.state, 0, cash=0))
    places = group(opened("lay", table), "places")
    assert {option.price for option in places.options} <= {"$2k", "$3k", "$4k", "$6k", "$8k"}
    assert all(option.price for option in (*places.options, *places.more))
    turn = opened("lay.X9.gentle.0", table)
    assert turn.total == turn.steps[0].cost == "$2k"


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.purse is not None], ids=lambda game: game.id)
def test_a_purse_is_what_the_row_of_the_seat_says(game: AnyGame) -> None:
    table = Sample(game)
    for _ in range(60):
        state = table.state
        for seat in range(len(COLOURS)):
            row = Effects(table.scene(seat, "en"), seat).row(state)
            assert game.purse is not None
            assert game.purse(state, seat) == money_in(row)
        seat = actors(game, state)[0]
        line = greedy_line(game, game.view(state, seat), seat, Rng("pages"))
        table.play(seat, write_line(line))


def test_a_card_that_is_not_suggested_says_what_it_does() -> None:
    table = Sample(GAMES["railroad-tycoon"])
    table.play_bots(until=0, phase="actions")
    cards = group(opened("take", table), "buttons")
    assert all(option.notes for option in (*cards.options, *cards.more))


def test_the_menu_comes_first_and_marks_only_the_places_of_what_is_chosen() -> None:
    table = Sample(GAMES["railroad-tycoon"])
    table.play_bots(until=0, phase="actions")
    turn = opened("", table)
    assert [kind.label for kind in turn.kinds][:2] == ["Build", "Urbanize"]
    assert turn.groups == ()
    assert pressed("", table) == set()
    build, urbanize = pressed("lay", table), pressed("urbanize", table)
    assert all(f"{BASE}/lay." in url for url in build)
    assert all(f"{BASE}/urbanize." in url for url in urbanize)
    assert len(build) > 100
    chosen = [kind.label for kind in opened("lay", table).kinds if kind.chosen]
    assert chosen == ["Build"]


def test_a_few_places_are_marked_before_a_kind_is_chosen_and_a_piece_lists_all_that_it_can_do() -> None:
    """In Whistle Stop a train runs with coal or by a whistle: neither is chosen for the player."""
    table = Sample(GAMES["whistle-stop"])
    while table.state.phase != "turn":
        seat = actors(table.game, table.state)[0]
        table.play(seat, table.scene(seat, "en").question.default.line)  # type: ignore[union-attr]
    turn = opened("", table)
    assert {"Run: coal", "Blow: whistle"} <= {kind.label for kind in turn.kinds}
    train = next(url for url in pressed("", table) if "on=" in url)
    place = train.partition("on=")[2]
    verbs = {url.removeprefix(f"{BASE}/").partition(".")[0] for url in options(opened("", table, on=place))}
    assert verbs == {"run", "blow"}
    assert not opened("", table, on=place).groups[0].more


def test_a_city_lists_its_cubes() -> None:
    """A cube is too small for a finger."""
    table = Sample(GAMES["age-of-steam"])
    table.play_bots(until=0, turn=2, phase="goods")
    on = {url.partition("on=")[2] for url in pressed("deliver", table) if "on=" in url}
    several = {url.partition("on=")[2] for url in pressed("", table) if "on=" in url}
    assert not on
    for city in several:
        assert len(options(opened("", table, on=city))) > 1


def test_every_place_in_the_list_is_a_link_of_the_board_and_the_other_way_round() -> None:
    places = group(opened(""), "places")
    listed = {option.url for option in (*places.options, *places.more)}
    assert pressed("", build_turn()) == listed


REASONS = {
    "age-of-steam": ("build", "lay", "cincinnati", "is a city: no track lies there", "6.12"),
    "railroad-tycoon": ("actions", "lay", "A1", "No track can be laid on A1", "5.4"),
    "railways-of-the-world": ("actions", "lay", "chicago", "is a city: no track is laid there", "5.4"),
    "spike": ("turn", "lay", "j98-miami", "does not touch your network", "6.4"),
    "whistle-stop": ("place", "", "A1", "not an East station", "1.4"),
}


@pytest.mark.parametrize("name", list(GAMES))
def test_a_press_on_a_place_that_is_not_marked_is_answered_with_the_reason(name: str) -> None:
    phase, kind, place, why, rule = REASONS[name]
    game = GAMES[name]
    table = Sample(game, COLOURS[: game.seats[1]], NAMES[: game.seats[1]])
    while table.state.phase != phase:
        seat = actors(game, table.state)[0]
        table.play(seat, table.scene(seat, "en").question.default.line)  # type: ignore[union-attr]
    quiet = [link for link in links(kind, table) if 'class="press"' not in link]
    asked = {link.partition('"')[0].partition("on=")[2] for link in quiet if 'tabindex="-1"' in link}
    assert len(asked) == len(quiet)
    named = next(on for on in asked if place in on.split("."))
    told = opened(kind, table, on=named).refusal
    assert told is not None
    assert why in told.why
    assert told.rule == rule
    for on in sorted(asked)[::40]:  # what can be done there, or why nothing can
        turn = opened(kind, table, on=on)
        assert (turn.refusal is not None and turn.refusal.why) or turn.groups, on


def test_a_chosen_hex_shows_its_tiles_as_pictures_and_other_hexes_stay() -> None:
    turn = opened("lay.C7")
    tiles = group(turn, "pictures")
    assert tiles.heading == "Build C7"
    assert all(option.picture for option in tiles.options)
    assert all(option.url.startswith(f"{BASE}/lay.C7.") for option in tiles.options)
    others = group(turn, "places")
    assert others.options[0].chosen
    assert others.options[0].place == "C7"
    assert len(others.options) > 1
    assert turn.undo_url == BASE


def test_a_draft_is_summed_up_and_completed() -> None:
    turn = opened("lay.C7.straight.0~lay.C6.straight.0")
    assert [(step.number, step.place, step.cost) for step in turn.steps] == [(1, "C7", "$2"), (2, "C6", "$2")]
    assert turn.total == "$4"
    assert turn.commit is not None
    assert turn.commit.line == "lay.C7.straight.0 lay.C6.straight.0 done"
    assert (turn.commit.what, turn.commit.cost, turn.commit.added) == ("C7, C6", "$4", "done")
    assert turn.commit.results[0].startswith("Ada built 2 tiles (C7, C6) for $4")
    assert turn.undo_url == f"{BASE}/lay.C7.straight.0"
    assert not any(option.url.endswith("done") for one in turn.groups for option in one.options)


@pytest.mark.parametrize("game", ["railroad-tycoon", "railways-of-the-world"])
def test_hints_are_about_the_position_that_is_shown(game: str) -> None:
    table = Sample(GAMES[game])
    table.play_bots(until=0, phase="actions")
    assert opened("", table).notes
    drafts = (ready.url.removeprefix(f"{BASE}/") for ready in opened("", table).ready)
    whole = next(draft for draft in drafts if draft.startswith("lay.") and "~" in draft)
    assert opened(whole, table).commit is not None
    assert opened(whole, table).notes == ()
    assert opened(whole.rpartition("~")[0], table).notes


@pytest.mark.parametrize("game", ["railroad-tycoon", "railways-of-the-world"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_price_is_told_once(game: str, lang: str) -> None:
    table = Sample(GAMES[game])
    table.play_bots(until=0, phase="actions")
    turn = opened("", table, lang=lang)
    places = group(opened("lay", table, lang=lang), "places")
    shown = [*turn.kinds, *places.options, *places.more]
    assert any(option.price for option in shown)
    assert not [option for option in shown if option.price and option.price in option.label]
    for ready in turn.ready:
        commit = opened(ready.url.removeprefix(f"{BASE}/"), table, lang=lang).commit
        assert commit is not None
        assert commit.what == ready.label
        assert not commit.cost or commit.cost not in commit.what


def test_a_refused_move_says_why_with_its_rule_and_keeps_the_rest() -> None:
    turn = opened("lay.C7.straight.0~lay.I3.straight.0~lay.C5.straight.0")
    assert turn.refusal is not None
    assert turn.refusal.why == "I3 is a lake."
    assert turn.refusal.rule_url.startswith("/rules/age-of-steam#aos-")
    assert turn.refusal.dropped == "lay.C5.straight.0"
    assert [step.place for step in turn.steps] == ["C7"]


def test_after_a_refused_tile_its_hex_stays_chosen() -> None:
    turn = opened("lay.C7.straight.1")
    assert turn.refusal is not None
    assert group(turn, "pictures").heading == "Build C7"


def test_a_hex_where_nothing_may_be_laid_says_why_and_its_kind_stays_chosen() -> None:
    turn = opened("lay.I3")
    assert turn.refusal is not None
    assert turn.refusal.why == "I3 is a lake."
    assert turn.refusal.rule_url.startswith("/rules/age-of-steam#aos-")
    assert [kind.label for kind in turn.kinds if kind.chosen] == ["Build"]


def test_what_is_not_a_move_is_told() -> None:
    turn = opened("dance.C7")
    assert turn.refusal is not None
    assert turn.refusal.why == "“dance” is not a move of this game."


def test_ready_made_moves_lead_to_the_draft_that_plays_them() -> None:
    turn = opened("")
    assert turn.ready[-1].is_default
    first = turn.ready[0]
    again = opened(first.url.removeprefix(f"{BASE}/"))
    assert again.commit is not None
    assert again.ready[0].chosen


def test_a_number_is_a_stepper() -> None:
    sample = Sample(GAMES["age-of-steam"])
    sample.play_bots(0, 1, "auction")
    turn = opened("", sample)
    bids = group(turn, "stepper").stepper
    assert bids is not None
    assert bids.shown.label.startswith("Bid $")
    assert (bids.less_url, bids.more_url) == ("", f"{BASE}/bid.{bids.least + 1}")
    assert not turn.on_the_board
    again = group(opened(f"bid.{bids.least + 1}", sample), "stepper").stepper
    assert again is not None
    assert (again.value, again.is_drafted) == (bids.least + 1, True)
    assert again.less_url == f"{BASE}/bid.{bids.least}"
    assert again.form.hidden["line"] == "bid"


@pytest.mark.parametrize(("lang", "first"), [("en", "Bid $1k"), ("fr", "Miser 1 k$")])
def test_the_number_that_is_shown_says_its_money(lang: str, first: str) -> None:
    bids = group(opened("", Sample(GAMES["railways-of-the-world"]), lang=lang), "stepper").stepper
    assert bids is not None
    assert bids.shown.label.replace("\N{NO-BREAK SPACE}", " ") == first
    assert bids.most > 50


def test_the_last_tile_can_be_changed_without_undoing_it() -> None:
    tiles = group(opened("lay.C7.straight.0"), "pictures")
    assert tiles.again
    assert [option.url for option in tiles.options if option.chosen] == [f"{BASE}/lay.C7.straight.0"]
    assert len(tiles.options) == len(group(opened("lay.C7"), "pictures").options)


def test_many_tiles_are_chosen_before_they_are_turned() -> None:
    table = Sample(GAMES["age-of-steam"])
    table.play_bots(until=0, turn=3, phase="build")
    for place in group(opened("", table), "places").options:
        tiles = group(opened(f"lay.{place.place}", table), "pictures")
        assert len(tiles.options) <= 12
        assert len({option.url for option in tiles.options}) == len(tiles.options)


def test_words_are_the_readers() -> None:
    assert opened("lay.C7.straight.0", lang="fr").steps[0].label == "Droite, C6–Des Moines"


def test_the_position_now_shows_neither_draft_nor_links() -> None:
    drafted, now = svg("lay.C7.straight.0"), svg("lay.C7.straight.0", Look(now=True))
    assert "chosen" in drafted
    assert "chosen" not in now
    assert "<a href" not in now


def test_marks_can_be_hidden() -> None:
    assert 'class="legal"' in svg("")
    assert 'class="legal"' not in svg("", Look(legal=False))


def test_how_one_looks_stays_in_every_link() -> None:
    look = read_look({"at": "600-440-200", "changes": "no", "board": "nonsense", "lang": "xx"})
    assert look == Look(changes=False, crop=Crop(600, 440, 2))
    assert read_look(_query(look)) == look
    assert opened("lay.C7", look=look).undo_url == BASE + look.query()


def _query(look: Look) -> dict[str, str]:
    return dict(part.split("=") for part in look.query().lstrip("?").split("&"))


def test_the_first_step_nearer_on_a_large_map_shows_hexes_that_can_be_pressed() -> None:
    for game, least in (("railroad-tycoon", 3.2), ("age-of-steam", 1.5)):
        drawing = Sample(GAMES[game]).scene(0, "en").drawing()
        nearer = pans(drawing, Look(whole=True), None)["in"].crop
        assert nearer is not None
        assert nearer.zoom == pytest.approx(least, abs=0.05)
        assert f'data-near="{drawing.near:.2f}"' in str(inline(drawing, ""))


def test_a_part_of_the_board_never_shows_what_lies_beyond() -> None:
    table = build_turn()
    drawing = table.scene(0, "en").drawing()
    held = Crop(0, 99_999, 9.9).inside(drawing)
    assert held.zoom == 4
    assert held.x == drawing.width / 8
    assert held.y == drawing.height - drawing.height / 8


def test_a_move_that_shows_something_says_so_and_is_not_played_ahead() -> None:
    sample = Sample(PARLOUR)
    while sample.state.phase != "turn":
        seat = actors(sample.game, sample.state)[0]
        sample.play(seat, sample.scene(seat, "en").question.default.line)  # type: ignore[union-attr]
    turn = opened("draw", sample)
    assert turn.commit is not None
    assert turn.commit.shows
    assert turn.steps[0].hidden
    assert turn.commit.results == ()
