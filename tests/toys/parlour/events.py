"""What happens in Parlour, and what of it others may know."""

from engine.core.event import Event


class RoundBegun(Event, frozen=True):
    round: int
    rounds: int


class Dealt(Event, frozen=True):
    """Only the seat itself is told of it."""

    seat: int
    cards: tuple[str, ...]
    n: int

    def seen_by(self, reader: int | None) -> Event | None:
        return self if reader == self.seat else None


class Staked(Event, frozen=True):
    seat: int


class StakeShown(Event, frozen=True):
    seat: int
    card: str


class StakeWon(Event, frozen=True):
    seat: int
    points: int


class StakeLost(Event, frozen=True):
    """No stake was higher than all others."""

    leader: int


class DrewSecretly(Event, frozen=True):
    seat: int


class Drew(Event, frozen=True):
    seat: int
    card: str

    def seen_by(self, reader: int | None) -> Event | None:
        return self if reader == self.seat else DrewSecretly(self.seat)


class GaveSecretly(Event, frozen=True):
    seat: int
    to: int
    colour: str

    def places(self) -> tuple[str, ...]:
        return (self.colour,)


class Gave(Event, frozen=True):
    seat: int
    to: int
    colour: str  # of the receiver
    card: str

    def seen_by(self, reader: int | None) -> Event | None:
        return self if reader in (self.seat, self.to) else GaveSecretly(self.seat, self.to, self.colour)

    def places(self) -> tuple[str, ...]:
        return (self.colour,)


class Knocked(Event, frozen=True):
    seat: int
    at: int
    colour: str

    def places(self) -> tuple[str, ...]:
        return (self.colour,)


class Dropped(Event, frozen=True):
    seat: int
    card: str

    def places(self) -> tuple[str, ...]:
        return ("discard",)


class Shown(Event, frozen=True):
    seat: int
    card: str
    n: int
    points: int

    def places(self) -> tuple[str, ...]:
        return ("discard",)


EVENTS: tuple[type[Event], ...] = (
    RoundBegun,
    Dealt,
    Staked,
    StakeShown,
    StakeWon,
    StakeLost,
    DrewSecretly,
    Drew,
    GaveSecretly,
    Gave,
    Knocked,
    Dropped,
    Shown,
)
