"""The first player gives a card to the player on the right; display and routes come later (spk-1.11, spk-1.12)."""

from collections.abc import Iterator, Sequence

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.games.spike.components import box
from engine.games.spike.events import Gave, card
from engine.games.spike.moves import Give
from engine.games.spike.state import State

NAME = "gift"
MOVES = (Give,)


def begin(s: State) -> State:
    return s.with_phase(NAME, (s.first,))


def actors(s: State) -> tuple[int, ...]:
    return s.asked


def question(s: State, seat: int) -> str:
    return f"0/{NAME}"


def offers(s: State, seat: int) -> Iterator[Move]:
    for kind in box().kinds:
        yield Give(kind)


def refuse(s: State, seat: int, move: Give) -> Refusal | None:
    if not _held(s, seat, move.rail):
        return refusal("card-not-in-hand", "spk-1.11", card=card(move.rail))
    return None


def play(s: State, seat: int, move: Give) -> Outcome[State]:
    to = _receiver(s)
    s = s.with_player(seat, s.players[seat].with_card(move.rail, -1))
    s = s.with_player(to, s.players[to].with_card(move.rail))
    return Outcome(s.with_asked(()), (Gave(seat, to, move.rail),), "turn")


def default(s: State, seat: int) -> Line:
    return (_ranked(s, seat)[0],)


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    return [
        Suggestion(
            (give,),
            say("suggest-give", card=card(give.rail), to=_receiver(s)),
            say("suggest-give-note", n=_held(s, seat, give.rail), card=card(give.rail)),
        )
        for give in _ranked(s, seat)[:n]
    ]


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    order = {move: index for index, move in enumerate(_ranked(s, seat))}
    return sorted(moves, key=lambda move: order[move] if isinstance(move, Give) else len(order))


def prompt(s: State, seat: int) -> Say:
    return say("ask-give", to=_receiver(s))


def notes(s: State, seat: int) -> Sequence[Say]:
    return (say("note-give"),)


def _receiver(s: State) -> int:
    """The player on the right is the last in turn order."""
    return s.seat_order[-1]


def _held(s: State, seat: int, kind: str) -> int:
    return s.players[seat].hand[box().kind_index[kind]]


def _ranked(s: State, seat: int) -> list[Give]:
    """A single card first: pairs and more are jokers."""
    held = [Give(kind) for kind in box().kinds if _held(s, seat, kind)]
    return sorted(held, key=lambda give: _held(s, seat, give.rail))
