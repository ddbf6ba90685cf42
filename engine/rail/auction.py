"""An ascending auction: in turn each bids more or passes, until one is left.

Who speaks when, and who is still in; what a place costs is the game's own business.
"""

from collections.abc import Callable

import msgspec


class Auction(msgspec.Struct, frozen=True):
    """`queue` are the seats still in, the one to speak first; `bids` each seat's last bid, 0 for none."""

    queue: tuple[int, ...]
    bids: tuple[int, ...]
    dropped: tuple[int, ...] = ()  # in the order of dropping out

    @property
    def high(self) -> int:
        return max(self.bids)

    @property
    def leader(self) -> int | None:
        """The seat with the highest bid, while there is one."""
        return self.bids.index(self.high) if self.high else None

    @property
    def speaker(self) -> int | None:
        """Who must speak now; None when one is left. The leader is skipped: nobody has outbid him."""
        if len(self.queue) < 2:
            return None
        return self.queue[0]

    def bid(self, amount: int) -> "Auction":
        seat = self.queue[0]
        bids = tuple(amount if other == seat else bid for other, bid in enumerate(self.bids))
        return self._next(Auction(self._rotated(), bids, self.dropped))

    def drop(self) -> "Auction":
        return self._next(Auction(self.queue[1:], self.bids, (*self.dropped, self.queue[0])))

    def stay(self) -> "Auction":
        """Says nothing and stays in."""
        return self._next(Auction(self._rotated(), self.bids, self.dropped))

    def outbid(self, seat: int, may_raise: Callable[[int], bool]) -> "Auction | None":
        """A rival has gone above this seat's highest bid, and it must speak again; None if nobody may, or has to."""
        if seat != self.leader or not any(may_raise(rival) for rival in self.queue if rival != seat):
            return None
        raised = self.bid(self.high + 1)
        while raised.queue[0] != seat:
            raised = raised.stay()
        return raised

    def speaks_again(self, seat: int, may_raise: Callable[[int], bool]) -> bool:
        """Whether this seat will have to speak, or would if a rival went above its bid."""
        return seat in self.queue and (seat != self.leader or self.outbid(seat, may_raise) is not None)

    def places(self) -> tuple[int, ...]:
        """The seats from the winner to the first who dropped out."""
        return (*self.queue, *reversed(self.dropped))

    def _rotated(self) -> tuple[int, ...]:
        return (*self.queue[1:], self.queue[0])

    @staticmethod
    def _next(auction: "Auction") -> "Auction":
        leader = auction.leader
        if leader is not None and len(auction.queue) > 1 and auction.queue[0] == leader:
            return Auction(auction._rotated(), auction.bids, auction.dropped)
        return auction
