"""What must hold in every state: cards, tracks, tokens and money are neither lost nor made."""

from collections.abc import Iterator

from engine.games.spike.cards import NONE, added, together
from engine.games.spike.components import TIME, box
from engine.games.spike.state import Player, State


def audit(s: State) -> Iterator[str]:
    yield from _cards(s)
    yield from _time_cards(s)
    if s.bank + sum(player.score for player in s.players) != 0:
        yield "money is neither made nor lost"
    if sorted(good for column in s.market for good in column) != sorted(box().goods):
        yield "the market holds every good once"
    if sum(len(player.tracks) for player in s.players) != len(s.owner_of):
        yield "a track space holds one track"
    goods = sorted(contract.good for player in s.players for contract in player.contracts)
    if goods != sorted(box().goods):
        yield "there is one contract for each good"
    for seat, player in enumerate(s.players):
        for complaint in _player(player):
            yield f"{s.seats[seat]}: {complaint}"


def _cards(s: State) -> Iterator[str]:
    held = s.discards
    for player in s.players:
        held = together(held, player.hand)
        if min(player.hand) < 0:
            yield "no hand owes cards"
    for kind in (*s.display, *s.deck):
        if kind != TIME:
            held = added(held, box().kind_index[kind])
    if held != (box().pieces.cards[len(s.seats)],) * len(NONE):
        yield f"rail cards are neither lost nor made: {held}"


def _time_cards(s: State) -> Iterator[str]:
    expected = box().pieces.time_cards - s.times if s.round == 3 else 0
    if s.deck.count(TIME) != expected:
        yield "time cards are in the last deck alone"
    if TIME in s.deck[: s.safe]:
        yield "no time card is in the upper half of the last deck"
    if s.asked and not s.deck:
        yield "the deck is never empty when a player chooses"


def _player(player: Player) -> Iterator[str]:
    if player.score != player.market + player.freight + player.bonus - player.spent or player.score < 0:
        yield "the score is what was earned less what was spent"
    done = [contract for contract in player.contracts if contract.delivered]
    if player.freight != sum(contract.printed.pays[contract.delivered] for contract in done):
        yield "deliveries pay what is printed"
    if len(set(player.marked)) != len(done):
        yield "one delivery to a city"
    if len(player.cargo) > player.value("cars"):
        yield "a freight car carries one token"
    if player.tracks_left < 0:
        yield "there are no more tracks than printed"
    if player.spent != sum(sum(box().pieces.prices[: player.level(part)]) for part in ("speed", "power", "cars")):
        yield "upgrades cost what is printed"
    nodes = player.network.nodes
    if player.tracks and len(nodes) != len(player.tracks) + 1:
        yield "a network is one piece without loops"
    if player.train and player.train not in (*nodes, *player.tracks):
        yield "a train is on its own network"
