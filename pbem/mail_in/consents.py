"""Answers to mails that ask something besides moves: an invitation, a vote, a confirmation, a question to the host.

The key in the reply address tells which mail is answered. What stands in the answer counts as a press on the link in
that mail would, and no more: what a page asks twice, such as a deletion, is not done by mail.
"""

from collections.abc import Callable
from dataclasses import dataclass

from sqlmodel import Session

from engine.core.game import SEAT_COLOURS
from engine.core.reader import plain
from engine.core.words import LANGUAGES
from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.mail_in.answers import finish
from pbem.mail_in.parse.consent import consent, first_words
from pbem.mail_in.reply import Reply
from pbem.pacing.pace import read_pace
from pbem.people.addresses import Taken, confirm_address
from pbem.people.changes import DELETE, EXPORT, GOOD_FOR, Change, carry_out_change
from pbem.play.ask_clock import move_to
from pbem.play.outbox import About, post
from pbem.store.mail_content import (
    AboutTable,
    Address,
    ChangeAsked,
    FreeSeat,
    HostDecides,
    Proposed,
    content_of,
    notice_of,
)
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Mail, Seat, Table, User
from pbem.store.models.inbound_mail import ACCEPTED
from pbem.store.models.seat import INVITED, JOINED
from pbem.store.models.table import RUNNING
from pbem.store.positions import game_of
from pbem.tables.host import move_deadline
from pbem.tables.invitations import confirm_table
from pbem.tables.open_table import Joining, decline, join, zone_at
from pbem.tables.proposals import vote
from pbem.tables.seats import take_seat

DEFAULT = frozenset(["default", "defaut", "play", "jouer", "joue"])
WAIT = frozenset(["wait", "more", "time", "attendre", "attends", "temps", "delai", "plus"])


@dataclass(frozen=True)
class _Asked:
    """A mail that asks something, and its answer."""

    service: Service
    reply: Reply
    mail: Mail
    text: str

    @property
    def agrees(self) -> bool | None:
        return consent(self.text)

    def tell(self, notice: str) -> None:
        """What came of it, in the same words as a notice."""
        with self.service.db.writing() as session:
            about = About(session.get(Table, self.mail.table_id) if self.mail.table_id is not None else None)
            key = f"ans:{self.reply.inbound_id}"
            post(self.service, session, MailKind.NOTICE, key, self.reply.user.id, about, content=AboutTable(notice))
            finish(self.service, session, self.reply.inbound_id, ACCEPTED, notice)


def answer_other_question(service: Service, reply: Reply) -> bool:
    """Whether the answer was to such a mail, and is dealt with. A mail of a table may be answered with moves too."""
    mail = reply.mail
    deal = _way(mail) if mail is not None else None
    if mail is None or deal is None:
        return False
    asked = _Asked(service, reply, mail, reply.written.text)
    if asked.agrees is None and not _has_words_of_its_own(asked) and reply.tables:
        return False
    asked.tell(deal(asked))
    return True


def _has_words_of_its_own(asked: _Asked) -> bool:
    words = set(first_words(asked.text))
    return asked.mail.kind is MailKind.HOST and bool(words & (DEFAULT | WAIT))


def _way(mail: Mail) -> Callable[[_Asked], str] | None:
    """How this kind of mail is answered; the result names the notice that says what came of it."""
    match mail.kind:
        case MailKind.INVITATION:
            return _invitation
        case MailKind.CONFIRM:
            return _address
        case MailKind.HOST:
            return _host
        case MailKind.NOTICE:
            match notice_of(mail):
                case Proposed():
                    return _vote
                case ChangeAsked():
                    return _change
                case FreeSeat():
                    return _free_seat
    return None


def _invitation(asked: _Asked) -> str:
    """`join`, `join green`, `no`."""
    with asked.service.db.reading() as session:
        seat = session.get_one(Seat, asked.mail.seat_id)
        table = session.get_one(Table, seat.table_id)
        user = session.get_one(User, asked.reply.user.id)
    if seat.user_id != user.id or seat.status not in (INVITED, JOINED):
        return "too-late"
    if asked.agrees is False:
        decline(asked.service, seat.id)
        return "you-declined"
    colour = _colour(table, first_words(asked.text))
    if not asked.agrees and not colour:
        return "how-to-join"
    try:
        join(asked.service, seat.id, Joining(colour, user.lang, zone_at(user, table)))
    except BadField:
        return "colour-taken"
    with asked.service.db.reading() as session:
        has_begun = session.get_one(Table, table.id).status == RUNNING
    return "you-joined-last" if has_begun else "you-joined"


def _colour(table: Table, words: list[str]) -> str:
    """The colour that is named, in either language."""
    names = game_of(table).words
    for colour in SEAT_COLOURS:
        if {colour, *(plain(names.name(colour, lang)).strip() for lang in LANGUAGES)} & set(words):
            return colour
    return ""


def _vote(asked: _Asked) -> str:
    notice = notice_of(asked.mail)
    assert isinstance(notice, Proposed)
    if asked.agrees is None:
        return "how-to-vote"
    vote(asked.service, notice.proposal, asked.mail.seat_id or 0, bool(asked.agrees))
    return "you-agreed" if asked.agrees else "you-disagreed"


def _address(asked: _Asked) -> str:
    content = content_of(asked.mail, Address)
    if not asked.agrees:
        return "not-confirmed"
    if content.table:
        confirm_table(asked.service, content.address, content.table)
        return "table-confirmed"
    try:
        confirm_address(asked.service, content.address)
    except Taken:
        return "address-taken"
    return "address-confirmed"


def _change(asked: _Asked) -> str:
    notice = notice_of(asked.mail)
    assert isinstance(notice, ChangeAsked)
    if not asked.agrees:
        return "not-changed"
    if notice.change in (EXPORT, DELETE) or asked.service.now() > asked.mail.created_at + GOOD_FOR:
        return "by-link-only"
    carry_out_change(asked.service, asked.reply.user.id, Change(notice.change, notice.address))
    return "changed"


def _free_seat(asked: _Asked) -> str:
    notice = notice_of(asked.mail)
    assert isinstance(notice, FreeSeat)
    if not asked.agrees:
        return "seat-not-taken"
    with asked.service.db.reading() as session:
        epoch = session.get_one(Seat, notice.take).link_epoch
    taken = take_seat(asked.service, notice.take, asked.reply.user.id, epoch)
    return "seat-taken" if taken is not None else "too-late"


def _host(asked: _Asked) -> str:
    """`default` plays the default, `wait` gives the time for one more answer."""
    words = set(first_words(asked.text))
    with asked.service.db.reading() as session:
        ask, table, seat = _host_ask(session, asked.mail)
        is_host = table.host_id == asked.reply.user.id
    if not is_host or ask.closed_at is not None or ask.host_asked_at is None:
        return "too-late"
    if asked.agrees or words & DEFAULT:
        with asked.service.db.writing() as session:
            move_to(session.merge(ask), asked.service.now(), asked.service.now())
        return "default-soon"
    if asked.agrees is False or words & WAIT:
        until = read_pace(table.pace).deadline(asked.service.now())
        try:
            move_deadline(asked.service, table.id, seat.number, until)
        except BadField:
            return "too-late"
        return "more-time"
    return "how-to-decide"


def _host_ask(session: Session, mail: Mail) -> tuple[Ask, Table, Seat]:
    ask = session.get_one(Ask, content_of(mail, HostDecides).ask)
    return ask, session.get_one(Table, ask.table_id), session.get_one(Seat, ask.seat_id)
