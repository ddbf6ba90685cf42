"""Goal cards and hotels: who gets points for a deed (rw-8.4, 8.9 to 8.11)."""

from collections.abc import Callable, Iterable

from engine.core.event import Event
from engine.games.railways.box import Card
from engine.games.railways.events import GoalReached, HotelPaid
from engine.games.railways.state import Public, State

LONG_RUN = 3


def joined(beside: Callable[[str], Iterable[str]], a: str, b: str) -> bool:
    """Whether there is a way between two cities, given a function that lists the cities one link away from a city."""
    seen, edge = {a: None}, [a]
    while edge:
        city = edge.pop()
        if city == b:
            return True
        fresh = [there for there in beside(city) if there not in seen]
        seen.update(dict.fromkeys(fresh))
        edge += fresh
    return False


def by_own_links(s: Public, seat: int) -> Callable[[str], Iterable[str]]:
    return lambda city: (hop.to for hop in s.hops(city) if hop.owner == seat)


def has_line(s: Public, seat: int, card: Card) -> bool:
    if card.deed == "western-line" and s.western.get(card.other) != seat:
        return False
    return joined(by_own_links(s, seat), card.city, card.other)


def _reached(s: State, seat: int, met: Callable[[Card], bool]) -> tuple[State, tuple[Event, ...]]:
    events: list[Event] = []
    for id in s.row:
        card = s.box.cards[id]
        if card.sign == "goal" and met(card):
            s = s.with_points(seat, card.points)
            s = s.with_cards_open(_without(s.row, id), s.deck, (*s.gone, id))
            events.append(GoalReached(seat, id, card.points))
    return s, tuple(events)


def _without(cards: tuple[str, ...], id: str) -> tuple[str, ...]:
    at = cards.index(id)
    return cards[:at] + cards[at + 1 :]


def after_building(before: State, s: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """rw-8.10: a line counts only for the piece of track that completes it."""

    def met(card: Card) -> bool:
        return card.is_major_line and has_line(s, seat, card) and not has_line(before, seat, card)

    return _reached(s, seat, met)


def after_engine(s: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    return _reached(s, seat, lambda card: card.deed == "engine-4" and s.players[seat].engine == 4)


def met_by_delivery(card: Card, city: str, links: int) -> bool:
    match card.deed:
        case "deliver":
            return True
        case "long-run":
            return links >= LONG_RUN  # rw-8.9
        case "bounty":
            return card.city == city
        case _:
            return False


def after_delivery(s: State, seat: int, city: str, links: int) -> tuple[State, tuple[Event, ...]]:
    s, events = _reached(s, seat, lambda card: met_by_delivery(card, city, links))
    for owner, player in enumerate(s.players):
        for id in player.cards:
            card = s.box.cards[id]
            if card.deed == "hotel" and card.city == city:  # rw-8.11
                s = s.with_points(owner, card.points)
                events = (*events, HotelPaid(owner, id, card.points))
    return s, events
