"""What happens to the state in a build turn: tiles, New Cities, and lines that are not carried on (aos-6)."""

from msgspec.structs import replace

from engine.games.age_of_steam import city_sites, tile_work
from engine.games.age_of_steam.components import tile_set
from engine.games.age_of_steam.moves import Lay, Urbanize
from engine.games.age_of_steam.state import Building, State
from engine.rail.tiles import MIDDLE
from engine.rail.track import Line


def build_turn(s: State) -> Building:
    assert s.building is not None, "nobody is building"
    return s.building


def with_tile(s: State, seat: int, move: Lay) -> State:
    building = build_turn(s)
    cost = tile_work.price(s, seat, move)
    change = tile_work.compare(s.board, move.hex, tile_set()[move.tile], move.rotation)
    board = tile_work.lay(s.board, seat, move, change)
    # Not by the middle of a town, which its older exits share.
    new = tuple((move.hex, exit) for track in change.added for exit in track if exit != MIDDLE)
    moved = tuple((move.hex, exit) for track in change.redirected for exit in track)
    building = replace(
        building,
        tiles_left=building.tiles_left - 1,
        spent=building.spent + cost,
        may_urbanize=building.may_urbanize and s.on("urbanize-anytime"),  # aos-6.46, aos-11.7
        touched=(*building.touched, move.hex),
        fresh=building.fresh + new,
        moved=building.moved + moved,
    )
    s = s.with_board(board).with_paid(seat, cost).with_building(building)
    return s.with_player(seat, replace(s.players[seat], started=True))


def with_city(s: State, seat: int, move: Urbanize) -> State:
    board = city_sites.placed(s.board, seat, move)
    return s.with_board(board).with_building(replace(build_turn(s), may_urbanize=False, urbanized=True))


def is_fresh(s: State, line: Line) -> bool:
    """Whether some of the line was built in this build turn; a redirect alone does not count (aos-6.29)."""
    return _lies_on(s, line, build_turn(s).fresh)


def is_won_by_redirect(s: State, line: Line) -> bool:
    """Whether the line has become a link because its loose end was redirected in this build turn (aos-6.32)."""
    return line.is_link and _lies_on(s, line, build_turn(s).moved)


def _lies_on(s: State, line: Line, exits: tuple[tuple[str, int], ...]) -> bool:
    for hex, index in line.pieces:
        track = s.board.laid[hex].tracks[index]
        if (hex, track.a) in exits or (hex, track.b) in exits:
            return True
    return False


def neglected(s: State, seat: int) -> list[Line]:
    """The lines that the seat loses if its build turn ends here (aos-6.28)."""
    return [line for line in s.board.lines if line.owner == seat and not line.is_link and not is_fresh(s, line)]
