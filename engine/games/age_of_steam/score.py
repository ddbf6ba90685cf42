"""Victory points and the final order (aos-10)."""

from engine.core.sheet import Standing
from engine.games.age_of_steam.state import State


def segments(s: State, seat: int) -> int:
    """aos-10.3"""
    return sum(len(link.pieces) for link in s.board.links if link.owner == seat)


def parts(s: State, seat: int) -> tuple[tuple[str, int], ...]:
    """aos-10.2"""
    player = s.players[seat]
    return (
        ("score-income", 3 * player.income),
        ("score-track", segments(s, seat)),
        ("score-shares", -3 * player.shares),
    )


def points(s: State, seat: int) -> int:
    return sum(part for _, part in parts(s, seat))


def standings(s: State) -> tuple[Standing, ...]:
    """aos-10.4: level seats share a place; the bankrupt share the last one."""
    solvent = sorted(
        (seat for seat, player in enumerate(s.players) if not player.bankrupt), key=lambda seat: -points(s, seat)
    )
    rows = []
    for seat in solvent:
        better = sum(points(s, other) > points(s, seat) for other in solvent)
        rows.append(Standing(seat, better + 1, points(s, seat), parts(s, seat)))
    # If everybody is bankrupt nobody has won, so their shared place is not the first (aos-8.7).
    last = len(solvent) + 1 if solvent else 2
    broke = [seat for seat, player in enumerate(s.players) if player.bankrupt]
    return (*rows, *(Standing(seat, last, points(s, seat), parts(s, seat)) for seat in broke))
