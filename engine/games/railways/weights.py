"""The numbers that advice weighs with, all in victory points unless a line says otherwise.

They were set by hand and then measured in games of the greedy bot against itself. Change one at a time, and measure
again: they lean on each other.
"""

from collections.abc import Mapping

# Deliveries.
OTHERS_POINT = 0.6  # what a point for another player costs the mover: there are several others, so less than a point
INCOME_A_TURN = 0.12  # what a point adds in income for each turn left, while the income track still rises
RISE = 3  # points over which the income track is looked at

# What links promise.
MOST_WAYS = 400  # ways looked at for one cube: on a dense map there are thousands, and the best are among the first
NEXT_DELIVERIES = 9  # cubes within reach that count: nobody delivers more in three turns
FADING = 0.88  # what each further delivery counts of the one before: it comes later, and others may take the cube
REACH: Mapping[int, float] = {0: 1.0, 1: 0.55, 2: 0.2}  # a cube that needs an engine so many levels better
ACTIONS_TO_USE = 5  # actions that it takes to use what a link or an engine makes possible
LINK_IN_TIME = 0.8  # of the promise of a link: somebody may take the cube, or the way, before it is used
ENGINE_IN_TIME = 1.2  # of the promise of an engine: it also works for links that are not built yet
NEW_CITY_IN_TIME = 0.8  # of the promise of a New City: as for a link
NEW_CUBES = 0.8  # the two cubes that come with a New City, of unknown colours

# Growing.
GROWN_UP = 8  # links; a smaller company grows for the sake of what comes later
YOUTH = 0.3  # a link of a company that lacks so many links to be grown up, for each that it lacks
ANY_LINK = 0.1  # every link, so that one without a promise still comes before doing nothing
IN_TWO_ACTIONS = 0.55  # what a link that takes two actions is worth of one that takes one
FINISHING = 1.0  # a loose end that would leave the board
GRANT_TILES = 3  # free tiles from which a Land Grant is worth the card

# Money.
SHARE = 1.0  # a share is a point less at the end (rw-11.3)
SHARE_A_TURN = 0.08  # points that a dividend costs
CASH = 0.09  # points that a thousand in hand is worth, since it buys something else

# Cards.
NEW_TRAIN = 3  # of the four points of New Train, when only this engine is missing
HOTEL_A_TURN = 0.2  # anybody's deliveries to a city in each turn left
OWN_HOTEL_A_TURN = 0.45  # the same in a city that the seat's links reach
EXECUTIVE = 0.95  # of the two actions it gives: the card itself costs the action of this round
INDUSTRY_COST = 0.1  # so that urbanizing by a card comes after what needs no card
CARD_WORTH: Mapping[str, float] = {"land-grant": 0.9, "fifth-tile": 0.4, "growth": 0.8}  # a tile or two, two cubes

# The auction.
CASH_PART = 4  # no bid is above one part in so many of the money in hand
HIGHEST_STAKE = 4  # thousands
