"""Positions for the tests of Railroad Tycoon and Railways of the World, made piece by piece on the real map."""

import itertools
from typing import Any

from msgspec.structs import replace

from engine.core.game import SEAT_COLOURS, Game, Outcome
from engine.core.move import read_move
from engine.core.play import Played, legal, play, refuse, start, step
from engine.core.refusal import Refusal
from engine.games.railways import RAILROAD_TYCOON, RAILWAYS_OF_THE_WORLD
from engine.games.railways.phases import actions
from engine.games.railways.routes import routes
from engine.games.railways.state import State
from engine.games.railways.track_rules import add_track, track_of
from engine.rail.goods import added

RT, ROTW = RAILROAD_TYCOON, RAILWAYS_OF_THE_WORLD
BOTH = (RT, ROTW)
GAMES = {game.id: game for game in BOTH}

# The cities of the major line from New York to Kansas City.
WESTERN_LINE = (
    "new-york", "baltimore", "pittsburgh", "columbus", "indianapolis", "rock-island", "des-moines", "kansas-city",
)  # fmt: skip


def opening(game: Game[State, Any] = RT, seats: int = 3, seed: str = "test", **options: str) -> State:
    """The first question of a table."""
    return start(
        game, SEAT_COLOURS[:seats], seed, {key.replace("_", "-"): value for key, value in options.items()}
    ).state


def acting(game: Game[State, Any] = RT, seats: int = 3, seed: str = "test", **options: str) -> State:
    """The first action round, seat 0 first, without cubes and cards: each test adds what it needs."""
    s = opening(game, seats, seed, **options)
    s = actions.begin(s.with_order(tuple(range(seats))))
    return bare(s)


def bare(s: State) -> State:
    """Every cube in the bag but one of a kind that nobody can deliver, no open cards."""
    everything = added(s.bag, "".join(s.cubes.values()))
    deck = (*s.deck, *s.row)
    return replace(s, cubes=dict.fromkeys(s.cubes, ""), bag=everything, row=(), deck=deck, ending=99)


def has(s: State, seat: int, **fields: Any) -> State:
    """A player with other figures; the bank makes up for the money."""
    cash = fields.pop("cash", None)
    if cash is not None:
        s = s.with_cash(seat, cash - s.players[seat].cash)
    return s.with_player(seat, replace(s.players[seat], **fields))


def cubes(s: State, **there: str) -> State:
    """Cubes from the bag: cubes(s, new_york="RR")."""
    for city, letters in there.items():
        bag = s.bag
        for letter in letters:
            assert letter in bag
            bag = bag.replace(letter, "", 1)
        city = city.replace("_", "-")
        s = s.with_cubes(city, added(s.cubes[city], letters), bag)
    return s


def linked(s: State, seat: int, *cities: str) -> State:
    """Links of a seat from each city to the next, by the cheapest route that has room."""
    for a, b in itertools.pairwise(cities):
        pair = (a, b) if a < b else (b, a)
        for route in routes(s.game)[pair]:
            there = s
            for piece in route.pieces:
                tiled = there.laid.get(piece.hex)
                if tiled is not None and (len(tiled.tracks) > 1 or set(tiled.exits) & set(piece.track)):
                    break
                there = add_track(there, seat, piece.hex, piece.track)
            else:
                s = there
                break
        else:
            raise AssertionError(f"no room for a link from {a} to {b}")
    return s


def track(s: State, seat: int, *tiles: str) -> State:
    """Tracks as written in a `lay`: track(s, 0, "H17.straight.0")."""
    for tile in tiles:
        hex, shape, rotation = tile.split(".")
        laid = track_of(shape, int(rotation))
        assert laid is not None
        s = add_track(s, seat, hex, laid)
    return s


def shown(s: State, *cards: str) -> State:
    """Cards of the deck laid open."""
    deck = list(s.deck)
    for card in cards:
        deck.remove(card)
    return s.with_cards_open((*s.row, *cards), tuple(deck), s.gone)


def holding(s: State, seat: int, *cards: str) -> State:
    deck = list(s.deck)
    for card in cards:
        deck.remove(card)
    s = s.with_cards_open(s.row, tuple(deck), s.gone)
    return s.with_hand(seat, (*s.players[seat].cards, *cards))


def game_of(s: State) -> Game[State, Any]:
    return GAMES[s.game]


def plays(s: State, seat: int, text: str) -> Played[State]:
    """A whole line and what follows from it."""
    game = game_of(s)
    return play(game, s, seat, game.read(text, s))


def steps(s: State, seat: int, text: str) -> Outcome[State]:
    """Moves one after the other, whether or not the line is finished; the events of all."""
    game = game_of(s)
    events: tuple[Any, ...] = ()
    outcome = Outcome(s)
    for move in game.read(text, s):
        outcome = step(game, outcome.state, seat, move)
        events = (*events, *outcome.events)
    return Outcome(outcome.state, events, outcome.ends)


def refused(s: State, seat: int, text: str) -> Refusal:
    """Why a move is refused."""
    game = game_of(s)
    reason = refuse(game, s, seat, read_move(text, game.verbs, game.lexicon(s.options)))
    assert reason is not None, f"{text} was accepted"
    return reason


def accepted(s: State, seat: int, text: str) -> bool:
    game = game_of(s)
    return refuse(game, s, seat, read_move(text, game.verbs, game.lexicon(s.options))) is None


def offered(s: State, seat: int) -> list[str]:
    return [str(move) for move in legal(game_of(s), s, seat)]
