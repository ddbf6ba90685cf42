"""Chapters 9 and 10: the end of a turn and of the game."""

from engine.core.play import actors, is_over, play, settle
from engine.games.whistle_stop import GAME
from engine.games.whistle_stop.events import TileDrawn, TilesShown, TileTaken
from engine.games.whistle_stop.score import final_parts, majorities
from engine.games.whistle_stop.state import Player, Spot, State
from tests.engine.whistle_stop.scenes import CROSS_WOOD, go, line, may, scene, why, with_player

SHOWN = ("t30", "t31", "t32")
PILE = ("t40", "t41", "t42", "t43")


def ending(hand: list[str], **changes: object) -> State:
    return scene(hand=hand, shown=changes.pop("shown", SHOWN), pile=changes.pop("pile", PILE), **changes)  # type: ignore[arg-type]


def test_whi_9_1_the_hand_is_filled_from_open_tiles_or_the_pile() -> None:
    s = go(ending(["t1"]), "done").state
    assert may(s) == ["pick.t30", "pick.t31", "pick.t32", "draw"]
    picked = go(s, "pick.t31")
    assert picked.ends is None
    assert picked.me.hand == ("t1", "t31")
    drawn = go(s, "draw")
    assert drawn.ends == "seen"
    assert drawn.me.hand == ("t1", "t40")
    assert drawn.told(TileDrawn)[0].seen_by(1) == TileTaken(0)
    assert why(s, "pick.t40") == ("not-shown", "whi-9.1")
    assert why(s, "run.I16.nw") == ("fill-first", "whi-9.1")
    assert go(ending(["t1", "t2", "t3"]), "done").ends == "turn"


def test_whi_9_2_the_open_tiles_are_filled_only_afterwards() -> None:
    s = go(ending(["t1"]), "done pick.t31").state
    assert s.shown == ("t30", "t32")
    last = go(s, "pick.t30")
    assert last.ends == "seen"  # new tiles come to light when it is played
    assert last.state.shown == ("t32",)
    after = settle(GAME, last.state)
    assert after.state.shown == ("t32", "t40", "t41")
    assert TilesShown(("t40", "t41")) in after.events
    assert actors(GAME, after.state) == (1,)


def test_whi_9_3_in_the_last_round_hands_are_not_filled() -> None:
    assert go(ending(["t1"], round=12), "done").ends == "turn"
    assert go(ending(["t1"], closing=True), "done").state.players[0].hand == ("t1",)
    home = scene(tiles={"B4": CROSS_WOOD}, trains=(["B4"], []), hand=["t1"])
    home = with_player(home, 0, trains=(Spot("B4"),))
    assert go(home, "run.B4.nw park.6 done").ends == "turn"


def test_whi_9_4_without_tiles_play_goes_on() -> None:
    assert go(ending(["t1"], shown=(), pile=()), "done").ends == "turn"
    s = go(ending([], shown=("t30",), pile=()), "done").state
    assert may(s) == ["pick.t30"]
    assert why(s, "draw") == ("pile-empty", "whi-9.4")
    assert go(s, "pick.t30").ends == "turn"


def test_whi_10_1_the_game_ends_after_the_last_round() -> None:
    s = scene(round=12)
    s = play(GAME, s, 0, line("done")).state
    assert actors(GAME, s) == (1,)
    s = play(GAME, s, 1, line("done")).state
    assert is_over(GAME, s)


def test_whi_10_1_a_last_train_home_lets_the_round_be_played_out() -> None:
    s = scene(tiles={"B4": CROSS_WOOD}, trains=(["B4"], []), seats=3, round=3)
    s = with_player(s, 0, trains=(Spot("B4"),))
    s = play(GAME, s, 0, line("run.B4.nw park.6 done")).state
    assert s.closing
    assert actors(GAME, s) == (1,)
    s = play(GAME, s, 1, line("done")).state
    s = play(GAME, s, 2, line("done")).state
    assert is_over(GAME, s)


def test_whi_10_2_majorities_and_their_tie() -> None:
    players = (
        Player(shares=("amber-2", "amber-3", "jade-2", "jade-5")),
        Player(shares=("amber-1", "jade-1", "jade-6")),
        Player(shares=("amber-4", "amber-5")),
    )
    assert majorities(players) == {"amber": 0, "jade": 1}
    s = over({0: players[0], 1: players[1]})
    assert [player.bonus["majorities"] for player in s.players] == [15, 15]


def over(players: dict[int, Player]) -> State:
    s = scene(round=12)
    for seat, player in players.items():
        s = s.with_player(seat, player)
    return settle(GAME, s.with_phase("refill", (0,)).with_asked(())).state


def test_whi_10_3_upgrades() -> None:
    assert final_parts(Player(upgrades=("boiler", "coal-car", "safe")))["upgrades"] == 13


def test_whi_10_4_nuggets() -> None:
    assert final_parts(Player(gold=(3, 5, 4)))["gold"] == 12


def test_whi_10_5_goods() -> None:
    assert final_parts(Player(goods={"wood": 2, "stone": 1, "steel": 1, "whiskey": 2}))["goods"] == 12


def test_whi_10_6_pairs_of_tokens() -> None:
    assert final_parts(Player(coal=2, whistles=3))["tokens"] == 2


def test_whi_10_7_special_tiles_in_hand() -> None:
    hand = ("t1", "gold-mine", "jade-town")
    assert final_parts(Player(hand=hand))["penalty"] == -20
    assert final_parts(Player(hand=hand, upgrades=("boiler",)))["penalty"] == 0
    s = over({0: Player(hand=hand, gold=(5, 4)), 1: Player(score=30, bonus={"towns": 30}, hand=hand)})
    assert [player.score for player in s.players] == [0, 10]


def test_whi_10_8_ties() -> None:
    s = over({0: Player(score=9, bonus={"towns": 9}), 1: Player(score=9, bonus={"towns": 9})})
    assert [row.place for row in GAME.standings(s)] == [1, 1]
    more = with_player(s, 1, shares=("jade-6",))
    assert [(row.seat, row.place) for row in GAME.standings(more)] == [(1, 1), (0, 2)]
