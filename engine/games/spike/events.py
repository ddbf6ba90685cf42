"""What happened in a game of Spike. A card that not everybody may know is None for those who may not."""

from msgspec.structs import replace

from engine.core.event import Event
from engine.core.say import Say, say
from engine.games.spike.components import box
from engine.games.spike.moves import DECK


def card(kind: str) -> str:
    """The word under which a rail card is named: rail kinds and seats share the word white."""
    return f"card-{kind}"


def is_city(space: str) -> bool:
    """A train that stops in a city has a sentence of its own."""
    return space in box().good_of


class Dealt(Event, frozen=True):
    """The setup, before the gift."""

    first: int


class Gave(Event, frozen=True):
    seat: int
    to: int
    rail: str | None

    def seen_by(self, reader: int | None) -> Event:
        return self if reader in (self.seat, self.to) else replace(self, rail=None)

    def say(self) -> Say:
        if self.rail is None:
            return say("gave-hidden", seat=self.seat, to=self.to)
        return say("gave", seat=self.seat, to=self.to, rail=card(self.rail))


class DisplayTurnedUp(Event, frozen=True):
    cards: tuple[str, ...]

    def places(self) -> tuple[str, ...]:
        return (DECK,)

    def say(self) -> Say:
        return say("display-turned-up", cards=tuple(map(card, self.cards)))


class Chose(Event, frozen=True):
    """The sides that a seat uses in the expert game; told only when all have chosen."""

    seat: int
    flipped: tuple[str, ...]

    def say(self) -> Say:
        if not self.flipped:
            return say("chose-dealt", seat=self.seat)
        return say("chose", seat=self.seat, flipped=self.flipped)


class Placed(Event, frozen=True):
    seat: int
    city: str

    def places(self) -> tuple[str, ...]:
        return (self.city,)


class Ran(Event, frozen=True):
    """The free move. `spaces` is its length."""

    seat: int
    to: str
    spaces: int

    def places(self) -> tuple[str, ...]:
        return (self.to,)

    def say(self) -> Say:
        return say("ran-into" if is_city(self.to) else "ran", seat=self.seat, to=self.to, spaces=self.spaces)


class Restarted(Event, frozen=True):
    seat: int
    city: str
    to: str
    spaces: int

    def places(self) -> tuple[str, ...]:
        return (self.to,)

    def say(self) -> Say:
        return say(
            "restarted-into" if is_city(self.to) else "restarted",
            seat=self.seat,
            city=self.city,
            to=self.to,
            spaces=self.spaces,
        )


class WentOn(Event, frozen=True):
    """One space by the extra space action."""

    seat: int
    to: str

    def places(self) -> tuple[str, ...]:
        return (self.to,)

    def say(self) -> Say:
        return say("went-on-into" if is_city(self.to) else "went-on", seat=self.seat, to=self.to)


class Loaded(Event, frozen=True):
    seat: int
    good: str
    city: str

    def places(self) -> tuple[str, ...]:
        return (self.city,)


class Dropped(Event, frozen=True):
    seat: int
    good: str


class Delivered(Event, frozen=True):
    seat: int
    good: str
    city: str
    pays: int

    def places(self) -> tuple[str, ...]:
        return (self.city,)


class Drew(Event, frozen=True):
    seat: int
    rail: str | None

    def seen_by(self, reader: int | None) -> Event:
        return self if reader == self.seat else replace(self, rail=None)

    def say(self) -> Say:
        if self.rail is None:
            return say("drew-hidden", seat=self.seat)
        return say("drew", seat=self.seat, rail=card(self.rail))


class Took(Event, frozen=True):
    seat: int
    rail: str

    def say(self) -> Say:
        return say("took", seat=self.seat, rail=card(self.rail))


class Linked(Event, frozen=True):
    """A finished build. `start` is the node where it leaves the network; `pays` is the market income."""

    seat: int
    start: str
    city: str
    tracks: int
    good: str
    pays: int

    def places(self) -> tuple[str, ...]:
        return (self.city,)

    def say(self) -> Say:
        return say(
            "linked",
            seat=self.seat,
            start=self.start,
            city=self.city,
            tracks=self.tracks,
            good=self.good,
            pays=self.pays,
        )


class Paid(Event, frozen=True):
    """The rail cards spent for a build."""

    seat: int
    cards: tuple[str, ...]

    def say(self) -> Say:
        return say("paid", seat=self.seat, cards=tuple(map(card, self.cards)))


class Upgraded(Event, frozen=True):
    seat: int
    part: str
    value: int
    cost: int


class DisplayFilled(Event, frozen=True):
    cards: tuple[str, ...]

    def places(self) -> tuple[str, ...]:
        return (DECK,)

    def say(self) -> Say:
        return say("display-filled", cards=tuple(map(card, self.cards)))


class RoundBegan(Event, frozen=True):
    number: int
    cards: tuple[str, ...]  # the new display

    def places(self) -> tuple[str, ...]:
        return (DECK,)

    def say(self) -> Say:
        return say("round-began", number=self.number, cards=tuple(map(card, self.cards)))


class TimeRevealed(Event, frozen=True):
    number: int


class LastTurns(Event, frozen=True):
    """The special end (spk-8.8)."""

    seat: int


class RouteScored(Event, frozen=True):
    seat: int
    top: str
    cities: tuple[str, ...]
    pays: int

    def places(self) -> tuple[str, ...]:
        return (self.top,) if self.pays else ()

    def say(self) -> Say:
        if not self.pays:
            return say("route-failed", seat=self.seat, top=self.top)
        return say("route-scored", seat=self.seat, top=self.top, cities=self.cities, pays=self.pays)


class Ended(Event, frozen=True):
    winners: tuple[int, ...]

    def say(self) -> Say:
        return say("ended" if len(self.winners) == 1 else "ended-shared", winners=self.winners)


EVENTS = (
    Dealt, Gave, DisplayTurnedUp, Chose, Placed, Ran, Restarted, WentOn, Loaded, Dropped, Delivered, Drew, Took, Linked,
    Paid, Upgraded, DisplayFilled, RoundBegan, TimeRevealed, LastTurns, RouteScored, Ended,
)  # fmt: skip
