"""The content of a row of the outbox, besides its reader and table: one struct for each kind of mail that needs one.

They are stored as JSON. Fields that a release no longer knows are passed over; one that a release adds needs a default,
because rows of the previous release are still read.
"""

from datetime import datetime
from typing import TypeVar

import msgspec

from pbem.store.models import Mail


class Content(msgspec.Struct, frozen=True):
    """The base of all."""


C = TypeVar("C", bound=Content)


class Address(Content, frozen=True):
    """CONFIRM: an address, and the table whose invitations wait for it (0: none)."""

    address: int
    table: int


class Said(Content, frozen=True):
    """TALK"""

    talk: int


class Waiting(Content, frozen=True):
    """REMINDER: the questions that it lists."""

    asks: tuple[int, ...]


class DefaultPlayed(Content, frozen=True):
    """DEFAULT"""

    line: str
    ply: int
    passed: datetime
    in_a_row: int


class HostDecides(Content, frozen=True):
    """HOST: the question that was not answered, when its time was over, and how long the host has."""

    ask: int
    passed: datetime
    until: datetime


class Receipt(Content, frozen=True):
    """RECEIPT"""

    line: str
    ply: int
    forgiven: tuple[tuple[str, str], ...]  # typing errors: what was written, what was understood
    done_added: bool
    notes: tuple[str, ...]


class Refused(Content, frozen=True):
    """REFUSED"""

    read: tuple[tuple[str, str], ...]  # each line as it was written, and as it was understood
    why: str
    rule: str = ""
    legal: tuple[str, ...] = ()  # lines that are nearest to what was written, the nearest first
    legal_count: int = 0
    notes: tuple[str, ...] = ()


class Part(msgspec.Struct, frozen=True):
    """The answer to one request."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    link: str = ""  # which page helps: history, rules, leave
    play: str = ""  # a line that a link shows and plays


class Answer(Content, frozen=True):
    """ANSWER"""

    parts: tuple[Part, ...]
    tried: str = ""  # a line that was not played; the board shows it
    offered: tuple[str, ...] = ()  # a question back: the lines that may be meant, the likeliest first


PAUSE = "pause"


class Notice(Content, frozen=True, tag_field="about"):
    """NOTICE: a tag tells which."""


class ActTold(Notice, frozen=True, tag="act"):
    """What was done to the table, and what else was done before the mail left."""

    act: int
    more: tuple[int, ...] = ()


class Proposed(Notice, frozen=True, tag="proposal"):
    proposal: int


class MovesDoubted(Notice, frozen=True, tag="confirm"):
    """Somebody has sent moves from an unknown address."""

    confirm: str  # the line
    sender: str = msgspec.field(name="from")
    reason: str  # counted, so that such notices do not come too often


class FreeSeat(Notice, frozen=True, tag="take"):
    """A link that takes it."""

    take: int


class ChangeAsked(Notice, frozen=True, tag="change"):
    """A link that confirms a change of the account."""

    change: str
    address: int = 0
    email: str = ""  # of that address


class ChangeDone(Notice, frozen=True, tag="changed"):
    """What was changed, told at the address that was the main one."""

    changed: str
    email: str = ""


class AboutTable(Notice, frozen=True, tag="notice"):
    """One of the sentences that `mail_out` has for such a notice."""

    notice: str
    name: str = ""  # of the player it is about
    reason: str = ""


class AnswersPause(Notice, frozen=True, tag=PAUSE):
    """More mails have come from this reader than are answered at once: when the next is read."""

    until: datetime


AnyNotice = ActTold | Proposed | MovesDoubted | FreeSeat | ChangeAsked | ChangeDone | AboutTable | AnswersPause
_TAGS = ("act", "proposal", "confirm", "take", "notice")


def stored(content: Content | None) -> dict[str, object]:
    values: dict[str, object] = {} if content is None else msgspec.to_builtins(content)
    return values


def content_of(mail: Mail, kind: type[C]) -> C:
    return msgspec.convert(mail.content, kind)


def notice_of(mail: Mail) -> AnyNotice:
    values = mail.content
    if "about" not in values:  # a row of an earlier release: the field with the name of the tag says which notice it is
        values = {**values, "about": next(tag for tag in _TAGS if tag in values)}
    notice: AnyNotice = msgspec.convert(values, AnyNotice)
    return notice
