"""How suggestions and bots weigh things, in points: every judgement of the game in one place. No rule is here.

Points that are sure (a delivery, a share at the end) come from the data files; what stands here is hope, risk and
convenience, set by hand and then tried over games of the greedy bot.

Over 200 games of four greedy seats (seed 7) these weights give a mean of 95.9 points; 13.1 % of the seats keep a
special tile, 11.8 % lose points by it, and 2.8 tokens are left over.
"""

from typing import NamedTuple

# Goods and nuggets.
NUGGET = 3.85  # the mean value of the twenty nuggets (whi-1.9)
COMMON_GOOD, RARE_GOOD = 1.0, 3.0  # the points for goods left at the end (whi-10.5)
ANY = 3.9  # a free choice: a nugget, or a good that completes a delivery
STORE = 4.0  # a good of choice: rather the one that a delivery lacks than any

# Deliveries in the West that trains may still make.
COMPLETE = (0.0, 0.12, 0.4, 0.9)  # the part of a delivery that counts with so many of its three goods
HOPE_NOW, HOPE_A_TURN = 0.55, 0.15  # whether a train still gets there: more with every turn that is left
REACH, REACH_A_COLUMN = 1.0, 0.5  # rows that a train can drift on its way: more, the further east it is

# Trains.
HOME = 18.0  # a train at home, besides its delivery; with more, trains hurry past towns and empty cells
LAST_TRAIN = 4.0  # the last one ends the game, so there is no hurry: it is worth its space and what it delivers
HOME_LAST = 4.0  # in the last round: only what the space gives
DOUBT, DOUBT_LAST = 2, 8  # how fast hope falls when tokens are short; in the last round no more come in
LEAST_TURNS = 0.5  # the end is only guessed, so some hope of one more turn is left
MOVES_A_COLUMN = 0.7  # coal that a train needs for each column still to go, on average
TOKENS_A_TURN = 2.2  # that come by themselves, with the stops that give some
WHISTLE_IN_MOVES = 1.4  # a whistle goes further than a coal, and east
WAY_BEHIND = 1.3  # above 1: the last columns count most, for a train half-way scores nothing
STUCK = 4.0  # a train without a way on by coal needs a whistle or another tile
WAY_ON = 0.4  # for each column that the next coal would bring
FURTHER = 1.0  # a way on by coal at all, before the columns it gains
HOMECOMING = 3.5  # the space of the resource track, before it is chosen

# When an opponent's last train ends the game. Measured in games of the greedy bot: on average right, 0.8 turns off.
RIVAL_MOVES_A_COLUMN = 0.9  # tokens for each column, detours to good stops included
RIVAL_PACE = 3.0  # tokens that a player spends on moves in a turn
RIVAL_TOKENS_A_TURN = 2.0  # that come in

# Tokens.
COAL_NOW, COAL_A_TURN, COAL_MOST = 0.3, 0.1, 0.8  # half a point at the end (whi-10.6), more while trains can use it
WHISTLE_MORE = 0.5  # than a coal
SPENT_LATE = 0.5  # either token, when no turn follows

# Shares.
LEADS, FOLLOWS = 0.7, 0.35  # the part of a majority that counts for the leader of a company and for the others
FURTHER_SHARE = 1.5  # one more of a company that is led already
NEXT_LEADS, NEXT_FOLLOWS = 0.45, 0.25  # the part of a majority that one more share brings
MARKET_COST = 7.0  # the share that a stock market takes, with its hope of a majority

# Tiles in hand.
SPECIAL_PAYABLE, SPECIAL = 4.0, 2.5  # a special tile, more if what it asks for is there
# More than the loss of whi-10.7, from the first turn on: cells fill up, a special tile that is not laid when it can be
# is hardly ever laid later, and meanwhile it takes the place of track. With 10, more seats keep one to the
# end; with 16, trains shun empty cells, and greedy of an earlier release wins.
SPECIAL_RISK = 13.0
SPECIAL_RISK_BOILER = 10.0  # an opponent may buy the boiler in the last turn; with less, its owners collect them
LAID_NOW, LAID_LATER = 0.7, 0.2  # how likely a train before an empty cell lays one: in this turn, in another
TRACK_TILE, NO_STOP, SIDE_AT_STOP = 1.0, -1.0, 0.3  # track is better with a good stop that many sides meet
TRADE_CHANCE = 1.5  # a trading post for somebody who has goods
LAID_SPECIAL, LAID_TRACK = 1.0, -0.5  # special tiles should leave the hand; track is worth keeping for later moves
LOOK = 10.0  # above any single tile: the best of the whole pile can be chosen

# Upgrades, for each turn that is left.
PER_TURN = {
    "coal-car": 1.6,  # a coal more for each of the tokens that trains cannot use
    "ore-cart": 1.7,  # a nugget for a coal, if there is coal to spare
    "warehouse": 1.2,  # the good that a delivery lacks
    "luxury-cabin": 0.2,  # only with three shares: counted apart
    "caboose": 0.8,  # a good stop twice
    "merchant-car": 0.6,  # goods that fit nowhere
    "new-whistle": 0.8,  # a coal becomes a whistle
    "safe": 0.1,  # seldom decides a majority
    "boiler": 0.5,  # longer moves, and special tiles may be kept
    "compass": 0.4,  # better tiles
    "stop-signal": 0.1,  # nobody else in the way
    "toll-station": 0.2,  # a good now and then
}
CABIN_USED = 0.6  # of the turns left, those in which a coal is spared for the luxury cabin

# What is tried, and how little is worth doing.
LEAST_GAIN = 0.05
LEAST_TRADE = 0.4  # a trade that hardly helps only makes a line longer
SPREAD = 0.1  # of equal goods, the one of which there are most is paid first
LATER_SHARE = 0.01  # of equal shares, the one with the highest number is given up

# Where trains begin.
STATION_STOP = 2.0  # a stop at the first coal, besides its good and its way on
STATION_OPEN = 4.5  # an empty cell at the first coal: any tile may be laid there
STATION_CLOSED = -5.0


class Tokens(NamedTuple):
    """What one token of each kind is worth."""

    coal: float
    whistle: float
