"""Phase 1: the auction for first player (rw-2.2 to 2.6), with variant 2 (rw-13.6). Variant 1 skips it in setup."""

from collections.abc import Iterator, Sequence
from functools import partial

from engine.core.event import Event
from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.phase_plans import Bidding, Planning
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.core.standing_forms import UpTo
from engine.games.railways.advice import stake_in_being_first
from engine.games.railways.box import GOAL
from engine.games.railways.events import AuctionWon, BidMade, BidPassed, HalfPaid, NobodyBid
from engine.games.railways.money import pay, shares_needed
from engine.games.railways.moves import Bid, Pass
from engine.games.railways.state import State
from engine.rail.auction import Auction

NAME = "auction"
MOVES = (Bid, Pass)


def clockwise(s: State, start: int) -> tuple[int, ...]:
    seats = range(len(s.seats))
    return (*seats[start:], *seats[:start])


def begin(s: State) -> State:
    return s.with_phase(NAME).with_auction(Auction(clockwise(s, s.first), (0,) * len(s.seats)))


def speaker(auction: Auction) -> int | None:
    """The last player left may still open the bidding if nobody has bid (rw-2.5)."""
    if auction.leader is None:
        return auction.queue[0] if auction.queue else None
    return auction.speaker


def actors(s: State) -> tuple[int, ...]:
    seat = speaker(s.auction) if s.auction is not None else None
    return () if seat is None else (seat,)


def question(s: State, seat: int) -> str:
    return f"{s.turn}/{NAME}"


def running(s: State) -> Auction:
    assert s.auction is not None
    return s.auction


def offers(s: State, seat: int) -> Iterator[Move]:
    yield Pass()
    for amount in range(running(s).high + 1, s.profile.highest_bid + 1):
        yield Bid(amount)


def refuse(s: State, seat: int, move: Bid | Pass) -> Refusal | None:
    if isinstance(move, Pass):
        return None
    return higher_bid(s, move.amount) or below_the_ceiling(s, move.amount)


def higher_bid(s: State, amount: int) -> Refusal | None:
    least = running(s).high + 1
    return refusal("bid-too-low", "rw-2.2", least=least) if amount < least else None


def below_the_ceiling(s: State, amount: int) -> Refusal | None:
    most = s.profile.highest_bid
    return refusal("bid-too-high", "rw-2.6", most=most) if amount > most else None


def play(s: State, seat: int, move: Bid | Pass) -> Outcome[State]:
    auction = running(s)
    events: tuple[Event, ...]
    if isinstance(move, Bid):
        auction, events = auction.bid(move.amount), (BidMade(seat, move.amount),)
    else:
        place, bid = len(auction.queue), auction.bids[seat]
        auction, events = auction.drop(), (BidPassed(seat),)
        if pays_half(s) and bid:
            half = (bid + 1) // 2  # rw-13.6
            s, raised = pay(s, seat, half)
            events = (*events, *raised, HalfPaid(seat, half, place))
    s = s.with_auction(auction)
    if speaker(auction) is not None:
        return Outcome(s, events, "others" if isinstance(move, Bid) else "turn")
    s, closing = close(s, auction)
    return Outcome(s, (*events, *closing), "turn")


def pays_half(s: State) -> bool:
    return s.options.get("auction") == "variant-2"


def close(s: State, auction: Auction) -> tuple[State, tuple[Event, ...]]:
    winner = auction.leader
    if winner is None:  # rw-2.5
        first = (s.first + 1) % len(s.seats)
        return s.with_order(clockwise(s, first)), (NobodyBid(first),)
    s, raised = pay(s, winner, auction.high)  # rw-2.4
    order = auction.places() if pays_half(s) else clockwise(s, winner)
    return s.with_order(order), (*raised, AuctionWon(winner, auction.high))


# Advice: the first place is worth a little to those who have a delivery that others could take, hardly more.


def worth(s: State, seat: int) -> int:
    return min(s.profile.highest_bid, stake_in_being_first(s, seat))


def default(s: State, seat: int) -> Line:
    return (Pass(),)


def still(s: State, seat: int) -> Line:
    """Somebody opens and nobody goes on, so that every seat is asked once when it looks ahead."""
    opening = Bid(1)
    return (opening if running(s).leader is None and refuse(s, seat, opening) is None else Pass(),)


def up_to(s: State, seat: int, limit: UpTo) -> Line | Say:
    high = running(s).high
    bid = high + 1
    if bid > min(limit.limit, s.profile.highest_bid):
        return say("plan-limit", limit=limit.limit, high=high) if limit.ask else (Pass(),)
    if shares_needed(s, seat, bid) and not limit.shares:
        return say("plan-shares", bid=bid) if limit.ask else (Pass(),)
    return (Bid(bid),)


def limit(s: State, seat: int) -> UpTo:
    return UpTo(worth(s, seat), shares=True)


def dangers_up_to(s: State, seat: int, limit: UpTo) -> Sequence[Say]:
    return ()


def outbid(s: State, seat: int) -> State | None:
    raised = running(s).outbid(seat, partial(_may_raise, s))
    return s.with_auction(raised) if raised is not None else None


def asked_again(s: State, seat: int) -> bool:
    return running(s).speaks_again(seat, partial(_may_raise, s))


def _may_raise(s: State, rival: int) -> bool:
    return refuse(s, rival, Bid(running(s).high + 1)) is None


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    auction = running(s)
    step = Bid(auction.high + 1)
    bids = [step, Bid(auction.high + 2)] if auction.high + 2 <= s.profile.highest_bid else []
    lines: list[Move] = [Pass(), *bids]
    if bids and step.amount <= worth(s, seat):
        lines = [step, Pass(), *bids[1:]]
    return [_suggestion(s, seat, move) for move in lines][:n]


def _suggestion(s: State, seat: int, move: Move) -> Suggestion:
    if isinstance(move, Bid):
        return Suggestion(
            (move,),
            say("suggest-bid", amount=move.amount),
            say("suggest-bid-note", n=shares_needed(s, seat, move.amount)),
        )
    return Suggestion((move,), say("suggest-pass-bid"), say("suggest-pass-bid-note", cash=s.players[seat].cash))


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    return moves


def prompt(s: State, seat: int) -> Say:
    auction = running(s)
    if auction.leader is None:
        return say("ask-first-bid")
    return say("ask-bid", leader=auction.leader, amount=auction.high)


def notes(s: State, seat: int) -> Sequence[Say]:
    """With the cards that whoever acts first may take first."""
    found = [say("note-cash", cash=s.players[seat].cash, n=s.players[seat].shares)]
    cards = tuple(dict.fromkeys(id for id in s.row if s.box.cards[id].sign != GOAL))
    if cards:
        found.append(say("note-cards", cards=cards))
    return found


PLANNING: Planning[State] = Planning(still, Bidding(up_to, limit, dangers_up_to, outbid, asked_again))
