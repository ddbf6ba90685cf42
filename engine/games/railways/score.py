"""Tycoons and the final order (chapters 11 and 12 of the rules)."""

from collections.abc import Mapping, Sequence

from engine.core.sheet import Standing
from engine.games.railways.built import Link
from engine.games.railways.goals import by_own_links, joined
from engine.games.railways.state import Public, State

LONGEST_SEARCH = 200_000  # steps; a box has 25 locomotives a player, and those are searched through in far fewer


def longest_run(links: Sequence[Link]) -> int:
    """rw-12.4: most links one after the other, none twice."""
    beside: dict[str, list[tuple[int, str]]] = {}
    for number, link in enumerate(links):
        beside.setdefault(link.a, []).append((number, link.b))
        beside.setdefault(link.b, []).append((number, link.a))
    best = 0
    for group in _groups(beside):
        edges = sum(len(beside[city]) for city in group) // 2
        odd = sum(len(beside[city]) % 2 for city in group)
        most = edges - max(0, (odd - 2) // 2)  # every pair of odd cities but one leaves a link unused
        if most > best:
            best = max(best, _Search(beside, group, most).run())
    return best


def _groups(beside: Mapping[str, list[tuple[int, str]]]) -> list[list[str]]:
    seen: dict[str, None] = {}
    groups = []
    for start in beside:
        if start in seen:
            continue
        group, edge = [start], [start]
        seen[start] = None
        while edge:
            for _, there in beside[edge.pop()]:
                if there not in seen:
                    seen[there] = None
                    group.append(there)
                    edge.append(there)
        groups.append(group)
    return groups


class _Search:
    """Depth first, from odd cities first; it stops when no better run is possible."""

    def __init__(self, beside: Mapping[str, list[tuple[int, str]]], group: list[str], most: int) -> None:
        self.beside = beside
        self.starts = sorted(group, key=lambda city: (len(beside[city]) % 2 == 0, len(beside[city])))
        self.most = most
        self.best = 0
        self.steps = 0
        self.used: dict[int, None] = {}

    def run(self) -> int:
        for start in self.starts:
            self._from(start)
            if self.best >= self.most:
                break
        return self.best

    def _from(self, city: str) -> None:
        self.best = max(self.best, len(self.used))
        self.steps += 1
        for number, there in self.beside[city]:
            if number in self.used:
                continue
            if self.best >= self.most or self.steps > LONGEST_SEARCH:
                return
            self.used[number] = None
            self._from(there)
            del self.used[number]


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
            return _alone_highest([longest_run(s.links_of(other)) for other in range(len(s.seats))], seat)
        case "first-to-engine-6":
            return s.first_to_six == seat  # rw-12.3
        case "western-link":
            return seat in s.western.values()
        case _:
            return joined(by_own_links(s, seat), "new-york", "chicago")


def _alone_highest(values: Sequence[int], seat: int) -> bool:
    """rw-12.2: a tie fails."""
    return all(values[seat] > value for other, value in enumerate(values) if other != seat)


def standings(s: State) -> tuple[Standing, ...]:
    rows = []
    for seat, player in enumerate(s.players):
        tycoon = tycoon_points(s, seat)
        parts = [("score-points", player.points), ("score-shares", -player.shares)]  # rw-11.3
        if s.tycoons:
            parts.append(("score-baron" if "barons" in s.options else "score-tycoon", tycoon))
        rank = (player.points - player.shares + tycoon, len(s.links_of(seat)), player.cash)  # rw-11.4
        rows.append((rank, seat, tuple(parts)))
    rows.sort(key=lambda row: (row[0], -row[1]), reverse=True)
    return tuple(
        Standing(seat, 1 + sum(other > rank for other, _, _ in rows), rank[0], parts) for rank, seat, parts in rows
    )
