"""Whole ways of a train, from the token to the end of its move: what suggestions and bots choose from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.core.move import Line, Move
from engine.games.whistle_stop import routes, trains, weights, worth
from engine.games.whistle_stop.components import EAST, MOST_TOKENS, SIDES, box
from engine.games.whistle_stop.moves import Blow, Bypass, Lay, On, Run, Stop
from engine.games.whistle_stop.routes import COAL, WHISTLE, Arrival, Head, Rails
from engine.games.whistle_stop.state import Spot, State

MOST_WAYS = 80  # of one train by one side


@dataclass(frozen=True)
class Way:
    """The steps, without what is decided at the toll and at the stop."""

    steps: Line
    token: str
    start: Spot
    spot: Spot
    worth: float


def ways(s: State, seat: int) -> list[Way]:
    """Every sensible way, the best first."""
    if s.turn.spent >= MOST_TOKENS:
        return []
    player, found = s.players[seat], list[Way]()
    price = worth.token_worth(s, seat)
    tokens = [token for token, there in ((COAL, player.coal), (WHISTLE, player.whistles)) if there]
    way = routes.rails(s, seat)
    for spot in dict.fromkeys(player.trains):
        if trains.toll_owner(s, seat, spot.hex) is not None and not player.cubes:
            continue
        before = worth.mobility(way, spot)
        for side in routes.path_sides(s.tiles, spot):
            for token in tokens:
                if token == COAL and side in EAST:
                    continue
                head = routes.begin(way, spot, side, token)
                first = (Run if token == COAL else Blow)(spot.hex, SIDES[side])
                for steps, end, after in islice(_expand(way, head, player.hand, (first,)), MOST_WAYS):
                    value = _worth(s, seat, after, spot, end, before)
                    value -= price.coal if token == COAL else price.whistle
                    found.append(Way(steps, token, spot, end, value + _laid_worth(s, seat, steps)))
    return sorted(found, key=lambda one: -one.worth)


def _expand(way: Rails, head: Head, hand: Sequence[str], steps: Line) -> Iterator[tuple[Line, Spot, Rails]]:
    if head is None:
        return
    if isinstance(head, Arrival):
        yield steps, head.spot, way
    elif head.waits == "lay":
        for tile, rotation in _layings(hand, head.side):
            beside, then = routes.laid(way, head, tile, rotation)
            yield from _expand(beside, then, routes.without(hand, tile), (*steps, Lay(tile, rotation)))
    elif head.waits == "end":
        yield (*steps, Stop()), head.used[-1], way
        yield (*steps, Bypass()), head.used[-1], way
    else:
        sides = routes.ways_on(way, head, hand)
        asked = len(sides) + head.may_end > 1  # whi-2.7
        if head.may_end:
            yield (*steps, Stop()) if asked else steps, head.used[-1], way
        for side in sides:
            further = (*steps, On(SIDES[side])) if asked else steps
            yield from _expand(way, routes.leave(way, head, side), hand, further)


def _layings(hand: Sequence[str], entry: int) -> Iterator[tuple[str, int]]:
    """Tiles with stops in each rotation that brings the train to one, others once for each way they lead."""
    stops = [tile for tile in hand if box().tiles[tile].lets_end]
    for tile in stops:
        for rotation, lying in enumerate(box().tiles[tile].rotations):
            if lying.paths[lying.at[entry]].stop is not None:
                yield tile, rotation
    yield from routes.distinct_ways([tile for tile in hand if tile not in stops], entry)


def _worth(s: State, seat: int, way: Rails, start: Spot, end: Spot, mobility_before: float) -> float:
    player = s.players[seat]
    others = list(player.trains)
    others.remove(start)
    tokens = worth.tokens_in_moves(player) - 1
    home = end.hex in box().ends
    after = others if home else [*others, end]
    value = worth.trains_worth(s, seat, after, player.home + home, tokens)
    value -= worth.trains_worth(s, seat, player.trains, player.home, tokens + 1)
    value += worth.stop_worth(s, seat, way.tiles, end, after)
    value += worth.goods_worth(s, seat, player.goods, after) - worth.goods_worth(s, seat, player.goods, player.trains)
    if home:
        return value + weights.HOMECOMING
    return value + worth.standing_worth(worth.mobility(way, end)) - worth.standing_worth(mobility_before)


def _laid_worth(s: State, seat: int, steps: Sequence[Move]) -> float:
    """Special tiles should not stay in hand; other tiles are worth keeping."""
    laid = [box().tiles[step.tile].special for step in steps if isinstance(step, Lay)]
    risk = worth.hand_worth(s, seat) / max(1, sum(box().tiles[tile].special for tile in s.players[seat].hand))
    return sum(weights.LAID_SPECIAL - risk if special else weights.LAID_TRACK for special in laid)


def best_step(s: State, seat: int) -> Move:
    """The best next step of a train that is already on its way."""
    head = s.turn.running
    assert head is not None
    way, hand = routes.rails(s, seat), s.players[seat].hand
    best, most = None, float("-inf")
    for steps, end, after in islice(_expand(way, head, hand, ()), 2 * MOST_WAYS):
        value = _worth(s, seat, after, head.start, end, 1.0) + _laid_worth(s, seat, steps)
        if value > most:
            best, most = steps[0], value
    assert best is not None  # no step leads into a dead end
    return best
