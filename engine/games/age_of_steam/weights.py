"""What things are worth, in victory points. All rules of thumb of the advice rest on these numbers, and on no others.

They were set by playing whole games of four, as `pbem simulate age-of-steam --seats 4 --bot greedy --seed 7` does.
Nothing here decides what is legal.
"""

# Money. A share brings $5 and costs 3 points and $1 in every turn to come.
SHARE_POINTS = 3.0  # aos-10.2
SHARE_DOLLAR = 0.4  # what a dollar of those later turns counts: late in the game money is left over
SPARE_DOLLAR = 0.1  # a dollar that no share need be issued for
STEP_DOLLAR = 0.5  # a dollar of income: it saves shares early in the game and is left over late
DEEPEST_DEBT = 7  # expenses above income at which no more shares are issued for building: first the seat must earn
INCOME_PER_TURN = 3  # how fast incomes usually grow: to about 27 in eight turns
SPENT_PER_TURN = 7  # what a turn usually costs in track and bids

# A step of income counts 3 points at the end, but incomes above 10 fall by about a fifth a turn (aos-8.8).
POINTS_PER_STEP = 3.0
KEPT_PER_TURN = 0.88

# Goods. Others deliver the same cubes, so what can be delivered later is worth less than it looks now.
SURE_PER_TURN = 0.85
DELIVERIES_PER_TURN = 2  # aos-7.1
RIVAL = 0.4  # each other owner of links at a city lowers the chance of getting its cubes
ENGINE_PER_TURN = 0.25  # how fast engines are expected to grow
IDLE_ENGINE = 4  # up to here an engine is raised by a move that would bring nothing else
# Points for each level and turn left: a network grows, and longer ways with it. With 0.4 the mean of all seats was
# 67, with 0.9 it was 77; with 1.4 engines ruined one seat in twenty.
ENGINE_GROWTH = 0.9
ENGINE_UPKEEP = 0.5  # points for each level and turn left, a dollar each
FOREIGN_LINKS = 1  # links of others on a way that is planned: more would be a gift, and take long to look through
OTHERS_STEP = 0.25  # what a step for somebody else costs, in own steps: there are several others

# Building.
MOST_SPENT = 12  # dollars that shares are issued for in one turn: more is rarely earned back
LOOKED_AT = 40  # projects that are judged exactly; the search seldom finds more
EXTENDED = 4  # suggestions that go on after their first project: each costs another search
GUESS_LINK, GUESS_DOLLAR = 2.0, 0.4  # against one cube that fits, when projects are guessed at
SEGMENT = 1.0  # aos-10.2
SAVED_LINE = 1.0  # for carrying on a line that would be lost: about the segment that it has

# Bids.
BUILDING_MONEY = 6  # dollars kept back when bidding: three tiles on plain land
BID_MONEY = 1  # dollars for a bid that shares are issued for
BID_DOLLAR = 1.0  # points that a dollar of a bid must bring: it is missing when track is built
BID_DOLLAR_RICH = 0.4  # the same, for a seat that has more money than it can use

# New Cities.
CITY_DISTANCE = 4  # hexes: cities further from the town are not reached in one turn
SERVED_TOWN = 2.0  # a town where the seat has links needs no more track, in cubes
CITIES_LOOKED_AT = 4  # New Cities that a whole build turn is planned for
CITIES_GUESSED_AT = 2  # the same when an action is chosen, without building

# Actions, in points. Locomotive and most of Urbanization are worked out from the network.
FIRST_MOVE = 0.2  # how likely it is that others take the best two cubes of the seat first
FIRST_BUILD = 2.0  # the place that the seat wants to build in is seldom taken
FIRST_BUILD_EARLY = 5.0  # but in the first two turns all want the same few places
ENGINEER = 4.0  # a fourth tile: a segment, and often one more link
URBANIZATION = 2.0  # besides what the New City brings the present network: a stop that track can be built to
PRODUCTION = 2.0  # two more cubes, but others may deliver them
PRODUCTION_SCARCE = 5.0  # the same for a seat that has hardly anything to deliver
PLENTY = 3  # cubes that bring the seat income; with fewer they are scarce
SERVED_CITY = 0.5  # steps that a cube in a city of the seat's network may bring, though it has no way yet
TURN_ORDER = 1.5  # a place or two in the next order
