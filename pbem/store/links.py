"""Every address that leaves the server is made here, from PUBLIC_URL and never from what a request claims."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from urllib.parse import quote

from pbem.base.service import Service
from pbem.store.models import Address, Ask, Proposal, Seat, Table, User
from pbem.store.models.seat import word_of

# The purposes of keys; each has its own salt, so that a key for one purpose is invalid for every other. Each holds
# the word of its person and, except for unsubscribing, an epoch that revokes it.
TURN, JOIN, ME, HOST, UNSUBSCRIBE, PLAY, CALENDAR, CONFIRM, VOTE, TAKE, CHANGE, OPERATE, ANSWER = (
    "turn", "join", "me", "host", "unsubscribe", "play", "calendar", "confirm", "vote", "take", "change", "operate",
    "answer",
)  # fmt: skip


def fingerprint(email: str) -> int:
    """Ties a link to an address without naming it: the number of a row that is gone may be given to another."""
    return int(sha256(email.encode()).hexdigest()[:12], 16)


def with_draft(board: str, line: str) -> str:
    """The address of a turn page that shows this line as a draft."""
    return f"{board}/{_part(line.replace(' ', '~'))}" if line else board


def _part(text: str) -> str:
    return quote(text, safe="~.-_")


@dataclass(frozen=True)
class Links:
    service: Service

    def _url(self, *parts: str) -> str:
        return "/".join([self.service.config.public_url, *map(_part, parts)])

    def turn_token(self, seat: Seat, ask: Ask | None) -> str:
        """What a turn link names: the seat, the question, and the epoch that revokes it."""
        ask_id = ask.id if ask is not None else 0
        return self.service.tokens.sign(TURN, seat.id, ask_id, seat.link_epoch, word_of(seat))

    def turn(self, seat: Seat, ask: Ask | None, line: str = "") -> str:
        return with_draft(self._url("t", self.turn_token(seat, ask)), line)

    def history(self, seat: Seat) -> str:
        return self.turn(seat, None) + "/history"

    def join(self, seat: Seat) -> str:
        return self._url("join", self.service.tokens.sign(JOIN, seat.id, seat.link_epoch, word_of(seat)))

    def me(self, user: User) -> str:
        """A person's own page. Only a mail that the person asked for, and pages opened with it, may contain it."""
        return self._url("me", self.service.tokens.sign(ME, user.id, user.link_epoch, user.word))

    def own_link(self, seat: Seat) -> str:
        """Where a player with a link to a seat asks for a mail with the link to their own page."""
        return self.turn(seat, None) + "/my-link"

    def calendar(self, user: User) -> str:
        return self._url("calendar", self.service.tokens.sign(CALENDAR, user.id, user.link_epoch, user.word) + ".ics")

    def change(self, user: User, kind: str, until: datetime, address_id: int = 0, email: str = "") -> str:
        """Confirms a change of the account, perhaps of this address. It is mailed to the main address alone."""
        about = (address_id, fingerprint(email))
        values = (user.id, user.link_epoch, user.word, kind, *about, int(until.timestamp()))
        return self._url("change", self.service.tokens.sign(CHANGE, *values))

    def lost(self) -> str:
        """Where a person asks for a mail with their links, by naming one of their addresses."""
        return self._url("link")

    def host(self, table: Table, user: User) -> str:
        return self._url("host", self.service.tokens.sign(HOST, table.id, user.id, user.link_epoch, user.word))

    def vote(self, proposal: Proposal, seat: Seat) -> str:
        values = (proposal.id, seat.id, seat.link_epoch, word_of(seat))
        return self._url("vote", self.service.tokens.sign(VOTE, *values))

    def take(self, seat: Seat, user: User) -> str:
        values = (seat.id, seat.link_epoch, user.id, user.link_epoch, user.word)
        return self._url("take", self.service.tokens.sign(TAKE, *values))

    def confirm(self, address: Address, user: User, table_id: int = 0) -> str:
        """Proves that the reader of this address owns it; with a table, that the owner has opened the table."""
        values = (address.id, table_id, fingerprint(address.email), user.link_epoch, user.word)
        return self._url("confirm", self.service.tokens.sign(CONFIRM, *values))

    def unsubscribe(self, user: User) -> str:
        return self._url("u", self.service.tokens.sign(UNSUBSCRIBE, user.id, user.word))

    def watch(self, table: Table) -> str:
        return self._url("watch", table.slug)

    def rules(self, game: str, lang: str = "en") -> str:
        return self._url("rules", game) + ("?lang=fr" if lang == "fr" else "")
