"""Setting up a table (chapter 1 of the rules, rw-8.1, 12.1, 13.5)."""

from engine.core.event import Event
from engine.core.game import Options, Outcome
from engine.core.rng import Rng
from engine.games.railways.box import BOXES, CUBES_A_COLOUR
from engine.games.railways.country import eastern_us
from engine.games.railways.events import StartMoney
from engine.games.railways.phases import actions, auction
from engine.games.railways.profile import RAILROAD_TYCOON, RAILWAYS_OF_THE_WORLD, Profile
from engine.games.railways.state import Player, State
from engine.rail.goods import LETTERS, added, drawn, handful


def railroad_tycoon(seats: tuple[str, ...], rng: Rng, options: Options) -> Outcome[State]:
    return _setup(RAILROAD_TYCOON, seats, rng, options)


def railways_of_the_world(seats: tuple[str, ...], rng: Rng, options: Options) -> Outcome[State]:
    return _setup(RAILWAYS_OF_THE_WORLD, seats, rng, options)


def _setup(profile: Profile, seats: tuple[str, ...], rng: Rng, options: Options) -> Outcome[State]:
    bag = handful(dict.fromkeys(LETTERS, CUBES_A_COLOUR))
    fewer = 1 if len(seats) <= 3 else 0  # rw-1.6
    cubes: dict[str, str] = {}
    for city in eastern_us().cities.values():
        some, bag, rng = drawn(bag, max(1, city.cubes - fewer), rng)
        cubes[city.word] = added("", some)
    deck: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    box = BOXES.of(options)
    if profile.has_cards_and_west(options):
        row = tuple(card.id for card in box.cards.values() if card.gold)
        deck, rng = rng.shuffled([id for id in box.all_cards() if id not in row])
        opened = 2 * len(seats)  # rw-8.1
        row, deck = (*row, *reversed(deck[-opened:])), deck[:-opened]
    tycoons: tuple[str, ...] = ()
    if profile.deals_tycoons(options):
        tycoons, rng = rng.shuffled(tuple(box.tycoons))
    s = State(
        game=profile.id,
        phase=auction.NAME,
        seats=seats,
        options=options,
        first=profile.opener(options, len(seats)),  # rw-1.10
        players=(Player(),) * len(seats),
        cubes=cubes,
        bag=bag,
        row=row,
        deck=deck,
        tycoons=tycoons[: len(seats)],
        undealt=tycoons[len(seats) :],
        rng=rng,
    )
    if options.get("auction") == "variant-1":
        return _without_auction(s)
    return Outcome(auction.begin(s))


def _without_auction(s: State) -> Outcome[State]:
    """rw-13.5"""
    s = s.with_order(auction.clockwise(s, s.first))
    events: list[Event] = []
    for amount, seat in enumerate(s.order):
        if amount:
            s = s.with_cash(seat, amount)
            events.append(StartMoney(seat, amount))
    return Outcome(actions.begin(s), tuple(events))
