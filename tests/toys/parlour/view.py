"""What a reader may see: everything but the hands and stakes of others and the order of the deck."""

from collections.abc import Mapping

import msgspec

from engine.core.rng import Rng
from tests.toys.parlour.state import PACK, Cards, Score, State, Turn, in_order, without


class View(msgspec.Struct, frozen=True):
    reader: int | None
    seats: tuple[str, ...]
    options: Mapping[str, str]
    phase: str
    round: int
    leader: int
    deck: int  # how many cards are left
    counts: tuple[int, ...]  # how many cards each hand has
    hand: Cards  # the reader's own
    stake: str | None  # the reader's own
    staked: tuple[bool, ...]  # who has answered, while stakes are laid
    discard: Cards
    scores: tuple[Score, ...]
    queue: tuple[int, ...]
    turn: Turn
    victim: int | None

    @property
    def rounds(self) -> int:
        return int(self.options["rounds"])


def view(s: State, reader: int | None) -> View:
    return View(
        reader=reader,
        seats=s.seats,
        options=s.options,
        phase=s.phase,
        round=s.round,
        leader=s.leader,
        deck=len(s.deck),
        counts=tuple(map(len, s.hands)),
        hand=() if reader is None else s.hands[reader],
        stake=s.stakes[reader] if reader is not None and s.stakes else None,
        staked=tuple(stake is not None for stake in s.stakes),
        discard=s.discard,
        scores=s.scores,
        queue=s.queue,
        turn=s.turn,
        victim=s.victim,
    )


def imagine(view: View, rng: Rng) -> State:
    """A state that this reader cannot tell from the true one: what it does not know is dealt anew."""
    known = (*view.hand, *view.discard, *(() if view.stake is None else (view.stake,)))
    pool, rng = rng.shuffled(without(PACK, known))
    hands, stakes = [], list[str | None]()
    for seat, count in enumerate(view.counts):
        dealt, pool = (view.hand, pool) if seat == view.reader else (in_order(pool[:count]), pool[count:])
        hands.append(dealt)
    for seat, answered in enumerate(view.staked):
        stake = view.stake if answered else None
        if answered and seat != view.reader:
            stake, pool = pool[0], pool[1:]
        stakes.append(stake)
    return State(
        seats=view.seats,
        options=view.options,
        rng=rng,
        phase=view.phase,
        deck=pool,
        hands=tuple(hands),
        scores=view.scores,
        discard=view.discard,
        round=view.round,
        leader=view.leader,
        stakes=tuple(stakes),
        queue=view.queue,
        turn=view.turn,
        victim=view.victim,
    )
