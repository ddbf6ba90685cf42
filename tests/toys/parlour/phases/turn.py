"""In turn, each may draw, give and knock once, and must show once (par-3)."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from tests.toys.parlour.events import Drew, Gave, Knocked, Shown
from tests.toys.parlour.hands import distinct, holds
from tests.toys.parlour.moves import Done, Draw, Give, Knock, Show
from tests.toys.parlour.state import VALUES, Cards, State, without

NAME = "turn"
MOVES = (Show, Give, Draw, Knock, Done)

AnyMove = Show | Give | Draw | Knock | Done


def begin(s: State) -> State:
    seats = range(len(s.seats))
    return s.with_phase(NAME).with_queue((*seats[s.leader :], *seats[: s.leader]))  # par-3.1


def actors(s: State) -> tuple[int, ...]:
    return s.queue[:1]


def question(s: State, seat: int) -> str:
    """A turn has up to three lines: drawing and knocking each end one."""
    return f"{s.round}/{NAME}/{1 + s.turn.drawn + s.turn.knocked}"


def offers(s: State, seat: int) -> Iterator[Move]:
    hand = s.hands[seat]
    for card in distinct(hand):
        for number in range(1, hand.count(card) + 1):
            yield Show((card,) * number)
    yield from (Give(card) for card in distinct(hand))
    yield Draw()
    yield from (Knock(colour) for colour in s.seats)
    yield Done()


def refuse(s: State, seat: int, move: AnyMove) -> Refusal | None:
    match move:
        case Show(cards):
            return once(s.turn.shown, move) or alike(cards) or holds(s, seat, cards)
        case Give(card):
            return once(s.turn.given, move) or holds(s, seat, (card,)) or keeps_one_to_show(s, seat)
        case Draw():
            return once(s.turn.drawn, move) or deck_left(s)
        case Knock(colour):
            return once(s.turn.knocked, move) or at_another(s, seat, colour) or keeps_a_card(s, colour)
        case Done():
            return None if s.turn.shown else refusal("nothing-shown", "par-3.6")


def once(already: bool, move: AnyMove) -> Refusal | None:
    return refusal("once-a-turn", "par-3.2", verb=move.VERB) if already else None


def alike(cards: Cards) -> Refusal | None:
    return refusal("not-alike", "par-3.5") if len(set(cards)) > 1 else None


def keeps_one_to_show(s: State, seat: int) -> Refusal | None:
    """Without this a seat could give its last card and then never finish its turn."""
    stuck = not s.turn.shown and len(s.hands[seat]) == 1
    return refusal("keep-one-to-show", "par-3.4") if stuck else None


def deck_left(s: State) -> Refusal | None:
    return None if s.deck else refusal("no-deck", "par-3.3")


def at_another(s: State, seat: int, colour: str) -> Refusal | None:
    if colour not in s.seats:
        return refusal("nobody-there", "par-3.7", colour=colour)
    return refusal("knock-yourself", "par-3.7") if s.seats[seat] == colour else None


def keeps_a_card(s: State, colour: str) -> Refusal | None:
    at = s.seats.index(colour)
    return refusal("one-card-only", "par-3.8", at=at) if len(s.hands[at]) < 2 else None


def play(s: State, seat: int, move: AnyMove) -> Outcome[State]:
    hand, score = s.hands[seat], s.scores[seat]
    match move:
        case Show(cards):
            points = VALUES[cards[0]] * len(cards)
            s = s.with_hand(seat, without(hand, cards)).with_discard((*s.discard, *cards))
            s = s.with_score(seat, replace(score, shown=score.shown + points))
            s = s.with_turn(replace(s.turn, shown=True))
            return Outcome(s, (Shown(seat, cards[0], len(cards), points),))
        case Give(card):
            to = s.left_of(seat)
            s = s.with_hand(seat, without(hand, (card,))).with_hand(to, (*s.hands[to], card))
            s = s.with_score(seat, replace(score, given=score.given + 1))
            return Outcome(s.with_turn(replace(s.turn, given=True)), (Gave(seat, to, s.seats[to], card),))
        case Draw():
            card, rest = s.deck[0], s.deck[1:]
            s = s.with_deck(rest).with_hand(seat, (*hand, card)).with_turn(replace(s.turn, drawn=True))
            return Outcome(s, (Drew(seat, card),), "seen")
        case Knock(colour):
            at = s.seats.index(colour)
            s = s.with_turn(replace(s.turn, knocked=True)).with_victim(at).with_phase("drop")
            return Outcome(s, (Knocked(seat, at, colour),), "others")
        case Done():
            return Outcome(s.with_queue(s.queue[1:]), (), "turn")


def best_show(hand: Cards) -> Show:
    best = max(distinct(hand), key=lambda card: VALUES[card] * hand.count(card))
    return Show((best,) * hand.count(best))


def default(s: State, seat: int) -> Line:
    return (Done(),) if s.turn.shown else (best_show(s.hands[seat]), Done())


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    return [suggestion for suggestion in _ideas(s, seat) if _allowed(s, seat, suggestion.line[0])][:n]


def _allowed(s: State, seat: int, move: Move) -> bool:
    return isinstance(move, AnyMove) and refuse(s, seat, move) is None


def _ideas(s: State, seat: int) -> Iterator[Suggestion]:
    hand = s.hands[seat]
    if s.turn.shown:
        yield Suggestion((Done(),), say("finish"))
    if len(hand) > 1:
        lowest = hand[0]
        given = say("give-it", card=lowest, to=s.left_of(seat))
        if s.turn.shown:
            yield Suggestion((Give(lowest), Done()), given)
        else:
            show = best_show(hand[1:])
            yield Suggestion((Give(lowest), show, Done()), say("two-things", first=given, then=_showing(show)))
    if hand and not s.turn.shown:
        yield Suggestion(default(s, seat), _showing(best_show(hand)))
    yield Suggestion((Draw(),), say("draw-one"), say("see-then-go-on"))
    richest = max((at for at in range(len(s.seats)) if at != seat), key=lambda at: len(s.hands[at]))
    yield Suggestion((Knock(s.seats[richest]),), say("knock-at", at=richest), say("see-then-go-on"))


def _showing(show: Show) -> Say:
    n = len(show.cards)
    return say("show-it", card=show.cards[0], n=n, points=n * VALUES[show.cards[0]])


def rank(s: State, seat: int, moves: Sequence[Any]) -> Sequence[Move]:
    return sorted(moves, key=lambda move: (MOVES.index(type(move)), -_worth(move)))


def _worth(move: AnyMove) -> int:
    return sum(VALUES[card] for card in move.cards) if isinstance(move, Show) else 0


def prompt(s: State, seat: int) -> Say:
    return say("ask-turn-shown") if s.turn.shown else say("ask-turn")


def notes(s: State, seat: int) -> Sequence[Say]:
    return [say("your-points", n=s.scores[seat].total)]
