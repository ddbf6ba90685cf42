"""The numbers beside the choices of a question: 1, 2, 3… in their order.

Where an amount is asked, such as a bid or a number of shares, the number of a choice is its amount, so that `3` cannot
be taken for the third choice by one and for three shares by another. Whoever declines answers 0; a second way to
decline has a number that is no legal amount.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from engine.core.game import AnyGame
from engine.core.move import NUMBER, Line
from engine.core.play import legal
from engine.core.refusal import MoveError
from pbem.play.scene import Choice, Scene

FEWEST_AMOUNTS = 2


def numbered(scene: Scene) -> tuple[Choice, ...]:
    """The choices of the reader's question with their numbers."""
    return with_numbers(scene, scene.choices)


def with_numbers(scene: Scene, choices: Sequence[Choice]) -> tuple[Choice, ...]:
    lines = [scene.game.read(choice.line, scene.state) for choice in choices]
    numbers = _amounts(scene, lines) or range(1, len(lines) + 1)
    return tuple(replace(choice, number=number) for choice, number in zip(choices, numbers, strict=True))


def line_numbered(game: AnyGame, state: object, seat: int, choices: Sequence[Choice], number: int) -> str | None:
    """The line that a number in an answer stands for; None for a number that no choice has.

    An amount need not have been printed if it is legal.
    """
    printed = next((choice.line for choice in choices if choice.number == number), None)
    if printed is not None:
        return printed
    try:
        lines = [game.read(choice.line, state) for choice in choices]
    except MoveError:
        return None
    verb = _verb_of_amounts(lines)
    wanted = f"{verb}.{number}"
    return next((wanted for move in legal(game, state, seat) if str(move) == wanted), None) if verb else None


def _amounts(scene: Scene, lines: Sequence[Line]) -> list[int]:
    """The amount of each line, 0 for the first that declines, a free number for any other; nothing if there are no
    amounts in question."""
    verb = _verb_of_amounts(lines)
    if not verb:
        return []
    known = [int(line[0].words()[0]) if verb == line[0].VERB else None for line in lines]
    if known.count(None) < 2 or scene.reader is None:
        return [amount or 0 for amount in known]
    taken = {move.words()[0] for move in legal(scene.game, scene.state, scene.reader) if verb == move.VERB}
    free: Iterator[int] = (number for number in count() if str(number) not in taken)
    return [next(free) if amount is None else amount for amount in known]


def _verb_of_amounts(lines: Sequence[Line]) -> str:
    """The verb whose only word is a number, if every line is that verb or a single word."""
    if any(len(line) != 1 for line in lines):
        return ""
    verbs = [line[0].VERB for line in lines if [slot.kind for slot in line[0].slots()] == [NUMBER]]
    others = [line for line in lines if line[0].VERB not in verbs]
    if len(verbs) < FEWEST_AMOUNTS or len(set(verbs)) > 1 or any(line[0].words() for line in others):
        return ""
    return verbs[0]
