"""A seat as advice sees it: its links, its aims, and what money and time are worth to it. Computed once a question."""

from dataclasses import dataclass
from functools import cached_property

from engine.core.say import Say, say
from engine.games.railways.aims import Aims
from engine.games.railways.money import shares_needed
from engine.games.railways.outlook import Beside, Prospect, actions_left, beside, prospect, turns_left
from engine.games.railways.state import Player, State
from engine.games.railways.weights import ACTION_COST, ACTIONS_TO_USE, GROWTH, PLENTY, RUIN_A_TURN, SCARCE, SHARE


@dataclass(frozen=True)
class Company:
    s: State
    seat: int

    @property
    def player(self) -> Player:
        return self.s.players[self.seat]

    @cached_property
    def links(self) -> Beside:
        return beside(self.s, self.seat)

    @cached_property
    def now(self) -> Prospect:
        return prospect(self.s, self.links, self.player.engine)

    @cached_property
    def aims(self) -> Aims:
        return Aims(self.s, self.seat, self.links)

    @cached_property
    def turns(self) -> int:
        return turns_left(self.s)

    @cached_property
    def hope(self) -> float:
        """How much of what becomes possible can still be used: it takes actions to deliver."""
        return min(1.0, actions_left(self.s) / ACTIONS_TO_USE)

    @cached_property
    def profit(self) -> int:
        """What a turn brings after dividends."""
        return self.s.box.income(self.player.points) - self.player.shares

    @cached_property
    def thousand(self) -> float:
        """What a thousand in hand is worth in points.

        While money is short it saves a fifth of a share. Once cash and income cover what the actions that are left can
        spend, it is worth next to nothing.
        """
        needed = ACTION_COST * (1 + actions_left(self.s))
        short = 1 - (self.player.cash + self.turns * self.profit) / needed
        return PLENTY + (SCARCE - PLENTY) * min(1.0, max(0.0, short)) + self.aims.of_money

    @cached_property
    def share(self) -> float:
        """What a share costs: a point at the end (rw-11.3), and a dividend at the end of every turn (rw-10.3)."""
        return SHARE + self.thousand * self.turns + self.aims.of_share

    def price(self, cost: int) -> float:
        """What paying costs in points. Shares whose dividends no income covers bring more shares, turn after turn."""
        shares = shares_needed(self.s, self.seat, cost)
        spent = cost - shares * self.s.profile.share_price  # less than nothing if a share leaves money over
        ruinous = max(0, shares - max(0, self.profit + GROWTH))
        return shares * self.share + ruinous * RUIN_A_TURN * self.turns + spent * self.thousand

    def with_income(self, points: float) -> float:
        """Points, and the income that they bring in the turns that are left."""
        if points <= 0:
            return points
        whole = max(1, round(points))
        more = self.s.box.income(self.player.points + whole) - self.s.box.income(self.player.points)
        return points * (1 + more / whole * self.turns * self.thousand)

    def brings(self, cost: int, cubes: int = 0, aims: float = 0.0) -> Say:
        """What a purchase brings, and what it leaves: the note of a suggestion."""
        shares = shares_needed(self.s, self.seat, cost)
        left = self.player.cash + shares * self.s.profile.share_price - cost
        paid = say("suggest-cost", n=shares, cash=left)
        gain = say("suggest-gain", n=max(0, cubes - self.now.cubes), cost=paid)
        return say("suggest-aim", gain=gain) if aims else gain
