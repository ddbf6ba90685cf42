"""Phase 3: each player takes one of the seven actions (aos-5)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.core.event import Event
from engine.core.game import Options, Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.phase_plans import Planning
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.games.age_of_steam.components import ACTIONS, MOST_ENGINE
from engine.games.age_of_steam.events import ActionTaken, EngineRaised
from engine.games.age_of_steam.moves import Take
from engine.games.age_of_steam.outlook import actions_by_worth, in_sight
from engine.games.age_of_steam.state import State

NAME = "actions"
MOVES = (Take,)

# For a silent seat: useful without a decision to make, and without raising the cost of the engine.
SAFEST = ("first-move", "first-build", "engineer", "turn-order", "production", "urbanization", "locomotive")

# Options under which an action does something else (aos-11.2, aos-11.3, aos-11.7).
CHANGED_BY = {"engineer": "engineer-flat", "production": "production-choice", "urbanization": "urbanize-anytime"}


def begin(s: State) -> State:
    for seat, player in enumerate(s.players):
        s = s.with_player(seat, replace(player, action=None, pass_left=False))
    return s.with_phase(NAME, s.order)


def actors(s: State) -> tuple[int, ...]:
    return s.asked[:1]


def question(s: State, seat: int) -> str:
    return f"{s.turn}/{NAME}"


def offers(s: State, seat: int) -> Iterator[Move]:
    return (Take(action) for action in ACTIONS)


def refuse(s: State, seat: int, move: Take) -> Refusal | None:
    holder = s.holder(move.action)
    return None if holder is None else refusal("action-taken-by", "aos-5.2", action=move.action, holder=holder)


def play(s: State, seat: int, move: Take) -> Outcome[State]:
    player = replace(s.players[seat], action=move.action)
    events: tuple[Event, ...] = (ActionTaken(seat, move.action),)
    if move.action == "locomotive" and player.engine < MOST_ENGINE:
        player = replace(player, engine=player.engine + 1)
        events = (*events, EngineRaised(seat, player.engine))
    return Outcome(s.with_player(seat, player).with_asked(s.asked[1:]), events, "turn")


def default(s: State, seat: int) -> Line:
    return (Take(_safest(s)),)


def _safest(s: State) -> str:
    return next(action for action in SAFEST if s.holder(action) is None)


# What others take when a seat looks ahead: whatever leaves board and engines as they are.
QUIETEST = ("turn-order", "production", "first-build", "first-move", "engineer", "urbanization", "locomotive")


def still(s: State, seat: int) -> Line:
    return (Take(next(action for action in QUIETEST if s.holder(action) is None)),)


def clear(s: State, seat: int) -> State:
    for other, player in enumerate(s.players):
        s = s.with_player(other, replace(player, action=None))
    return s


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    free = in_sight([action for action in actions_by_worth(s, seat) if s.holder(action) is None], _safest(s))
    return [
        Suggestion((Take(action),), say("take-action", action=action), about(s.options, action)) for action in free[:n]
    ]


def about(options: Options, action: str) -> Say:
    """What an action does."""
    option = CHANGED_BY.get(action)
    return say(f"about-{action}") if option is None or options.get(option) != "on" else say(f"about-{option}")


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    worth = actions_by_worth(s, seat)
    return sorted(moves, key=lambda move: worth.index(move.words()[0]))


def prompt(s: State, seat: int) -> Say:
    return say("ask-action")


def notes(s: State, seat: int) -> Sequence[Say]:
    return [say("note-money", money=s.players[seat].money)]


PLANNING: Planning[State] = Planning(still, clear=clear, lists_all=True)
