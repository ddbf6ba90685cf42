"""Names of the things on the board, and the sites that the places in marks stand for."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from engine.core.shelf import OPTION
from engine.core.words import Tongue, Words, load_words
from engine.draw.sites import Site, site_of
from engine.games.railways.box import BOXES, Box, Card
from engine.games.railways.country import eastern_us

HOTEL_WORDS = ("{city} hotel", "hotel in {city}", "hotel at {city}", "hotel à {city}", "hotel {city}")
OWN_NAMES = {"hotel": "name-hotel", "bounty": "name-bounty", "line": "name-line", "western-line": "name-line"}


@cache
def words() -> Words:
    """For what is drawn."""
    return load_words("engine.draw", "engine.games.railways", finish=with_cards_of_boxes)


@cache
def game_words() -> Words:
    return load_words("engine.games.railways", finish=with_cards_of_boxes)


def with_cards_of_boxes(tongue: Tongue) -> Tongue:
    return replace(tongue, names=BoxNames(tongue), other=dict(tongue.other) | _hotels(tongue))


def _hotels(tongue: Tongue) -> dict[str, tuple[str, ...]]:
    """`the Boston hotel`: a hotel may be named the other way round."""
    hotels = [card for card in BOXES.of({}).cards.values() if card.deed == "hotel"]
    return {card.id: tuple(each.format(city=tongue.names[card.city]) for each in HOTEL_WORDS) for card in hotels}


class BoxNames(Mapping[str, str]):
    """The names of the word files, and of cards and tycoons that only a host's box has.

    Such a card is called as its deed: a hotel by its city, a line by its two cities, all others as the game's own card
    with that deed. Boxes come after the words are read, so a name is looked up when it is asked for.
    """

    def __init__(self, tongue: Tongue) -> None:
        self._tongue = tongue

    def __getitem__(self, word: str) -> str:
        own = self._tongue.names.get(word)
        return own if own is not None else self._of_a_box(word)

    def get(self, word: str, default: Any = None) -> Any:
        """Asked for hundreds of times a page, mostly for a name that is there."""
        own = self._tongue.names.get(word)
        return own if own is not None else super().get(word, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tongue.names)

    def __len__(self) -> int:
        return len(self._tongue.names)

    def _of_a_box(self, word: str) -> str:
        for name in BOXES.words:
            box: Box = BOXES.of({OPTION: name})
            if word in box.cards:
                return self._of_card(box.cards[word])
            if word in box.tycoons:
                return word.replace("-", " ").title()
        raise KeyError(word)

    def _of_card(self, card: Card) -> str:
        names = self._tongue.names
        if card.deed in OWN_NAMES:
            template = self._tongue.say[OWN_NAMES[card.deed]]
            return template.other.format(city=names[card.city], other=names.get(card.other, ""))
        return names[next(own.id for own in BOXES.of({}).cards.values() if own.deed == card.deed)]


def name_of(word: str, lang: str) -> str:
    return words().name(word, lang)


@cache
def _city_hexes() -> dict[str, str]:
    return {word: city.hex for word, city in eastern_us().cities.items()}


def site(place: str) -> Site | None:
    return site_of(place, eastern_us().terrain, _city_hexes())
