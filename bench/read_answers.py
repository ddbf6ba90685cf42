"""Reading one answer by mail, in the position of each game that offers most."""

import gc
from collections.abc import Iterator
from functools import partial
from typing import Any

from bench.rows import Row, spread, timed
from engine.core.game import SEAT_COLOURS, AnyGame
from engine.core.phrases import understand
from engine.core.play import actors, suggest
from engine.core.promises import play_out
from engine.core.record import replay
from engine.core.situation import Printed, Situation
from engine.games import GAMES

LOOKED_AT = 20  # every so-manieth position is a candidate
CHOICES = 5
SENTENCES = (
    "{0}", "I'd like to {1}, please", "{1}\n\nThanks,\nAnna", "2", "nothing for me this time", "je passe, merci",
    "build from Chicago to Pittsburgh", "deliver red from Chicago to Detroit", "deilver the blue cube to Detroit",
    "run to Chicago and draw a card", "move the train on I5 to the gold mine", "take the red one or the blue one",
    "I don't know what to do, what would you suggest?", "lay two tiles towards Toledo and then whatever is cheap",
)  # fmt: skip


def rows() -> Iterator[Row]:
    for game in GAMES.values():
        situation, lines = _largest(game)
        texts = [sentence.format(words, line) for words, line in lines for sentence in SENTENCES]
        understand(_again(situation), texts[0])  # each process makes the vocabulary of a game once
        gc.freeze()  # a server does not hold whole games for its collector to look through
        times = [timed(partial(understand, _again(situation), text)) for text in texts]
        gc.unfreeze()
        yield Row(f"{game.id}: reading one answer in its largest position", spread(times), "≤ 30 ms")


def _again(known: Situation) -> Situation:
    """The position as it comes from the database, with nothing worked out about it."""
    state = known.game.decode(known.game.encode(known.state))
    return Situation(known.game, state, known.seat, known.printed)


def _largest(game: AnyGame) -> tuple[Situation, list[tuple[str, str]]]:
    seats = game.seats[-1]
    report = play_out(game, SEAT_COLOURS[:seats], "bench-reading", {}, ["greedy"] * seats, "none")
    states = replay(game, report.record).states[:-1:LOOKED_AT]
    state = max(states, key=lambda state: _offers(game, state))
    seat = actors(game, state)[0]
    tips = suggest(game, game.view(state, seat), seat, CHOICES)
    said = [(game.words.render(tip.label, "en", report.record.seats), tip.line) for tip in tips]
    lines = [(words, " ".join(map(str, line))) for words, line in said]
    printed = tuple(Printed(number, line, (words,)) for number, (words, line) in enumerate(lines, 1))
    return Situation(game, state, seat, printed), lines


def _offers(game: AnyGame, state: Any) -> int:
    asked = actors(game, state)
    return sum(1 for _ in game.phase_named[state.phase].offers(state, asked[0])) if asked else 0
