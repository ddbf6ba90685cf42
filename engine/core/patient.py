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
from statistics import fmean
from typing import TypeVar

from engine.core.game import BENEFIT_OF_DOUBT, Estimate, Game, Position
from engine.core.move import Line
from engine.core.play import actors, imagined, is_over, play, suggest
from engine.core.rng import Rng

S = TypeVar("S", bound=Position)
V = TypeVar("V")

CLEAR_LEAD = 10  # points at which a margin counts half of what the widest does
TIE_BREAK = 0.5  # points that it counts to be ahead of somebody who has as many


@dataclass
class _Candidate:
    line: Line
    ahead: float = 0.0
    worths: list[float] = field(default_factory=list)  # one for each world it was tried in

    @property
    def worth(self) -> float:
        return self.ahead + sum(self.worths) / len(self.worths)


def patient_line(game: Game[S, V], view: V, seat: int, rng: Rng, playouts: int | None = None) -> Line:
    """The suggestion that does best in so many play-outs, the game's own number unless told; with fewer than two it is
    the first one."""
    if playouts is None:
        playouts = game.playouts
    suggested = suggest(game, view, seat, max(1, min(game.candidates, playouts)))
    candidates = [_Candidate(suggestion.line) for suggestion in suggested]
    estimate = _estimate_for(game, imagined(game, view))
    candidates[0].ahead = BENEFIT_OF_DOUBT if estimate is None else estimate.doubt
    while 1 < len(candidates) <= playouts:
        halvings = ceil(log2(len(candidates)))
        worlds = max(1, playouts // halvings // len(candidates))
        for _ in range(worlds):
            world = _world(game, view, rng, len(candidates[0].worths))
            for candidate in candidates:
                candidate.worths.append(_played_on(game, estimate, world, seat, candidate.line))
        playouts -= worlds * len(candidates)
        # Sorting is stable: of two that did equally well the one that was suggested first goes on.
        candidates.sort(key=lambda candidate: -candidate.worth)
        del candidates[(len(candidates) + 1) // 2 :]
    return candidates[0].line


def _world(game: Game[S, V], view: V, rng: Rng, number: int) -> S:
    return game.imagine(view, Rng(f"{rng.seed}/{rng.epoch}/{rng.count}/world-{number}"))


def _estimate_for(game: Game[S, V], s: S) -> Estimate[S] | None:
    """The estimate that stops the play-outs of this question; None if they go on to the end."""
    return game.estimate if game.estimate is not None and s.phase not in game.estimate.whole_game else None


def _played_on(game: Game[S, V], estimate: Estimate[S] | None, s: S, seat: int, line: Line) -> float:
    """What the line is worth to the seat in this world, when everybody plays on quickly."""
    looks = [estimate.round(s) + rounds for rounds in estimate.looks] if estimate is not None else []
    seen: list[float] = []
    s = play(game, s, seat, line).state
    while not is_over(game, s):
        if estimate is not None and estimate.round(s) >= looks[len(seen)]:
            seen.append(worth([(score, score) for score in estimate.scores(s)], seat))
            if len(seen) == len(looks):
                return fmean(seen)
        else:
            asked = actors(game, s)[0]
            s = play(game, s, asked, _quick_line(game, s, asked)).state
    rows = sorted(game.standings(s), key=lambda row: row.seat)
    end = worth([(-row.place, row.score) for row in rows], seat)
    return fmean((*seen, *[end] * max(1, len(looks) - len(seen))))  # what is over looks the same ever after


def _quick_line(game: Game[S, V], s: S, seat: int) -> Line:
    if game.playout is not None:
        return game.playout(s, seat)
    return suggest(game, game.view(s, seat), seat, 1)[0].line


def worth(ranks: Sequence[tuple[float, float]], seat: int) -> float:
    """How many of the others the seat beats, by rank and score of every seat.

    Being ahead is what counts, but a clear lead counts for more than a narrow one, and a narrow one hardly more than
    being narrowly behind: the true game will go otherwise than any play-out.
    """
    return sum(_beats(ranks[seat], other) for number, other in enumerate(ranks) if number != seat)


def _beats(own: tuple[float, float], other: tuple[float, float]) -> float:
    """From 0 to 1: a half for being level."""
    if own[0] == other[0]:
        return 0.5
    if own[0] < other[0]:
        return 1 - _beats(other, own)
    if own[1] < other[1]:
        return 1.0  # the other is out of the game, whatever its score
    margin = max(own[1] - other[1], TIE_BREAK)
    return 0.5 + 0.5 * margin / (CLEAR_LEAD + margin)
