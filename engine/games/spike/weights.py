"""The figures behind every suggestion, in one place: what the advice believes things to be worth, in money.

None of them is a rule. Each stands with its reason. They were tuned by games of three greedy bots (40 games, one set of
seeds) until deliveries were two fifths of all income without a loss of score and no train shuttled.
"""

from typing import NamedTuple

# How long the game still takes
CARDS_A_TURN = 0.83  # cards that leave the deck in a turn: about half of the turns draw
DECK_SHARE = 0.7  # of all rail cards that make up a new deck: the rest is in hands and in the display
DISPLAY_SHARE = 0.1  # of a new deck that fills displays instead of hands
SAFE_SHARE = 0.5  # of the last deck's upper half
ENDING_SHARE = 0.75  # of the cards among the time cards that come up before the third of these does
FEWEST_TURNS = 0.5  # even the last turn is worth planning

# Hope: what a network may bring later
CONTRACT_FADE = 0.93  # of a contract for each track space still missing: far cities pay most, and most are reached
HASTE = 8.0  # with so many turns left a contract fades twice as fast as CONTRACT_FADE says
ROUTE_FADE = 0.84  # of a route for each track space that is still missing: it counts only if all ends well
CONTRACT_WEIGHT = 3.2  # contracts decide where a network should grow, so they weigh more than they pay
MARKET_WEIGHT = 0.78  # of the price of a new city's good: every link pays some price, and low ones rise again
ROUTE_WEIGHT = 0.85  # a route pays only at the end, and only if its top city is linked
HOPE_TURNS = 10.0  # with fewer turns left, hope shrinks: there is no time to run the trains
ROOM_FADE = 0.5  # of a city near a starting place, for each track space in between
CROWD_REACH = 2  # another start within so many track spaces takes away room worth 1

# Trains: the worth of a haul
ACTION = 1.0  # what a restart must be worth: less than most actions bring, for it is mostly taken sooner or later
TURN_OF_TRAIN = 0.25  # what a turn of the train is worth when there are more contracts than time
SPACES_OF_HAUL = 8  # of a usual way from the supplier to the city
SPACES_OF_FETCHING = 6  # of a usual way to the supplier
AHEAD_TURNS = 2  # until a track that is missing on the way to a city is laid
FARTHEST_AHEAD = 6  # missing tracks to a city that loaded cargo waits for
GRACE_TURNS = 1  # the number of turns left is an estimate: a haul may take so many more

# Trains: what counts of that worth when the train moves for it
HAUL_SHARE = 1.2  # with the cargo on board: the train should leave at once, for nothing else speeds it up
FETCH_SHARE = 1.2  # for cargo that has still to be loaded: as urgent, and its worth counts the second restart already
AHEAD_SHARE = 1.0  # towards a city that is not linked yet: the train saves turns if the link is built
LAST_CHANCE_SHARE = 0.4  # of a delivery that only an extra space can still bring home
IDLE = -2.0  # moving without anything to carry spends an action
MOST_STOPS = 2  # stops that are suggested

# Upgrades: what the first and the second step of a part gain in each turn in which the part is used
SPEED_GAIN = (0.6, 0.5, 0.0)
POWER_GAIN = (0.24, 0.14, 0.0)  # a draw is only every third turn or so
RUNNING_TURNS = 5.0  # turns in which a train runs for one contract
CAR_GAIN = 0.9  # of a further car for each token that waits to be loaded: two share a part of their way
BLOCKED_CAR = 3.5  # when cargo that waits for its city keeps another token from being carried
CAR_TURNS = 20.0  # with fewer turns left, a further car gains less

# Rail cards
CARD = 0.5  # what a rail card is worth in a small hand
FULL_HAND = 13  # a hand of so many cards needs no more
SMALL_HAND = 8  # so many below a full hand each card has its whole worth
LEAST_CARD = 0.15  # of the worth of a card, however full the hand: it may still become a joker
CARD_TURNS = 4  # with fewer turns left, cards may never be used
TIME_CARD_DANGER = 0.3  # in the last round a draw from the deck may end the game
KNOWN_CARDS = 0.1  # the display shows what one gets
CUT_SHORT = -0.4  # fewer cards than the power allows waste a part of the action
STOP_DRAWING = -1.0  # a further card costs nothing
PAIR = 0.2  # of a card that makes a pair: it is already a joker
LONER = 0.1  # of a card of which the hand holds no other
ALMOST = 0.5  # added to the missing cards of a goal, so that the nearest goals do not crowd out the others
MOST_GOALS = 4  # builds that the choice of cards looks at
VARIETY = 10  # a kind in the hand against a card of a set: many kinds pay for most builds without jokers

# How far to look
MOST_MISSING = 3  # cards that a build may still lack for which cards are drawn


class Look(NamedTuple):
    """How many tracks a build may have that is looked for, and one that cards are drawn for; how many builds are
    played out in thought."""

    build: int
    goal: int
    builds: int


FAR = Look(build=4, goal=3, builds=100)
NEAR = Look(build=3, goal=2, builds=1)  # in a play-out: in half the time, and two points fewer in a whole game
