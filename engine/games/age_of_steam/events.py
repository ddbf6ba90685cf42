"""What happens in a game of Age of Steam, in the past tense. Places are hexes, stops by name, and chart boxes."""

from engine.core.event import Event
from engine.core.say import Say


class RolledForOrder(Event, frozen=True):
    rolls: tuple[Say, ...]
    order: tuple[Say, ...]


class TurnBegan(Event, frozen=True):
    turn: int
    turns: int


class Issued(Event, frozen=True):
    seat: int
    n: int
    money: int


class IssuedNone(Event, frozen=True):
    seat: int


class BidMade(Event, frozen=True):
    seat: int
    bid: int


class HeldOn(Event, frozen=True):
    seat: int


class DroppedOut(Event, frozen=True):
    INCIDENTAL = frozenset({"place"})
    seat: int
    place: int


class OrderSettled(Event, frozen=True):
    order: tuple[Say, ...]

    def effect(self) -> None:
        """Whoever drops out last settles the places of all."""


class ActionTaken(Event, frozen=True):
    seat: int
    action: str


class Urbanized(Event, frozen=True):
    seat: int
    town: str
    letter: str
    colour: str

    def places(self) -> tuple[str, ...]:
        return (self.town,)


class LinkCompleted(Event, frozen=True):
    """A New City made a link of the seat's unfinished line (aos-6.50)."""

    seat: int
    a: str
    b: str
    hexes: tuple[str, ...]

    def places(self) -> tuple[str, ...]:
        return self.hexes


class LinkWon(Event, frozen=True):
    """A New City made a link of an unowned line; the seat that placed it owns the link (aos-6.51)."""

    seat: int
    a: str
    b: str
    hexes: tuple[str, ...]

    def places(self) -> tuple[str, ...]:
        return self.hexes


class LinkOfNobody(Event, frozen=True):
    """As `LinkWon`, but the seat that placed the New City has no disc left (aos-6.51)."""

    a: str
    b: str
    hexes: tuple[str, ...]

    def places(self) -> tuple[str, ...]:
        return self.hexes


class StubRemoved(Event, frozen=True):
    """A line of the seat lay on the town alone; it is gone, and its disc is free again (aos-6.49)."""

    seat: int
    town: str

    def places(self) -> tuple[str, ...]:
        return (self.town,)


class Built(Event, frozen=True):
    seat: int
    n: int
    hexes: tuple[str, ...]
    cost: int
    results: tuple[Say, ...]

    def places(self) -> tuple[str, ...]:
        return self.hexes


class BuiltNothing(Event, frozen=True):
    seat: int


class LinesLost(Event, frozen=True):
    seat: int
    n: int
    stops: tuple[str, ...]


def _delivery(start: str, good: str, route: tuple[str, ...]) -> tuple[str, ...]:
    """The cube that left, and the city where it ended."""
    return (f"{start}:-{good}", route[-1])


class Delivered(Event, frozen=True):
    seat: int
    good: str
    start: str
    route: tuple[str, ...]
    incomes: tuple[Say, ...]

    def places(self) -> tuple[str, ...]:
        return _delivery(self.start, self.good, self.route)

    def say(self) -> Say:
        return _told(super().say(), "delivered-through", self.route)


class DeliveredForNobody(Event, frozen=True):
    seat: int
    good: str
    start: str
    route: tuple[str, ...]

    def places(self) -> tuple[str, ...]:
        return _delivery(self.start, self.good, self.route)

    def say(self) -> Say:
        return _told(super().say(), "delivered-through-for-nobody", self.route)


def _told(plain: Say, through: str, route: tuple[str, ...]) -> Say:
    """A delivery over several links names its end after the stops between: they are not deliveries."""
    *stops, end = route
    return Say(through, {**plain.params, "stops": tuple(stops), "end": end}) if stops else plain


class EngineRaised(Event, frozen=True):
    seat: int
    engine: int


class MovePassed(Event, frozen=True):
    seat: int


class IncomePaid(Event, frozen=True):
    amounts: tuple[Say, ...]


class ExpensesPaid(Event, frozen=True):
    amounts: tuple[Say, ...]


class FellShort(Event, frozen=True):
    seat: int
    missing: int
    income: int


class WentBankrupt(Event, frozen=True):
    RUINS = True
    seat: int


class IncomeReduced(Event, frozen=True):
    amounts: tuple[Say, ...]


class ProductionDeclined(Event, frozen=True):
    seat: int


class CubesDrawn(Event, frozen=True):
    seat: int
    goods: tuple[str, ...]


class CubePlaced(Event, frozen=True):
    seat: int
    good: str
    column: str
    box: int

    def places(self) -> tuple[str, ...]:
        return (f"{self.column}:{self.box}",)


class CubesReturned(Event, frozen=True):
    seat: int
    goods: tuple[str, ...]


class GoodsGrew(Event, frozen=True):
    half: str
    dice: tuple[int, ...]
    arrivals: tuple[Say, ...]
    cubes: tuple[str, ...]  # each city with the colour that came

    def places(self) -> tuple[str, ...]:
        return self.cubes


class NothingGrew(Event, frozen=True):
    half: str
    dice: tuple[int, ...]


class GameEnded(Event, frozen=True):
    winners: tuple[Say, ...]


class AllBankrupt(Event, frozen=True):
    pass


EVENTS = (
    RolledForOrder,
    TurnBegan,
    Issued,
    IssuedNone,
    BidMade,
    HeldOn,
    DroppedOut,
    OrderSettled,
    ActionTaken,
    Urbanized,
    LinkCompleted,
    LinkWon,
    LinkOfNobody,
    StubRemoved,
    Built,
    BuiltNothing,
    LinesLost,
    Delivered,
    DeliveredForNobody,
    EngineRaised,
    MovePassed,
    IncomePaid,
    ExpensesPaid,
    FellShort,
    WentBankrupt,
    IncomeReduced,
    ProductionDeclined,
    CubesDrawn,
    CubePlaced,
    CubesReturned,
    GoodsGrew,
    NothingGrew,
    GameEnded,
    AllBankrupt,
)
