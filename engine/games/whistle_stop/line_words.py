"""A suggested line in words: what it does, and what is spent, laid and left."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.event import Event
from engine.core.game import Ends, Suggestion
from engine.core.move import Line, Move
from engine.core.say import Say, say
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.events import (
    CabinPaid,
    CoalGained,
    Delivered,
    EndBypassed,
    GoodDropped,
    GoodGained,
    MarketPaid,
    NotDelivered,
    NuggetGained,
    ShareGained,
    ShareSwapped,
    TrainArrived,
    TrainHome,
    TurnWithoutMove,
    WhistlesGained,
)
from engine.games.whistle_stop.moves import (
    Again,
    Buy,
    Buyout,
    Choose,
    Deliver,
    Done,
    Draw,
    Lay,
    Look,
    Pick,
    Swap,
    Take,
    Trade,
    Use,
)
from engine.games.whistle_stop.state import State

ON_RAILS = ("plan-move", "plan-bypass")


@dataclass(frozen=True)
class Part:
    """Moves that belong together, as one move of a train does, and what they did."""

    moves: Line
    events: tuple[Event, ...]


def suggestion(line: Line, parts: Sequence[Part], after: State, ends: Ends | None, s: State, seat: int) -> Suggestion:
    told = [told for part in parts for told in _part(part)]
    return Suggestion(line, _chained("plan-then", told or [say("plan-end")]), _note(line, after, ends, s, seat))


def _chained(joint: str, told: Sequence[Say]) -> Say:
    """Several messages as one."""
    *before, last = told
    for message in reversed(before):
        last = Say(joint, {"first": message, "rest": last})
    return last


def _part(part: Part) -> list[Say]:
    """One move of a train, one trade, one upgrade, or the tiles taken: with what it brings."""
    move, events = part.moves[0], part.events
    brings = [told for event in events for told in _brought(event)]
    if isinstance(move, Done):
        return [say("plan-idle")] if any(isinstance(event, TurnWithoutMove) for event in events) else []
    if isinstance(move, Pick | Choose):
        return [say("plan-tile", tile=move.tile)]
    if isinstance(move, Draw):
        return [say("plan-draw")]
    if isinstance(move, Look):
        return [say("plan-look")]
    head = _head(move, events)
    if isinstance(move, Trade | Swap):
        return [head] if head is not None else []  # it says itself what it brings
    if head is None:
        return brings[:3]
    if head.id in ON_RAILS:  # what it brings comes first, the addresses after it
        return [say("plan-part", what=head, brings=tuple(brings)) if brings else Say("plan-move-only", head.params)]
    return [say("plan-does", what=head, brings=tuple(brings)) if brings else head]


def _head(move: Move, events: Sequence[Event]) -> Say | None:
    for event in events:
        if isinstance(event, TrainArrived):
            return say("plan-move", start=event.start, hex=event.hex)
        if isinstance(event, EndBypassed):
            return say("plan-bypass", start=event.start, hex=event.hex)
    if isinstance(move, Buy):
        return say("plan-buy", upgrade=move.upgrade)
    if isinstance(move, Buyout):
        return say("plan-buyout", upgrade=move.upgrade, rare=move.rare)
    if isinstance(move, Use):
        return say("plan-use", upgrade=move.upgrade)
    if isinstance(move, Again):
        return say("plan-again", hex=move.hex)
    if isinstance(move, Trade):
        return say("sketch-trade", gives=move.gives, gets=move.gets)
    if isinstance(move, Swap):
        return say("sketch-swap", share=move.share, company=move.company)
    return None


def _brought(event: Event) -> list[Say]:
    match event:
        case GoodGained():
            return [say("brings-good", good=event.good)]
        case GoodDropped():
            return [say("brings-exchange", good=event.good, dropped=event.dropped)]
        case CoalGained():
            return [say("brings-coal", n=event.n)]
        case WhistlesGained():
            return [say("brings-whistle", n=event.n)]
        case NuggetGained():
            return [say("brings-nugget")]
        case Delivered() | MarketPaid() | CabinPaid():
            return [say("brings-points", n=event.n)] if event.n else []
        case NotDelivered():
            return [say("brings-loss", n=event.n)] if event.n else []
        case ShareGained() | ShareSwapped():
            return [say("brings-share", share=event.share)]
        case TrainHome():
            return [say("brings-home", space=event.space)]
    return []


def _note(line: Line, after: State, ends: Ends | None, s: State, seat: int) -> Say:
    """What is spent and left; or that the line stops at something nobody can foresee."""
    tiles = tuple(_laid(move) for move in line if isinstance(move, Lay))
    here, there = s.players[seat], after.players[seat]
    parts: list[Say] = []
    if tiles:
        parts.append(say("note-lays", tiles=tiles))
    parts += [_bought(move) for move in line if isinstance(move, Buy | Buyout)]
    if ends == "seen" and isinstance(line[-1], Look):
        parts.append(say("note-look"))
    elif ends == "seen" and not any(isinstance(move, Done | Pick | Choose | Draw) for move in line):
        parts.append(say("note-seen"))
    parts.append(say("note-left", coal=say("some-coal", n=there.coal), whistles=say("some-whistles", n=there.whistles)))
    if any(isinstance(move, Deliver | Take) for move in line) or there.score != here.score:
        parts.append(say("note-score", n=there.score))
    return _chained("note-then", parts)


def _laid(move: Lay) -> Say:
    if len(box().tiles[move.tile].rotations) == 1:
        return say("name", word=move.tile)
    return say("sketch-lay", tile=move.tile, n=move.rotation)


def _bought(move: Buy | Buyout) -> Say:
    effect = say(f"does-{move.upgrade}")
    if isinstance(move, Buy):
        return say("note-buys", upgrade=move.upgrade, effect=effect)
    return say("note-buys-out", upgrade=move.upgrade, effect=effect, rare=move.rare)
