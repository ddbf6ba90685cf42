"""The longest run over the links of one player (rw-12.4).

Links can be run over one after the other, none twice, when they hang together and no more than two cities have an odd
number of them (Euler). So this looks for the largest such choice. It decides on one link after the other, and of what
was chosen it remembers only what still matters: the cities from which undecided links lead on.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.games.railways.country import eastern_us
from engine.games.railways.network import Link


class _Reached(NamedTuple):
    """A city that the chosen links reach and that has undecided links."""

    city: str
    group: int  # of cities that hang together by chosen links
    odd: bool  # whether an odd number of chosen links leads here


class _Chosen(NamedTuple):
    cities: tuple[_Reached, ...] = ()
    odd_behind: int = 0  # odd cities without undecided links: ends of the run


def longest_run(links: Sequence[Link]) -> int:
    order = _across_the_map(links)
    last = {city: place for place, link in enumerate(order) for city in (link.a, link.b)}
    longest = 0
    most = {_Chosen(): 0}  # the links of each choice; where two come to the same, of the larger
    for place, link in enumerate(order):
        behind = [city for city in (link.a, link.b) if last[city] == place]
        before, most = most, {}
        for chosen, number in before.items():
            for then, length in ((chosen, number), (_with(chosen, link), number + 1)):
                left = _without(then, behind)
                if left is None:
                    continue
                if then.cities and not left.cities:
                    longest = max(longest, length)
                else:
                    most[left] = max(length, most.get(left, 0))
    return longest


def _across_the_map(links: Sequence[Link]) -> list[Link]:
    """From north to south, as the map lists its cities, so that few cities have decided and undecided links at once."""
    turn = {city: place for place, city in enumerate(eastern_us().cities)}
    return sorted(links, key=lambda link: sorted((turn[link.a], turn[link.b])))


def _with(chosen: _Chosen, link: Link) -> _Chosen:
    known = {reached.city: reached for reached in chosen.cities}
    a = known.get(link.a, _Reached(link.a, -1, False))
    b = known.get(link.b, _Reached(link.b, -2, False))
    known |= {link.a: a._replace(odd=not a.odd), link.b: b._replace(odd=not b.odd)}
    joined = (reached._replace(group=a.group) if reached.group == b.group else reached for reached in known.values())
    return _Chosen(_numbered(joined), chosen.odd_behind)


def _without(chosen: _Chosen, behind: Sequence[str]) -> _Chosen | None:
    """The rest; None if it is no run any more: a third end, or a part that can no longer be joined to the others."""
    left = [reached for reached in chosen.cities if reached.city not in behind]
    odd_behind = chosen.odd_behind + sum(reached.odd for reached in chosen.cities if reached.city in behind)
    lost = {reached.group for reached in chosen.cities} - {reached.group for reached in left}
    if odd_behind > 2 or (lost and (left or len(lost) > 1)):
        return None
    return _Chosen(_numbered(left), odd_behind)


def _numbered(cities: Iterable[_Reached]) -> tuple[_Reached, ...]:
    """The same groups get the same numbers, in whatever order they were found."""
    numbers: dict[int, int] = {}
    return tuple(reached._replace(group=numbers.setdefault(reached.group, len(numbers))) for reached in sorted(cities))
