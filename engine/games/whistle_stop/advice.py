"""Suggestions, the safe line and the order of single steps. All of it sees only an imagined position."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.core.event import Event
from engine.core.game import Ends, Suggestion
from engine.core.move import Line, Move
from engine.games.whistle_stop import bargains, effects, line_words, plans, steps, weights, worth
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.line_words import Part
from engine.games.whistle_stop.moves import (
    Blow,
    Buy,
    Choose,
    Deliver,
    Done,
    Draw,
    Drop,
    Look,
    Park,
    Pay,
    Pick,
    Run,
    Sell,
    Take,
    Use,
)
from engine.games.whistle_stop.stages import PURCHASES, stage
from engine.games.whistle_stop.state import State
from engine.games.whistle_stop.turn_end import may_look, sorted_pile

ASKED = ("toll", "good", "good-of-choice", "any", "which", "deliver", "sell", "park")
TRIED = 5  # ways of trains that are played out in thought at each step
OPENINGS = 10  # turns that are thought to their end, each with another beginning: the best first move may end badly
ALL_KINDS = 5  # with room for so many suggestions, as in a mail, every kind of move has its place; fewer are the best


@dataclass(frozen=True)
class Draft:
    """A line being made, with what each of its parts did."""

    state: State
    line: Line = ()
    parts: tuple[Part, ...] = ()
    ends: Ends | None = None
    first: Line = field(default=())

    def played(self, seat: int, moves: Sequence[Move]) -> "Draft":
        """The moves and the best answers to what they ask, as one more part."""
        s, done, events, ends = self.state, list[Move](), list[Event](), self.ends
        queue = list(moves)
        while ends is None and (queue or stage(s) not in ("free", "fill")):
            # The first move is played whatever is asked; later ones wait until all questions on the way are answered.
            if queue and (not done or stage(s) not in ASKED):
                move = queue.pop(0)
            else:
                move = answer(s, seat)
            outcome = steps.play(s, seat, move)
            s, ends = outcome.state, outcome.ends
            done.append(move)
            events += outcome.events
        part = Part(tuple(done), tuple(events))
        return Draft(s, (*self.line, *done), (*self.parts, part), ends, self.first or tuple(done))


def answer(s: State, seat: int) -> Move:
    """The best decision where one is asked for."""
    now, player = stage(s), s.players[seat]
    if now == "toll":
        return Pay(min(player.goods, key=lambda good: worth.good_value(good) - weights.SPREAD * player.goods[good]))
    if s.turn.running is not None:
        return plans.best_step(s, seat)
    if s.turn.todo:
        return _best_of(s, seat, _VALUES[now])
    return _fill(s, seat)


def _best_of(s: State, seat: int, value: Callable[[State, int, Move], float]) -> Move:
    return max(steps.answers(s, seat), key=lambda move: value(s, seat, move))


def _deliver_value(s: State, seat: int, move: Move) -> float:
    player = s.players[seat]
    tile = box().tiles[s.tiles[s.turn.todo[0].word].tile]
    gain = worth.delivery_worth(s, seat, player, tile, player.trains)
    return gain if isinstance(move, Deliver) else -float(min(tile.malus, player.score))


def _limit_value(s: State, seat: int, move: Move) -> float:
    player, new = s.players[seat], s.turn.todo[0].word
    if isinstance(move, Drop):
        player = player.with_good(move.good, -1).with_good(new, 1)
    return worth.deliveries(s, seat, player.trains, worth.turns_left(s, seat)).worth(player.goods)


def _take_value(s: State, seat: int, move: Move) -> float:
    return worth.thing_worth(s, seat, move.thing) if isinstance(move, Take) else 0.0


def _sell_value(s: State, seat: int, move: Move) -> float:
    assert isinstance(move, Sell)
    after = effects.sell(s, seat, move.share).state
    number = int(move.share.rpartition("-")[2])  # of several shares the one with the highest number goes
    return worth.shares_worth(after, seat) + weights.LATER_SHARE * number


def _park_value(s: State, seat: int, move: Move) -> float:
    assert isinstance(move, Park)
    return worth.space_worth(s, seat, move.space)


_VALUES: dict[str, Callable[[State, int, Move], float]] = {
    "deliver": _deliver_value,
    "good": _limit_value,
    "good-of-choice": _take_value,
    "any": _take_value,
    "which": _take_value,
    "sell": _sell_value,
    "park": _park_value,
}


def _fill(s: State, seat: int) -> Move:
    if may_look(s, seat):
        return Look()
    shown = {tile: worth.tile_worth(s, seat, tile) for tile in s.shown}
    best = max(shown, key=shown.__getitem__, default=None)
    if s.turn.looking:
        there = {tile: worth.tile_worth(s, seat, tile) for tile in sorted_pile(s)}
        chosen = max(there, key=there.__getitem__, default=None)
        if chosen is not None and (best is None or there[chosen] > shown[best]):
            return Choose(chosen)
    if best is not None and (not s.pile or s.turn.looking or shown[best] >= _drawn(s, seat)):
        return Pick(best)
    return Draw()


def _drawn(s: State, seat: int) -> float:
    """What the next tile of the pile is worth on average: any that the seat cannot see may be it."""
    hands = (tile for other, player in enumerate(s.players) if other != seat for tile in player.hand)
    unseen = [worth.tile_worth(s, seat, tile) for tile in (*s.pile, *hands)]
    return sum(unseen) / len(unseen)


def _fill_openly(s: State, seat: int) -> Move:
    """As `_fill`, but taking what is shown: the safe line should not end early."""
    if s.turn.looking:
        return _fill(s, seat)
    return Pick(max(s.shown, key=lambda tile: worth.tile_worth(s, seat, tile))) if s.shown else Draw()


@dataclass(frozen=True)
class Try:
    """Something that could be done next, played out in thought."""

    gain: float
    draft: Draft

    @property
    def verb(self) -> str:
        return self.draft.first[0].VERB


def _tries(draft: Draft, seat: int, tried: int, varied: bool = False) -> list[Try]:
    """What could be done next, each played out in thought, with what it gains; the best first.

    So many ways of trains and so many purchases are tried. `varied` looks at the best way of each beginning only.
    """
    s = draft.state
    before = worth.position_worth(s, seat)
    ways = plans.ways(s, seat)
    if varied:
        best: dict[Move, plans.Way] = {}
        for way in ways:
            best.setdefault(way.steps[0], way)
        ways = list(best.values())
    found: list[Line] = [way.steps for way in _varied(ways, lambda way: way.kind, tried)]
    found += [(move,) for move in bargains.purchases_and_uses(s, seat, tried)]
    drafts = [_with_trades(draft.played(seat, line), seat) for line in found]
    tries = [Try(worth.position_worth(after.state, seat) - before, after) for after in drafts]
    return sorted(tries, key=lambda one: -one.gain)


T = TypeVar("T")


def _varied(ranked: Sequence[T], kind: Callable[[T], str], n: int) -> list[T]:
    """The first n, but rather the best of another kind than one more of the same; in their order."""
    kinds = [kind(one) for one in ranked]
    order = sorted(range(len(ranked)), key=lambda at: (kinds.index(kinds[at]) != at, at))
    return [ranked[at] for at in sorted(order[:n])]


def _turn_worth(s: State, seat: int) -> float:
    """A turn that ends here: with the whistle if no train has moved (whi-2.6)."""
    return worth.position_worth(s, seat) + (0.0 if s.turn.moved else worth.token_worth(s, seat).whistle)


def _with_trades(draft: Draft, seat: int) -> Draft:
    while draft.ends is None and draft.state.turn.trades:
        s = draft.state
        before = worth.position_worth(s, seat)
        trade = bargains.best_trade(s, seat)
        if trade is None:
            break
        after = draft.played(seat, (trade,))
        if worth.position_worth(after.state, seat) - before < weights.LEAST_TRADE:
            break
        draft = after
    return draft


def _advanced(draft: Draft, seat: int, tried: int = TRIED) -> Draft:
    """The draft, gone on with as long as it gains something, up to where only `done` is left or the line ends."""
    while draft.ends is None and stage(draft.state) == "free":
        tries = _tries(draft, seat, tried)
        if not tries or tries[0].gain < weights.LEAST_GAIN:
            break
        draft = tries[0].draft
    return draft


def _finished(draft: Draft, seat: int) -> Draft:
    if draft.ends is None and stage(draft.state) == "free":
        draft = draft.played(seat, (Done(),))
    return _filled(draft, seat, _fill)


def _filled(draft: Draft, seat: int, fill: Callable[[State, int], Move]) -> Draft:
    while draft.ends is None:
        draft = draft.played(seat, (fill(draft.state, seat),))
    return draft


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    start = Draft(s)
    now = stage(s)
    if now in ("fill", "look"):
        drafts = _fillings(start, seat, n)
    elif now != "free":
        answers = _varied(_answers(s, seat), lambda move: move.VERB, n)
        drafts = [_finished(_advanced(start.played(seat, (move,)), seat), seat) for move in answers]
    else:
        drafts = _openings(start, seat, n, max(OPENINGS, n - 1))
    drafts = _distinct(drafts)
    quiet = _quiet(s, seat)
    if n > 1 and all(draft.line != quiet.line for draft in drafts):
        drafts = [
            *_varied(drafts, _kind, n - 1),
            quiet,
        ]  # so that the default has its words
    found = [line_words.suggestion(draft.line, draft.parts, draft.state, draft.ends, s, seat) for draft in drafts]
    return _unlike(found, quiet.line)


def _unlike(found: Sequence[Suggestion], kept: Line) -> list[Suggestion]:
    """One of those that read alike, such as two that turn a tile differently: the best, or the one to be kept."""
    ranked = sorted(found, key=lambda one: one.line != kept)
    words = [(one.label, one.note) for one in ranked]
    best = [one for n, one in enumerate(ranked) if words[n] not in words[:n]]
    return [one for one in found if one in best]


def _distinct(drafts: Sequence[Draft]) -> list[Draft]:
    """Without those that lead to the same position as one before them, such as the same moves in another order."""
    return [draft for n, draft in enumerate(drafts) if all(draft.state != before.state for before in drafts[:n])]


def _openings(start: Draft, seat: int, n: int, openings: int, tried: int = TRIED) -> list[Draft]:
    """Whole turns, the best first; one of several ends the turn at once.

    So many beginnings are tried. A turn is judged at its end: several moves together may be worth more than the
    whistle for none, though the first alone is not.
    """
    tries = _tries(start, seat, tried, varied=n > 1)
    advanced = _distinct([_advanced(one.draft, seat, tried) for one in _varied(tries, lambda one: one.verb, openings)])
    ranked = sorted([start, *advanced], key=lambda draft: -_turn_worth(draft.state, seat))
    chosen = _varied(ranked, _kind, n) if n >= ALL_KINDS else ranked[:n]
    if n > 1 and start not in chosen:
        chosen[-1] = start
    return [_finished(draft, seat) for draft in chosen]


def _kind(draft: Draft) -> str:
    """With which move it begins; a turn that only ends is of a kind of its own."""
    return draft.first[0].VERB if draft.first else Done.VERB


def quick_line(s: State, seat: int) -> Line:
    """Much like the first suggestion, but only one turn is thought to its end, and of each step only the best way."""
    if stage(s) == "free":
        return _openings(Draft(s), seat, n=1, openings=1, tried=1)[0].line
    return suggest(s, seat, 1)[0].line


def _answers(s: State, seat: int) -> list[Move]:
    moves = [move for move in steps.offers(s, seat) if steps.refuse(s, seat, move) is None]
    return rank(s, seat, moves)


def _fillings(start: Draft, seat: int, n: int) -> list[Draft]:
    """Each tile that could be taken first, the best first."""
    best = _fill(start.state, seat)
    moves = [best, *(move for move in _answers(start.state, seat) if move != best)]
    return [_filled(start.played(seat, (move,)), seat, _fill) for move in moves[:n]]


def default(s: State, seat: int) -> Line:
    """Ends the turn: nothing is spent, and the whistle of a turn without movement is gained (whi-2.6)."""
    return _quiet(s, seat).line


def _quiet(s: State, seat: int) -> Draft:
    draft = Draft(s)
    if stage(s) not in ("free", "fill", "look"):
        draft = draft.played(seat, ())
    if draft.ends is None and stage(draft.state) == "free":
        draft = draft.played(seat, (Done(),))
    return _filled(draft, seat, _fill_openly)


def rank(s: State, seat: int, moves: Sequence[Move]) -> list[Move]:
    """Single steps, the most useful first; what answers a question comes before what could be bought at it."""
    if stage(s) == "free":
        starts: dict[str, float] = {}
        for way in plans.ways(s, seat):
            starts.setdefault(str(way.steps[0]), way.worth)
        return sorted(moves, key=lambda move: -_free_value(s, seat, move, starts))
    answers = [move for move in moves if not isinstance(move, PURCHASES)]
    value = _answer_value(s, seat)
    return [*sorted(answers, key=lambda move: -value(move)), *(move for move in moves if isinstance(move, PURCHASES))]


def _answer_value(s: State, seat: int) -> Callable[[Move], float]:
    now = stage(s)
    if now in ("fill", "look"):
        return lambda move: _tile_value(s, seat, move)
    if now == "toll":
        return lambda move: -worth.good_value(move.good) if isinstance(move, Pay) else 0.0
    if s.turn.todo:
        return lambda move: _VALUES[now](s, seat, move)
    return lambda move: worth.position_worth(Draft(s).played(seat, (move,)).state, seat)


def _free_value(s: State, seat: int, move: Move, starts: dict[str, float]) -> float:
    if isinstance(move, Run | Blow):
        return starts.get(str(move), -50.0)
    if isinstance(move, Done):
        return 0.0
    if isinstance(move, Buy | Use):
        after = Draft(s).played(seat, (move,)).state
        return worth.position_worth(after, seat) - worth.position_worth(s, seat)
    return -1.0


def _tile_value(s: State, seat: int, move: Move) -> float:
    if isinstance(move, Pick | Choose):
        return worth.tile_worth(s, seat, move.tile)
    return weights.LOOK if isinstance(move, Look) else _drawn(s, seat)
