"""Positions for the tests of Spike: a table in its first turn, with what the test needs in hand and on the board."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from engine.core.move import read_line
from engine.core.play import Played, actors, play, preview, refuse, start
from engine.games.spike import GAME
from engine.games.spike.cards import NONE, added, counted
from engine.games.spike.components import box
from engine.games.spike.state import Contract, State

COLOURS = ("orange", "green", "sky", "magenta")


def opened(seats: int = 2, seed: str = "test", **options: str) -> State:
    """Before the gift."""
    return start(GAME, COLOURS[:seats], seed, options).state


def placed(*homes: str, seed: str = "test") -> State:
    """In the first turn, which is seat 0's, with the locomotives in these cities."""
    s = opened(len(homes), seed)
    s = replace(s, first=0)
    s = GAME.phase_named["gift"].begin(s)
    s = line(s, 0, f"give.{next(kind for kind, n in zip(box().kinds, s.players[0].hand, strict=True) if n)}").state
    for seat, home in enumerate(homes):
        s = line(s, seat, f"place.{home}").state
    return s


def reader(s: State, text: str) -> Any:
    return read_line(text, GAME.verbs, GAME.lexicon(s.options))


def line(s: State, seat: int, text: str) -> Played[State]:
    return play(GAME, s, seat, reader(s, text))


def after(s: State, seat: int, text: str) -> State:
    """The position in the middle of a line."""
    return preview(GAME, s, seat, reader(s, text)).state


def why(s: State, seat: int, text: str) -> tuple[str, str] | None:
    """The reason and the rule by which the last move of the text is refused; None if it is not."""
    *before, last = reader(s, text)
    for move in before:
        assert refuse(GAME, s, seat, move) is None, (move, refuse(GAME, s, seat, move))
        s = GAME.phase_named[s.phase].play(s, seat, move).state
    refused = refuse(GAME, s, seat, last)
    return None if refused is None else (refused.reason, refused.rule)


def with_player(s: State, seat: int, **changes: Any) -> State:
    return s.with_player(seat, replace(s.players[seat], **changes))


def with_hand(s: State, seat: int, *cards: str) -> State:
    """These cards in hand. What the hand held goes to the bottom of the deck, what it holds now comes from there, so
    that no card is lost or made."""
    pool = [kind for kind, n in zip(box().kinds, s.players[seat].hand, strict=True) for _ in range(n)]
    deck = [*s.deck, *pool]
    hand = NONE
    for kind in cards:
        del deck[max(index for index, other in enumerate(deck) if other == kind)]
        hand = added(hand, box().kind_index[kind])
    return with_player(s, seat, hand=hand).with_deck(tuple(deck), s.safe)


def with_tracks(s: State, seat: int, *tracks: str) -> State:
    return with_player(s, seat, tracks=tracks)


def with_contracts(s: State, seat: int, *sides: str, loaded: Sequence[str] = ()) -> State:
    """Contracts such as `c20b`; those whose good is named are on the train."""
    contracts = []
    for side in sides:
        contract = Contract(side[:3], side[3])
        contracts.append(contract.with_loaded(contract.good in loaded))
    return with_player(s, seat, contracts=tuple(contracts))


def with_deck(s: State, *deck: str, display: Sequence[str] | None = None, discards: Sequence[str] = ()) -> State:
    s = replace(s, deck=deck, discards=counted(discards, box().kinds))
    return s if display is None else s.with_display(tuple(display))


def in_round_3(s: State, *deck: str, safe: int = 0, times: int = 0) -> State:
    return replace(s, round=3, deck=deck, safe=safe, times=times)


def asked(s: State) -> tuple[int, ...]:
    return actors(GAME, s)


def path(*nodes: str) -> tuple[str, ...]:
    """The track spaces along these nodes."""
    found = []
    for a, b in pairwise(nodes):
        found.append(next(edge.id for edge in box().edges_at[a] if edge.other(a) == b))
    return tuple(found)


def lays(*nodes: str) -> str:
    return " ".join(f"lay.{id}" for id in path(*nodes))


def kinds(*nodes: str) -> tuple[str, ...]:
    """The rail kinds along these nodes."""
    return tuple(box().edges[id].kind for id in path(*nodes))
