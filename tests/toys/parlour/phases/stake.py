"""All at once lay a card face down; when the last has answered, all are turned up (par-2)."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.core.event import Event
from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Refusal
from engine.core.say import Say, say
from tests.toys.parlour.events import Staked, StakeLost, StakeShown, StakeWon
from tests.toys.parlour.hands import distinct, holds
from tests.toys.parlour.moves import Stake
from tests.toys.parlour.state import VALUES, State, without

NAME = "stake"
MOVES = (Stake,)
REWARD = 3


def begin(s: State) -> State:
    return s.with_phase(NAME).with_stakes((None,) * len(s.seats))


def actors(s: State) -> tuple[int, ...]:
    return tuple(seat for seat, stake in enumerate(s.stakes) if stake is None)


def question(s: State, seat: int) -> str:
    return f"{s.round}/{NAME}"


def offers(s: State, seat: int) -> Iterator[Move]:
    return (Stake(card) for card in distinct(s.hands[seat]))


def refuse(s: State, seat: int, move: Stake) -> Refusal | None:
    return holds(s, seat, (move.card,))


def play(s: State, seat: int, move: Stake) -> Outcome[State]:
    s = s.with_hand(seat, without(s.hands[seat], (move.card,)))
    s = s.with_stakes((*s.stakes[:seat], move.card, *s.stakes[seat + 1 :]))
    if None in s.stakes:
        return Outcome(s, (Staked(seat),), "turn")
    turned_up, events = _turned_up(s)  # par-2.2
    return Outcome(turned_up, (Staked(seat), *events), "seen")


def _turned_up(s: State) -> tuple[State, tuple[Event, ...]]:
    stakes = [stake for stake in s.stakes if stake is not None]
    events: list[Event] = [StakeShown(seat, card) for seat, card in enumerate(stakes)]
    highest = max(stakes, key=lambda card: VALUES[card])
    if stakes.count(highest) == 1:  # par-2.3
        winner = stakes.index(highest)
        s = s.with_leader(winner)
        s = s.with_score(winner, replace(s.scores[winner], staked=s.scores[winner].staked + REWARD))
        events.append(StakeWon(winner, REWARD))
    else:
        events.append(StakeLost(s.leader))
    return s.with_discard((*s.discard, *stakes)).with_stakes(()), tuple(events)


def default(s: State, seat: int) -> Line:
    return (Stake(s.hands[seat][0]),)


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    cards = distinct(s.hands[seat])[::-1]
    return [Suggestion((Stake(card),), say("stake-it", card=card, value=VALUES[card])) for card in cards[:n]]


def rank(s: State, seat: int, moves: Sequence[Any]) -> Sequence[Move]:
    return sorted(moves, key=lambda move: -VALUES[move.card])


def prompt(s: State, seat: int) -> Say:
    return say("ask-stake")


def notes(s: State, seat: int) -> Sequence[Say]:
    waiting = len(actors(s))
    return [say("still-staking", n=waiting)]
