"""The moves of Whistle Stop and their words (chapter 11)."""

from typing import Annotated, ClassVar

from msgspec.structs import force_setattr

from engine.core.move import HexWord, Kind, Lexicon, Move, Number
from engine.games.whistle_stop.components import SIDES, TOKENS, UPGRADES, box

SideWord = Annotated[str, Kind("side", strict=True)]
TileWord = Annotated[str, Kind("tile", strict=True)]
GoodWord = Annotated[str, Kind("good")]
ThingWord = Annotated[str, Kind("thing")]  # a good or a token
ShareWord = Annotated[str, Kind("share", strict=True)]
CompanyWord = Annotated[str, Kind("company")]
UpgradeWord = Annotated[str, Kind("upgrade")]


def lexicon(_: object) -> Lexicon:
    pieces = box()
    return {
        "side": SIDES,
        "tile": pieces.play_tiles,
        "good": pieces.goods,
        "thing": (*pieces.goods, *TOKENS),
        "share": pieces.share_words,
        "company": pieces.companies,
        "upgrade": UPGRADES,
    }


class Place(Move, frozen=True):
    VERB: ClassVar[str] = "place"
    station: HexWord

    def places(self) -> tuple[str | None, ...]:
        return (self.station,)


class Run(Move, frozen=True):
    """Spends a coal."""

    VERB: ClassVar[str] = "run"
    hex: HexWord
    side: SideWord

    def places(self) -> tuple[str | None, ...]:
        return self.hex, f"{self.hex}-{self.side}"


class Blow(Move, frozen=True):
    """Spends a whistle."""

    VERB: ClassVar[str] = "blow"
    hex: HexWord
    side: SideWord

    def places(self) -> tuple[str | None, ...]:
        return self.hex, f"{self.hex}-{self.side}"


class Pay(Move, frozen=True):
    VERB: ClassVar[str] = "pay"
    good: GoodWord


class Lay(Move, frozen=True):
    VERB: ClassVar[str] = "lay"
    tile: TileWord
    rotation: Number

    @classmethod
    def implied(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        """whi-11.5: a tile that looks the same however it is turned needs no rotation."""
        return ("0",) if words and len(box().tiles[words[0]].rotations) == 1 else ()

    def places(self) -> tuple[str | None, ...]:
        return f"hand:{self.tile}", f"turned-{self.tile}-{self.rotation}"


class On(Move, frozen=True):
    VERB: ClassVar[str] = "on"
    side: SideWord

    def places(self) -> tuple[str | None, ...]:
        return (f"head-{self.side}",)


class Stop(Move, frozen=True):
    VERB: ClassVar[str] = "stop"


class Bypass(Move, frozen=True):
    VERB: ClassVar[str] = "bypass"


class Deliver(Move, frozen=True):
    VERB: ClassVar[str] = "deliver"


class Skip(Move, frozen=True):
    VERB: ClassVar[str] = "skip"


class Drop(Move, frozen=True):
    VERB: ClassVar[str] = "drop"
    good: GoodWord


class Take(Move, frozen=True):
    VERB: ClassVar[str] = "take"
    thing: ThingWord


class Park(Move, frozen=True):
    VERB: ClassVar[str] = "park"
    space: Number

    def places(self) -> tuple[str | None, ...]:
        return (f"space:{self.space}",)


class Sell(Move, frozen=True):
    VERB: ClassVar[str] = "sell"
    share: ShareWord


class Trade(Move, frozen=True):
    """What is gained is kept in the order of the lexicon, so that each trade has one spelling."""

    VERB: ClassVar[str] = "trade"
    gives: GoodWord
    gets: tuple[ThingWord, ...]

    def __post_init__(self) -> None:
        order = lexicon(None)["thing"]
        if all(thing in order for thing in self.gets):
            force_setattr(self, "gets", tuple(sorted(self.gets, key=order.index)))


class Buy(Move, frozen=True):
    VERB: ClassVar[str] = "buy"
    upgrade: UpgradeWord

    def places(self) -> tuple[str | None, ...]:
        return (self.upgrade,)


class Buyout(Move, frozen=True):
    VERB: ClassVar[str] = "buyout"
    upgrade: UpgradeWord
    rare: GoodWord

    def places(self) -> tuple[str | None, ...]:
        return self.upgrade, None


class Use(Move, frozen=True):
    VERB: ClassVar[str] = "use"
    upgrade: UpgradeWord

    def places(self) -> tuple[str | None, ...]:
        return (self.upgrade,)


class Again(Move, frozen=True):
    VERB: ClassVar[str] = "again"
    hex: HexWord

    def places(self) -> tuple[str | None, ...]:
        return (self.hex,)


class Swap(Move, frozen=True):
    VERB: ClassVar[str] = "swap"
    share: ShareWord
    company: CompanyWord


class Done(Move, frozen=True):
    VERB: ClassVar[str] = "done"


class Pick(Move, frozen=True):
    VERB: ClassVar[str] = "pick"
    tile: TileWord

    def places(self) -> tuple[str | None, ...]:
        return (f"shown:{self.tile}",)


class Draw(Move, frozen=True):
    VERB: ClassVar[str] = "draw"


class Look(Move, frozen=True):
    """Through the pile, with the compass."""

    VERB: ClassVar[str] = "look"


class Choose(Move, frozen=True):
    """From the pile, after a look: the others do not learn what it is."""

    VERB: ClassVar[str] = "choose"
    HIDDEN: ClassVar[frozenset[str]] = frozenset({"tile"})
    tile: TileWord

    def places(self) -> tuple[str | None, ...]:
        return (f"pile:{self.tile}",)


class Discard(Move, frozen=True):
    VERB: ClassVar[str] = "discard"
    HIDDEN: ClassVar[frozenset[str]] = frozenset({"tile"})
    tile: TileWord

    def places(self) -> tuple[str | None, ...]:
        return (f"hand:{self.tile}",)
