"""What must hold where several seats are asked together, for `promises`: no answer shows before the last is given."""

from collections.abc import Iterator
from typing import TypeVar

from engine.core.bots import BOTS
from engine.core.game import Game, Position
from engine.core.move import Line
from engine.core.play import actors, default, legal, play, suggest
from engine.core.rng import Rng
from engine.core.together import Together, line_seen_by, open_together

S = TypeVar("S", bound=Position)
V = TypeVar("V")

RANDOM_ANSWERS = 2


def shown_too_early(game: Game[S, V], s: S) -> Iterator[str]:
    """What is wrong with the question of this position; nothing if a single seat is asked."""
    asked = actors(game, s)
    if len(asked) < 2:
        return
    for seat in asked:
        for reader in (None, *(other for other in range(len(s.seats)) if other != seat)):
            told = [_told(game, s, seat, line, reader) for line in _answers(game, s, seat)]
            if any(other != told[0] for other in told):
                yield "an answer is shown to nobody before the last seat has answered"
    yield from _shown_at_last(game, s)


def _answers(game: Game[S, V], s: S, seat: int) -> Iterator[Line]:
    view = game.view(s, seat)
    yield default(game, view, seat)
    yield from (tip.line for tip in suggest(game, view, seat))
    yield from (BOTS["random"](game, view, seat, Rng(f"answer-{number}")) for number in range(RANDOM_ANSWERS))


def _told(game: Game[S, V], s: S, seat: int, line: Line, reader: int | None) -> tuple[object, ...]:
    """All that a reader is shown of an answer, and of the position after it."""
    played = play(game, s, seat, line)
    sealed = open_together(game, (played.state, s)) == Together(1)
    events = [event.seen_by(reader) for event in (*played.events, *played.settled)]
    offers = [] if reader is None else list(legal(game, played.state, reader))
    return line_seen_by(line, seat, reader, sealed), events, game.view(played.state, reader), offers


def _shown_at_last(game: Game[S, V], s: S) -> Iterator[str]:
    """All answer by their defaults: sealed up to the last one, which shows everything and so cannot be taken back."""
    newest_first, ends = [s], ""
    for seat in actors(game, s):
        if open_together(game, newest_first) != Together(len(newest_first) - 1):
            yield "a question to several seats stays sealed"
        while newest_first[0].phase == s.phase and seat in actors(game, newest_first[0]):
            played = play(game, newest_first[0], seat, default(game, game.view(newest_first[0], seat), seat))
            newest_first.insert(0, played.state)
            ends = played.ends
    if open_together(game, newest_first) is not None:
        yield "answers are shown when the last seat has answered"
    if ends != "seen":
        yield "the last answer cannot be taken back: it shows the others"
