"""Setup: the trains are put on the East stations, one at a time (whi-1.18)."""

from collections.abc import Iterator, Sequence

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.phase_plans import Planning
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.games.whistle_stop import station_choice
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.events import TrainPlaced
from engine.games.whistle_stop.moves import Place
from engine.games.whistle_stop.state import Spot, State

NAME = "place"
MOVES: tuple[type[Move], ...] = (Place,)


def begin(s: State) -> State:
    return s


def actors(s: State) -> tuple[int, ...]:
    return s.asked[:1]


def question(s: State, seat: int) -> str:
    """One for all trains: a list of stations is worked off."""
    return f"0/{NAME}"


def offers(s: State, seat: int) -> Iterator[Move]:
    return (Place(station) for station in box().stations)


def refuse(s: State, seat: int, move: Place) -> Refusal | None:
    return _a_station(move.station) or _free(s, move.station)


def _a_station(station: str) -> Refusal | None:
    return None if station in box().stations else refusal("no-station", "whi-1.4", hex=station)


def _free(s: State, station: str) -> Refusal | None:
    return refusal("station-taken", "whi-1.18", hex=station) if Spot(station) in s.standing else None


def play(s: State, seat: int, move: Place) -> Outcome[State]:
    state = s.with_player(seat, s.players[seat].with_placed(Spot(move.station))).with_asked(s.asked[1:])
    return Outcome(state, (TrainPlaced(seat, move.station),), "turn")


def default(s: State, seat: int) -> Line:
    return (Place(station_choice.best(s, seat)[0].station),)


def still(s: State, seat: int) -> Line:
    return (Place(station_choice.best(s, seat)[-1].station),)


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    return [station_choice.suggestion(outlook) for outlook in station_choice.best(s, seat)[:n]]


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    order = [Place(outlook.station) for outlook in station_choice.best(s, seat)]
    return sorted(moves, key=lambda move: order.index(move) if isinstance(move, Place) else 0)


def prompt(s: State, seat: int) -> Say:
    return say("ask-place", n=s.players[seat].to_place)


def notes(s: State, seat: int) -> Sequence[Say]:
    return (say("note-placing", n=len(s.asked)),)


PLANNING: Planning[State] = Planning(still, lists_all=True)
