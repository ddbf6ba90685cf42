"""Placing a New City (aos-6.46 to 6.51)."""

from collections.abc import Iterator

from engine.core.event import Event
from engine.core.refusal import Refusal, refusal
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import NEW_CITIES, OWNER_DISCS
from engine.games.age_of_steam.events import LinkCompleted, LinkOfNobody, LinkWon, StubRemoved, Urbanized
from engine.games.age_of_steam.moves import Urbanize
from engine.games.age_of_steam.state import State


def offers(s: State) -> Iterator[Urbanize]:
    if s.building is None or not s.building.may_urbanize:
        return
    for letter in NEW_CITIES:
        if letter not in s.board.new_cities.values():
            for hex, town in s.board.map.town_at.items():
                if s.board.is_town(hex):
                    yield Urbanize(town, letter)


def refuse_urbanize(s: State, seat: int, move: Urbanize) -> Refusal | None:
    return may_urbanize(s, seat) or letter_left(s.board, move) or still_a_town(s.board, move)


def may_urbanize(s: State, seat: int) -> Refusal | None:
    if s.players[seat].action != "urbanization":
        return refusal("not-urbanizing", "aos-6.46")
    if s.building is not None and s.building.may_urbanize:
        return None
    if s.building is not None and s.building.urbanized:
        return refusal("urbanized-already", "aos-6.46")
    return refusal("urbanize-comes-first", "aos-6.46")


def letter_left(board: Board, move: Urbanize) -> Refusal | None:
    if move.letter in board.new_cities.values():
        return refusal("new-city-placed", "aos-6.48", letter=move.letter)
    return None


def still_a_town(board: Board, move: Urbanize) -> Refusal | None:
    if board.map.stop_hex[move.town] in board.new_cities:
        return refusal("already-new-city", "aos-6.47", town=move.town)
    return None


def placed(board: Board, seat: int, move: Urbanize) -> Board:
    """The board with the New City; unowned lines that become links through it go to the seat (aos-6.51)."""
    hex, before = board.map.stop_hex[move.town], board
    board = board.with_new_city(hex, move.letter)
    for line in board.links:
        becomes = line.owner is None and not before.line_at[line.pieces[0]].is_link
        if becomes and board.discs_of(seat) < OWNER_DISCS:
            board = board.with_owner(line, seat)
    return board


def told(before: Board, after: Board, seat: int, move: Urbanize) -> tuple[Event, ...]:
    """The New City, then every line that got another owner, became a link or is gone through it."""
    events: list[Event] = [Urbanized(seat, move.town, move.letter, NEW_CITIES[move.letter])]
    names = after.map.stop_names
    for line in after.links:
        old = before.line_at[line.pieces[0]]
        a, b = (names[end] for end in line.ends if end is not None)
        hexes = tuple(hex for hex, _ in line.pieces)
        if old.is_link:
            continue
        if line.owner is None:
            events.append(LinkOfNobody(a, b, hexes))
        elif old.owner is None:
            events.append(LinkWon(line.owner, a, b, hexes))
        else:
            events.append(LinkCompleted(line.owner, a, b, hexes))
    town = after.map.stop_hex[move.town]
    gone = [line.owner for line in before.lines if all(hex == town for hex, _ in line.pieces)]
    return (*events, *(StubRemoved(owner, move.town) for owner in gone if owner is not None))
