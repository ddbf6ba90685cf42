"""Letters that answer a mail: what was played, what was not, what was asked for."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from engine.core.move import read_line
from engine.core.play import preview
from engine.core.refusal import MoveError
from pbem.mail_out import letters
from pbem.mail_out.authors.author import Author, listed, number
from pbem.mail_out.letters import Letter
from pbem.play.scene import Scene, sentence
from pbem.play.stored_scenes import next_deadline
from pbem.play.undo import undoable
from pbem.store.models import Ask, Seat, Table
from pbem.store.positions import line_at


def receipt(author: Author) -> Letter:
    content, table, seat, ask = author.mail.content, author.table, author.seat, author.ask
    line = line_at(author.session, table, number(content["ply"]))
    may_undo = undoable(author.service, author.session, table, seat) is not None
    return letters.Receipt(
        author.desk(),
        str(content["line"]),
        tuple((str(typed), str(word)) for typed, word in listed(content["forgiven"])),
        bool(content["done_added"]),
        undo_url=author.links.turn(seat, None) if may_undo else "",
        undo_until=line.settled_at if may_undo else None,
        ask=ask.id if ask is not None else None,
        until=ask.deadline_at if ask is not None else next_deadline(author.session, table),
        notes=tuple(map(str, listed(content["notes"]))),
    )


def refused(author: Author) -> Letter:
    content, ask, desk = author.mail.content, author.ask, author.desk()
    return letters.Refused(
        desk,
        tuple(letters.ReadLine(str(written), str(read)) for written, read in listed(content["read"])),
        str(content["why"]),
        str(content["rule"]),
        tuple(legal_move(desk, str(line)) for line in listed(content["legal"])),
        number(content["legal_count"]),
        ask.id if ask is not None else None,
        ask.deadline_at if ask is not None else None,
        tuple(map(str, listed(content["notes"]))),
    )


def legal_move(desk: letters.Desk, text: str) -> letters.Action:
    """The last move of the line, by its name; it is played after those before it."""
    scene, label = desk.scene, text
    with suppress(MoveError):  # somebody else has played meanwhile
        *before, move = read_line(text, scene.game.verbs, scene.game.lexicon(scene.state.options))
        state = preview(scene.game, scene.state, scene.reader or 0, before).state if before else scene.state
        label = sentence(scene.placed_label(state, move))
    return letters.Action(label, desk.links.choice(text), text)


def answer(author: Author) -> Letter:
    content, table, seat, ask = author.mail.content, author.table, author.seat, author.ask
    desk = author.desk()
    tried = str(content.get("tried", ""))
    if tried:
        desk = replace(desk, scene=after_trying(author, desk.scene, tried))
    parts = tuple(answer_part(author, part, table, seat, ask) for part in listed(content["parts"]))
    until = ask.deadline_at if ask is not None else next_deadline(author.session, table)
    return letters.Answer(desk, parts, ask.id if ask is not None else None, until, bool(tried))


def after_trying(author: Author, scene: Scene, line: str) -> Scene:
    """The position as it would be after a line that was not played."""
    moves = read_line(line, scene.game.verbs, scene.game.lexicon(scene.state.options))
    shown = preview(scene.game, scene.state, author.seat.number, moves)
    return replace(scene, state=shown.state, events=shown.events, silent=())


def answer_part(author: Author, part: dict[str, Any], table: Table, seat: Seat, ask: Ask | None) -> letters.AnswerPart:
    board = author.links.turn(seat, ask)
    pages = {
        "history": letters.Action(author.gettext("The whole history"), f"{board}/history"),
        "rules": letters.Action(author.gettext("All rules"), author.links.rules(table.game, author.user.lang)),
        "leave": letters.Action(author.gettext("Leave the table"), f"{board}/leave"),
    }
    link = pages.get(str(part.get("link", "")))
    if part.get("play"):
        line = str(part["play"])
        link = letters.Action(author.gettext("Look at it and play it"), author.links.turn(seat, ask, line), line)
    return letters.AnswerPart(
        str(part["heading"]),
        tuple(map(str, part.get("paragraphs", ()))),
        tuple(map(str, part.get("lines", ()))),
        link,
    )
