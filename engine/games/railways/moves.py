"""The moves, in the notation of chapter 14 of the rules."""

from typing import Annotated

from engine.core.game import SEAT_COLOURS, Options
from engine.core.move import HexWord, Kind, Lexicon, Move, Number, SeatWord
from engine.games.railways.box import BOXES
from engine.games.railways.country import eastern_us
from engine.rail.goods import LETTERS
from engine.rail.tiles import TileSet, read_tile

CityWord = Annotated[str, Kind("city")]
CubeWord = Annotated[str, Kind("cube", strict=True)]
TileWord = Annotated[str, Kind("tile")]
CardWord = Annotated[str, Kind("card")]

# rw-5.5, rw-14.3: the track that is laid; with a second track in the hex the tile becomes a crossing by itself.
TILES = TileSet(
    {id: read_tile(id, "single", shape, 999) for id, shape in (("straight", "0-3"), ("gentle", "0-2"))},
)


class Bid(Move, frozen=True):
    VERB = "bid"
    ONCE = True
    amount: Number


class Pass(Move, frozen=True):
    VERB = "pass"
    ONCE = True


class Issue(Move, frozen=True):
    VERB = "issue"
    number: Number


class Lay(Move, frozen=True):
    VERB = "lay"
    hex: HexWord
    tile: TileWord
    rotation: Number

    def places(self) -> tuple[str | None, ...]:
        return (self.hex, None, None)


class Redirect(Move, frozen=True):
    VERB = "redirect"
    hex: HexWord
    tile: TileWord
    rotation: Number

    def places(self) -> tuple[str | None, ...]:
        return (self.hex, None, None)


class Done(Move, frozen=True):
    VERB = "done"


class Urbanize(Move, frozen=True):
    VERB = "urbanize"
    city: CityWord
    colour: CubeWord

    def places(self) -> tuple[str | None, ...]:
        return (self.city, None)


class Loco(Move, frozen=True):
    VERB = "loco"


class Deliver(Move, frozen=True):
    VERB = "deliver"
    colour: CubeWord
    city: CityWord

    def places(self) -> tuple[str | None, ...]:
        return (None, f"{self.city}:{self.colour}")


class To(Move, frozen=True):
    VERB = "to"
    city: CityWord

    def places(self) -> tuple[str | None, ...]:
        return (self.city,)


class Over(Move, frozen=True):
    VERB = "over"
    owner: SeatWord
    city: CityWord

    def places(self) -> tuple[str | None, ...]:
        return (None, self.city)


class Take(Move, frozen=True):
    VERB = "take"
    card: CardWord

    def places(self) -> tuple[str | None, ...]:
        """Its card among the open ones, which are drawn beside the map."""
        return (self.card,)


class Use(Move, frozen=True):
    VERB = "use"
    card: CardWord


class Grow(Move, frozen=True):
    VERB = "grow"
    city: CityWord

    def places(self) -> tuple[str | None, ...]:
        return (self.city,)


class West(Move, frozen=True):
    VERB = "west"
    city: CityWord

    def places(self) -> tuple[str | None, ...]:
        return (self.city,)


def lexicon(options: Options) -> Lexicon:
    return {
        "city": tuple(eastern_us().cities),
        "cube": tuple(LETTERS),
        "tile": tuple(TILES.tiles),
        "card": tuple(BOXES.of(options).cards),
        "colour": SEAT_COLOURS,
    }
