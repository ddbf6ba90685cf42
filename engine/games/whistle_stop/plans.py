"""Whole ways of a train, from the token to the end of its move: what suggestions and bots choose from."""

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from engine.core.move import Line, Move
from engine.games.whistle_stop import routes, trains, weights, worth
from engine.games.whistle_stop.components import EAST, MOST_TOKENS, SIDES, box
from engine.games.whistle_stop.moves import Blow, Bypass, Lay, On, Run, Stop
from engine.games.whistle_stop.routes import COAL, WHISTLE, Arrival, Head, Rails
from engine.games.whistle_stop.state import Spot, State

MOST_WAYS = 80  # of one train by one side


class Way(msgspec.Struct, frozen=True):
    """The steps, without what is decided at the toll and at the stop."""

    steps: Line
    token: str
    start: Spot
    spot: Spot
    worth: float

    @property
    def kind(self) -> str:
        """Ways of another kind are worth a thought even if they look worse."""
        special = any(isinstance(step, Lay) and box().tiles[step.tile].special for step in self.steps)
        return f"{self.token} {'special' if special else ''}"


def ways(s: State, seat: int) -> list[Way]:
    """Every sensible way, the best first."""
    if s.turn.spent >= MOST_TOKENS:
        return []
    player, found, judge = s.players[seat], list[Way](), Judge(s, seat)
    price = worth.token_worth(s, seat)
    tokens = [token for token, there in ((COAL, player.coal), (WHISTLE, player.whistles)) if there]
    way = routes.rails(s, seat)
    for spot in dict.fromkeys(player.trains):
        if trains.toll_owner(s, seat, spot.hex) is not None and not player.cubes:
            continue
        before = worth.prospect(way, spot).worth
        for side in routes.path_sides(s.tiles, spot):
            for token in tokens:
                if token == COAL and side in EAST:
                    continue
                cost = before + (price.coal if token == COAL else price.whistle)
                head = routes.begin(way, spot, side, token)
                first = (Run if token == COAL else Blow)(spot.hex, SIDES[side])
                for steps, end, after in islice(_expand(way, head, player.hand, (first,)), MOST_WAYS):
                    found.append(Way(steps, token, spot, end, judge.worth(spot, end, after, steps) - cost))
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


class Judge:
    """What ways of a seat's trains bring, in one position. What many ways have in common is worked out once."""

    def __init__(self, s: State, seat: int) -> None:
        self.s, self.seat, self.player = s, seat, s.players[seat]
        self.turns, self.risk = worth.turns_left(s, seat), worth.special_risk(self.player)
        self.before = self._trains(self.player.trains, 0, 0) + self._goods(self.player.trains)
        self.after: dict[tuple[Spot, str], float] = {}

    def worth(self, start: Spot, end: Spot, way: Rails, steps: Sequence[Move]) -> float:
        """Of a way from `start` to `end`, on the map as it lies then; without its token."""
        others = list(self.player.trains)
        others.remove(start)
        home = end.hex in box().ends
        there = others if home else [*others, end]
        known = (start, "" if home else end.hex)
        if known not in self.after:
            self.after[known] = self._trains(there, home, 1) + self._goods(there) - self.before
        value = self.after[known] + worth.stop_worth(self.s, self.seat, way.tiles, end, there)
        value += weights.HOMECOMING if home else worth.prospect(way, end).worth
        return value + sum(self._laid(step.tile) for step in steps if isinstance(step, Lay))

    def _trains(self, trains: Sequence[Spot], home: int, spent: int) -> float:
        tokens = worth.tokens_in_moves(self.player) - spent
        return worth.trains_worth(self.s, self.seat, trains, self.player.home + home, tokens, self.turns)

    def _goods(self, trains: Sequence[Spot]) -> float:
        return worth.deliveries(self.s, self.seat, trains, self.turns).worth(self.player.goods)

    def _laid(self, tile: str) -> float:
        """Special tiles should not stay in hand; other tiles are worth keeping."""
        return weights.LAID_SPECIAL + self.risk if box().tiles[tile].special else weights.LAID_TRACK


def best_step(s: State, seat: int) -> Move:
    """The best next step of a train that is already on its way."""
    head = s.turn.running
    assert head is not None
    way, hand = routes.rails(s, seat), s.players[seat].hand
    best, most, judge = None, float("-inf"), Judge(s, seat)
    for steps, end, after in islice(_expand(way, head, hand, ()), 2 * MOST_WAYS):
        value = judge.worth(head.start, end, after, steps)
        if value > most:
            best, most = steps[0], value
    assert best is not None  # no step leads into a dead end
    return best
