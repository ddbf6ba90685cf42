"""What is worked out piece by piece equals what a look at the whole map tells."""

import pytest

from engine.core.record import read_record, replay
from engine.games.railways.built import Built
from engine.games.railways.country import eastern_us
from engine.rail.paths import Hop
from engine.rail.track import Tiled
from tests.engine.railways.position import BOTH
from tests.engine.whole_map import network_of
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
        name = s.country.city_at
        network = {
            name[stop]: tuple(Hop(name[hop.to], hop.owner) for hop in hops)
            for stop, hops in network_of(whole.rails).items()
        }
        assert {city: hops for city in s.country.cities if (hops := Built(s.laid).hops(city))} == network


def ask_for_everything(built):
    assert built.lines
    assert any(built.hops(city) for city in eastern_us().cities)


def ask_for_nothing(built):
    pass


def the_same(known, fresh):
    return known.lines == fresh.rails.lines() and all(known.hops(c) == fresh.hops(c) for c in eastern_us().cities)


def one_track_less(tiled):
    if len(tiled.tracks) == 1:
        return [None]
    return [Tiled(tiled.tile, tiled.rotation, tracks) for tracks in (tiled.tracks[:-1], tiled.tracks[1:])]


@pytest.mark.parametrize("asked_before", [ask_for_everything, ask_for_nothing])
@pytest.mark.parametrize("game", BOTH)
def test_another_tile_keeps_what_is_known(game, asked_before):
    """A tile more, a tile less, one track more in a hex, one less."""
    kinds = set()
    for s in positions(game):
        tiles = list(s.laid.items())
        crossed = [(hex, tiled) for hex, tiled in tiles if len(tiled.tracks) > 1]
        for hex, tiled in [*tiles[:2], *tiles[len(tiles) // 2 :][:2], *tiles[-2:], *crossed]:
            for fewer in one_track_less(tiled):
                whole = Built(s.laid)
                asked_before(whole)
                without = whole.with_tile(hex, fewer)
                assert the_same(without, Built(without.rails.laid))
                again = Built(without.rails.laid)
                asked_before(again)
                with_it = again.with_tile(hex, tiled)
                assert the_same(with_it, Built(with_it.rails.laid))
                kinds.add("track" if fewer else "tile")
    assert kinds == {"track", "tile"}


@pytest.mark.parametrize("game", BOTH)
def test_a_position_read_again_knows_what_was_found_out(game):
    stored = game.encode(positions(game)[-1])
    assert game.decode(stored).built is game.decode(stored).built
