"""The figures behind every suggestion, in one place: what the advice believes things to be worth, in money.

None of them is a rule. Each stands with its reason.
"""

# How long the game still takes
CARDS_A_TURN = 0.83  # cards that leave the deck in a turn: about half of the turns draw
DECK_SHARE = 0.7  # of all rail cards that make up a new deck: the rest is in hands and in the display
DISPLAY_SHARE = 0.1  # of a new deck that fills displays instead of hands
SAFE_SHARE = 0.5  # of the last deck's upper half
ENDING_SHARE = 0.75  # of the cards among the time cards that come up before the third of these does
FEWEST_TURNS = 0.5  # even the last turn is worth planning

# Hope: what a network may bring later
FADE = 0.84  # what a hope is worth for each track space that is still missing
CONTRACT_WEIGHT = 1.6  # contracts decide where a network should grow, so they weigh more than they pay
ROUTE_WEIGHT = 0.85  # a route pays only at the end, and only if its top city is linked
HOPE_TURNS = 10.0  # with fewer turns left, hope shrinks: there is no time to run the trains
ROOM_FADE = 0.5  # of a city near a starting place, for each track space in between
CROWD_REACH = 2  # another start within so many track spaces takes away room worth 1

# Trains
HAUL_SHARE = 0.5  # of a delivery that counts when the train restarts with the cargo: several turns share it
FETCH_SHARE = 0.4  # of a delivery when the train restarts for a cargo that it has still to load
LAST_CHANCE_SHARE = 0.4  # of a delivery that only an extra space can still bring home
TURN_OF_TRAIN = 1.6  # at most, for a turn that an extra space saves
GRACE_TURNS = 1  # the number of turns left is an estimate: a haul may take so many more
FETCH_AHEAD_FADE = 2  # further spaces by which the hope for a cargo fades while none of its cities is linked
FETCH_AHEAD_TURNS = 8  # before such a cargo can be delivered: its city has to be linked first
FETCH_AHEAD_LEAST = 2  # such a cargo must promise more than this
GOOD_PRICE_SHARE = 0.7  # of the best price on the network for which cargo is delivered at once
HURRY_TURNS = 4  # with fewer turns left, cargo is delivered for any price

# Upgrades: what the first and the second step of a part gain in each turn in which the part is used
GAINS = {
    "speed": (0.6, 0.5, 0.0),
    "power": (0.24, 0.14, 0.0),  # a draw is only every third turn or so
    "cars": (0.3, 0.18, 0.0),
}
RUNNING_TURNS = 5.0  # turns in which a train runs for one contract
SHARED_TURNS = 4.0  # turns that a further car saves for each contract that waits

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
LONGEST = 4  # tracks of a build that is looked for
LONGEST_GOAL = 3  # tracks of a build that cards are drawn for
MOST_MISSING = 3  # cards that such a build may still lack
QUIET = 0.01  # the line for a silent seat comes just after the same draw with more cargo work
