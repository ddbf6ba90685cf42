"""Letters about a table that is running: questions, news, talk, reminders, defaults, the end."""

from pbem.mail_out import letter_parts, letters
from pbem.mail_out.authors.author import Author
from pbem.mail_out.authors.plans import plan_part
from pbem.mail_out.letters import Letter
from pbem.pacing import times
from pbem.pacing.pace import pace_sentence
from pbem.play.stored_scenes import best_lines_of, course_of, next_deadline, scene_at, seated
from pbem.store.asks import asks_in, open_among
from pbem.store.mail_content import DefaultPlayed, HostDecides, Said, content_of
from pbem.store.models import Ask, Seat, Table, Talk
from pbem.store.positions import Seal, game_of
from pbem.tables.rematch import may_rematch
from pbem.tables.talk import untold


def turn(author: Author) -> Letter:
    ask = author.ask
    assert ask is not None, "a turn mail is about an ask"
    desk = author.desk()
    return letters.YourTurn(
        desk,
        ask.id,
        ask.deadline_at,
        author.table.at_deadline == "host",
        author.talk(),
        plan_part(author),
        desk.scene.guide if author.seat.is_guided else "",
    )


def news(author: Author) -> Letter:
    return letters.News(author.desk(), next_deadline(author.session, author.table), author.talk(), plan_part(author))


def started(author: Author) -> Letter:
    table = author.table
    return letters.Started(
        author.desk(),
        pace_sentence(table.pace, author.gettext, author.user.lang),
        next_deadline(author.session, table),
        plan_part(author),
    )


def over(author: Author) -> Letter:
    table = author.table
    board = author.links.turn(author.seat, None)
    return letters.GameOver(
        author.desk(),
        f"{board}/proof.txt",
        f"{board}/record.txt",
        course_of(author.session, table),
        best_lines_of(author.session, table),
        f"{board}#rematch" if may_rematch(author.service, author.session, table, author.user) else "",
    )


def talk_letter(author: Author) -> Letter:
    talk = author.session.get_one(Talk, content_of(author.mail, Said).talk)
    numbers = {row.seat.id: row.seat.number for row in seated(author.session, author.table)}
    to = numbers.get(talk.to_seat_id or 0)
    # What is said to all is held back for a while, and one mail holds what was said meanwhile.
    rows = untold(author.session, author.seat, talk.id) if to is None else []
    said = [letter_parts.Said(numbers[row.seat_id], row.text, row.said_at, to=to) for row in rows or [talk]]
    return letters.Talk(author.desk(), said[0], tuple(said[1:]))


def reminder(author: Author) -> Letter:
    """Every question of the list that is still open, each in the present position of its table."""
    waiting = []
    for ask in open_among(author.session, asks_in(author.mail), author.user.id):
        seat = author.session.get_one(Seat, ask.seat_id)
        table = author.session.get_one(Table, ask.table_id)
        scene = scene_at(author.session, table, seat.number, author.user.lang)
        waiting.append(letter_parts.Waiting(author.desk_of(table, seat, ask, scene), ask.id, ask.deadline_at))
    return letters.Reminder(tuple(waiting), author.links.lost())


def default_played(author: Author) -> Letter:
    content, seat, table = content_of(author.mail, DefaultPlayed), author.seat, author.table
    before = scene_at(author.session, table, seat.number, author.user.lang, content.ply - 1)
    question, line = before.question, content.line
    label = question.default.label if question is not None and question.default.line == line else line
    return letters.DefaultPlayed(
        author.desk(), label, line, content.passed, content.in_a_row, content.in_a_row >= table.most_defaults
    )


def host_question(author: Author) -> Letter:
    content, table = content_of(author.mail, HostDecides), author.table
    ask = author.session.get_one(Ask, content.ask)
    seat = author.session.get_one(Seat, ask.seat_id)
    zone, lang = author.user.zone, author.user.lang
    passed = times.long(content.passed, zone, lang)
    facts = [
        author.gettext("The time of %(name)s ran out on %(when)s (%(city)s).")
        % {"name": seat.name, "when": passed, "city": times.city(zone, lang)}
    ]
    if seat.defaults_in_a_row:
        often = author.gettext("Defaults in a row so far: %(n)d.")
        facts.append(often % {"n": seat.defaults_in_a_row})
    host = author.links.host(table, author.user)
    # The host plays too, and sees no more of the line than when it is played.
    own = next((row.seat.number for row in seated(author.session, table) if row.seat.user_id == author.user.id), None)
    line = Seal.of(author.session, table).told_default(ask, seat.number, own)
    note = line or author.gettext("The default is secret until everybody has answered.")
    actions = (
        letter_parts.Action(author.gettext("Play the default now"), f"{host}#seats", note),
        letter_parts.Action(author.gettext("Give more time, or give the seat to somebody else"), f"{host}#seats"),
    )
    game = game_of(table)
    return letters.HostQuestion(
        table.title,
        game.words.name(game.id, lang),
        author.gettext("%(name)s has not answered") % {"name": seat.name},
        tuple(facts),
        actions,
        content.until,
        author.gettext("The default is played."),
    )
