"""Taking an operations card (rw-8.2, 8.4 to 8.8, 8.16)."""

from collections.abc import Iterator

import msgspec

from engine.core.game import Outcome
from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.railways.box import GOAL
from engine.games.railways.deeds.turns import close, free_for, with_cards
from engine.games.railways.events import CardTaken
from engine.games.railways.moves import Take
from engine.games.railways.state import Act, Public, State

EXECUTIVE_ACTIONS = 2


def offers(s: State, seat: int) -> Iterator[Move]:
    if free_for(s) is None:
        yield from (Take(card) for card in dict.fromkeys(s.row))


def refuse_take(s: State, seat: int, move: Take) -> Refusal | None:
    return with_cards(s) or free_for(s) or lies_open(s, move.card) or no_goal(s, move.card) or of_use(s, move.card)


def lies_open(s: Public, card: str) -> Refusal | None:
    return None if card in s.row else refusal("card-not-open", "rw-8.2", card=card)


def no_goal(s: Public, card: str) -> Refusal | None:
    return refusal("goal-card", "rw-8.4", card=card) if s.box.cards[card].sign == GOAL else None


def of_use(s: Public, card: str) -> Refusal | None:
    """rw-8.6"""
    match s.box.cards[card].deed:
        case "industry":
            useful = bool(s.new_cities) and any(s.is_grey(city) for city in s.country.cities)
        case "growth":
            useful = bool(s.bag)
        case _:
            useful = True
    return None if useful else refusal("card-of-no-use", "rw-8.6", card=card)


def play_take(s: State, seat: int, move: Take) -> Outcome[State]:
    card = s.box.cards[move.card]
    row = list(s.row)
    row.remove(move.card)
    events = (CardTaken(seat, move.card),)
    if card.sign != "at-once":
        s = s.with_cards_open(tuple(row), s.deck, s.gone)
        return close(s.with_hand(seat, (*s.players[seat].cards, move.card)), events)
    s = s.with_cards_open(tuple(row), s.deck, (*s.gone, move.card))
    if card.deed == "executive":
        return Outcome(s.with_act(Act(left=s.act.left - 1 + EXECUTIVE_ACTIONS, shown=s.act.shown)), events)
    return Outcome(s.with_act(msgspec.structs.replace(s.act, pending=card.deed)), events)
