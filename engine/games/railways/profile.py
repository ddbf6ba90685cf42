"""How Railroad Tycoon and Railways of the World differ: numbers, and a few yes-or-no questions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core.game import Option, Options

SEATS = range(2, 7)
OPEN_LINES, LINES_AS_CARDS = "open", "cards"
YOUNGEST = Option("youngest", tuple(f"seat-{number}" for number in range(1, SEATS.stop)))


@dataclass(frozen=True)
class Profile:
    id: str
    options: tuple[Option, ...]
    terrain_price: Mapping[str, int]
    river_price: int  # on top, for a track that crosses a river
    granted: tuple[str, ...]  # open land, free with a Land Grant
    shares_at_will: bool
    may_pass: bool
    may_redirect: bool
    unfinished_leave: Literal["before-income", "after-dividends"]
    ridge_price: int = 4
    tiles: int = 4
    share_price: int = 5
    urbanize_price: int = 10
    western_price: int = 30
    western_cubes: int = 4
    new_cubes: int = 2
    rounds: int = 3
    highest_bid: int = 99
    most_shares: int = 20  # in one move
    debt_ceiling: int = 1_000_000  # shares; dividends make nobody issue beyond
    markers: tuple[int, ...] = (10, 12, 14, 16, 18)  # that bring the end, for 2 to 6 players

    def deals_tycoons(self, options: Options) -> bool:
        """rw-12.1, rw-13.2, rw-13.3"""
        return options.get("barons") == "on" or options.get("beginner") == "off"

    def opener(self, options: Options, seats: int) -> int:
        """rw-13.4: the seat that the host names; the first one if the table has fewer."""
        named = YOUNGEST.values.index(options.get(YOUNGEST.id, YOUNGEST.standard))
        return named if named < seats else 0

    def opens_major_lines(self, options: Options) -> bool:
        """rw-13.7; a table that was opened before the option existed goes on with cards."""
        return options.get("major-lines") == OPEN_LINES

    def has_cards_and_west(self, options: Options) -> bool:
        return options.get("beginner") != "on"  # rw-13.2


RAILROAD_TYCOON = Profile(
    id="railroad-tycoon",
    options=(Option("beginner"), YOUNGEST, Option("major-lines", (LINES_AS_CARDS, OPEN_LINES))),
    terrain_price={"plain": 2, "river": 2, "coast": 2, "hill": 4},  # rw-5.14
    river_price=1,  # rw-5.17
    granted=("plain", "river", "coast"),  # rw-8.12
    shares_at_will=True,  # rw-3.2
    may_pass=True,  # rw-4.2
    may_redirect=False,  # rw-5.21
    unfinished_leave="before-income",  # rw-10.4
)

RAILWAYS_OF_THE_WORLD = Profile(
    id="railways-of-the-world",
    options=(
        Option("barons"),
        Option("auction", ("standard", "variant-1", "variant-2")),
        YOUNGEST,
        Option("major-lines", (OPEN_LINES, LINES_AS_CARDS)),
    ),
    terrain_price={"plain": 2, "river": 3, "coast": 3, "hill": 4},  # rw-5.15
    river_price=0,
    granted=("plain",),  # rw-8.12
    shares_at_will=False,  # rw-3.4
    may_pass=False,  # rw-4.3
    may_redirect=True,  # rw-5.20
    unfinished_leave="after-dividends",  # rw-10.5
)

PROFILES: Mapping[str, Profile] = {profile.id: profile for profile in (RAILROAD_TYCOON, RAILWAYS_OF_THE_WORLD)}
