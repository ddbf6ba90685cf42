"""The setup, up to the first question: the gift (spk-1)."""

from engine.core.game import Options, Outcome
from engine.core.rng import Rng
from engine.games.spike.cards import counted
from engine.games.spike.components import box
from engine.games.spike.events import Dealt
from engine.games.spike.phases import gift
from engine.games.spike.state import Contract, Market, Player, State


def setup(seats: tuple[str, ...], rng: Rng, options: Options) -> Outcome[State]:
    number, pieces = len(seats), box().pieces
    market, rng = _market(rng)
    contracts, rng = _contracts(number, rng)
    first, rng = rng.below(number)  # spk-1.10
    cards, rng = rng.shuffled([kind for kind in box().kinds for _ in range(pieces.cards[number])])
    hands = [cards[seat * pieces.hand :][: pieces.hand] for seat in range(number)]
    state = State(
        seats=seats,
        options=options,
        rng=rng,
        phase=gift.NAME,
        players=tuple(
            Player(hand=counted(hand, box().kinds), contracts=dealt)
            for hand, dealt in zip(hands, contracts, strict=True)
        ),
        first=first,
        market=market,
        deck=cards[number * pieces.hand :],
    )
    return Outcome(gift.begin(state), (Dealt(first),))


def _market(rng: Rng) -> tuple[Market, Rng]:
    """spk-1.5"""
    goods, rng = rng.shuffled(box().goods)
    height = len(box().pieces.market_rows)
    return tuple(goods[start : start + height] for start in range(0, len(goods), height)), rng


def _contracts(number: int, rng: Rng) -> tuple[tuple[tuple[Contract, ...], ...], Rng]:
    """spk-1.6"""
    drawn = []
    for good in box().goods:
        card, rng = rng.pick(box().cards_of_good[good])
        side, rng = rng.pick("ab")
        drawn.append(Contract(card, side))
    shuffled, rng = rng.shuffled(drawn)
    each = box().pieces.contracts[number]
    return tuple(shuffled[seat * each :][:each] for seat in range(number)), rng
