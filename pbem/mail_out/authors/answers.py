"""Letters that answer a mail: what was played, what was not, what was asked for."""

from dataclasses import replace

from engine.core.play import preview
from pbem.mail_out import letter_parts, letters
from pbem.mail_out.authors.author import Author
from pbem.mail_out.authors.plans import plan_part
from pbem.mail_out.letters import Letter
from pbem.play.scene import Scene
from pbem.play.stored_scenes import next_deadline, scene_at
from pbem.play.undo import undoable
from pbem.store.mail_content import Answer, Part, Receipt, Refused, content_of
from pbem.store.models import Ask, Seat, Table
from pbem.store.positions import line_at


def receipt(author: Author) -> Letter:
    content, table, seat, ask = content_of(author.mail, Receipt), author.table, author.seat, author.ask
    line = line_at(author.session, table, content.ply)
    may_undo = undoable(author.service, author.session, table, seat) is not None
    before = scene_at(author.session, table, seat.number, author.user.lang, content.ply - 1)
    return letters.Receipt(
        author.desk(),
        before.described(content.line).label,
        content.forgiven,
        content.done_added,
        undo_url=author.links.turn(seat, None) if may_undo else "",
        undo_until=line.settled_at if may_undo else None,
        ask=ask.id if ask is not None else None,
        until=ask.deadline_at if ask is not None else next_deadline(author.session, table),
        notes=content.notes,
        plan=plan_part(author),
        host_decides=table.at_deadline == "host",
        talk=author.talk(),
    )


def refused(author: Author) -> Letter:
    content, ask = content_of(author.mail, Refused), author.ask
    return letters.Refused(
        author.desk(),
        tuple(letter_parts.ReadLine(written, read) for written, read in content.read),
        content.why,
        content.rule,
        content.legal,
        content.legal_count,
        ask.id if ask is not None else None,
        ask.deadline_at if ask is not None else None,
        content.notes,
    )


def answer(author: Author) -> Letter:
    content, table, seat, ask = content_of(author.mail, Answer), author.table, author.seat, author.ask
    desk = author.desk()
    if any(part.link == "board" for part in content.parts):
        desk = replace(desk, shown=None)
    if content.tried:
        desk = replace(desk, scene=after_trying(author, desk.scene, content.tried))
    parts = tuple(answer_part(author, part, table, seat, ask) for part in content.parts)
    until = ask.deadline_at if ask is not None else next_deadline(author.session, table)
    ask_id = ask.id if ask is not None else None
    return letters.Answer(desk, parts, ask_id, until, bool(content.tried), content.offered)


def after_trying(author: Author, scene: Scene, line: str) -> Scene:
    """The position as it would be after a line that was not played."""
    moves = scene.game.read(line, scene.state)
    shown = preview(scene.game, scene.state, author.seat.number, moves)
    return replace(scene, state=shown.state, events=shown.events, silent=())


def answer_part(author: Author, part: Part, table: Table, seat: Seat, ask: Ask | None) -> letter_parts.AnswerPart:
    board = author.links.turn(seat, ask)
    pages = {
        "history": letter_parts.Action(author.gettext("The whole history"), f"{board}/history"),
        "rules": letter_parts.Action(author.gettext("All rules"), author.links.rules(table.game, author.user.lang)),
        "plan": letter_parts.Action(author.gettext("Open the plan page"), f"{board}/plan"),
        "leave": letter_parts.Action(author.gettext("Leave the table"), f"{board}/leave"),
    }
    link = pages.get(part.link)
    if part.play:
        url = author.links.turn(seat, ask, part.play)
        link = letter_parts.Action(author.gettext("Look at it and play it"), url, part.play)
    return letter_parts.AnswerPart(part.heading, part.paragraphs, part.lines, link)
