"""What a reply asks for is carried out, and answered.

Everything in a mail is understood, or nothing of it is done. Commands come first, then the moves.
"""

from textwrap import shorten

from engine.core.move import write_line
from engine.core.say import Say
from pbem.base.fields import printable
from pbem.base.service import Service
from pbem.mail_in.answers import Answers, Done
from pbem.mail_in.commands import do_command
from pbem.mail_in.help_text import how_to_answer
from pbem.mail_in.moves import MovesAtTable, what_was_played
from pbem.mail_in.parse.furniture import after_closing
from pbem.mail_in.parse.order_types import Chat, Doubt, Moves
from pbem.mail_in.parse.orders import LineRead, OrdersRead, read_orders
from pbem.mail_in.parse.plan_answers import beside_all
from pbem.mail_in.parse.troubles import trouble_sentence
from pbem.mail_in.parse.verdict import can_be_done
from pbem.mail_in.plan_commands import plan_alone
from pbem.mail_in.plans import PlannedAnswer, everything_after, planned_answer
from pbem.mail_in.reply import AtTable, Reply
from pbem.play.ask_clock import show_life
from pbem.store.asks import open_ask
from pbem.store.mail_content import Answer, Refused
from pbem.store.mail_kind import MailKind
from pbem.store.models.inbound_mail import ACCEPTED, REJECTED
from pbem.store.positions import game_of

LONGEST_SHOWN = 100  # characters of what was not read


def carry_out(service: Service, reply: Reply) -> None:
    written = reply.written
    read = read_orders(written.text, reply.table_words, unread=written.unread, too_long=written.too_long)
    with service.db.writing() as session:
        for at in reply.tables.values():
            show_life(service, session, at.seat.id)
    if not reply.tables:
        with service.db.writing() as session:
            answers = Answers(service, session, reply)
            answers.notice("no-table")
            answers.finish(REJECTED, "no table of hers")
        return
    situations = {number: at.situation for number, at in reply.tables.items()}
    as_it_stands = can_be_done(read, situations, cooling_off=bool(service.config.cooling_off))
    if not as_it_stands and (planned := planned_answer(service, reply)) is not None:
        _plan(service, reply, planned)
        return
    if _is_thanks(written.text, read):
        with service.db.writing() as session:
            Answers(service, session, reply).finish(ACCEPTED, "no order in it")
        return
    if all(isinstance(each.order, Chat) for each in read.orders):
        _not_understood(service, reply, read)
        return
    if (planned := _with_all(service, reply, read)) is not None:
        _plan(service, reply, planned)
        return
    moves = [(each.table, each.order) for each in read.orders if isinstance(each.order, Moves | Doubt)]
    done = [
        do_command(service, reply, reply.at(each.table), each.order)
        for each in read.orders
        if not isinstance(each.order, Moves | Doubt | Chat)
    ]
    if written.unread:
        done.append(_not_read(reply))
    if not moves:
        _answer(service, reply, done)
    for index, (table_id, order) in enumerate(moves):
        is_last = index == len(moves) - 1
        MovesAtTable(service, reply, reply.at(table_id), order, done if index == 0 else (), is_last).play()


def _with_all(service: Service, reply: Reply, read: OrdersRead) -> PlannedAnswer | None:
    beside = beside_all(read.orders) if len(reply.tables) == 1 else None
    return everything_after(service, reply, beside) if beside is not None else None


def _plan(service: Service, reply: Reply, planned: PlannedAnswer) -> None:
    """Plays what is for now, plans the rest, and says both in one answer."""
    at = planned.sight.at
    done = [
        do_command(service, reply, at, each.order)
        for each in planned.text.others
        if not isinstance(each.order, Moves | Doubt | Chat)
    ]
    if planned.text.moves is not None:
        MovesAtTable(service, reply, at, planned.text.moves, done, True, planned).play()
    else:
        _answer(service, reply, [plan_alone(service, planned), *done])


def _is_thanks(text: str, read: OrdersRead) -> bool:
    """Thanks and the like need no answer, least of all one that says that nothing was played."""
    if read.orders:
        return all(isinstance(each.order, Chat) and each.order.polite for each in read.orders)
    return read.is_empty and any(after_closing(line) is not None for line in text.split("\n"))


def _not_read(reply: Reply) -> Done:
    """What stands below our mail may be a footer that a mail system has added, or something that was meant."""
    told = reply.gettext("You wrote “%(text)s” below our mail. Only what is above it was read.")
    text = shorten(printable(" ".join(reply.written.unread)), LONGEST_SHOWN, placeholder=" …")
    return Done(reply.gettext("Not read"), [told % {"text": text}])


def _answer(service: Service, reply: Reply, done: list[Done]) -> None:
    at = reply.at(None)
    tried = next((each.tried for each in done if each.tried), "")
    with service.db.writing() as session:
        answers = Answers(service, session, reply)
        now = open_ask(session, at.seat.id)
        answers.post(MailKind.ANSWER, at, now, Answer(tuple(each.part for each in done), tried))
        answers.finish(ACCEPTED)


def _not_understood(service: Service, reply: Reply, read: OrdersRead) -> None:
    """Each line with what was understood, why not, and help."""
    gettext, at = reply.gettext, reply.at(None)
    lines = [line for line in read.lines if not line.passed_over]
    wrong = next((line.wrong for line in lines if line.wrong is not None), None)
    if wrong is None:
        why = gettext("There was no move in your mail. Write it at the very top, in the mail itself.")
        if subject_holds_moves(at, reply.subject):
            why = gettext("The subject of a mail is not read. Write your moves in the mail itself, at the very top.")
    elif isinstance(wrong, Say):
        why = game_of(at.table).words.render(wrong, reply.lang, at.names)
    else:
        why = trouble_sentence(wrong, gettext, at.other)
    with service.db.writing() as session:
        answers = Answers(service, session, reply)
        answers.post(
            MailKind.REFUSED,
            at,
            open_ask(session, at.seat.id),
            Refused(
                read=tuple(
                    (line.text, line.moves or (gettext("understood, not done") if _is_order(line) else ""))
                    for line in lines
                ),
                why=" ".join(filter(None, (what_was_played(session, reply, at), why))),
                notes=how_to_answer(reply),
            ),
        )
        answers.finish(REJECTED, "not understood")


def answer_lost(service: Service, reply: Reply) -> None:
    """The mail answers a question that no longer exists: nothing of it is done, and the present questions are asked."""
    gettext = reply.gettext
    why = gettext("Your mail answers a question that this server no longer has: it was set back to an earlier moment.")
    lost = Done(gettext("Nothing was played"), [why, gettext("This is the question that is open now.")])
    with service.db.writing() as session:
        answers = Answers(service, session, reply)
        for at in reply.tables.values():
            answers.post(MailKind.ANSWER, at, open_ask(session, at.seat.id), Answer((lost.part,)))
        if not reply.tables:
            answers.notice("lost-question")
        answers.finish(REJECTED, "the question was lost by a restore")


def _is_order(line: LineRead) -> bool:
    return line.order is not None and not isinstance(line.order, Chat)


def subject_holds_moves(at: AtTable, subject: str) -> bool:
    """Whether somebody has written moves into the subject line."""
    bare = subject.lower().removeprefix("re:").strip()
    return bool(bare) and at.words.resembles_moves(bare)


def ask_confirmation(service: Service, reply: Reply) -> None:
    """Somebody has answered from an address that is not known to be hers: she is asked, at her own address, by a link.

    Only moves can be confirmed; everything else is not done.
    """
    read = read_orders(reply.written.text, reply.table_words)
    moves = [(each.table, each.order) for each in read.orders if isinstance(each.order, Moves)]
    with service.db.writing() as session:
        answers = Answers(service, session, reply)
        if len(moves) == 1:
            table_id, order = moves[0]
            ask = reply.at(table_id).ask(session)
            if ask is not None and ask.closed_at is None:
                answers.confirm(reply.at(table_id), ask, write_line(order.line))
        answers.finish(REJECTED, "not from an address of hers")
