"""What is worked out piece by piece equals what a look at the whole map tells."""

import pytest

from engine.core.record import read_record, replay
from engine.games.railways.built import Built
from engine.rail.paths import network_of
from tests.engine.railways.position import BOTH
from tests.records.take import FOLDER


def positions(game):
    """Every tenth of the recorded games, and some with a link that is not finished."""
    records = [read_record(path.read_text("utf-8")) for path in sorted(FOLDER.glob(f"{game.id}-*.txt"))]
    states = [s for record in records for s in replay(game, record).states]
    unfinished = [s for s in states if s.unfinished][:5]
    assert unfinished
    return [*states[::10], *unfinished]


@pytest.mark.parametrize("game", BOTH)
def test_a_line_is_the_same_from_each_of_its_pieces(game):
    for s in positions(game):
        whole = Built(s.laid).rails.lines()
        assert Built(s.laid).lines == whole
        for line in whole:
            assert all(Built(s.laid).line_at(piece) == line for piece in line.pieces)


@pytest.mark.parametrize("game", BOTH)
def test_loose_ends_and_hops_are_found_on_the_spot(game):
    for s in positions(game):
        whole = Built(s.laid)
        for hex, tiled in s.laid.items():
            for exit in tiled.exits:
                assert Built(s.laid).loose_end(hex, exit) == whole.loose_ends.get((hex, exit))
        network = network_of((link.a, link.b, link.owner) for link in whole.links)
        assert {city: hops for city in s.country.cities if (hops := Built(s.laid).hops(city))} == network


@pytest.mark.parametrize("game", BOTH)
def test_a_further_tile_keeps_what_is_known(game):
    """Whatever was asked before: everything, or only what the tile meets."""
    for s in positions(game):
        for hex in [hex for hex, tiled in s.laid.items() if len(tiled.tracks) == 1][-3:]:
            without = {other: tiled for other, tiled in s.laid.items() if other != hex}
            with_it = {**without, hex: s.laid[hex]}
            for asked_before in (lambda built: built.lines, lambda built: None):
                before = Built(without)
                asked_before(before)
                assert before.with_tile(hex, with_it).lines == Built(with_it).rails.lines()
