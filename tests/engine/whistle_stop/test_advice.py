"""What is asked, noted, suggested and played for the silent, in every stage of a turn."""

import pytest

from engine.core.move import write_line
from engine.core.play import actors, default, legal, notes, play, prompt, rank, start, suggest
from engine.core.words import LANGUAGES
from engine.games.whistle_stop import GAME
from engine.games.whistle_stop.moves import Discard, Drop, Park, Pay, Pick, Sell, Swap, Take, Trade
from engine.games.whistle_stop.stages import stage
from engine.games.whistle_stop.state import Spot, State, Tiled
from engine.games.whistle_stop.station_choice import best
from engine.games.whistle_stop.worth import turns_left
from tests.engine.whistle_stop.scenes import (
    COLOURS,
    CROSS_STONE,
    CROSS_WOOD,
    TURN_BACK,
    TWO_STOPS,
    go,
    line,
    scene,
    with_player,
)

NEAR = {"F4": CROSS_WOOD, "E4": CROSS_STONE, "B4": CROSS_WOOD}
TILES = ("t30", "t1", "gold-mine", "t9")


def lost_boiler() -> State:
    goods = {"wood": 1, "cotton": 1, "stone": 1, "steel": 1}
    s = scene(tiles=NEAR, trains=(["F4"], []), goods=goods, upgrades=([], ["boiler"]))
    s = s.with_player(1, s.players[1].with_hand(("t1", "t2", "t25", "t26", "gold-mine")))
    return play(GAME, s, 0, line("buyout.boiler.steel")).state


def bought_on_the_way() -> State:
    """The seller has given tiles back, and the buyer's train is still on its way."""
    goods = {"wood": 1, "cotton": 1, "stone": 1, "steel": 1}
    s = scene(tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=["t25"], goods=goods, upgrades=([], ["boiler"]))
    s = s.with_player(1, s.players[1].with_hand(("t1", "t2", "t3", "t4")))
    s = play(GAME, s, 0, line("run.F4.nw buyout.boiler.steel")).state
    return play(GAME, s, 1, line("discard.t4")).state


def looking() -> State:
    """A whole position, since who looks through the pile knows where every tile is."""
    s = start(GAME, COLOURS[:2], "looking").state
    while s.phase == "place":
        seat = actors(GAME, s)[0]
        s = play(GAME, s, seat, default(GAME, GAME.view(s, seat), seat)).state
    seat = s.asked[0]
    player = s.players[seat].with_upgrades(("compass",))
    s = s.with_pile((*s.pile, *player.hand[1:])).with_player(seat, player.with_hand(player.hand[:1]))
    return go(s, "done look", seat).state


STAGES = {
    "place": start(GAME, COLOURS[:3], "stages").state,
    "free": scene(tiles=NEAR, trains=(["F4", "B4"], []), hand=["t25", "gold-mine", "t1"], round=11),
    "last round": scene(tiles=NEAR, trains=(["F4"], []), hand=["gold-mine", "jade-town"], round=12),
    "closing": scene(tiles=NEAR, trains=(["F4"], []), closing=True),
    "toll": go(
        scene(tiles=NEAR, trains=(["F4"], [("F4", 0)]), goods={"wood": 1, "steel": 1}, upgrades=([], ["toll-station"])),
        "run.F4.nw",
    ).state,
    "lay": go(scene(tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=["t25", "gold-mine"]), "run.F4.nw").state,
    "leave": go(scene(tiles={**NEAR, "D3": CROSS_WOOD}, trains=(["F4", "E4"], [])), "run.F4.nw").state,
    "halt": go(scene(tiles={**NEAR, "D3": CROSS_WOOD}, trains=(["F4"], [])), "blow.F4.nw").state,
    "end": go(scene(tiles=NEAR, trains=(["B4"], [])), "blow.B4.nw").state,
    "deliver": go(
        scene(tiles={**NEAR, "E4": ("jade-town", 0)}, trains=(["F4"], []), goods={"wood": 1, "stone": 1}), "run.F4.nw"
    ).state,
    "limit": go(scene(tiles=NEAR, trains=(["F4"], []), goods={"wood": 9, "steel": 1}), "run.F4.nw").state,
    "store": go(scene(tiles={**NEAR, "E4": ("general-store", 0)}, trains=(["F4"], [])), "run.F4.nw").state,
    "any": go(scene(tiles=NEAR, trains=(["B4"], [])), "run.B4.nw park.1").state,
    "which": go(
        scene(tiles={"F4": TWO_STOPS}, trains=([("F4", 0), ("F4", 1)], []), upgrades=(["caboose"],)), "again.F4"
    ).state,
    "sell": go(
        with_player(
            scene(tiles={**NEAR, "A4": ("e9", 0)}, trains=(["B4"], [])), 0, shares=("jade-1", "jade-5", "amber-1")
        ),
        "run.B4.nw",
    ).state,
    "park": go(scene(tiles=NEAR, trains=(["B4"], [])), "run.B4.nw").state,
    "trade": go(
        scene(tiles={**NEAR, "E4": ("trading-post-1", 0)}, trains=(["F4"], []), goods={"wood": 2}), "run.F4.nw"
    ).state,
    "lay, after the boiler": bought_on_the_way(),
    "fill": go(scene(hand=["t2"], shown=TILES[:3], pile=("t40", "t41")), "done").state,
    "look": looking(),
    "discard": lost_boiler(),
}
# The same questions with an upgrade that could be bought at them (whi-8.4):
STAGES |= {
    f"{name}, for sale": with_player(
        STAGES[name].with_upgrades(("coal-car",)), 0, goods={"wood": 8, "stone": 1, "steel": 1}
    )
    for name in ("toll", "lay", "leave", "halt", "end", "deliver", "limit", "store", "any", "sell", "park")
}


@pytest.mark.parametrize("name", STAGES)
def test_every_stage_can_be_asked_ranked_and_finished(name: str) -> None:
    s = STAGES[name]
    seat = actors(GAME, s)[0]
    view = GAME.view(s, seat)
    moves = list(legal(GAME, s, seat))
    assert sorted(map(str, rank(GAME, view, seat, moves))) == sorted(map(str, moves))
    play(GAME, s, seat, default(GAME, view, seat))
    suggestions = suggest(GAME, view, seat, 5) if name not in ("toll", "lay", "leave", "halt", "end") else ()
    for suggestion in suggestions:
        play(GAME, s, seat, suggestion.line)
    said = [prompt(GAME, view, seat), *notes(GAME, view, seat)]
    said += [message for one in suggestions for message in (one.label, one.note) if message is not None]
    for message in said:
        for lang in LANGUAGES:
            text = GAME.words.render(message, lang, s.seats)
            assert text
            assert "{" not in text


@pytest.mark.parametrize(
    ("name", "best_move"),
    [
        ("toll", Pay("wood")),
        ("limit", Drop("wood")),
        ("limit, for sale", Drop("wood")),
        ("store", Take("steel")),
        ("park", Park(1)),
        ("sell", Sell("jade-5")),
        ("fill", Pick("t30")),
        ("discard", Discard("gold-mine")),
    ],
)
def test_the_most_useful_step_comes_first(name: str, best_move: object) -> None:
    s = STAGES[name]
    seat = actors(GAME, s)[0]
    assert rank(GAME, GAME.view(s, seat), seat, list(legal(GAME, s, seat)))[0] == best_move


def test_a_payable_delivery_is_suggested_first() -> None:
    [first, *_] = suggest(GAME, GAME.view(STAGES["deliver"], 0), 0, 2)
    assert str(first.line[0]) == "deliver"


def test_a_useless_share_is_swapped_for_a_useful_one() -> None:
    s = scene(tiles={"F4": CROSS_WOOD, "E4": ("jade-town", 0)}, upgrades=(["safe"],), coal=1, whistles=0, round=12)
    s = with_player(s, 0, shares=("amber-1", "amber-2"), trains=())
    s = with_player(s, 1, shares=("amber-3", "amber-4", "amber-5"))
    first = suggest(GAME, GAME.view(s, 0), 0, 1)[0].line[0]
    assert isinstance(first, Swap)


def test_a_trading_post_is_used() -> None:
    s = scene(tiles={**NEAR, "E4": ("trading-post-1", 0)}, trains=(["F4"], []), goods={"wood": 6}, coal=1, whistles=0)
    played = suggest(GAME, GAME.view(s, 0), 0, 1)[0].line
    assert any(isinstance(move, Trade) for move in played)


def test_a_station_whose_way_is_closed_comes_last() -> None:
    s = STAGES["place"]
    closed = s.with_tile("H2", scene(tiles={"H2": TURN_BACK}).tiles["H2"])
    assert {outlook.station for outlook in best(closed, 0)[-2:]} == {"I4", "I5"}
    for outlook in suggest(GAME, GAME.view(closed, actors(GAME, closed)[0]), actors(GAME, closed)[0], 16):
        assert outlook.note is not None


def told(s: State) -> list[str]:
    return [note.id for note in notes(GAME, GAME.view(s, 0), 0)]


def test_the_loss_for_special_tiles_is_told_whenever_the_end_is_near() -> None:
    s = scene(tiles=NEAR, trains=(["F4"], ["E4", "B4"]), hand=["gold-mine"], round=9)
    assert "note-special" not in told(s)
    assert "note-special" in told(s.with_round(10, s.asked))  # two more rounds
    assert "note-special" in told(s.with_closing())  # a last train has brought the end
    assert "note-special" in told(s.with_player(1, s.players[1].with_trains([Spot("B4")])))  # a last train may
    assert "note-special" not in told(with_player(s.with_closing(), 0, upgrades=("boiler",)))
    assert "note-special" not in told(with_player(s.with_closing(), 0, hand=("t1",)))


def first(s: State) -> str:
    return str(write_line(suggest(GAME, GAME.view(s, 0), 0, 1)[0].line))


def test_a_special_tile_is_laid_while_it_can_be() -> None:
    """Long before the end: a tile that is not laid in time costs 10 points."""
    s = scene(tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=["coal-mine-1", "t1", "t2"], whistles=0, round=4)
    assert "lay.coal-mine-1.0" in first(s)


def test_open_track_is_taken_rather_than_a_special_tile() -> None:
    s = scene(hand=["t2"], shown=("jade-town", "t25", "gold-mine"), coal=0, whistles=0, round=8)
    assert first(s).startswith("done pick.t25")


def test_coal_is_spent_in_the_last_turn_where_it_brings_more_than_half_a_point() -> None:
    s = scene(trains=([], []), upgrades=(["warehouse"],), coal=4, whistles=0, round=12)
    used = first(s).removesuffix(" done").split(" use.warehouse ")
    assert len(used) == 4
    assert all(step.endswith(("take.steel", "take.cattle", "take.whiskey")) for step in used)


def test_several_moves_are_weighed_against_the_whistle_of_a_turn_without_movement() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": CROSS_STONE, "D3": CROSS_WOOD, "C3": CROSS_STONE, "B2": CROSS_WOOD}
    s = scene(tiles=tiles, trains=(["F4"], []), coal=4, whistles=0, round=10)
    assert first(s).count("run.") == 4


def test_the_end_is_expected_when_an_opponent_can_bring_the_last_train_home() -> None:
    s = scene(tiles=NEAR, trains=(["F4"], ["H3", "H4", "H5", "H6", "H7"]), round=4)
    assert turns_left(s, 0) == 8
    s = s.with_player(1, s.players[1].with_trains([Spot("B4")]))
    assert turns_left(s, 0) == 0  # it comes home after this turn, in the same round


TWO_TRAINS = {"F4": CROSS_WOOD, "E4": CROSS_STONE, "F6": CROSS_WOOD, "E6": CROSS_STONE}


def test_suggestions_are_no_twins() -> None:
    """Two trains that may move in either order are one suggestion, not two."""
    s = scene(tiles=TWO_TRAINS, trains=(["F4", "F6"], []), coal=2, whistles=0)
    tips = suggest(GAME, GAME.view(s, 0), 0, 5)
    moves = [tuple(sorted(map(str, tip.line))) for tip in tips]
    assert len(set(moves)) == len(moves)
    told = [(GAME.words.render(tip.label, "en"), tip.note) for tip in tips]
    assert len(set(map(str, told))) == len(told)


def test_suggestions_hide_no_kind_of_move() -> None:
    goods = {"steel": 1, "wood": 1, "cotton": 1}
    s = scene(tiles=TWO_TRAINS, trains=(["F4", "F6"], []), goods=goods, upgrades=(["new-whistle"],))
    s = s.with_upgrades(("coal-car",))
    tips = suggest(GAME, GAME.view(s, 0), 0, 5)
    assert {move.VERB for tip in tips for move in tip.line} >= {"run", "blow", "buy", "use", "done"}
    assert len({tip.line[0].VERB for tip in tips}) >= 4
    [*answers] = suggest(GAME, GAME.view(STAGES["store, for sale"], 0), 0, 3)
    assert {tip.line[0].VERB for tip in answers} >= {"take", "buy"}


def test_a_whole_game_hides_no_kind_of_move() -> None:
    """Where turns of one kind are better than all others, these still come after the best of it."""
    s, kinds = start(GAME, COLOURS[:3], "kinds").state, list[int]()
    while actors(GAME, s):
        seat = actors(GAME, s)[0]
        tips = suggest(GAME, GAME.view(s, seat), seat, 5)
        if s.phase == "turn" and stage(s) == "free":
            possible = {move.VERB for move in legal(GAME, s, seat)}
            assert {move.VERB for tip in tips for move in tip.line} >= possible
            kinds.append(len(possible))
        s = play(GAME, s, seat, tips[0].line).state
    assert max(kinds) > 3


def test_a_suggestion_says_what_a_purchase_and_a_tile_bring() -> None:
    s = scene(goods={"steel": 1, "wood": 1}, coal=0, whistles=0, hand=["t1", "t2"], shown=("t26",)).with_upgrades(
        ("coal-car",)
    )
    [bought] = [tip for tip in suggest(GAME, GAME.view(s, 0), 0, 5) if str(tip.line[0]) == "buy.coal-car"]
    assert bought.note is not None
    assert "The coal car: spend 1 coal to gain 2 coal." in GAME.words.render(bought.note, "en")
    assert "take cattle tile t26 from the open tiles" in GAME.words.render(bought.label, "en")


def test_the_last_train_is_brought_home_though_that_ends_the_game() -> None:
    s = scene(tiles={"B4": CROSS_WOOD}, trains=([], ["H4"]), goods={"steel": 1, "cattle": 1, "whiskey": 1}, round=9)
    s = with_player(s, 0, trains=(Spot("B4"),), home=4, coal=1, whistles=0).with_tile("A4", Tiled("e1", 0))
    assert first(s).startswith("run.B4.nw deliver park.")
