"""What is worked out piece by piece equals what a look at the whole map tells."""

import msgspec
import pytest

from engine.core.record import read_record, replay
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
def test_loose_ends_are_found_on_the_spot(game):
    for s in positions(game):
        whole = {end: line for line in s.lines if not line.is_link for end in line.loose}
        assert set(s.loose_ends) == set(whole)
        for hex, tiled in s.laid.items():
            for exit in tiled.exits:
                found = s.built.loose_end((hex, exit))
                assert found == s.loose_ends.get((hex, exit))
                if found is not None:
                    assert found.ends == (found.stop, None)
                    assert set(found.pieces) == set(whole[hex, exit].pieces)


@pytest.mark.parametrize("game", BOTH)
def test_hops_are_those_of_the_whole_map(game):
    for s in positions(game):
        name = s.country.city_at
        network = {
            name[stop]: {Hop(name[hop.to], hop.owner) for hop in hops}
            for stop, hops in network_of(s.built.rails).items()
        }
        assert {city: set(hops) for city in s.country.cities if (hops := s.hops(city))} == network


def one_track_less(tiled):
    if len(tiled.tracks) == 1:
        return [None]
    return [Tiled(tiled.tile, tiled.rotation, tracks) for tracks in (tiled.tracks[:-1], tiled.tracks[1:])]


@pytest.mark.parametrize("game", BOTH)
def test_another_tile_changes_the_network_where_it_lies(game):
    """A tile more, a tile less, one track more in a hex, one less."""
    kinds = set()
    for s in positions(game):
        tiles = list(s.laid.items())
        crossed = [(hex, tiled) for hex, tiled in tiles if len(tiled.tracks) > 1]
        for hex, tiled in [*tiles[:2], *tiles[len(tiles) // 2 :][:2], *tiles[-2:], *crossed]:
            for fewer in one_track_less(tiled):
                without = s.with_laid(hex, fewer)
                assert without.network == without.built.network()
                assert without.with_laid(hex, tiled).network == s.network
                kinds.add("track" if fewer else "tile")
    assert kinds == {"track", "tile"}


@pytest.mark.parametrize("game", BOTH)
def test_a_snapshot_without_the_network_gets_that_of_its_track(game):
    """As releases before wrote it."""
    for s in positions(game):
        stored = msgspec.json.decode(game.encode(s))
        del stored["network"]
        assert game.decode(msgspec.json.encode(stored)) == s


@pytest.mark.parametrize("game", BOTH)
def test_a_position_read_again_knows_what_was_found_out(game):
    stored = game.encode(positions(game)[-1])
    assert game.decode(stored).built is game.decode(stored).built
