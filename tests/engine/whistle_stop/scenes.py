"""Small positions for tests: a nearly empty board on which a train stands where the test needs it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from engine.core.event import Event
from engine.core.game import Ends
from engine.core.move import Line, read_line
from engine.core.play import legal, refuse, start, step
from engine.games.whistle_stop import GAME
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.state import Player, Spot, State, Tiled, Turn

COLOURS = ("orange", "green", "sky", "magenta", "brown")
ENDS = {f"A{number}": f"e{number}" for number in range(1, 9)}

# Tiles for the tests, with the rotation that lays them so:
THROUGH = ("t1", 0)  # three straights without a stop
CROSS_WOOD = ("t29", 0)  # ne-se-sw-nw meet at wood, n-s runs through
CROSS_STONE = ("t27", 0)
TURN_BACK = ("t3", 0)  # n-s, ne-se and sw-nw
TWO_STOPS = ("t44", 0)  # n-ne-sw at wood, se-s-nw at cotton


def scene(
    *,
    tiles: Mapping[str, tuple[str, int]] | None = None,
    trains: Sequence[Sequence[tuple[str, int] | str]] = ((), ()),
    hand: Sequence[str] = (),
    coal: int = 4,
    whistles: int = 2,
    goods: Mapping[str, int] | None = None,
    upgrades: Sequence[Sequence[str]] = (),
    seats: int = 2,
    round: int = 1,
    **changes: object,
) -> State:
    """Seat 0 is asked in its turn; it has the hand, tokens and goods. A bare address stands for its first path."""
    s = start(GAME, COLOURS[:seats], "scene").state
    laid = {hex: Tiled(*tile) for hex, tile in {**{h: (t, 0) for h, t in ENDS.items()}, **(tiles or {})}.items()}
    players = []
    for seat in range(seats):
        there = trains[seat] if seat < len(trains) else ()
        spots = [Spot(spot) if isinstance(spot, str) else Spot(*spot) for spot in there]
        own = upgrades[seat] if seat < len(upgrades) else ()
        player = Player(coal=1, upgrades=tuple(own)).with_trains([*spots, Spot("I16")] if seat == 0 else spots)
        players.append(player)
    players[0] = replace(players[0], coal=coal, whistles=whistles, goods=dict(goods or {})).with_hand(hand)
    s = replace(s, phase="turn", asked=tuple(range(seats)), first=0, round=round, turn=Turn())
    s = replace(s, tiles=laid, players=tuple(players), upgrades=(), cubes={**box().cubes})
    return replace(s, **changes)


def with_player(s: State, seat: int, **changes: object) -> State:
    return s.with_player(seat, replace(s.players[seat], **changes))


@dataclass(frozen=True)
class Done:
    state: State
    events: tuple[Event, ...]
    ends: Ends | None

    @property
    def me(self) -> Player:
        return self.state.players[0]

    def told(self, cls: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, cls)]


def line(text: str) -> Line:
    return read_line(text, GAME.verbs, GAME.lexicon({}))


def go(s: State, text: str, seat: int = 0) -> Done:
    """Plays the moves one by one, without what follows by itself."""
    events: tuple[Event, ...] = ()
    ends: Ends | None = None
    for move in line(text):
        outcome = step(GAME, s, seat, move)
        s, ends = outcome.state, outcome.ends
        events += outcome.events
    return Done(s, events, ends)


def why(s: State, text: str, seat: int = 0) -> tuple[str, str] | None:
    """Reason and rule of the refusal of the last move, after the others are played."""
    *before, last = text.split()
    s = go(s, " ".join(before), seat).state if before else s
    found = refuse(GAME, s, seat, line(last)[0])
    return None if found is None else (found.reason, found.rule)


def may(s: State, seat: int = 0) -> list[str]:
    return [str(move) for move in legal(GAME, s, seat)]


def sides(s: State, verb: str, hex: str, seat: int = 0) -> list[str]:
    """The sides by which the train at a cell may begin to move."""
    return [move.rpartition(".")[2] for move in may(s, seat) if move.startswith(f"{verb}.{hex}.")]
