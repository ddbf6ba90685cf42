"""Bots: greedy beats random clearly, games end by the marker rule, defaults are safe, secrets are kept."""

from itertools import cycle, islice

import msgspec
import pytest

from engine.core.game import SEAT_COLOURS
from engine.core.play import actors, default, is_over, legal, play, suggest
from engine.core.promises import play_out
from engine.core.rng import Rng
from engine.core.sheet import Marks
from engine.games.railways.view import unseen_cards
from tests.engine.railways.position import BOTH, ROTW, RT, acting, cubes, has, holding, linked, opening, plays, steps

both = pytest.mark.parametrize("game", BOTH)


@pytest.mark.slow
@both
def test_greedy_beats_random(game):
    for place in range(2):
        bots = ["random", "random", "random"]
        bots[place] = "greedy"
        report = play_out(game, SEAT_COLOURS[:3], f"beats {place}", {}, bots, "none")
        assert report.standings[0].seat == place
        assert report.standings[0].score > report.standings[1].score + 50


@pytest.mark.slow
@both
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_games_end_by_the_marker_rule(game, seats):
    report = play_out(game, SEAT_COLOURS[:seats], f"end {seats}", {}, ("greedy",) * seats, "none")
    assert 5 <= report.state.turn <= 25
    assert report.state.turn == report.state.ending + 1
    assert report.standings[0].score > 20


@pytest.mark.soak
@pytest.mark.parametrize("number", range(40))
@pytest.mark.parametrize("seats", range(2, 7))
@both
def test_forty_games_keep_the_promises(game, seats, number):
    bots = tuple(islice(cycle(("greedy", "random") if number % 2 else ("greedy",)), seats))
    choices = [{}, *({option.id: value} for option in game.options for value in option.values[1:])]
    report = play_out(game, SEAT_COLOURS[:seats], f"forty {number}", choices[number % len(choices)], bots)
    assert report.state.turn == report.state.ending + 1


@pytest.mark.slow
@both
def test_silent_seats_are_not_ruined(game):
    """A table on which everybody stays silent: nobody is deep in debt after four turns."""
    s = opening(game, 3)
    while s.turn < 5 and not is_over(game, s):
        (seat,) = actors(game, s)
        s = play(game, s, seat, default(game, game.view(s, seat), seat)).state
    assert max(player.shares for player in s.players) <= (0 if game is RT else 12)


def test_the_default_of_railways_of_the_world_costs_least():
    s = linked(cubes(acting(ROTW), detroit="R", toledo="K"), 0, "detroit", "toledo")
    assert [str(move) for move in default(ROTW, ROTW.view(s, 0), 0)] == ["deliver.black.toledo", "to.detroit"]
    bare = acting(ROTW)
    line = default(ROTW, ROTW.view(bare, 0), 0)
    assert line[0].VERB == "lay"
    assert play(ROTW, bare, 0, line).state.players[0].shares == 1
    assert [str(move) for move in default(RT, RT.view(acting(RT), 0), 0)] == ["pass"]


@both
@pytest.mark.parametrize(
    "draft", ["lay.I16.straight.1", "use.land-grant", "take.city-growth", "take.new-industry", "take.executive"]
)
def test_advice_in_mid_draft_finishes_the_line(game, draft):
    s = holding(acting(game), 0, "land-grant", "perfect-engineering")
    deck = list(s.deck)
    for card in ("city-growth", "new-industry", "executive"):
        deck.remove(card)
    s = s.with_cards_open(("city-growth", "new-industry", "executive"), tuple(deck), ())
    begun = steps(s, 0, draft).state
    for line in (default(game, game.view(begun, 0), 0), *(some.line for some in suggest(game, game.view(begun, 0), 0))):
        play(game, begun, 0, line)


@both
def test_advice_on_the_way_of_a_cube(game):
    s = has(linked(cubes(acting(game), milwaukee="K"), 0, "milwaukee", "chicago", "toledo", "detroit"), 0, engine=3)
    begun = steps(s, 0, "deliver.black.milwaukee to.chicago").state
    line = suggest(game, game.view(begun, 0), 0)[0].line
    assert [str(move) for move in line] == ["to.toledo", "to.detroit"]


def test_views_hold_no_secret():
    s = opening(RT, 4)
    seen = RT.view(s, 1)
    written = msgspec.json.encode(seen).decode()
    assert s.rng.seed not in written
    assert "deck" not in {field for field in seen.__struct_fields__ if field != "deck_size"}
    for seat, tycoon in enumerate(s.tycoons):
        assert (tycoon in written) == (seat == 1)
    assert sorted(unseen_cards(seen)) == sorted(s.deck)
    worlds = [RT.imagine(seen, Rng(str(number))) for number in range(8)]
    assert len({world.deck for world in worlds}) == 8
    assert len({world.tycoons for world in worlds}) > 4
    assert all(world.tycoons[1] == s.tycoons[1] for world in worlds)
    assert all(RT.view(world, 1) == seen for world in worlds)


@both
def test_every_move_on_a_button_can_be_drawn_and_said(game):
    s = has(linked(cubes(acting(game), detroit="R"), 0, "detroit", "toledo", "chicago"), 0, engine=2)
    view = game.view(s, 0)
    seen = 0
    for move in legal(game, s, 0):
        shown = game.sketch(view, move)
        if shown is not None:
            seen += 1
            for lang in ("en", "fr"):
                assert game.words.render(shown.label, lang, s.seats)
    assert seen > 100


@both
def test_the_board_in_letters_fits_a_mail_and_names_every_change(game):
    s = plays(acting(game), 0, "lay.G16.gentle.5 lay.G15.straight.2").state
    text = game.text(game.view(s, 0), Marks(changes={"G16": (1,), "chicago": (2,)}))
    assert max(map(len, text.splitlines())) <= 74
    row = next(line for line in text.splitlines() if line.startswith("16 "))
    assert row[3 + 1 + 2 * 6] == "1"
    assert "Chicago R:0 (2)" in text
    french = game.text(game.view(s, 0), Marks(lang="fr"))
    assert max(map(len, french.splitlines())) <= 74
    assert "La Nouvelle-Orléans" in french


@both
def test_the_picture_shows_links_cubes_changes_and_what_may_be_pressed(game):
    s = linked(cubes(acting(game), detroit="RRB"), 0, "detroit", "toledo")
    view = game.view(s, 0)
    plain = game.draw(view, Marks())
    assert plain == game.draw(game.view(game.decode(game.encode(s)), 0), Marks())
    pressed = game.draw(view, Marks(links={"H17": "/x", "chicago": "/y", "detroit:red": "/z"}, chosen=("L13",)))
    for href in ("/x", "/y", "/z"):
        assert f'href="{href}"' in pressed.moving
    changed = game.draw(view, Marks(changes={"detroit:-red": (1,), "L13": (2,)}))
    assert changed.still == plain.still
    assert changed.moving != plain.moving
    assert changed.focus is not None
    left, top, width, height = changed.focus
    assert 0 <= left <= left + width <= changed.width
    assert 0 <= top <= top + height <= changed.height
    assert " style=" not in pressed.still + pressed.moving
