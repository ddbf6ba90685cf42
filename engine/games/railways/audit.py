"""What must hold in every position: no piece is lost, no money made."""

from collections import Counter
from collections.abc import Iterator

from engine.games.railways.box import CUBES_A_COLOUR, NEW_CITIES, TOP_ENGINE
from engine.games.railways.state import State
from engine.games.railways.track_rules import MOST_TRACKS
from engine.rail.goods import LETTERS, handful


def audit(s: State) -> Iterator[str]:
    yield from _money(s)
    yield from _cubes(s)
    yield from _new_cities(s)
    yield from _cards(s)
    yield from _track(s)
    if s.ending > s.turn or (not s.ending and len(s.empty) >= s.markers_for_end):
        yield "the end is near when enough cities are empty"


def _money(s: State) -> Iterator[str]:
    if s.bank + sum(player.cash for player in s.players) != 0:
        yield "money was made or lost"
    for player in s.players:
        if player.cash < 0 or not 1 <= player.engine <= TOP_ENGINE:
            yield f"a player has {player.cash} money and engine {player.engine}"


def _cubes(s: State) -> Iterator[str]:
    counts = Counter(s.bag + "".join(s.cubes.values()))
    for colour, letter in LETTERS.items():
        if counts[letter] != CUBES_A_COLOUR:
            yield f"{counts[letter]} {colour} cubes, not {CUBES_A_COLOUR}"
    if tuple(s.cubes) != tuple(s.country.cities):
        yield "every city has its cubes"


def _new_cities(s: State) -> Iterator[str]:
    there = "".join(LETTERS[colour] for colour in s.painted.values())
    if "".join(sorted(there + s.new_cities)) != handful(NEW_CITIES):
        yield "New City tiles were lost or made"
    for city in s.painted:
        if s.country.cities[city].colour:
            yield f"{city} was no grey city"


def _cards(s: State) -> Iterator[str]:
    if s.cards:
        cards = [*s.row, *s.deck, *s.gone, *(card for player in s.players for card in player.cards)]
        if Counter(cards) != Counter(s.cards):
            yield "operations cards were lost or made"
    if s.tycoons and sorted((*s.tycoons, *s.undealt)) != sorted(s.box.tycoons):
        yield "tycoons were lost or made"
    if any(city not in s.country.western for city in s.western):
        yield "a western tile lies elsewhere"


def _track(s: State) -> Iterator[str]:
    if s.network != s.built.network():
        yield "the network is not that of the track"
    for hex, tiled in s.laid.items():
        sides = [end for track in tiled.tracks for end in (track.a, track.b)]
        if not 1 <= len(tiled.tracks) <= MOST_TRACKS or len(set(sides)) != len(sides):
            yield f"{hex} holds impossible track"
        if not s.country.buildable(hex):
            yield f"{hex} takes no track"
    for line in s.lines:
        first, _ = line.pieces[0]
        start, stop = line.ends
        if {s.laid[hex].tracks[index].owner for hex, index in line.pieces} != {line.owner}:
            yield f"a line through {first} has two owners"
        if line.stop is None:
            yield f"a line through {first} hangs at no city"
        if start is not None and start == stop:
            yield f"a link through {first} is a loop"
