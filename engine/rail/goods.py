"""Cubes. A handful of them is a string of letters in alphabetical order: `BBKR`."""

from collections.abc import Iterable, Mapping

from engine.core.rng import Rng
from engine.core.say import Say, say

LETTERS = {"red": "R", "blue": "B", "purple": "P", "yellow": "Y", "black": "K"}
COLOURS = {letter: colour for colour, letter in LETTERS.items()}


def added(cubes: str, more: str) -> str:
    return "".join(sorted(cubes + more))


def taken(cubes: str, letter: str) -> str:
    """Without one cube of this colour, which must be there."""
    if letter not in cubes:
        raise ValueError(f"there is no {COLOURS[letter]} cube")
    return cubes.replace(letter, "", 1)


def drawn(bag: str, number: int, rng: Rng) -> tuple[str, str, Rng]:
    """Cubes drawn blindly, in the order of drawing, with the bag and the generator after it."""
    cubes = ""
    for _ in range(min(number, len(bag))):
        letter, rng = rng.pick(bag)
        cubes += letter
        bag = taken(bag, letter)
    return cubes, bag, rng


def counted(colours: Iterable[str]) -> tuple[Say, ...]:
    """Cubes in words, those of a colour together: purple, 4 yellow. A game has words for each colour."""
    there: dict[str, int] = {}  # a Counter costs ten times as much for so few
    for colour in colours:
        there[colour] = there.get(colour, 0) + 1
    return tuple(say(f"cubes-{colour}", n=number) for colour, number in there.items())


def handful(counts: Mapping[str, int]) -> str:
    """All cubes of a box, from its counts by colour."""
    return added("", "".join(LETTERS[colour] * number for colour, number in counts.items()))
