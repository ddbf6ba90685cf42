"""The numbers that advice weighs with, in victory points unless a line says otherwise.

Each was set by a reason and then tried in games of four greedy bots. Change one at a time, and measure again: they lean
on each other.
"""

from collections.abc import Mapping

# Time.
MOST_TURNS = 7  # turns to come that are looked at: nobody foresees more
CITIES_A_TURN = 2  # cities that become empty in a turn once most players deliver

# Deliveries.
OTHERS_POINT = 0.6  # what a point for another player costs the mover: there are several others, so less than a point
MOST_DELIVERIES = 12  # cubes that are suggested

# What links promise.
MOST_WAYS = 400  # ways looked at for one cube: on a dense map there are thousands, and the best are among the first
NEXT_DELIVERIES = 9  # cubes within reach that count: nobody delivers more in three turns
FADING = 0.88  # what each further delivery counts of the one before: it comes later, and others may take the cube
REACH: Mapping[int, float] = {0: 1.0, 1: 0.55, 2: 0.2}  # a cube that needs an engine so many levels better
ACTIONS_TO_USE = 5  # actions that it takes to use what a link or an engine makes possible
LINK_IN_TIME = 0.8  # of the promise of a link: somebody may take the cube, or the way, before it is used
ENGINE_IN_TIME = 2.5  # of the promise of an engine: it also works for links and cubes that are still to come
NEW_CITY_IN_TIME = 0.8  # of the promise of a New City: as for a link
NEW_CUBES = 0.8  # the two cubes that come with a New City, of unknown colours
WEST_IN_TIME = 1.8  # of the promise of four red cubes: each delivered to Chicago brings two more cubes there
WEST_AHEAD = 3.0  # the first link into a city that can get a western link, while there is time to use it
WEST_TURNS = 3  # turns that it takes to build the tile and to deliver its cubes

# Growing.
GROWN_UP = 8  # links; a smaller company grows for the sake of what comes later
YOUTH = 0.3  # a link of a company that lacks so many links to be grown up, for each that it lacks
ANY_LINK = 0.1  # every link, so that one without a promise still comes before doing nothing
IN_TWO_ACTIONS = 0.55  # what a link that takes two actions is worth of one that takes one
FINISHING = 1.0  # a loose end that would leave the board
GRANT_TILES = 3  # free tiles from which a Land Grant is worth the card
BOXED_IN = 1.0  # a company whose best link is worth less looks for a second network
NEW_NETWORKS = 6  # links elsewhere that are looked at then

# Money.
SHARE = 1.0  # a share is a point less at the end (rw-11.3)
ACTION_COST = 5  # thousands that an action costs on average: a delivery nothing, a link or an engine ten
SCARCE = 0.15  # a thousand while money is short: most of a fifth of a share, for income comes in later
GROWTH = 6  # thousands by which income will grow soon, so that a young company may owe dividends before it earns them
RUIN_A_TURN = 0.3  # for each turn, a share beyond that: a fifth of a share, and what that costs in its turn
PLENTY = 0.02  # a thousand when more comes in than can be spent; it still breaks a tie (rw-11.4)

# Aims.
A_LINK_LESS = 0.5  # what a line is worth with one link more missing: another player may be first
FURTHEST_AIM = 4  # links; a line that lacks so many is no aim yet
COMPARED_LINK = 0.5  # a link to a tycoon who needs the most
COMPARED_RUN = 0.5  # a link to a tycoon who needs the longest run
COMPARED_SHARE = 0.5  # a share to a tycoon who needs the fewest
COMPARED_MONEY = 0.04  # a thousand to a tycoon who needs the most
FIRST_TO_SIX: Mapping[int, float] = {4: 1.0, 5: 2.0, 6: 6.0}  # an engine on the way to Pullman's

# Cards.
HOTEL_A_TURN = 0.2  # anybody's deliveries to a city in each turn left
OWN_HOTEL_A_TURN = 0.45  # the same in a city that the seat's links reach
EXECUTIVE = 0.95  # of the two actions it gives: the card itself costs the action of this round
INDUSTRY_COST = 0.1  # so that urbanizing by a card comes after what needs no card
CARD_WORTH: Mapping[str, float] = {"land-grant": 0.9, "fifth-tile": 0.4, "growth": 0.8}  # a tile or two, two cubes

# The auction.
FIRST_START = 3.0  # choosing first where to start: in 200 games the first player ended 9 points above the others
TAKEN_FIRST = 0.5  # how likely it is that another player takes what one wanted, if one does not act first
HIGHEST_STAKE = 9  # thousands; what is left must pay for the turn
