"""Phase 2: the auction for turn order (aos-4)."""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.phase_plans import Bidding, Planning
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.core.standing_forms import UpTo
from engine.games.age_of_steam.events import BidMade, DroppedOut, HeldOn, OrderSettled
from engine.games.age_of_steam.money import shortfall
from engine.games.age_of_steam.moves import Bid, Hold, Pass
from engine.games.age_of_steam.outlook import highest_bid
from engine.games.age_of_steam.state import State
from engine.rail.auction import Auction

NAME = "auction"
MOVES = (Bid, Pass, Hold)


def begin(s: State) -> State:
    for seat, player in enumerate(s.players):
        s = s.with_player(seat, replace(player, pass_left=player.action == "turn-order"))
    return s.with_phase(NAME).with_auction(Auction(s.order, (0,) * len(s.seats)))


def actors(s: State) -> tuple[int, ...]:
    speaker = s.auction.speaker if s.auction is not None else None
    return () if speaker is None else (speaker,)


def question(s: State, seat: int) -> str:
    return f"{s.turn}/{NAME}"


def _auction(s: State) -> Auction:
    assert s.auction is not None, "asked outside the auction"
    return s.auction


def offers(s: State, seat: int) -> Iterator[Move]:
    yield Pass()
    yield Hold()
    for dollars in range(_auction(s).high + 1, s.players[seat].money + 1):
        yield Bid(dollars)


def refuse(s: State, seat: int, move: Bid | Pass | Hold) -> Refusal | None:
    player, high = s.players[seat], _auction(s).high
    if isinstance(move, Hold):
        if player.action != "turn-order":
            return refusal("no-turn-order-pass", "aos-4.5")
        return None if player.pass_left else refusal("turn-order-pass-used", "aos-4.5")
    if isinstance(move, Pass):
        return None
    if move.dollars <= high:
        return refusal("bid-too-low", "aos-4.2", least=high + 1)
    return refusal("bid-too-high", "aos-4.3", money=player.money) if move.dollars > player.money else None


def play(s: State, seat: int, move: Bid | Pass | Hold) -> Outcome[State]:
    auction = _auction(s)
    if isinstance(move, Bid):
        return Outcome(s.with_auction(auction.bid(move.dollars)), (BidMade(seat, move.dollars),), "turn")
    if isinstance(move, Hold):
        s = s.with_player(seat, replace(s.players[seat], pass_left=False))
        return Outcome(s.with_auction(auction.stay()), (HeldOn(seat),), "turn")
    place = len(auction.queue)
    auction = auction.drop()
    dropped = DroppedOut(seat, place)
    if auction.speaker is not None:
        return Outcome(s.with_auction(auction), (dropped,), "turn")
    s, settled = _settle(s, auction)
    return Outcome(s, (dropped, settled), "turn")


def payments(auction: Auction) -> tuple[int, ...]:
    """What each place pays, the winner first."""
    places = auction.places()
    return tuple(price(place, len(places), auction.bids[seat]) for place, seat in enumerate(places, 1))


def price(place: int, places: int, bid: int) -> int:
    """What a place costs a seat with this last bid (aos-4.8, aos-4.9)."""
    if place == places:
        return 0
    return bid if place <= 2 else (bid + 1) // 2


def _settle(s: State, auction: Auction) -> tuple[State, OrderSettled]:
    order = auction.places()
    said = []
    for place, (seat, owed) in enumerate(zip(order, payments(auction), strict=True), 1):
        s = s.with_paid(seat, owed)
        said.append(say("order-place", place=place, seat=seat, cost=owed))
    return s.with_auction(None).with_order(order), OrderSettled(tuple(said))


def default(s: State, seat: int) -> Line:
    # Staying in by the Turn Order pass costs nothing.
    return (Hold() if s.players[seat].pass_left else Pass(),)


def still(s: State, seat: int) -> Line:
    """Somebody opens and nobody goes on, so that every seat is asked once when it looks ahead."""
    opening = Bid(1)
    return (opening if _auction(s).leader is None and refuse(s, seat, opening) is None else Pass(),)


def up_to(s: State, seat: int, limit: UpTo) -> Line | Say:
    """The least bid within the limit; above it the Turn Order pass comes first, as it costs nothing."""
    high = _auction(s).high
    if high < min(limit.limit, s.players[seat].money):
        return (Bid(high + 1),)
    if s.players[seat].pass_left:
        return (Hold(),)
    return say("plan-limit", limit=limit.limit, high=high) if limit.ask else (Pass(),)


def limit(s: State, seat: int) -> UpTo:
    return UpTo(highest_bid(s, seat, len(_auction(s).queue)))


def dangers(s: State, seat: int, line: Line) -> Sequence[Say]:
    bid = max((move.dollars for move in line if isinstance(move, Bid)), default=0)
    return dangers_up_to(s, seat, UpTo(bid))


def dangers_up_to(s: State, seat: int, limit: UpTo) -> Sequence[Say]:
    """Paying so much may leave less than the expenses of the turn."""
    player = s.players[seat]
    missing = shortfall(replace(player, money=player.money - min(limit.limit, player.money)), 0)
    return [say("danger-short", missing=missing)] if missing else []


def outbid(s: State, seat: int) -> State | None:
    raised = _auction(s).outbid(seat, partial(_may_raise, s))
    return s.with_auction(raised) if raised is not None else None


def asked_again(s: State, seat: int) -> bool:
    return _auction(s).speaks_again(seat, partial(_may_raise, s))


def _may_raise(s: State, rival: int) -> bool:
    return refuse(s, rival, Bid(_auction(s).high + 1)) is None


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    auction = _auction(s)
    place = len(auction.queue)
    # The next to drop out takes the last free place, so place and price are certain (aos-4.4).
    cost = price(place, len(auction.places()), auction.bids[seat])
    out = Suggestion((Pass(),), say("auction-pass", place=place), say("auction-pass-note", cost=cost))
    bids = [
        Suggestion((Bid(dollars),), say("auction-bid", bid=dollars), say("auction-bid-note", bid=dollars))
        for dollars in range(auction.high + 1, min(s.players[seat].money, auction.high + n) + 1)
    ]
    held = [Suggestion((Hold(),), say("auction-hold"), say("auction-hold-note"))] if s.players[seat].pass_left else []
    if bids and auction.high < highest_bid(s, seat, place):
        return [bids[0], *held, out, *bids[1:]][:n]
    return [*held, out, *bids][:n]


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    return moves


def prompt(s: State, seat: int) -> Say:
    auction = _auction(s)
    if auction.leader is None:
        return say("ask-bid-first")
    return say("ask-bid", leader=auction.leader, bid=auction.high)


def notes(s: State, seat: int) -> Sequence[Say]:
    lines = [say("note-money", money=s.players[seat].money)]
    return [*lines, say("note-pass-left")] if s.players[seat].pass_left else lines


PLANNING: Planning[State] = Planning(still, Bidding(up_to, limit, dangers_up_to, outbid, asked_again), dangers=dangers)
