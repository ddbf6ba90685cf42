"""The position in words: the table of players, market, cards, contracts and networks, and what only the reader sees."""

from engine.core.game import OVER
from engine.core.say import Say, say
from engine.core.sheet import Row, Section, Sheet
from engine.games.spike.cards import Hand
from engine.games.spike.components import box
from engine.games.spike.events import card
from engine.games.spike.network import network
from engine.games.spike.score import route_score
from engine.games.spike.state import Contract
from engine.games.spike.view import Holding, View


def round_of(view: View) -> Say:
    return say("round", number=view.round)


def sheet(view: View) -> Sheet:
    return Sheet(
        columns=tuple(
            say(f"column-{name}") for name in ("score", "speed", "power", "cars", "hand", "tracks", "cities")
        ),
        rows=tuple(_row(view, seat) for seat in view.seat_order),
        sections=(_market(view), _cards(view), _contracts(view), _supply(), _networks(view)),
        private=tuple(_private(view)),
        picture=say("picture", number=view.round),
    )


def _row(view: View, seat: int) -> Row:
    held = view.players[seat]
    levels = box().pieces.levels
    cells = (
        say("money", n=held.score),
        say("number", n=levels["speed"][held.speed]),
        say("number", n=levels["power"][held.power]),
        say("number", n=levels["cars"][held.cars]),
        say("number", n=held.cards),
        say("number", n=box().pieces.tracks - len(held.tracks)),
        say("number", n=len(network(held.home, held.tracks).linked)),
    )
    return Row(seat, cells, _train(held))


def _train(held: Holding) -> Say | None:
    if not held.train:
        return None
    cargo = tuple(contract.good for contract in held.contracts if contract.loaded)
    in_city = held.train in box().good_of
    if not cargo:
        return say("train-in" if in_city else "train-on", space=held.train)
    return say("train-in-with" if in_city else "train-on-with", space=held.train, goods=cargo)


def _market(view: View) -> Section:
    rows = []
    for index, value in reversed(list(enumerate(box().pieces.market_rows))):
        rows.append(say("market-row", value=value, goods=tuple(column[index] for column in view.market)))
    return Section(say("heading-market"), tuple(rows))


def _cards(view: View) -> Section:
    lines = [say("display", cards=tuple(map(card, view.display)))] if view.display else []
    lines.append(say("deck", n=view.deck))
    lines.append(say("discards", n=sum(view.discards), cards=_counted(view.discards)))
    if view.round == 3:
        lines.append(say("time-cards", n=view.times))
    return Section(say("heading-cards"), tuple(lines))


def _contracts(view: View) -> Section:
    lines = []
    for seat in view.seat_order:
        held = view.players[seat]
        lines += [_contract(seat, contract) for contract in held.contracts]
    return Section(say("heading-contracts"), tuple(lines))


def _supply() -> Section:
    """Which cities a good is loaded in: printed on the map, and what every contract begins with."""
    lines = tuple(say("supplied-in", good=good, cities=cities) for good, cities in box().suppliers.items())
    return Section(say("heading-supply"), lines)


def _contract(seat: int, contract: Contract) -> Say:
    if contract.delivered:
        return say(
            "contract-done",
            seat=seat,
            good=contract.good,
            city=contract.delivered,
            pays=contract.printed.pays[contract.delivered],
        )
    cities = tuple(say("city-pays", city=city, n=pays) for city, pays in contract.printed.pays.items())
    return say("contract-loaded" if contract.loaded else "contract", seat=seat, good=contract.good, cities=cities)


def _networks(view: View) -> Section:
    lines = []
    for seat in view.seat_order:
        held = view.players[seat]
        linked = network(held.home, held.tracks).linked
        if linked:
            lines.append(say("network", seat=seat, n=len(held.tracks), cities=linked))
        elif held.home:
            lines.append(say("network-home", seat=seat, city=held.home))
    return Section(say("heading-networks"), tuple(lines) or (say("networks-none"),))


def _counted(cards: Hand) -> tuple[Say, ...]:
    """The cards by kind, in words."""
    kinds = zip(box().kinds, cards, strict=True)
    return tuple(say("cards-of", n=number, card=card(kind)) for kind, number in kinds if number)


def _private(view: View) -> list[Say]:
    if view.reader is None:
        return []
    held = view.players[view.reader]
    lines: list[Say] = []
    if held.hand is not None:
        hand = _counted(held.hand)
        lines.append(say("hand", n=held.cards, cards=hand) if hand else say("hand-empty"))
    if held.route and view.phase != OVER:
        worth = route_score(held.route, network(held.home, held.tracks).linked).pays
        cities = tuple(say("city-pays", city=city, n=value) for city, value in box().routes[held.route].items())
        lines.append(say("route", top=held.route, cities=cities, worth=worth))
    for top in held.routes or ():
        cities = tuple(say("city-pays", city=city, n=value) for city, value in box().routes[top].items())
        lines.append(say("route-dealt", top=top, cities=cities))
    return lines
