"""What happened, for the readers. The class name in lower case with hyphens is the message id."""

from engine.core.event import Event


class TrainsDealt(Event, frozen=True):
    first: int
    trains: int


class TrainPlaced(Event, frozen=True):
    seat: int
    station: str

    def places(self) -> tuple[str, ...]:
        return (self.station,)


class CoalRound(Event, frozen=True):
    round: int
    rounds: int
    n: int


class WhistleRound(Event, frozen=True):
    round: int
    rounds: int
    n: int


class TollPaid(Event, frozen=True):
    seat: int
    owner: int
    good: str


class TileLaid(Event, frozen=True):
    seat: int
    tile: str
    hex: str

    def places(self) -> tuple[str, ...]:
        return (self.hex,)


class TrainArrived(Event, frozen=True):
    """`token` is what was spent."""

    seat: int
    token: str
    start: str
    hex: str

    def places(self) -> tuple[str, ...]:
        return (self.hex,)


class StopAgain(Event, frozen=True):
    seat: int
    hex: str

    def places(self) -> tuple[str, ...]:
        return (self.hex,)


class EndBypassed(Event, frozen=True):
    seat: int
    start: str
    hex: str

    def places(self) -> tuple[str, ...]:
        return (self.hex,)


class GoodGained(Event, frozen=True):
    seat: int
    good: str


class GoodDropped(Event, frozen=True):
    seat: int
    dropped: str
    good: str


class GoodDeclined(Event, frozen=True):
    seat: int
    good: str


class GoodLacking(Event, frozen=True):
    seat: int
    good: str


class GoodReturned(Event, frozen=True):
    """A good that found no room went to the supply."""

    seat: int
    good: str


class CoalGained(Event, frozen=True):
    seat: int
    n: int


class WhistlesGained(Event, frozen=True):
    seat: int
    n: int


class NuggetGained(Event, frozen=True):
    """`value` is 0 for those who may not know it."""

    seat: int
    value: int

    def seen_by(self, reader: int | None) -> Event:
        return self if reader == self.seat else NuggetTaken(self.seat)


class NuggetTaken(Event, frozen=True):
    seat: int


class Traded(Event, frozen=True):
    seat: int
    gives: str
    gets: tuple[str, ...]


class Delivered(Event, frozen=True):
    seat: int
    tile: str
    hex: str
    cost: tuple[str, ...]
    n: int

    def places(self) -> tuple[str, ...]:
        return (self.hex,)


class NotDelivered(Event, frozen=True):
    seat: int
    tile: str
    hex: str
    n: int

    def places(self) -> tuple[str, ...]:
        return (self.hex,)


class ShareGained(Event, frozen=True):
    seat: int
    share: str


class MarketPaid(Event, frozen=True):
    seat: int
    n: int
    shares: int


class ShareGone(Event, frozen=True):
    seat: int
    share: str


class TrainHome(Event, frozen=True):
    seat: int
    space: int
    left: int

    def places(self) -> tuple[str, ...]:
        return (f"space:{self.space}",)


class LastTrainHome(Event, frozen=True):
    seat: int


class UpgradeBought(Event, frozen=True):
    seat: int
    upgrade: str
    cost: tuple[str, ...]


class UpgradeBoughtOut(Event, frozen=True):
    seat: int
    owner: int
    upgrade: str
    cost: tuple[str, ...]
    rare: str


class UpgradeUsed(Event, frozen=True):
    seat: int
    upgrade: str


class CabinPaid(Event, frozen=True):
    seat: int
    n: int


class ShareSwapped(Event, frozen=True):
    seat: int
    gone: str
    share: str


class TurnWithoutMove(Event, frozen=True):
    seat: int


class TilePicked(Event, frozen=True):
    seat: int
    tile: str


class TileDrawn(Event, frozen=True):
    """Only the player who drew it learns which tile it is."""

    seat: int
    tile: str

    def seen_by(self, reader: int | None) -> Event:
        return self if reader == self.seat else TileTaken(self.seat)


class TileTaken(Event, frozen=True):
    seat: int


class PileSearched(Event, frozen=True):
    seat: int


class TileGivenBack(Event, frozen=True):
    seat: int
    tile: str

    def seen_by(self, reader: int | None) -> Event:
        return self if reader == self.seat else TileReturned(self.seat)


class TileReturned(Event, frozen=True):
    seat: int


class TilesShown(Event, frozen=True):
    tiles: tuple[str, ...]


class MajorityScored(Event, frozen=True):
    seat: int
    company: str
    n: int


class PlayerScored(Event, frozen=True):
    """The parts of the final count, and the score after it."""

    seat: int
    upgrades: int
    gold: int
    goods: int
    tokens: int
    penalty: int
    score: int


EVENTS: tuple[type[Event], ...] = (
    TrainsDealt,
    TrainPlaced,
    CoalRound,
    WhistleRound,
    TollPaid,
    TileLaid,
    TrainArrived,
    StopAgain,
    EndBypassed,
    GoodGained,
    GoodDropped,
    GoodDeclined,
    GoodLacking,
    GoodReturned,
    CoalGained,
    WhistlesGained,
    NuggetGained,
    NuggetTaken,
    Traded,
    Delivered,
    NotDelivered,
    ShareGained,
    MarketPaid,
    ShareGone,
    TrainHome,
    LastTrainHome,
    UpgradeBought,
    UpgradeBoughtOut,
    UpgradeUsed,
    CabinPaid,
    ShareSwapped,
    TurnWithoutMove,
    TilePicked,
    TileDrawn,
    TileTaken,
    PileSearched,
    TileGivenBack,
    TileReturned,
    TilesShown,
    MajorityScored,
    PlayerScored,
)
