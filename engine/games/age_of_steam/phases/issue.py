"""Phase 1: shares (aos-3)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.phase_plans import Planning
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.games.age_of_steam.components import MOST_SHARES
from engine.games.age_of_steam.events import Issued, IssuedNone
from engine.games.age_of_steam.money import PRICE, shortfall
from engine.games.age_of_steam.moves import Issue, Pass
from engine.games.age_of_steam.outlook import in_sight, shares_for
from engine.games.age_of_steam.state import State

NAME = "issue"
MOVES = (Issue, Pass)


def begin(s: State) -> State:
    # aos-3.1: in the order of the turn before; aos-3.3: a player who has issued all shares is not asked.
    return s.with_phase(NAME, tuple(seat for seat in s.order if s.players[seat].shares < MOST_SHARES))


def actors(s: State) -> tuple[int, ...]:
    return s.asked[:1]


def question(s: State, seat: int) -> str:
    return f"{s.turn}/{NAME}"


def offers(s: State, seat: int) -> Iterator[Move]:
    yield Pass()
    for shares in range(1, MOST_SHARES - s.players[seat].shares + 1):
        yield Issue(shares)


def refuse(s: State, seat: int, move: Issue | Pass) -> Refusal | None:
    if isinstance(move, Pass):
        return None
    left = MOST_SHARES - s.players[seat].shares
    if move.shares < 1:
        return refusal("no-shares-is-pass", "aos-12.3")
    return refusal("too-many-shares", "aos-3.3", n=left) if move.shares > left else None


def play(s: State, seat: int, move: Issue | Pass) -> Outcome[State]:
    s = s.with_asked(s.asked[1:])
    if isinstance(move, Pass):
        return Outcome(s, (IssuedNone(seat),), "turn")
    player = s.players[seat]
    s = s.with_player(seat, replace(player, shares=player.shares + move.shares))
    s = s.with_paid(seat, -PRICE * move.shares)
    return Outcome(s, (Issued(seat, move.shares, PRICE * move.shares),), "turn")


def default(s: State, seat: int) -> Line:
    """As few as keep the seat from falling short this turn if it builds nothing."""
    needed = _needed(s, seat)
    return (Issue(needed) if needed else Pass(),)


def _needed(s: State, seat: int) -> int:
    left = MOST_SHARES - s.players[seat].shares
    return next((shares for shares in range(left + 1) if not shortfall(s.players[seat], shares)), left)


def dangers(s: State, seat: int, line: Line) -> Sequence[Say]:
    issued = sum(move.shares for move in line if isinstance(move, Issue))
    missing = shortfall(s.players[seat], issued)
    return [say("danger-short", missing=missing)] if missing else []


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    best = shares_for(s, seat)
    near = sorted(range(MOST_SHARES - s.players[seat].shares + 1), key=lambda shares: (abs(shares - best), shares))
    return [_suggestion(s, seat, shares) for shares in in_sight(near, _needed(s, seat))[:n]]


def _suggestion(s: State, seat: int, shares: int) -> Suggestion:
    player = s.players[seat]
    money, costs = player.money + PRICE * shares, player.shares + shares + player.engine
    note = say("issue-note", money=money, costs=costs)
    if not shares:
        return Suggestion((Pass(),), say("issue-none"), note)
    return Suggestion((Issue(shares),), say("issue-some", n=shares, money=PRICE * shares), note)


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    return moves


def prompt(s: State, seat: int) -> Say:
    return say("ask-issue")


def notes(s: State, seat: int) -> Sequence[Say]:
    player = s.players[seat]
    missing = shortfall(player, 0)
    lines = [say("note-expenses", income=player.income, costs=player.shares + player.engine, money=player.money)]
    return [*lines, say("danger-short", missing=missing)] if missing else lines


PLANNING: Planning[State] = Planning(dangers=dangers)
