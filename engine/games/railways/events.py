"""What happened, for the log and the mails. Money is in thousands; cubes are given by the names of their colours."""

from engine.core.event import Event
from engine.core.say import Say, say
from engine.games.railways.country import eastern_us
from engine.rail.goods import COLOURS, counted


def cube_words(cubes: str) -> tuple[str, ...]:
    return tuple(COLOURS[letter] for letter in cubes)


def _counting(told: Say, cubes: tuple[str, ...]) -> Say:
    return Say(told.id, {**told.params, "cubes": counted(cubes)})


class StartMoney(Event, frozen=True):
    seat: int
    amount: int


class BidMade(Event, frozen=True):
    seat: int
    amount: int


class BidPassed(Event, frozen=True):
    seat: int


class HalfPaid(Event, frozen=True):
    seat: int
    amount: int
    place: int


class AuctionWon(Event, frozen=True):
    seat: int
    amount: int


class NobodyBid(Event, frozen=True):
    seat: int


class SharesIssued(Event, frozen=True):
    seat: int
    n: int
    amount: int


class LinkBuilt(Event, frozen=True):
    seat: int
    a: str
    b: str
    n: int
    hexes: tuple[str, ...]
    cost: int

    def places(self) -> tuple[str, ...]:
        return self.hexes


class TrackBuilt(Event, frozen=True):
    """Track that does not yet reach a second city."""

    seat: int
    city: str
    n: int
    hexes: tuple[str, ...]
    cost: int

    def places(self) -> tuple[str, ...]:
        return self.hexes


class TileReplaced(Event, frozen=True):
    seat: int
    hex: str


class GrantUsed(Event, frozen=True):
    seat: int
    card: str


class FifthTileUsed(Event, frozen=True):
    seat: int
    card: str


class Urbanized(Event, frozen=True):
    seat: int
    city: str
    colour: str
    n: int
    cubes: tuple[str, ...]
    cost: int

    def places(self) -> tuple[str, ...]:
        return (self.city,)

    def say(self) -> Say:
        return _counting(super().say(), self.cubes)


class EngineBought(Event, frozen=True):
    seat: int
    level: int
    cost: int


class PullmanShown(Event, frozen=True):
    seat: int


class CubeDelivered(Event, frozen=True):
    seat: int
    colour: str
    start: str
    city: str
    n: int

    def places(self) -> tuple[str, ...]:
        return (self.start, self.city)


class LinksPaid(Event, frozen=True):
    seat: int
    n: int


class CityEmptied(Event, frozen=True):
    city: str
    markers: int
    end: int

    def places(self) -> tuple[str, ...]:
        return (self.city,)

    def effect(self) -> None:
        """A marker of the table: the delivery brings its mover the same."""

    def say(self) -> Say:
        left = max(0, self.end - self.markers)
        return say("city-emptied", city=self.city, markers=self.markers, end=self.end, left=left)


class EndNear(Event, frozen=True):
    turn: int

    def effect(self) -> None:
        """It follows from the markers of the table."""


class CardTaken(Event, frozen=True):
    seat: int
    card: str


class GoalReached(Event, frozen=True):
    seat: int
    card: str
    n: int


class HotelPaid(Event, frozen=True):
    seat: int
    card: str
    n: int


class CityGrew(Event, frozen=True):
    city: str
    n: int
    cubes: tuple[str, ...]

    def places(self) -> tuple[str, ...]:
        return (self.city,)

    def say(self) -> Say:
        return _counting(super().say(), self.cubes)


class WesternBuilt(Event, frozen=True):
    seat: int
    city: str
    n: int
    cost: int

    def places(self) -> tuple[str, ...]:
        return (self.city, eastern_us().western[self.city])


class ActionPassed(Event, frozen=True):
    seat: int


class IncomePaid(Event, frozen=True):
    seat: int
    income: int
    dividends: int
    cash: int


class TrackRemoved(Event, frozen=True):
    seat: int
    city: str
    hexes: tuple[str, ...]

    def places(self) -> tuple[str, ...]:
        return self.hexes


class CardOpened(Event, frozen=True):
    card: str


class TurnBegun(Event, frozen=True):
    turn: int
    last: int  # 1 when it is the last turn, so that the sentence can say it


class TycoonScored(Event, frozen=True):
    seat: int
    tycoon: str
    n: int


class GameEnded(Event, frozen=True):
    turn: int


EVENTS: tuple[type[Event], ...] = (
    StartMoney,
    BidMade,
    BidPassed,
    HalfPaid,
    AuctionWon,
    NobodyBid,
    SharesIssued,
    LinkBuilt,
    TrackBuilt,
    TileReplaced,
    GrantUsed,
    FifthTileUsed,
    Urbanized,
    EngineBought,
    PullmanShown,
    CubeDelivered,
    LinksPaid,
    CityEmptied,
    EndNear,
    CardTaken,
    GoalReached,
    HotelPaid,
    CityGrew,
    WesternBuilt,
    ActionPassed,
    IncomePaid,
    TrackRemoved,
    CardOpened,
    TurnBegun,
    TycoonScored,
    GameEnded,
)
