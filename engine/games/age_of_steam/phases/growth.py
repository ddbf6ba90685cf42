"""Phase 9, second part: dice bring cubes from the goods chart to the cities (aos-9.3 to 9.6)."""

from engine.core.event import Event
from engine.core.game import Outcome
from engine.core.say import Say, say
from engine.games.age_of_steam.components import FEEDS
from engine.games.age_of_steam.events import GoodsGrew, NothingGrew
from engine.games.age_of_steam.state import State
from engine.rail.goods import COLOURS, added

NAME = "growth"

HALVES = {"w": "west", "e": "east"}


def begin(s: State) -> State:
    return s.with_phase(NAME)


def run(s: State) -> Outcome[State]:
    events = []
    for half in HALVES:
        dice, rng = s.rng.dice(len(s.seats))  # aos-8.6: the players at the start count
        s, event = grow(s.with_bag(s.bag, rng), half, dice)
        events.append(event)
    return Outcome(s, tuple(events))


def grow(s: State, half: str, dice: tuple[int, ...]) -> tuple[State, Event]:
    """One half with these dice."""
    where = {letter: hex for hex, letter in s.board.new_cities.items()}
    arrivals: list[Say] = []
    cubes: list[str] = []
    for die in sorted(dice):
        column = f"{half}{die}"
        fed: list[tuple[str, str | None]] = [(column, s.board.map.city_of_column.get(column))]
        if column in FEEDS:
            fed.append((FEEDS[column], where.get(FEEDS[column])))
        for source, hex in fed:
            boxes = s.chart[source]
            top = next((number for number, cube in enumerate(boxes) if cube != "."), None)
            if hex is None or top is None:
                continue
            cube = boxes[top]
            s = s.with_chart(source, boxes[:top] + "." + boxes[top + 1 :])
            s = s.with_goods({**s.goods, hex: added(s.goods.get(hex, ""), cube)})
            city = s.board.map.stop_names[hex]
            arrivals.append(say("cube-arrives", good=COLOURS[cube], city=city))
            cubes.append(f"{city}:+{COLOURS[cube]}")
    if not arrivals:
        return s, NothingGrew(HALVES[half], tuple(sorted(dice)))
    return s, GoodsGrew(HALVES[half], tuple(sorted(dice)), tuple(arrivals), tuple(cubes))
