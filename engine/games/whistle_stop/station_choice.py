"""Which East station suits a train: how soon the track behind it reaches a stop, and how good that stop is."""

from dataclasses import dataclass

from engine.core.game import Suggestion
from engine.core.say import Say, say
from engine.games.whistle_stop import routes, weights
from engine.games.whistle_stop.components import SIDES, box
from engine.games.whistle_stop.moves import Place
from engine.games.whistle_stop.routes import COAL, Arrival
from engine.games.whistle_stop.state import Spot, State
from engine.games.whistle_stop.worth import good_value, prospect
from engine.rail.hexes import opposite


@dataclass(frozen=True)
class Outlook:
    station: str
    worth: float
    hex: str  # where the first coal leads
    good: str  # what lies there; empty for an empty cell


def best(s: State, seat: int) -> list[Outlook]:
    """The free stations, the best first."""
    free = [station for station in box().stations if Spot(station) not in s.standing]
    outlooks = [_outlook(s, seat, station) for station in free]
    return sorted(outlooks, key=lambda outlook: -outlook.worth)


def _outlook(s: State, seat: int, station: str) -> Outlook:
    way = routes.rails(s, seat)
    head = routes.begin(way, Spot(station), opposite(box().stations[station].side), COAL)
    if head is None:
        return Outlook(station, weights.STATION_CLOSED, "", "")
    if isinstance(head, Arrival):
        _, good = routes.stop_under(s.tiles, head.spot)
        worth = weights.STATION_STOP + good_value(good or "") + prospect(way, head.spot).ease
        return Outlook(station, worth, head.spot.hex, good or "")
    return Outlook(station, weights.STATION_OPEN, head.hex, "")


def suggestion(outlook: Outlook) -> Suggestion:
    return Suggestion((Place(outlook.station),), say("plan-place", station=outlook.station), _note(outlook))


def _note(outlook: Outlook) -> Say:
    side = SIDES[opposite(box().stations[outlook.station].side)]
    if outlook.good:
        return say("plan-place-stop", hex=outlook.hex, good=outlook.good, side=side)
    if outlook.hex:
        return say("plan-place-open", hex=outlook.hex, side=side)
    return say("plan-place-closed", side=side)
