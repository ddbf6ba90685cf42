"""What is in the box besides the map: cards, tycoons, the income track, the prices of engines."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.core.say import Say
from engine.core.shelf import Shelf
from engine.core.tables import Row, Source, read_table
from engine.games.railways.country import OWN_FILES, Country, eastern_us

WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CARDS = "cards.csv"
GOAL = "goal"  # the sign of a card that nobody takes: the first player to reach it scores it


class Deed(NamedTuple):
    """What a kind of card needs in its row."""

    sign: str
    cities: int = 0
    scores: bool = False


DEEDS: Mapping[str, Deed] = {
    "deliver": Deed(GOAL, scores=True),
    "long-run": Deed(GOAL, scores=True),
    "engine-4": Deed(GOAL, scores=True),
    "line": Deed(GOAL, cities=2, scores=True),
    "western-line": Deed(GOAL, cities=2, scores=True),
    "bounty": Deed(GOAL, cities=1, scores=True),
    "hotel": Deed("lasting", cities=1, scores=True),
    "land-grant": Deed("hand"),
    "fifth-tile": Deed("diamond"),
    "industry": Deed("at-once"),
    "growth": Deed("at-once"),
    "executive": Deed("at-once"),
}
SIGNS = tuple(dict.fromkeys(deed.sign for deed in DEEDS.values()))
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
    row: int  # in the file, for the sentence that says what is wrong with it

    @property
    def is_major_line(self) -> bool:
        return self.deed in ("line", "western-line")


def about(card: Card) -> Say:
    """What a card does, in words."""
    params: dict[str, int | str] = {}
    if DEEDS[card.deed].scores:
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
        """rw-10.1"""
        return self.incomes[self.space(points)]

    def space(self, points: int) -> int:
        """Where the marker stands on the track: beyond the end it starts again on 1 (rw-10.2)."""
        return (points - 1) % TRACK_END + 1 if points > 0 else 0

    def next_income(self, points: int) -> int:
        """The points from which the income is another one."""
        now = self.income(points)
        return next(more for more in range(points + 1, points + TRACK_END + 2) if self.income(more) != now)

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
    for row in read_table(CARDS, columns, source):
        card = _card(row, country)
        if card.id in cards:
            raise row.wrong("id", f"“{card.id}” stands here twice")
        cards[card.id] = card
    return cards


def _card(row: Row, country: Country) -> Card:
    id = _word(row)
    word = row.one_of("deed", tuple(DEEDS))
    deed = DEEDS[word]
    if row.one_of("sign", SIGNS) != deed.sign:
        raise row.wrong("sign", f"a card for “{word}” has the sign “{deed.sign}”, not “{row.text('sign')}”")
    for index, column in enumerate(("city", "other")):
        if index < deed.cities:
            row.one_of(column, tuple(country.cities))
        elif row.text(column):
            raise row.wrong(column, f"a card for “{word}” names no city here")
    if deed.cities > 1 and row.text("city") == row.text("other"):
        raise row.wrong("other", "a line joins two different cities")
    if word == "western-line" and row.text("other") not in country.western:
        raise row.wrong("other", f"a western link leaves from one of {', '.join(country.western)}")
    points = row.number_in("points", range(1, 100) if deed.scores else range(1))
    # No copies: a card of an earlier deck, which tables that were begun with it may still hold.
    copies = row.number_in("copies", range(10))
    gold = row.one_of("gold", ("", "S")) == "S"
    return Card(id, deed.sign, gold, copies, word, row.text("city"), row.text("other"), points, row.number)


def _word(row: Row) -> str:
    id = row.text("id")
    if not WORD.fullmatch(id):
        raise row.wrong("id", f"“{id}” is not made of small letters, digits and hyphens")
    return id


def _tycoons(source: Source) -> Mapping[str, Tycoon]:
    tycoons: dict[str, Tycoon] = {}
    for row in read_table("tycoons.csv", ("id", "points", "goal"), source):
        id = _word(row)
        if id in tycoons:
            raise row.wrong("id", f"“{id}” stands here twice")
        goal = row.one_of("goal", TYCOON_GOALS)
        if goal == PULLMANS_GOAL and any(tycoon.goal == goal for tycoon in tycoons.values()):
            raise row.wrong("goal", "only one tycoon can be shown for engine 6")
        tycoons[id] = Tycoon(id, row.number_in("points", range(1, 100)), goal)
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
