"""Setting up a table (chapter 1 of the rules, rw-8.1, 12.1, 13.5)."""

from collections.abc import Callable, Mapping

from engine.core.event import Event
from engine.core.game import Options, Outcome
from engine.core.rng import Rng
from engine.games.railways.box import BOXES, CUBES_A_COLOUR
from engine.games.railways.country import eastern_us
from engine.games.railways.events import StartMoney
from engine.games.railways.phases import actions, auction
from engine.games.railways.profile import PROFILES, Profile
from engine.games.railways.state import Player, State
from engine.rail.goods import LETTERS, added, drawn, handful

Setup = Callable[[tuple[str, ...], Rng, Options], Outcome[State]]


def _setup(profile: Profile, seats: tuple[str, ...], rng: Rng, options: Options) -> Outcome[State]:
    bag = handful(dict.fromkeys(LETTERS, CUBES_A_COLOUR))
    fewer = 1 if len(seats) <= 3 else 0  # rw-1.6
    cubes: dict[str, str] = {}
    for city in eastern_us().cities.values():
        some, bag, rng = drawn(bag, max(1, city.cubes - fewer), rng)
        cubes[city.word] = added("", some)
    cards: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    box = BOXES.of(options)
    if profile.has_cards_and_west(options):
        open_lines = profile.opens_major_lines(options)  # rw-13.7
        cards = box.all_cards()
        row = tuple(id for id in cards if box.cards[id].gold or (open_lines and box.cards[id].is_major_line))
        deck, rng = rng.shuffled([id for id in cards if id not in row])
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
        cards=cards,
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


def _of(profile: Profile) -> Setup:
    def setup(seats: tuple[str, ...], rng: Rng, options: Options) -> Outcome[State]:
        return _setup(profile, seats, rng, options)

    return setup


SETUPS: Mapping[str, Setup] = {id: _of(profile) for id, profile in PROFILES.items()}
