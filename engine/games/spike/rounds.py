"""The deck: drawing from it, filling the display, new rounds and time cards (spk-5.3, spk-8)."""

from engine.core.event import Event
from engine.games.spike.cards import NONE, added, spelled
from engine.games.spike.components import TIME, box
from engine.games.spike.events import DisplayFilled, DisplayTurnedUp, RoundBegan, TimeRevealed
from engine.games.spike.state import State

LAST_ROUND = 3


def turn_up(s: State) -> tuple[State, tuple[Event, ...]]:
    """The first display (spk-1.13)."""
    cards = s.deck[: box().pieces.display]
    return s.with_display(cards).with_deck(s.deck[len(cards) :], 0), (DisplayTurnedUp(cards),)


def next_card(s: State) -> tuple[State, str | None, tuple[Event, ...]]:
    """The top card; time cards on the way are put on the board and replaced (spk-8.5)."""
    events: list[Event] = []
    while True:
        card, s = s.deck[0], s.with_deck(s.deck[1:], max(s.safe - 1, 0))
        if card != TIME:
            return s, card, tuple(events)
        s = s.with_time()
        events.append(TimeRevealed(s.times))
        if s.times == box().pieces.time_cards:  # spk-8.6
            return s.with_end(), None, tuple(events)


def is_short(s: State) -> bool:
    """A draw has left gaps in the display."""
    return s.turn is not None and s.turn.action == "draw" and len(s.display) < box().pieces.display


def fill_display(s: State) -> tuple[State, tuple[Event, ...]]:
    """Up to four cards again, after the whole draw (spk-5.3). A new round turns up a display of its own."""
    events: list[Event] = []
    filled: tuple[str, ...] = ()
    before = s.round
    while is_short(s) and s.round == before:
        s, card, revealed = next_card(s)
        events += revealed
        if card is None:
            break
        filled = (*filled, card)
        s, began = renew(s.with_display((*s.display, card)))
        if s.round != before:
            return s, (*events, DisplayFilled(filled), *began)
    return s, (*events, *((DisplayFilled(filled),) if filled else ()))


def renew(s: State) -> tuple[State, tuple[Event, ...]]:
    """New rounds, as long as the deck is empty (spk-8.1, spk-8.2, spk-8.7)."""
    events: list[Event] = []
    while not s.deck and s.round < LAST_ROUND:
        s = next_round(s)
        events.append(RoundBegan(s.round, s.display))
    return s, tuple(events)


def next_round(s: State) -> State:
    pool = s.discards
    for kind in s.display:
        pool = added(pool, box().kind_index[kind])
    cards, rng = s.rng.shuffled(spelled(pool, box().kinds))
    shown, deck = cards[: box().pieces.display], cards[box().pieces.display :]
    s = s.with_rng(rng).with_discards(NONE).with_display(shown).with_round(s.round + 1)
    if s.round < LAST_ROUND:
        return s.with_deck(deck, 0)
    safe = (len(deck) + 1) // 2  # spk-8.4: the upper half is the larger one
    lower, rng = s.rng.shuffled((*deck[safe:], *(TIME,) * box().pieces.time_cards))
    return s.with_rng(rng).with_deck((*deck[:safe], *lower), safe)
