"""The words of the game, with names for what has a rule for its name: junctions and track spaces."""

from dataclasses import replace
from functools import cache

from engine.core.words import Tongue, Words, load_words
from engine.games.spike.components import box


@cache
def words() -> Words:
    return load_words("engine.games.spike", finish=_with_mesh)


def _with_mesh(tongue: Tongue) -> Tongue:
    """A track space is named by its nodes and may be written from either end."""
    names = {node: node.upper() for node in box().nodes if node not in box().good_of} | dict(tongue.names)
    tracks, backwards = {}, {}
    for edge in box().edges.values():
        one, other = (names[end] for end in edge.ends)
        tracks[edge.id] = f"{one}–{other}"
        backwards[edge.id] = (f"{other}–{one}",)
    return replace(tongue, names=names | tracks, read=backwards | dict(tongue.read))
