"""The orders of a mail are carried out, and the answer is put into the outbox.

Everything in a mail is understood, or nothing of it is done. Commands come first, then the moves: the line, its
receipt and the end of the mail's own row are one transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from textwrap import shorten
from typing import Any

from sqlmodel import Session, col, select

from engine.core.move import Move, write_line
from engine.core.play import complete, legal, preview
from engine.core.reading import reader_now
from engine.core.refusal import Illegal, MoveError
from engine.core.say import Say
from pbem.base.fields import printable
from pbem.base.service import Service
from pbem.base.translations import catalogue
from pbem.mail_in.answers import LIMITED, Letterbox
from pbem.mail_in.commands import Done, carry_out
from pbem.mail_in.parse.commands import seat_names
from pbem.mail_in.parse.order_types import Help, Moves
from pbem.mail_in.parse.orders import OrdersRead, read_orders
from pbem.mail_in.parse.quotes import Answer as Written
from pbem.mail_in.parse.table_words import TableWords
from pbem.mail_in.parse.troubles import trouble_sentence
from pbem.play.ask_clock import show_life
from pbem.play.play_line import Accepted, AskClosed, Turn, play_line
from pbem.play.scene import seat_names as names_of
from pbem.store.asks import asks_in, line_for, open_ask
from pbem.store.mail_content import Answer, Part, Receipt, Refused
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, InboundMail, Mail, Seat, Table, User
from pbem.store.models.inbound_mail import ACCEPTED, REJECTED
from pbem.store.models.table import RUNNING
from pbem.store.positions import game_of, state_at

__all__ = ["Letterbox", "Writer", "answer_person", "ask_confirmation"]

LEGAL_SHOWN = 6
LONGEST_SHOWN = 100  # characters of what was not read


@dataclass(frozen=True)
class AtTable:
    """A table that the answered mail was about, as it stands now."""

    table: Table
    seat: Seat
    ask_id: int | None  # the question that was answered
    state: Any
    names: tuple[str, ...]
    colours: tuple[str, ...]

    @property
    def other(self) -> str:
        """Somebody else at the table, for an example: a name of one word, else a colour."""
        others = [number for number in range(len(self.names)) if number != self.seat.number]
        short = (self.names[number] for number in others if " " not in self.names[number])
        return next(short, self.colours[others[0]])

    @property
    def words(self) -> TableWords:
        game = game_of(self.table)
        return TableWords(reader_now(game, self.state), seat_names(game.words, self.colours, self.names))


@dataclass(frozen=True)
class Writer:
    """Who has written, and about which tables."""

    user: User
    tables: dict[int, AtTable]

    @classmethod
    def of(
        cls, session: Session, user_id: int, seat_id: int | None, ask_id: int | None, mail_id: int | None
    ) -> "Writer":
        user = session.get_one(User, user_id)
        asked: list[tuple[Seat, int | None]] = []
        if seat_id is not None:
            asked.append((session.get_one(Seat, seat_id), ask_id))
        elif mail_id is not None:
            listed = asks_in(session.get_one(Mail, mail_id))
            asks = session.exec(select(Ask).where(col(Ask.id).in_(listed))).all()
            asked.extend((session.get_one(Seat, ask.seat_id), ask.id) for ask in asks)
        tables = {}
        for seat, about in asked:
            table = session.get_one(Table, seat.table_id)
            # A seat that has changed hands is not hers any more.
            if seat.user_id == user_id and table.started_at is not None:
                tables[table.id] = _at(session, table, seat, about)
        return cls(user, tables)

    @property
    def lang(self) -> str:
        return self.user.lang

    def gettext(self, text: str) -> str:
        return catalogue(self.lang).gettext(text)


def _at(session: Session, table: Table, seat: Seat, ask_id: int | None) -> AtTable:
    rows = session.exec(select(Seat).where(Seat.table_id == table.id).order_by(col(Seat.number))).all()
    colours = tuple(row.colour for row in rows)
    names = names_of([row.name for row in rows], colours, game_of(table), table.lang)
    return AtTable(table, seat, ask_id, state_at(session, table), names, colours)


def answer_person(service: Service, inbound: InboundMail, writer: Writer, written: Written, subject: str) -> None:
    inbound_id = inbound.id
    words = {number: at.words for number, at in writer.tables.items()}
    read = read_orders(written.text, words, unread=written.unread, too_long=written.too_long)
    with service.db.writing() as session:
        for at in writer.tables.values():
            show_life(service, session, at.seat.id)
    if not writer.tables:
        with service.db.writing() as session:
            box = Letterbox(service, session, inbound_id)
            box.notice(writer.user, "no-table")
            box.finish(REJECTED, "no table of hers")
        return
    if read.is_empty or not read.orders:
        _not_understood(service, inbound_id, writer, read, subject)
        return
    moves = [(each.table, each.order) for each in read.orders if isinstance(each.order, Moves)]
    done = [
        carry_out(service, writer.user, _table_of(writer, each.table), each.order, inbound.received_at)
        for each in read.orders
        if not isinstance(each.order, Moves)
    ]
    if written.unread:
        done.append(_not_read(writer, written.unread))
    if not moves:
        _answer(service, inbound_id, writer, next(iter(writer.tables.values())), done)
        return
    for index, (table_id, order) in enumerate(moves):
        played_at = _table_of(writer, table_id)
        assert played_at is not None, "moves name their table"
        is_last = index == len(moves) - 1
        _play(service, inbound_id, writer, played_at, order, done if index == 0 else [], last=is_last)


def _not_read(writer: Writer, unread: tuple[str, ...]) -> Done:
    """What stands below our mail may be a footer that a mail system has added, or something that was meant."""
    told = writer.gettext("Below our mail stands “%(text)s”. Only what stands above it was read.")
    text = shorten(printable(" ".join(unread)), LONGEST_SHOWN, placeholder=" …")
    return Done(writer.gettext("Not read"), [told % {"text": text}])


def _table_of(writer: Writer, table_id: int | None) -> AtTable | None:
    if table_id is not None:
        return writer.tables[table_id]
    return next(iter(writer.tables.values()), None)


# Moves


def _play(
    service: Service, inbound_id: int, writer: Writer, at: AtTable, order: Moves, done: list[Done], *, last: bool
) -> None:
    """Plays the line as the answer to the question of the mail, and puts the receipt beside it."""
    game = game_of(at.table)
    with service.db.reading() as session:
        ask = session.get(Ask, at.ask_id) if at.ask_id is not None else None
        is_open = ask is not None and ask.closed_at is None and at.table.status == RUNNING
    if not is_open or ask is None:
        _too_late(service, inbound_id, writer, at, order, done, last=last)
        return
    notes = [note for each in done for note in each.notes]
    try:
        line = complete(game, at.state, at.seat.number, order.line)
        shown = preview(game, at.state, at.seat.number, line)
        if order.forgiven and (shown.ends == "seen" or not service.config.cooling_off):
            _ask_back(service, inbound_id, writer, at, ask, write_line(line), order, last=last)
            return

        def receipt(turn: Turn, accepted: Accepted) -> None:
            again = turn.session.get(Ask, accepted.asked_again) if accepted.asked_again is not None else None
            box = Letterbox(service, turn.session, inbound_id)
            box.post(
                MailKind.RECEIPT,
                turn.table,
                turn.seats[at.seat.number],
                again,
                Receipt(
                    line=write_line(line),
                    ply=accepted.ply,
                    forgiven=tuple(order.forgiven),
                    done_added=len(line) > len(order.line),
                    notes=tuple(notes),
                ),
            )
            if last:
                box.finish(ACCEPTED)

        play_line(service, at.seat.id, ask.id, write_line(line), "mail", receipt)
    except AskClosed:
        _too_late(service, inbound_id, writer, at, order, done, last=last)
    except MoveError as error:
        _refuse(service, inbound_id, writer, at, ask, order, error, notes, last=last)


def _refuse(
    service: Service,
    inbound_id: int,
    writer: Writer,
    at: AtTable,
    ask: Ask,
    order: Moves,
    error: MoveError,
    notes: list[str],
    *,
    last: bool,
) -> None:
    game = game_of(at.table)
    index = error.index if isinstance(error, Illegal) else 0
    try:
        before = preview(game, at.state, at.seat.number, order.line[:index]).state
        allowed = list(legal(game, before, at.seat.number))
    except MoveError:
        allowed = []
    written = str(order.line[index]) if index < len(order.line) else ""
    why = game.words.render(error.say(), writer.lang, at.names)
    rule = error.refusal.rule if isinstance(error, Illegal) else ""
    with service.db.writing() as session:
        box = Letterbox(service, session, inbound_id)
        box.post(
            MailKind.REFUSED,
            session.get_one(Table, at.table.id),
            session.get_one(Seat, at.seat.id),
            ask,
            Refused(
                read=tuple((str(move), str(move)) for move in order.line),
                why=why,
                rule=rule,
                legal=tuple(
                    write_line((*order.line[:index], move)) for move in nearest(allowed, written)[:LEGAL_SHOWN]
                ),
                legal_count=len(allowed),
                notes=tuple(notes),
            ),
        )
        if last:
            box.finish(REJECTED, error.say().id)


def nearest(allowed: Sequence[Move], written: str) -> list[Move]:
    """Legal moves, those most like what was written first."""
    return sorted(allowed, key=lambda move: -SequenceMatcher(None, written, str(move)).ratio())


def _too_late(
    service: Service, inbound_id: int, writer: Writer, at: AtTable, order: Moves, done: list[Done], *, last: bool
) -> None:
    """The question is closed: nothing is played; where the same line is legal now, a link plays it."""
    gettext = writer.gettext
    with service.db.writing() as session:
        box = Letterbox(service, session, inbound_id)
        table, seat = session.get_one(Table, at.table.id), session.get_one(Seat, at.seat.id)
        now = open_ask(session, seat.id)
        said = [what_was_played(session, writer, at) or gettext("The question that you answered is no longer asked.")]
        play = ""
        if now is not None and table.status == RUNNING and _is_legal(session, table, seat, order):
            said.append(gettext("The same line would be legal now."))
            play = write_line(order.line)
        part = Part(gettext("Nothing was played"), tuple(said), play=play)
        box.post(MailKind.ANSWER, table, seat, now, Answer((part, *(each.part for each in done))))
        if last:
            box.finish(REJECTED, "the question was closed")


def what_was_played(session: Session, writer: Writer, at: AtTable) -> str:
    """What has answered the question of the mail; empty while it is open, and for mails that ask nothing."""
    ask = session.get(Ask, at.ask_id) if at.ask_id is not None else None
    if ask is None or ask.closed_at is None:
        return ""
    played = line_for(session, ask)
    if played is None:
        return writer.gettext("The question that you answered is no longer asked.")
    return writer.gettext("The question that you answered is closed: %(line)s was played.") % {"line": played.text}


def _is_legal(session: Session, table: Table, seat: Seat, order: Moves) -> bool:
    game, state = game_of(table), state_at(session, table)
    try:
        return preview(game, state, seat.number, complete(game, state, seat.number, order.line)).ends is not None
    except MoveError:
        return False


def _ask_back(
    service: Service, inbound_id: int, writer: Writer, at: AtTable, ask: Ask, line: str, order: Moves, *, last: bool
) -> None:
    """A typing error was forgiven, and the line could not be taken back: a link asks whether it is meant."""
    gettext = writer.gettext
    read_as = gettext("“%(typed)s” was read as “%(word)s”.")
    said = [read_as % {"typed": typed, "word": word} for typed, word in order.forgiven]
    said.append(gettext("What you wrote could not be taken back, so please look at it once more."))
    with service.db.writing() as session:
        box = Letterbox(service, session, inbound_id)
        table, seat = session.get_one(Table, at.table.id), session.get_one(Seat, at.seat.id)
        part = Part(gettext("Is this what you mean?"), tuple(said), play=line)
        box.post(MailKind.ANSWER, table, seat, ask, Answer((part,)))
        if last:
            box.finish(REJECTED, "a typing error")


# Answers


def _answer(service: Service, inbound_id: int, writer: Writer, at: AtTable, done: list[Done]) -> None:
    tried = next((each.tried for each in done if each.tried), "")
    with service.db.writing() as session:
        box = Letterbox(service, session, inbound_id)
        table, seat = session.get_one(Table, at.table.id), session.get_one(Seat, at.seat.id)
        now = open_ask(session, seat.id)
        box.post(MailKind.ANSWER, table, seat, now, Answer(tuple(each.part for each in done), tried))
        box.finish(ACCEPTED)


def _not_understood(service: Service, inbound_id: int, writer: Writer, read: OrdersRead, subject: str) -> None:
    """Each line with what was understood, why not, and help. Somebody who is only ever misunderstood hears no more."""
    gettext = writer.gettext
    at = next(iter(writer.tables.values()))
    lines = [line for line in read.lines if not line.passed_over]
    wrong = next((line.wrong for line in lines if line.wrong is not None), None)
    if wrong is None:
        why = gettext("There was no move in your mail. Write it at the very top, in the mail itself.")
        if subject_holds_moves(at, subject):
            why = gettext("The subject of a mail is not read. Write your moves in the mail itself, at the very top.")
    elif isinstance(wrong, Say):
        why = game_of(at.table).words.render(wrong, writer.lang, at.names)
    else:
        why = trouble_sentence(wrong, gettext, at.other)
    with service.db.writing() as session:
        box = Letterbox(service, session, inbound_id)
        table, seat = session.get_one(Table, at.table.id), session.get_one(Seat, at.seat.id)
        now = open_ask(session, seat.id)
        why = " ".join(filter(None, (what_was_played(session, writer, at), why)))
        if box.may_complain(writer.user, LIMITED):
            box.post(
                MailKind.REFUSED,
                table,
                seat,
                now,
                Refused(
                    read=tuple(
                        (line.text, line.moves or (gettext("understood, not done") if line.order else ""))
                        for line in lines
                    ),
                    why=why,
                    notes=tuple(carry_out(service, writer.user, at, Help(), service.now()).notes),
                ),
            )
        box.finish(REJECTED, "not understood")


def subject_holds_moves(at: AtTable, subject: str) -> bool:
    """Whether somebody has written moves into the subject line."""
    bare = subject.lower().removeprefix("re:").strip()
    return bool(bare) and at.words.resembles_moves(bare)


def ask_confirmation(service: Service, inbound_id: int, writer: Writer, written: Written, sender: str) -> None:
    """Somebody has answered from an address that is not known to be hers: she is asked, at her own address, by a link.

    Only moves can be confirmed; everything else is not done.
    """
    read = read_orders(written.text, {number: at.words for number, at in writer.tables.items()})
    moves = [(each.table, each.order) for each in read.orders if isinstance(each.order, Moves)]
    with service.db.writing() as session:
        box = Letterbox(service, session, inbound_id)
        if len(moves) == 1 and box.may_complain(writer.user, f"confirm:{sender}", 1):
            at = _table_of(writer, moves[0][0])
            assert at is not None, "moves name their table"
            ask = session.get(Ask, at.ask_id) if at.ask_id is not None else None
            if ask is not None and ask.closed_at is None:
                box.confirm(writer.user, at.table, at.seat, ask, write_line(moves[0][1].line), sender)
        box.finish(REJECTED, "not from an address of hers")
