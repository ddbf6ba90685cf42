"""A line in the making: what a draft means so far, and what may come next.

A draft is written as in an address, moves joined by `~`; its last move may still lack words. Choosing is adding a
word, and a press on the board adds the words up to the place that was pressed.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from engine.core.event import Event
from engine.core.game import AnyGame, Ends
from engine.core.move import MOST_MOVES, MOST_WORDS, Line, Move
from engine.core.play import Preview, actors, extend, legal, preview, rank
from engine.core.refusal import MoveError
from engine.core.same import LAST, Same


@dataclass(frozen=True)
class Draft:
    text: str  # as in the address, cleaned
    moves: Line  # the whole moves so far
    partial: tuple[str, ...]  # the words of the move being written
    state: Any  # after the moves that may be shown
    shown: int  # how many of them are shown: a move that draws something is not
    events: tuple[Event, ...]
    ends: Ends | None  # how the line ends; None while it is unfinished
    nexts: tuple[Move, ...] = ()  # every legal move that begins with what is written, the best first
    instead: tuple[Move, ...] = ()  # while a move is being written: the legal moves that begin differently
    error: MoveError | None = None  # why the rest of what was asked for is not in it
    refused: tuple[str, ...] = ()  # the words of the move that it is about

    @property
    def undone(self) -> str:
        """The draft without its last word or move."""
        if self.partial:
            moves = [str(move) for move in self.moves]
            return "~".join(moves)
        return "~".join(str(move) for move in self.moves[:-1])


def read_draft(game: AnyGame, state: Any, seat: int, text: str) -> Draft:
    """What the text means in this position. What cannot be played is left out, and the draft says why."""
    parts = text.replace(" ", "~").split("~", MOST_MOVES)[:MOST_MOVES]
    shown = preview(game, state, seat, ())
    moves: list[Move] = []
    partial: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    error: MoveError | None = None
    for part in filter(None, parts):
        try:
            move = game.read(part, state)[0]
            shown = extend(game, shown, seat, move)
            moves.append(move)
        except MoveError as wrong:
            words = tuple(part.split(".", MOST_WORDS))
            if part == parts[-1] and _begins_a_move(game, shown, seat, words):
                partial = words
            else:
                error, refused = wrong, words
            break
    return replace(_opened(game, shown, seat, tuple(moves), partial), error=error, refused=refused)


def with_partial(draft: Draft, words: tuple[str, ...]) -> Draft | None:
    """A draft between two moves, with these words of the next one chosen; None if no legal move begins like this."""
    nexts = tuple(move for move in draft.nexts if _words(move)[: len(words)] == words)
    if not nexts or any(_words(move) == words for move in nexts):
        return None
    done = "~".join(map(str, draft.moves))
    return replace(
        draft,
        text="~".join(filter(None, (done, ".".join(words)))),
        partial=words,
        nexts=nexts,
        instead=tuple(move for move in draft.nexts if move not in nexts),
    )


def _begins_a_move(game: AnyGame, shown: Preview[Any], seat: int, words: tuple[str, ...]) -> bool:
    if shown.ends is not None:
        return False
    return any(_words(move)[: len(words)] == words for move in legal(game, shown.state, seat))


def _words(move: Move) -> tuple[str, ...]:
    return (move.VERB, *move.words())


@lru_cache(maxsize=LAST)
def _ranked(game: Same[AnyGame], state: Same[Any], seat: int) -> tuple[Move, ...]:
    """Every legal move, the best first. A player looks at one position many times while a draft grows."""
    if seat not in actors(game.value, state.value):
        return ()
    moves = tuple(legal(game.value, state.value, seat))
    return tuple(rank(game.value, game.value.view(state.value, seat), seat, moves))


def _opened(game: AnyGame, shown: Preview[Any], seat: int, moves: Line, partial: tuple[str, ...]) -> Draft:
    done = "~".join(map(str, moves))
    ranked = _ranked(Same(game), Same(shown.state), seat) if shown.ends is None else ()
    nexts = tuple(move for move in ranked if _words(move)[: len(partial)] == partial) if partial else ranked
    return Draft(
        text="~".join(filter(None, (done, ".".join(partial)))),
        moves=moves,
        partial=partial,
        state=shown.state,
        shown=shown.shown,
        events=shown.events,
        ends=shown.ends,
        nexts=nexts,
        instead=tuple(move for move in ranked if _words(move)[: len(partial)] != partial) if partial else (),
    )
