"""Which New Cities are worth looking at: towns near the seat's network, colours that its cubes want."""

from engine.games.age_of_steam import weights
from engine.games.age_of_steam.city_sites import placed
from engine.games.age_of_steam.components import NEW_CITIES
from engine.games.age_of_steam.moves import Urbanize
from engine.games.age_of_steam.prospects import Prospects
from engine.games.age_of_steam.state import State
from engine.rail.goods import LETTERS


def promising_cities(s: State, seat: int, most: int) -> list[Urbanize]:
    """The best by a cheap guess; of several New Cities of one colour the first, for they differ only in their die."""
    left = [letter for letter in NEW_CITIES if letter not in s.board.new_cities.values()]
    letters = {NEW_CITIES[letter]: letter for letter in reversed(left)}
    home = {end for link in s.board.links if link.owner == seat for end in link.ends}
    rows = []
    for hex, town in s.board.map.town_at.items():
        if s.board.is_town(hex):
            rows += [(_wanted(s, hex, colour, home), Urbanize(town, letter)) for colour, letter in letters.items()]
    rows.sort(key=lambda row: -row[0])
    return [move for _, move in rows[:most]]


def _wanted(s: State, hex: str, colour: str, home: set[str | None]) -> float:
    """Cubes of the colour in the seat's cities and in those around the town."""
    distance = s.board.map.layout.distance
    cubes = 0.0
    for city, goods in s.goods.items():
        near = distance(city, hex) <= weights.CITY_DISTANCE
        if city != hex and (near or (city in home and hex in home)):
            cubes += goods.count(LETTERS[colour]) * (1.0 if city in home else 0.5)
    return cubes + (weights.SERVED_TOWN if hex in home else 0.0)


def worth_of_city(s: State, seat: int) -> float:
    """What the best New City brings the seat's present network, in points."""
    engine = s.players[seat].engine
    now = Prospects(s, seat).present(engine)
    best = 0.0
    for move in promising_cities(s, seat, weights.CITIES_GUESSED_AT):
        grown = Prospects(s.with_board(placed(s.board, seat, move)), seat)
        best = max(best, grown.present(engine) - now)
    return best
