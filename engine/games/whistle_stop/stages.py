"""What the mover has to decide just now: a train on its way, something received or asked, the hand, or a free step."""

from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.whistle_stop.moves import (
    Again,
    Blow,
    Buy,
    Buyout,
    Bypass,
    Choose,
    Deliver,
    Done,
    Draw,
    Drop,
    Lay,
    Look,
    On,
    Park,
    Pay,
    Pick,
    Run,
    Sell,
    Skip,
    Stop,
    Swap,
    Take,
    Trade,
    Use,
)
from engine.games.whistle_stop.state import State

FREE: tuple[type[Move], ...] = (Run, Blow, Trade, Buy, Buyout, Use, Again, Swap, Done)
PURCHASES = (Buy, Buyout)  # whi-8.4: in every stage

ALLOWED: dict[str, tuple[type[Move], ...]] = {
    "free": FREE,
    "toll": (Pay,),
    "lay": (Lay,),
    "leave": (On,),
    "halt": (Stop, On),
    "end": (Stop, Bypass),
    "good": (Drop, Skip),
    "good-of-choice": (Take,),
    "any": (Take,),
    "which": (Take,),
    "deliver": (Deliver, Skip),
    "sell": (Sell,),
    "park": (Park,),
    "fill": (Pick, Draw, Look),
    "look": (Pick, Choose),
}

# Every kind of move of a turn, in the order in which they come into play.
STEPS = tuple(dict.fromkeys((*FREE[:2], *(move for moves in tuple(ALLOWED.values())[1:] for move in moves), *FREE[2:])))


def stage(s: State) -> str:
    """A key of ALLOWED."""
    turn = s.turn
    if turn.running is not None:
        return turn.running.waits
    if turn.todo:
        return turn.todo[0].kind
    if turn.filling:
        return "look" if turn.looking else "fill"
    return "free"


def in_its_stage(s: State, move: Move) -> Refusal | None:
    now = stage(s)
    if type(move) in ALLOWED[now] or isinstance(move, PURCHASES):
        return None
    if s.turn.running is not None:
        return refusal("train-is-running", "whi-11.4", hex=s.turn.running.hex)
    if s.turn.todo:
        return refusal("decide-first", "whi-11.6")
    if s.turn.filling:
        return refusal("fill-first", "whi-9.1")
    return refusal("not-asked-for", "whi-11.1", verb=move.VERB)


def debtor(s: State) -> int | None:
    """whi-8.15: the player who has lost the boiler and holds too many tiles."""
    return next((seat for seat, player in enumerate(s.players) if len(player.hand) > player.hand_size), None)
