"""The moves of Age of Steam and the words in them (aos-12)."""

from typing import Annotated, ClassVar

from msgspec.structs import force_setattr

from engine.core.game import SEAT_COLOURS, Options
from engine.core.move import HexWord, Kind, Lexicon, Move, Number
from engine.games.age_of_steam.components import ACTIONS, COLUMNS, NEW_CITIES, rail_map, tile_set
from engine.rail.goods import LETTERS

TownWord = Annotated[str, Kind("town")]
LetterWord = Annotated[str, Kind("new-city", strict=True)]
TileWord = Annotated[str, Kind("tile")]
GoodWord = Annotated[str, Kind("good", strict=True)]
CityWord = Annotated[str, Kind("city")]
StopWord = Annotated[str, Kind("stop")]
ActionWord = Annotated[str, Kind("action")]
ColumnWord = Annotated[str, Kind("column", strict=True)]

VIA = "via-"
NOBODY = "via-nobody"


class Issue(Move, frozen=True):
    VERB: ClassVar[str] = "issue"
    ONCE: ClassVar[bool] = True
    shares: Number


class Pass(Move, frozen=True):
    VERB: ClassVar[str] = "pass"
    ONCE: ClassVar[bool] = True


class Bid(Move, frozen=True):
    VERB: ClassVar[str] = "bid"
    ONCE: ClassVar[bool] = True
    dollars: Number


class Hold(Move, frozen=True):
    """The pass of the Turn Order action, which stays in the auction."""

    VERB: ClassVar[str] = "hold"
    ONCE: ClassVar[bool] = True


class Take(Move, frozen=True):
    VERB: ClassVar[str] = "take"
    ONCE: ClassVar[bool] = True
    action: ActionWord


class Urbanize(Move, frozen=True):
    VERB: ClassVar[str] = "urbanize"
    town: TownWord
    letter: LetterWord

    def places(self) -> tuple[str | None, ...]:
        return (self.town, None)


class Lay(Move, frozen=True):
    VERB: ClassVar[str] = "lay"
    hex: HexWord
    tile: TileWord
    rotation: Number

    def __post_init__(self) -> None:
        # aos-12.6: where several turns give the same track, the smallest is written.
        tile = tile_set().tiles.get(self.tile)
        if tile is not None and len(tile.rotations) <= self.rotation < 6:
            force_setattr(self, "rotation", self.rotation % len(tile.rotations))

    def places(self) -> tuple[str | None, ...]:
        return (self.hex, None, None)


class Done(Move, frozen=True):
    VERB: ClassVar[str] = "done"


class Deliver(Move, frozen=True):
    VERB: ClassVar[str] = "deliver"
    good: GoodWord
    start: CityWord
    route: tuple[StopWord, ...]  # each stop, with `via-colour` before it where links of several owners lead there

    def places(self) -> tuple[str | None, ...]:
        onward = (None if word.startswith(VIA) else word for word in self.route)
        return (None, f"{self.start}:{self.good}", *onward)


class Loco(Move, frozen=True):
    VERB: ClassVar[str] = "loco"


class Draw(Move, frozen=True):
    VERB: ClassVar[str] = "draw"


class Place(Move, frozen=True):
    VERB: ClassVar[str] = "place"
    good: GoodWord
    column: ColumnWord
    box: Number

    def places(self) -> tuple[str | None, ...]:
        return (None, None, f"{self.column}:{self.box}")


def lexicon(options: Options) -> Lexicon:
    map = rail_map(options["map"])
    stops = tuple(map.stop_hex)
    return {
        "town": tuple(map.town_at.values()),
        "new-city": tuple(NEW_CITIES),
        "tile": tuple(tile_set().tiles),
        "good": tuple(LETTERS),
        "city": stops,  # a New City keeps the name of its town
        "stop": (*stops, *(f"{VIA}{colour}" for colour in SEAT_COLOURS), NOBODY),
        "action": ACTIONS,
        "column": COLUMNS,
    }
