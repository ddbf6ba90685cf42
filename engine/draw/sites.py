"""What the marks of a reader mean on a map of hexes: which hexes are new, chosen, or may be pressed."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.core.sheet import Marks
from engine.rail.goods import COLOURS, LETTERS


@dataclass(frozen=True)
class Site:
    """A hex, perhaps with a cube in it that came or left."""

    hex: str
    good: str | None = None
    left: bool = False


def site_of(place: str, hexes: Container[str], stop_hex: Mapping[str, str]) -> Site | None:
    """A hex, a stop by name, or a cube: `evansville:blue`, with + or - before the colour if it came or left."""
    stop, _, good = place.partition(":")
    hex = stop if stop in hexes else stop_hex.get(stop)
    if hex is None:
        return None
    return Site(hex, good.lstrip("+-") or None, good.startswith("-"))


@dataclass(frozen=True)
class Sites:
    """The marks of a drawing, place by place. A place that is not on this map is left out."""

    marks: Marks
    find: Callable[[str], Site | None]

    @cached_property
    def changes(self) -> tuple[tuple[Site, tuple[int, ...]], ...]:
        found = ((self.find(place), numbers) for place, numbers in self.marks.changes.items())
        return tuple((site, numbers) for site, numbers in found if site is not None)

    @cached_property
    def changed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(site.hex for site, _ in self.changes))

    @cached_property
    def figures(self) -> Mapping[str, tuple[int, ...]]:
        """The numbers of the changes in each hex."""
        found: dict[str, dict[int, None]] = {}
        for site, numbers in self.changes:
            found.setdefault(site.hex, {}).update(dict.fromkeys(numbers))
        return {hex: tuple(sorted(numbers)) for hex, numbers in found.items()}

    @cached_property
    def numbered(self) -> Mapping[int, tuple[str, ...]]:
        """The hexes of each change, by its number."""
        found: dict[int, dict[str, None]] = {}
        for site, numbers in self.changes:
            for number in numbers:
                found.setdefault(number, {})[site.hex] = None
        return {number: tuple(found[number]) for number in sorted(found)}

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """The hexes of the draft."""
        sites = (self.find(place) for place in self.marks.chosen)
        return tuple(dict.fromkeys(site.hex for site in sites if site is not None and site.good is None))

    @cached_property
    def pressable(self) -> Mapping[str, str]:
        """Hexes that may be pressed, by address or by the name of their stop: to the place as it was given."""
        found = {}
        for place in self.marks.links:
            site = self.find(place)
            if site is not None and site.good is None and site.hex not in self.chosen:
                found[site.hex] = place
        return found

    def moved_cubes(self, hex: str, there: str) -> tuple[str, int]:
        """The cubes that came, as letters, and how many left. One that is not there has left."""
        came, gone = "", 0
        for site, numbers in self.changes:
            if site.hex == hex and site.good is not None:
                letter = LETTERS[site.good]
                if site.left or letter not in there:
                    gone += len(numbers)
                else:
                    came += letter * len(numbers)
        return came, gone

    def chosen_cubes(self, stop: str) -> str:
        return "".join(letter for letter, colour in COLOURS.items() if f"{stop}:{colour}" in self.marks.chosen)

    def cube_presses(self, stop: str, name_of: Callable[[str], str]) -> Mapping[str, tuple[str, str]]:
        """For the letter of a cube where a press on it leads, and its title."""
        return {
            letter: (href, f"{name_of(stop)}: {name_of(colour)}")
            for letter, colour in COLOURS.items()
            if (href := self.marks.links.get(f"{stop}:{colour}"))
        }
