"""The patient bot: plays its first suggestions on in several imagined worlds and takes what does best for its place.

    line = patient_line(game, view, seat, rng, playouts=16)

All candidates are tried in the same worlds, so that luck hits them alike. The budget is a number of play-outs, not of
seconds: the same seed and budget give the same line on every machine. Successive halving spends it where two
candidates are close: all get the same share of a round, then the worse half is dropped.

Everything it knows comes from the view of its seat, so it decides the same in all worlds that look the same to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log2
from typing import TypeVar

from engine.core.game import Game, Position
from engine.core.move import Line
from engine.core.play import actors, is_over, play, suggest
from engine.core.rng import Rng

S = TypeVar("S", bound=Position)
V = TypeVar("V")

PLAYOUTS = 16  # the standard budget of a question
CANDIDATES = 5  # as many suggestions are tried as a mail shows
CLEAR_LEAD = 10  # points by which a place is safe enough that more of them hardly count


@dataclass
class _Candidate:
    line: Line
    worths: list[float] = field(default_factory=list)  # one for each world it was tried in

    @property
    def worth(self) -> float:
        return sum(self.worths) / len(self.worths)


def patient_line(game: Game[S, V], view: V, seat: int, rng: Rng, playouts: int = PLAYOUTS) -> Line:
    """The suggestion that does best in so many play-outs; with fewer than two it is the first one."""
    suggested = suggest(game, view, seat, max(1, min(CANDIDATES, playouts)))
    candidates = [_Candidate(suggestion.line) for suggestion in suggested]
    while 1 < len(candidates) <= playouts:
        halvings = ceil(log2(len(candidates)))
        worlds = max(1, playouts // halvings // len(candidates))
        for _ in range(worlds):
            world = _world(game, view, rng, len(candidates[0].worths))
            for candidate in candidates:
                candidate.worths.append(_played_on(game, world, seat, candidate.line))
        playouts -= worlds * len(candidates)
        # Sorting is stable: of two that did equally well the one that was suggested first goes on.
        candidates.sort(key=lambda candidate: -candidate.worth)
        del candidates[(len(candidates) + 1) // 2 :]
    return candidates[0].line


def _world(game: Game[S, V], view: V, rng: Rng, number: int) -> S:
    return game.imagine(view, Rng(f"{rng.seed}/{rng.epoch}/{rng.count}/world-{number}"))


def _played_on(game: Game[S, V], s: S, seat: int, line: Line) -> float:
    """What the line is worth to the seat in this world, when everybody plays on quickly."""
    estimate = game.estimate
    last = estimate.round(s) + estimate.rounds if estimate is not None else 0
    s = play(game, s, seat, line).state
    while not is_over(game, s):
        if estimate is not None and estimate.round(s) >= last:
            scores = estimate.scores(s)
            return worth(1 + sum(score > scores[seat] for score in scores), scores, seat)
        asked = actors(game, s)[0]
        s = play(game, s, asked, _quick_line(game, s, asked)).state
    rows = sorted(game.standings(s), key=lambda row: row.seat)
    return worth(rows[seat].place, [row.score for row in rows], seat)


def _quick_line(game: Game[S, V], s: S, seat: int) -> Line:
    if game.playout is not None:
        return game.playout(s, seat)
    return suggest(game, game.view(s, seat), seat, 1)[0].line


def worth(place: int, scores: Sequence[float], seat: int) -> float:
    """The place first; between equal places the margin to the best of the others, which adds less than a place."""
    margin = scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
    return -place + 0.5 * margin / (CLEAR_LEAD + abs(margin))
