"""The expert game: all players at once choose the sides of their contracts and one of two routes (spk-10)."""

from collections.abc import Iterator, Sequence

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.games.spike.components import box
from engine.games.spike.moves import Flip, Keep
from engine.games.spike.state import State
from engine.games.spike.worth import route_choices, turns_left

NAME = "expert"
MOVES = (Flip, Keep)


def begin(s: State) -> State:
    return s.with_phase(NAME, s.seat_order)


def actors(s: State) -> tuple[int, ...]:
    return s.asked


def question(s: State, seat: int) -> str:
    return f"0/{NAME}"


def offers(s: State, seat: int) -> Iterator[Move]:
    player = s.players[seat]
    for top in player.routes:
        yield Keep(top)
    for contract in player.contracts:
        yield Flip(contract.good)


def refuse(s: State, seat: int, move: Move) -> Refusal | None:
    player = s.players[seat]
    if isinstance(move, Keep):
        return None if move.top in player.routes else refusal("route-not-dealt", "spk-10.1", city=move.top)
    assert isinstance(move, Flip)
    if player.contract(move.good) is None:
        return refusal("no-contract", "spk-10.1", good=move.good)
    return refusal("flipped-already", "spk-10.1", good=move.good) if move.good in player.flips else None


def play(s: State, seat: int, move: Move) -> Outcome[State]:
    player = s.players[seat]
    if isinstance(move, Keep):
        s = s.with_player(seat, player.with_route(move.top))
        still = tuple(other for other in s.asked if other != seat)
        # The last choice shows all sides, so it cannot be taken back (spk-10.2).
        return Outcome(s.with_asked(still), (), "turn" if still else "seen")
    assert isinstance(move, Flip)
    return Outcome(s.with_player(seat, player.with_flips((*player.flips, move.good))))


def default(s: State, seat: int) -> Line:
    return suggest(s, seat, 1)[0].line


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    """Either route with the sides that go best with it, the better one first; then either with the sides as dealt."""
    player = s.players[seat]
    lines: dict[Line, None] = {}
    for choice in route_choices(player, turns_left(s)):
        lines[(*(Flip(good) for good in choice.flips if good not in player.flips), Keep(choice.top))] = None
    for top in player.routes:
        lines[(Keep(top),)] = None
    return [Suggestion(line, _label(line), _note(s, seat, line)) for line in lines][:n]


def _label(line: Line) -> Say:
    flips = tuple(move.good for move in line if isinstance(move, Flip))
    top = next(move.top for move in line if isinstance(move, Keep))
    return say("suggest-keep-turned", goods=flips, top=top) if flips else say("suggest-keep", top=top)


def _note(s: State, seat: int, line: Line) -> Say:
    top = next(move.top for move in line if isinstance(move, Keep))
    return say("route-lists", cities=route_cities(top))


def route_cities(top: str) -> tuple[Say, ...]:
    return tuple(say("city-pays", city=city, n=value) for city, value in box().routes[top].items())


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    best = [move for suggestion in suggest(s, seat, 1) for move in suggestion.line]
    return sorted(moves, key=lambda move: move not in best)


def prompt(s: State, seat: int) -> Say:
    return say("ask-choose", n=len(s.players[seat].contracts))


def notes(s: State, seat: int) -> Sequence[Say]:
    player = s.players[seat]
    lines = []
    for contract in player.contracts:
        used = contract.flipped() if contract.good in player.flips else contract
        other = used.flipped()
        lines.append(
            say(
                "note-sides",
                good=contract.good,
                used=contract_cities(used.card, used.side),
                other=contract_cities(other.card, other.side),
            )
        )
    return (*lines, *(say("note-route", top=top, cities=route_cities(top)) for top in player.routes))


def contract_cities(card: str, side: str) -> tuple[Say, ...]:
    return tuple(say("city-pays", city=city, n=pays) for city, pays in box().contracts[card][side].pays.items())
