"""Anything else that has to be said: what was done to the table, a vote, a seat that is free."""

from datetime import datetime

from pbem.mail_out import letter_parts, letters
from pbem.mail_out.authors.author import Author
from pbem.mail_out.letters import Letter
from pbem.pacing import times
from pbem.people.changes import ADD, DELETE, EXPORT, GOOD_FOR, MAIN, REMOVE
from pbem.play.scene import Choice
from pbem.store.mail_content import (
    AboutTable,
    ActTold,
    AnswersPause,
    ChangeAsked,
    ChangeDone,
    FreeSeat,
    MovesDoubted,
    Proposed,
    notice_of,
)
from pbem.store.models import Act, Proposal, Seat
from pbem.tables.act_words import LEFT, act_sentence
from pbem.tables.dropped_plans import NEW_RULES, REWOUND
from pbem.tables.proposals import told


def notice(author: Author) -> Letter:
    match notice_of(author.mail):
        case ActTold(first, more):
            return acts(author, [author.session.get_one(Act, act_id) for act_id in (first, *more)])
        case Proposed(proposal_id):
            return proposal(author, author.session.get_one(Proposal, proposal_id))
        case MovesDoubted(line, sender):
            return confirm_moves(author, line, sender)
        case FreeSeat(seat_id):
            return free_seat(author, author.session.get_one(Seat, seat_id))
        case ChangeAsked(kind, address_id, email):
            return confirm_change(author, kind, address_id, email)
        case ChangeDone(kind, email):
            return change_done(author, kind, email)
        case AnswersPause(until):
            return answers_pause(author, until)
        case AboutTable(notice, name):
            return about_the_table(author, notice, name)


def acts(author: Author, done: list[Act]) -> Letter:
    """The host, or somebody else, has done something to the table."""
    user = author.user
    sentences = [act_sentence(act.kind, act.content, author.gettext, user.zone, user.lang) for act in done]
    actions = [letter_parts.Action(author.gettext("To the table"), author.links.turn(author.seat, None))]
    if author.table.host_id == author.user.id and any(act.kind == LEFT for act in done):
        actions.append(
            letter_parts.Action(author.gettext("Open the host's page"), author.links.host(author.table, author.user))
        )
    return letters.Notice(author.gettext("News of the table"), tuple(sentences), tuple(actions), author.table.title)


def proposal(author: Author, proposal: Proposal) -> Letter:
    user = author.user
    paragraphs = told(author.session, author.table, proposal, author.seat, author.gettext, user.zone, user.lang)
    link = author.links.vote(proposal, author.seat)
    actions = (
        letter_parts.Action(author.gettext("I agree"), link),
        letter_parts.Action(author.gettext("I do not agree"), f"{link}?answer=no"),
    )
    by_mail = author.gettext("Or answer this mail with “yes” or “no”.")
    return letters.Notice(author.gettext("Do you agree?"), paragraphs, actions, author.table.title, by_mail)


def confirm_moves(author: Author, line: str, sender: str) -> Letter:
    told = author.gettext("Somebody has answered for you from %(address)s, which is not one of your addresses.")
    paragraphs = (
        told % {"address": sender or "?"},
        author.gettext("Nothing was played. If it was you, look at it and play it yourself."),
        author.gettext("If you write from there more often, add the address to your page."),
    )
    actions = (
        letter_parts.Action(
            author.gettext("Look at it and play it"), author.links.turn(author.seat, author.ask, line), line
        ),
        letter_parts.Action(author.gettext("My page"), author.links.own_link(author.seat)),
    )
    by_mail = author.gettext("Or answer this mail with “yes”, and the moves are played.")
    moves: tuple[tuple[int, Choice], ...] = ()
    if author.ask is not None and author.ask.closed_at is None:
        moves = ((author.ask.id, Choice(line, line, "", 1)),)
    return letters.Notice(author.gettext("Was that you?"), paragraphs, actions, author.table.title, by_mail, moves)


def free_seat(author: Author, seat: Seat) -> Letter:
    text = author.gettext(
        "You asked for the seat of %(name)s. It is yours when you press the link, unless somebody was quicker."
    )
    if not seat.name:
        text = author.gettext(
            "You asked for a free seat. It is yours when you press the link, unless somebody was quicker."
        )
    actions = (letter_parts.Action(author.gettext("Take the seat"), author.links.take(seat, author.user)),)
    by_mail = author.gettext("Or answer this mail with “yes”.")
    words = (text % {"name": seat.name},)
    return letters.Notice(author.gettext("A free seat"), words, actions, author.table.title, by_mail)


def confirm_change(author: Author, kind: str, address_id: int, email: str) -> Letter:
    asked = {
        ADD: author.gettext("On your page somebody asked to add %(email)s to your addresses."),
        MAIN: author.gettext("On your page somebody asked to send your mails to %(email)s from now on."),
        REMOVE: author.gettext("On your page somebody asked to remove %(email)s from your addresses."),
        EXPORT: author.gettext("On your page somebody asked for everything about you as a file."),
        DELETE: author.gettext("On your page somebody asked to delete everything about you."),
    }[kind]
    paragraphs = (
        asked % {"email": email},
        author.gettext("If it was you, confirm it within a day. If not, do nothing: nothing is changed."),
    )
    link = author.links.change(author.user, kind, author.mail.created_at + GOOD_FOR, address_id, email)
    actions = (letter_parts.Action(author.gettext("Look at it and confirm it"), link),)
    by_mail = author.gettext("Or answer this mail with “yes”.") if kind in (ADD, MAIN, REMOVE) else ""
    return letters.Notice(author.gettext("Do you want this change?"), paragraphs, actions, by_mail=by_mail)


def change_done(author: Author, kind: str, email: str) -> Letter:
    done = {
        ADD: author.gettext("A link went to %(email)s. It becomes one of your addresses when that link is pressed."),
        MAIN: author.gettext("Your mails go to %(email)s from now on."),
        REMOVE: author.gettext("%(email)s is no longer one of your addresses."),
        EXPORT: author.gettext("The file with everything about you was loaded."),
    }[kind]
    paragraphs = (
        done % {"email": email},
        author.gettext("If that was not you, somebody reads your mail. Write to the operator of this server."),
    )
    return letters.Notice(author.gettext("Your account was changed"), paragraphs)


def answers_pause(author: Author, until: datetime) -> Letter:
    user = author.user
    told = author.gettext("Your next mail is read on %(when)s (%(city)s), and so is all that comes until then.")
    paragraphs = (
        author.gettext("More mails have come from you than we answer at once. Nothing is lost."),
        told % {"when": times.long(until, user.zone, user.lang), "city": times.city(user.zone, user.lang)},
        author.gettext("The links in our mails work all the time."),
    )
    return letters.Notice(author.gettext("We read on a little later"), paragraphs)


def what_came_of_it(author: Author, notice: str) -> tuple[str, str] | None:
    """The answer to somebody who has answered an invitation, a vote or a confirmation by mail."""
    gettext = author.gettext
    words = {
        "you-joined": (
            gettext("You have joined"),
            gettext("The game begins when everybody has joined; then you get the board."),
        ),
        "you-joined-last": (
            gettext("You have joined"),
            gettext("Everybody is here now, and the game has begun. The board comes in a mail of its own."),
        ),
        "you-declined": (gettext("You have declined"), gettext("The host is told. No other mail follows.")),
        "colour-taken": (
            gettext("This colour is taken"),
            gettext("Answer “join” for any colour, or name another one, as in “join green”."),
        ),
        "how-to-join": (
            gettext("Do you join?"),
            gettext("Answer “join”, “join green” for a colour, or “no”."),
        ),
        "you-agreed": (gettext("You agree"), gettext("It is done when every player has agreed.")),
        "you-disagreed": (gettext("You do not agree"), gettext("It is not done. The table is told.")),
        "how-to-vote": (gettext("Do you agree?"), gettext("Answer “yes” or “no”.")),
        "address-confirmed": (gettext("The address is confirmed"), gettext("We accept answers from it from now on.")),
        "table-confirmed": (
            gettext("The address is confirmed"),
            gettext("The invitations are on their way. Yours is among them."),
        ),
        "address-taken": (
            gettext("This address belongs to another player"),
            gettext("If that is you too, remove the address there first, or delete that player's data."),
        ),
        "not-confirmed": (gettext("Not confirmed"), gettext("Answer “yes” to confirm it. Otherwise do nothing.")),
        "changed": (gettext("The change is made"), gettext("A mail to your main address says what was changed.")),
        "not-changed": (gettext("Nothing is changed"), gettext("Answer “yes” to confirm it. Otherwise do nothing.")),
        "by-link-only": (
            gettext("Nothing is changed"),
            gettext("This cannot be confirmed by an answer. Please use the link in the mail."),
        ),
        "seat-taken": (gettext("The seat is yours"), gettext("The next mail brings the board.")),
        "seat-not-taken": (gettext("The seat stays free"), gettext("Answer “yes” to take it.")),
        "too-late": (gettext("That is settled already"), gettext("Nothing was done.")),
        "default-soon": (gettext("The default is played"), gettext("It is played within a minute.")),
        "more-time": (gettext("The player has more time"), gettext("The time of one answer, from now on.")),
        "how-to-decide": (
            gettext("What is to be done?"),
            gettext("Answer “default” to play the default now, or “wait” to give more time."),
        ),
    }
    return words.get(notice)


def about_the_table(author: Author, notice: str, name: str) -> Letter:
    if notice == "no-table":
        text = author.gettext("The table that you have answered is not yours any more. Nothing was done.")
        return letters.Notice(author.gettext("Nothing was done"), (text,))
    if notice == "lost-question":
        why = author.gettext(
            "Your mail answers a question that this server no longer has: it was set back to an earlier moment."
        )
        return letters.Notice(
            author.gettext("Nothing was done"), (why, author.gettext("No table waits for an answer of yours."))
        )
    came = what_came_of_it(author, notice)
    if came is not None:
        title = author.table.title if author.mail.table_id is not None else ""
        return letters.Notice(came[0], (came[1],), (), title)
    words: dict[str, tuple[str, str, bool]] = {
        "declined": (
            author.gettext("%(name)s has declined"),
            author.gettext(
                "The invitation to “%(title)s” was declined. "
                "You may start without this player, or invite somebody else."
            ),
            True,
        ),
        "missing": (
            author.gettext("%(name)s does not answer"),
            author.gettext(
                "Several deadlines in a row have passed without an answer. You may now give the seat to somebody else."
            ),
            True,
        ),
        "unreachable": (
            author.gettext("No mail reaches %(name)s"),
            author.gettext(
                "The question at “%(title)s” could not be delivered, and the clock runs. Ask for another address, "
                "give more time, or give the seat to somebody else."
            ),
            True,
        ),
        "trouble": (
            author.gettext("Your table needs help"),
            author.gettext(
                "The server has found a fault at “%(title)s” that it cannot repair. Its operator has been told. "
                "You may pause the game until then, so that nobody loses time."
            ),
            True,
        ),
        "replaced": (
            author.gettext("Your seat has a new player"),
            author.gettext(
                "Your seat at “%(title)s” was given to somebody else. What you had planned is dropped, "
                "and you get no more mail from this table."
            ),
            False,
        ),
        REWOUND: (
            author.gettext("Your plan was dropped"),
            author.gettext(
                "Lines were taken back at “%(title)s”. What you had planned since then is dropped, and so is what "
                "was played of your plan in these lines. You are asked again, or you may plan again."
            ),
            False,
        ),
        NEW_RULES: (
            author.gettext("Your plan was dropped"),
            author.gettext(
                "The rules were corrected at “%(title)s”, and your plan was made for the old ones. You may plan again."
            ),
            False,
        ),
    }
    heading, text, is_for_host = words[notice]
    values = {"name": name, "title": author.table.title}
    host = author.links.host(author.table, author.user)
    actions = (letter_parts.Action(author.gettext("Open the host's page"), host),) if is_for_host else ()
    return letters.Notice(heading % values, (text % values,), actions, author.table.title)
