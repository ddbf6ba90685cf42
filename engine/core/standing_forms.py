"""Standing forms: answers that are worked out when the question comes.

upto.6          in an auction: one more than the highest bid while that is at most 6, then out of the auction
upto.6.ask      the same, but above 6 the seat is asked
upto.6.shares   the same, and shares may be issued for the bid; without this word a plan issues none
rest            the default, for this question and the rest of the phase
"""

import re

import msgspec

REST = "rest"
_UP_TO = re.compile(r"upto\.(0|[1-9][0-9]{0,3})(\.ask)?(\.shares)?")

# Words of standing forms: no verb of a game may equal one.
WORDS = ("upto", "ask", "shares", REST)


class UpTo(msgspec.Struct, frozen=True):
    limit: int
    ask: bool = False
    shares: bool = False

    def __str__(self) -> str:
        return f"upto.{self.limit}" + ".ask" * self.ask + ".shares" * self.shares


class Rest(msgspec.Struct, frozen=True):
    def __str__(self) -> str:
        return REST


def read_form(text: str) -> UpTo | Rest | None:
    """None for a line of moves."""
    if text == REST:
        return Rest()
    found = _UP_TO.fullmatch(text)
    return UpTo(int(found[1]), bool(found[2]), bool(found[3])) if found else None
