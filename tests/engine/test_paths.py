"""Ways for goods: no stop twice, not longer than the engine pulls, and the first fitting stop ends them."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from engine.rail.paths import Hop, paths

STOPS = "abcdef"
Network = dict[str, tuple[Hop, ...]]


@st.composite
def networks(draw: st.DrawFn) -> Network:
    links = draw(st.sets(st.sampled_from([(a, b) for a in STOPS for b in STOPS if a < b])))
    return {stop: tuple(Hop(b if stop == a else a, 0) for a, b in sorted(links) if stop in (a, b)) for stop in STOPS}


@given(networks(), st.sampled_from(STOPS), st.integers(1, 5), st.sets(st.sampled_from(STOPS)))
def test_paths_are_all_simple_ways_to_the_first_fitting_stop(
    network: Network, start: str, longest: int, wanted: set[str]
) -> None:
    found = {tuple(hop.to for hop in path) for path in paths(network.__getitem__, start, longest, wanted.__contains__)}
    joined = {(stop, hop.to) for stop, hops in network.items() for hop in hops}
    others = [stop for stop in STOPS if stop != start]
    expected = {
        way
        for length in range(1, longest + 1)
        for way in permutations(others, length)
        if way[-1] in wanted
        and not wanted.intersection(way[:-1])
        and all(step in joined for step in zip((start, *way), way, strict=False))
    }
    assert found == expected


def test_links_of_different_owners_are_different_ways() -> None:
    network = {"a": (Hop("b", 0), Hop("b", 1), Hop("b", None)), "b": ()}
    assert [path[0].owner for path in paths(network.__getitem__, "a", 1, lambda stop: stop == "b")] == [0, 1, None]
