"""Building track: `lay`, `redirect`, `done`, and the Land Grant (chapter 5, rw-8.12, rw-8.13)."""

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from engine.core.event import Event
from engine.core.game import Outcome
from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.railways.country import eastern_us
from engine.games.railways.deeds.turns import close, free_for
from engine.games.railways.events import FifthTileUsed, GrantUsed, LinkBuilt, TileReplaced, TrackBuilt
from engine.games.railways.goals import after_building
from engine.games.railways.money import pay
from engine.games.railways.moves import Done, Lay, Redirect, Use
from engine.games.railways.state import Public, State
from engine.games.railways.track_rules import (
    WITH_EXIT,
    add_track,
    blocked,
    completes,
    free_end,
    land,
    onward,
    own_ends,
    price,
    refuse_track,
    track_of,
    without_track,
)
from engine.rail.hexes import SIDES, opposite
from engine.rail.tiles import Track
from engine.rail.track import End

GRANT, FIFTH = "land-grant", "fifth-tile"


def has_fifth_tile(s: Public, seat: int) -> bool:
    player = s.players[seat]
    ready = [card for card in player.cards if s.box.cards[card].deed == FIFTH]
    return len(ready) > len(player.used)  # rw-8.5: each copy once a turn


def most_tiles(s: Public, seat: int) -> int:
    return s.profile.tiles + has_fifth_tile(s, seat)


def begun(s: Public) -> Refusal | None:
    """A build may begin or go on."""
    act = s.act
    if act.building and not act.pending and not act.running:
        return None
    return free_for(s)


def offers(s: State, seat: int) -> Iterator[Move]:
    if begun(s) is not None:
        return
    if s.act.end is not None:
        yield from (piece.lay for piece in onward(s, s.act.end))
    else:
        yield from first_tiles(s, seat)
    if s.act.tiles:
        yield Done()
    elif not s.act.grant:
        yield from (Use(card) for card in dict.fromkeys(s.players[seat].cards) if s.box.cards[card].deed == GRANT)


@cache
def beside_cities() -> Mapping[Lay, None]:
    """Every tile that would touch a city, in a stable order."""
    country = eastern_us()
    found: dict[Lay, None] = {}
    for city in country.cities.values():
        for side in SIDES:
            there = country.grid.neighbours[city.hex][side]
            if there is not None and country.buildable(there):
                for shape in WITH_EXIT[opposite(side)]:
                    found[Lay(there, shape.tile, shape.rotation)] = None
    return found


def first_tiles(s: State, seat: int) -> Iterator[Move]:
    ends = own_ends(s, seat)
    yield from beside_cities()
    if ends:
        known = beside_cities()
        more = dict.fromkeys(piece.lay for end in ends for piece in onward(s, end))
        yield from (move for move in more if move not in known)
    offered_anew: dict[Redirect, None] = {}
    if s.profile.may_redirect:
        for end in ends:
            hex, _ = end
            for shape in WITH_EXIT[kept_exit(s, end)]:
                offered_anew[Redirect(hex, shape.tile, shape.rotation)] = None
        yield from offered_anew


def refuse_lay(s: State, seat: int, move: Lay) -> Refusal | None:
    track = track_of(move.tile, move.rotation)
    if track is None:
        return refusal("no-rotation", "rw-14.3", tile=move.tile, rotation=move.rotation)
    return begun(s) or tiles_left(s, seat) or carries_on(s, move.hex, track) or refuse_track(s, seat, move.hex, track)


def tiles_left(s: Public, seat: int) -> Refusal | None:
    if s.act.tiles < s.profile.tiles or s.act.tiles < most_tiles(s, seat):
        return None
    return refusal("no-tiles-left", "rw-5.1", n=s.act.tiles)


def carries_on(s: Public, hex: str, track: Track) -> Refusal | None:
    """rw-5.2: after the first tile, only at the end of the same link."""
    if s.act.end is None:
        return None
    there, exit = s.act.end
    if s.country.grid.neighbours[there][exit] == hex and opposite(exit) in track:
        return None
    return refusal("not-joined", "rw-5.2", hex=hex, end=there)


def play_lay(s: State, seat: int, move: Lay) -> Outcome[State]:
    return _lay(s, seat, move.hex, _track(move), ())


def _track(move: Lay | Redirect) -> Track:
    track = track_of(move.tile, move.rotation)
    assert track is not None  # refuse has seen to it
    return track


def _lay(before: State, seat: int, hex: str, track: Track, events: tuple[Event, ...]) -> Outcome[State]:
    """Pays for the track and lays it; this may end the action."""
    cost = price(before, hex, track, before.act.grant)
    end = None if completes(before, hex, track) else free_end(before, hex, track)
    s, raised = pay(before, seat, cost)
    events = (*events, *raised)
    if s.act.tiles == s.profile.tiles:
        card = next(card for card in s.players[seat].cards if s.box.cards[card].deed == FIFTH)
        s = s.with_used(seat, (*s.players[seat].used, card))
        events = (*events, FifthTileUsed(seat, card))
    s = add_track(s, seat, hex, track)
    act = msgspec.structs.replace(s.act, hexes=(*s.act.hexes, hex), spent=s.act.spent + cost, end=end)
    s = s.with_act(act)
    if end is None:
        built = finished(s, seat)
        s, reached = after_building(before, s, seat)
        return close(s, (*events, built, *reached))
    if act.tiles > s.profile.tiles or (act.tiles == s.profile.tiles and not has_fifth_tile(s, seat)):
        return close(s, (*events, finished(s, seat)))  # rw-5.1
    return Outcome(s, events)


def finished(s: State, seat: int) -> Event:
    """The event for what this build action has made."""
    act = s.act
    hex = act.hexes[-1]
    line = s.built.rails.trace(hex, len(s.laid[hex].tracks) - 1)  # a new track comes after the older ones
    a, b = (s.country.city_at[end] if end is not None else "" for end in line.ends)
    first_hex, _ = line.pieces[0]
    if first_hex == hex and len(line.pieces) > 1:  # told in the direction in which it was built
        a, b = b, a
    if a and b:
        return LinkBuilt(seat, a, b, act.tiles, act.hexes, act.spent)
    return TrackBuilt(seat, a or b, act.tiles, act.hexes, act.spent)


def kept_exit(s: Public, end: End) -> int:
    """The exit by which the last tile of an unfinished link hangs on the rest (rw-5.20)."""
    hex, exit = end
    index = s.laid[hex].track_at(exit)
    assert index is not None
    kept = s.loose_ends[end].fixed_exit(hex, s.laid[hex].tracks[index])
    assert kept is not None
    return kept


def refuse_redirect(s: State, seat: int, move: Redirect) -> Refusal | None:
    track = track_of(move.tile, move.rotation)
    if track is None:
        return refusal("no-rotation", "rw-14.3", tile=move.tile, rotation=move.rotation)
    return (
        may_redirect(s)
        or begun(s)
        or first_of_the_action(s)
        or land(s, move.hex)
        or is_blocked_end(s, seat, move.hex, track)
        or leads_elsewhere(s, seat, move.hex, track)
    )


def may_redirect(s: Public) -> Refusal | None:
    return None if s.profile.may_redirect else refusal("no-redirecting", "rw-5.21")


def first_of_the_action(s: Public) -> Refusal | None:
    return refusal("redirect-first", "rw-5.20") if s.act.tiles else None


def own_end_for(s: Public, seat: int, hex: str, track: Track) -> End | None:
    """The seat's loose end in the hex whose last tile this track could replace."""
    here = [(there, exit) for there, exit in own_ends(s, seat) if there == hex]
    return next((end for end in here if kept_exit(s, end) in track), here[0] if here else None)


def is_blocked_end(s: Public, seat: int, hex: str, track: Track) -> Refusal | None:
    end = own_end_for(s, seat, hex, track)
    if end is None:
        return refusal("no-own-end", "rw-5.20", hex=hex)
    return None if blocked(s, seat, end) else refusal("not-blocked", "rw-5.20", hex=hex)


def leads_elsewhere(s: State, seat: int, hex: str, track: Track) -> Refusal | None:
    end = own_end_for(s, seat, hex, track)
    assert end is not None
    _, exit = end
    if kept_exit(s, end) not in track or exit in track:
        return refusal("not-elsewhere", "rw-5.20", hex=hex)
    return refuse_track(_without_last(s, end), seat, hex, track)


def _without_last(s: State, end: End) -> State:
    hex, exit = end
    index = s.laid[hex].track_at(exit)
    assert index is not None
    return without_track(s, hex, index)


def play_redirect(s: State, seat: int, move: Redirect) -> Outcome[State]:
    track = _track(move)
    end = own_end_for(s, seat, move.hex, track)
    assert end is not None
    return _lay(_without_last(s, end), seat, move.hex, track, (TileReplaced(seat, move.hex),))


def refuse_done(s: State, seat: int, move: Done) -> Refusal | None:
    return None if s.act.tiles else refusal("nothing-built", "rw-5.1")


def play_done(s: State, seat: int, move: Done) -> Outcome[State]:
    return close(s, (finished(s, seat),))


def refuse_use(s: State, seat: int, move: Use) -> Refusal | None:
    card = move.card
    if card not in s.players[seat].cards:
        return refusal("not-your-card", "rw-8.7", card=card)
    if s.box.cards[card].deed != GRANT:
        return refusal("not-for-use", "rw-8.12", card=card)
    if s.act.building:
        return refusal("grant-first", "rw-8.12", card=card)
    return free_for(s) or (None if can_build(s, seat) else refusal("nowhere-to-build", "rw-5.2"))


def can_build(s: State, seat: int) -> bool:
    return any(isinstance(move, Lay) and refuse_lay(s, seat, move) is None for move in first_tiles(s, seat))


def play_use(s: State, seat: int, move: Use) -> Outcome[State]:
    cards = list(s.players[seat].cards)
    cards.remove(move.card)
    s = s.with_hand(seat, tuple(cards)).with_cards_open(s.row, s.deck, (*s.gone, move.card))
    return Outcome(s.with_act(msgspec.structs.replace(s.act, grant=True)), (GrantUsed(seat, move.card),))
