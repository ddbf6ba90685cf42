"""What is asked just now, and what the mover should keep in mind."""

from collections.abc import Sequence

from engine.core.say import Say, say
from engine.games.whistle_stop.components import MOST_PURCHASES, MOST_TOKENS, box
from engine.games.whistle_stop.stages import stage
from engine.games.whistle_stop.state import State
from engine.games.whistle_stop.turn_end import may_look, missing

NEAR = 3  # rounds in which special tiles in hand should be laid


def prompt(s: State, seat: int) -> Say:
    now = stage(s)
    running, todo = s.turn.running, s.turn.todo
    if running is not None:
        return say(f"ask-on-the-way-{now}", hex=running.hex)
    if now == "deliver":
        tile = box().tiles[s.tiles[todo[0].word].tile]
        return say("ask-deliver", hex=todo[0].word, cost=tile.cost, bonus=tile.bonus, malus=tile.malus)
    if now == "good":
        return say("ask-good", good=todo[0].word)
    if todo:
        return say(f"ask-which-{now}")
    if now in ("fill", "look"):
        return say(f"ask-tiles-{'compass' if may_look(s, seat) else now}", n=missing(s, seat))
    if s.turn.trades:
        return say("ask-trade", n=s.turn.trades)
    return say("ask-turn")


def notes(s: State, seat: int) -> Sequence[Say]:
    player, turn = s.players[seat], s.turn
    coal, whistles = say("some-coal", n=player.coal), say("some-whistles", n=player.whistles)
    told = [say("note-tokens", spent=turn.spent, most=MOST_TOKENS, coal=coal, whistles=whistles)]
    if turn.bought:
        told.append(say("note-bought", n=turn.bought, most=MOST_PURCHASES))
    if not turn.moved and not turn.filling:
        told.append(say("note-not-moved"))
    if s.closing:
        told.append(say("note-closing"))
    elif s.last_round:
        told.append(say("note-last-round"))
    special = tuple(tile for tile in player.hand if box().tiles[tile].special)
    if special and "boiler" not in player.upgrades and _end_is_near(s):
        told.append(say("note-special", tiles=special, n=len(special)))
    return told


def _end_is_near(s: State) -> bool:
    """A last round, by the count of rounds or by a last train, comes soon or has begun."""
    return s.closing or s.rounds - s.round < NEAR or any(len(player.trains) == 1 for player in s.players)
