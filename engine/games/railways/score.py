"""Tycoons and the final order (chapters 11 and 12 of the rules)."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.sheet import Standing
from engine.games.railways.goals import by_own_links, joined
from engine.games.railways.longest import longest_run
from engine.games.railways.state import Public, State


def tycoon_points(s: State, seat: int) -> int:
    if not s.tycoons:
        return 0
    tycoon = s.box.tycoons[s.tycoons[seat]]
    if tycoon.goal == "chicago-links":
        return tycoon.points * sum("chicago" in (link.a, link.b) for link in s.links_of(seat))
    return tycoon.points if _reached(s, seat, tycoon.goal) else 0


def _reached(s: Public, seat: int, goal: str) -> bool:
    match goal:
        case "most-links":
            return _alone_highest([len(s.links_of(other)) for other in range(len(s.seats))], seat)
        case "fewest-shares":
            return _alone_highest([-player.shares for player in s.players], seat)
        case "most-money":
            return _alone_highest([player.cash for player in s.players], seat)
        case "longest-run":
            return _runs_farthest(s, seat)
        case "first-to-engine-6":
            return s.first_to_six == seat  # rw-12.3
        case "western-link":
            return seat in s.western.values()
        case _:
            return joined(by_own_links(s, seat), "new-york", "chicago")


def _alone_highest(values: Sequence[int], seat: int) -> bool:
    """rw-12.2: a tie does not count."""
    return all(values[seat] > value for other, value in enumerate(values) if other != seat)


def _runs_farthest(s: Public, seat: int) -> bool:
    """rw-12.4. A run is never longer than the number of links, and counting links is quicker than looking for a run."""
    own = longest_run(s.links_of(seat))
    others = [s.links_of(other) for other in range(len(s.seats)) if other != seat]
    return all(len(links) < own or longest_run(links) < own for links in others)


class Rank(NamedTuple):
    """What the final order is decided by, in this order (rw-11.4)."""

    score: int
    links: int
    cash: int


class _Row(NamedTuple):
    rank: Rank
    seat: int
    parts: tuple[tuple[str, int], ...]


def standings(s: State) -> tuple[Standing, ...]:
    rows = []
    for seat, player in enumerate(s.players):
        tycoon = tycoon_points(s, seat)
        parts = [("score-points", player.points), ("score-shares", -player.shares)]  # rw-11.3
        if s.tycoons:
            parts.append(("score-baron" if "barons" in s.options else "score-tycoon", tycoon))
        rank = Rank(player.points - player.shares + tycoon, len(s.links_of(seat)), player.cash)
        rows.append(_Row(rank, seat, tuple(parts)))
    rows.sort(key=lambda row: (row.rank, -row.seat), reverse=True)
    return tuple(
        Standing(row.seat, 1 + sum(other.rank > row.rank for other in rows), row.rank.score, row.parts) for row in rows
    )
