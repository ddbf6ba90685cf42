"""Each player places the locomotive in a city of choice, the first player first (spk-1.14)."""

from collections.abc import Iterator, Sequence

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Refusal
from engine.core.say import Say, say
from engine.games.spike.components import box
from engine.games.spike.events import Placed
from engine.games.spike.moves import Place
from engine.games.spike.state import State
from engine.games.spike.worth import best_homes

NAME = "place"
MOVES = (Place,)


def begin(s: State) -> State:
    return s.with_phase(NAME, s.seat_order)


def actors(s: State) -> tuple[int, ...]:
    return s.asked[:1]


def question(s: State, seat: int) -> str:
    return f"0/{NAME}"


def offers(s: State, seat: int) -> Iterator[Move]:
    for city in box().cities:
        yield Place(city)


def refuse(s: State, seat: int, move: Place) -> Refusal | None:
    return None


def play(s: State, seat: int, move: Place) -> Outcome[State]:
    s = s.with_player(seat, s.players[seat].with_home(move.city))
    return Outcome(s.with_asked(s.asked[1:]), (Placed(seat, move.city),), "turn")


def default(s: State, seat: int) -> Line:
    return (Place(best_homes(s, seat)[0]),)


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    return [
        Suggestion((Place(city),), say("suggest-place", city=city), _note(s, seat, city))
        for city in best_homes(s, seat)[:n]
    ]


def _note(s: State, seat: int, city: str) -> Say:
    good = box().good_of[city]
    near = tuple(other for other in box().cities if other != city and box().distance[city][other] == 1)
    if s.players[seat].contract(good) is not None:
        return say("suggest-place-own", good=good, n=len(near), near=near)
    return say("suggest-place-note", good=good, n=len(near), near=near)


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    order = {city: index for index, city in enumerate(best_homes(s, seat))}
    return sorted(moves, key=lambda move: order[move.city] if isinstance(move, Place) else len(order))


def prompt(s: State, seat: int) -> Say:
    return say("ask-place")


def notes(s: State, seat: int) -> Sequence[Say]:
    return (say("note-place"),)
