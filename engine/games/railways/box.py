"""What is in the box besides the map: cards, tycoons, the income track, the prices of engines."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.core.say import Say
from engine.core.shelf import Shelf
from engine.core.tables import Source, read_table
from engine.games.railways.country import OWN_FILES, Country, eastern_us

WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SIGNS = ("goal", "diamond", "at-once", "hand", "lasting")
DEEDS = (
    "deliver",
    "long-run",
    "engine-4",
    "line",
    "western-line",
    "bounty",
    "hotel",
    "land-grant",
    "fifth-tile",
    "industry",
    "growth",
    "executive",
)
TYCOON_GOALS = (
    "chicago-links",
    "most-links",
    "fewest-shares",
    "first-to-engine-6",
    "western-link",
    "longest-run",
    "new-york-chicago",
    "most-money",
)
PULLMANS_GOAL = "first-to-engine-6"
CUBES_A_COLOUR = 25
NEW_CITIES = {"yellow": 3, "black": 3, "blue": 3, "purple": 3}  # rw-1.7
TOP_ENGINE = 8
TRACK_END = 100


@dataclass(frozen=True)
class Card:
    id: str
    sign: str
    gold: bool
    copies: int
    deed: str
    city: str
    other: str
    points: int


def about(card: Card) -> Say:
    """What a card does, in words."""
    params: dict[str, int | str] = {}
    if card.sign == "goal":
        params["n"] = card.points
    if card.city:
        params["city"] = card.city
    if card.other:
        params["other"] = card.other
    return Say(f"about-{card.deed}", params)


@dataclass(frozen=True)
class Tycoon:
    id: str
    points: int
    goal: str


@dataclass(frozen=True)
class Box:
    cards: Mapping[str, Card]
    tycoons: Mapping[str, Tycoon]
    incomes: tuple[int, ...]
    engines: Mapping[int, int]

    def income(self, points: int) -> int:
        """rw-10.1; beyond the end the marker starts again on 1 (rw-10.2)."""
        return self.incomes[(points - 1) % TRACK_END + 1 if points > 0 else 0]

    @cached_property
    def pullman(self) -> str:
        """The tycoon who must be shown; empty in a box without him."""
        return next((tycoon.id for tycoon in self.tycoons.values() if tycoon.goal == PULLMANS_GOAL), "")

    def all_cards(self) -> tuple[str, ...]:
        return tuple(card.id for card in self.cards.values() for _ in range(card.copies))


def read_box(source: Source) -> Box:
    return Box(_cards(source, eastern_us()), _tycoons(source), _incomes(source), _engines(source))


BOXES = Shelf(OWN_FILES, read_box)


def _cards(source: Source, country: Country) -> Mapping[str, Card]:
    columns = ("id", "sign", "gold", "copies", "deed", "city", "other", "points")
    cards: dict[str, Card] = {}
    for row in read_table("cards.csv", columns, source):
        id = row.text("id")
        if not WORD.fullmatch(id) or id in cards:
            raise row.wrong("id", f"“{id}” stands here twice, or is not made of small letters, digits and hyphens")
        deed = row.one_of("deed", DEEDS)
        places = {"line": 2, "western-line": 2, "bounty": 1, "hotel": 1}.get(deed, 0)
        for index, column in enumerate(("city", "other")):
            if index < places:
                row.one_of(column, tuple(country.cities))
            elif row.text(column):
                raise row.wrong(column, f"a card for “{deed}” names no city here")
        cards[id] = Card(
            id,
            row.one_of("sign", SIGNS),
            row.one_of("gold", ("", "S")) == "S",
            row.number_in("copies", range(1, 10)),
            deed,
            row.text("city"),
            row.text("other"),
            row.number_in("points", range(100)),
        )
    return cards


def _tycoons(source: Source) -> Mapping[str, Tycoon]:
    tycoons: dict[str, Tycoon] = {}
    for row in read_table("tycoons.csv", ("id", "points", "goal"), source):
        if row.text("id") in tycoons:
            raise row.wrong("id", f"“{row.text('id')}” stands here twice")
        goal = row.one_of("goal", TYCOON_GOALS)
        if goal == PULLMANS_GOAL and any(tycoon.goal == goal for tycoon in tycoons.values()):
            raise row.wrong("goal", "only one tycoon can be shown for engine 6")
        tycoons[row.text("id")] = Tycoon(row.text("id"), row.number_in("points", range(1, 100)), goal)
    if len(tycoons) < 6:
        raise row.wrong("id", "six players need at least six tycoons")
    return tycoons


def _incomes(source: Source) -> tuple[int, ...]:
    incomes: list[int] = []
    for row in read_table("income.csv", ("points", "income"), source):
        if row.number_in("points", range(TRACK_END + 1)) != len(incomes):
            raise row.wrong("points", f"{len(incomes)} should come here")
        incomes.append(row.number_in("income", range(100)))
    if len(incomes) != TRACK_END + 1:
        raise row.wrong("points", f"the track goes from 0 to {TRACK_END}")
    return tuple(incomes)


def _engines(source: Source) -> Mapping[int, int]:
    engines: dict[int, int] = {}
    for row in read_table("engines.csv", ("level", "price"), source):
        level = row.number_in("level", range(2, TOP_ENGINE + 1))
        if level != len(engines) + 2:
            raise row.wrong("level", f"{len(engines) + 2} should come here")
        engines[level] = row.number_in("price", range(100))
    return engines
