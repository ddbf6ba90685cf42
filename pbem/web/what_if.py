"""What if: a seat plays on for a try, for everybody, in an example of what it cannot know.

Everything stands in the address: the line of the log it begins after, the number of the example, the lines that were
played, and the draft of the next one. Nothing is stored, so there is nothing to sign but the key of the seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask_babel import gettext
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from engine.core.move import Line, write_line
from engine.core.play import actors
from engine.core.what_if import Tried, TriedLine, example_world, others_play_on, play_on
from pbem.base.cpu_limit import TakesTooLong, cpu_limit
from pbem.base.fields import printable
from pbem.play.plan_words import asked as asked_in_words
from pbem.play.scene import Scene
from pbem.play.stored_scenes import scene_at
from pbem.web.board_model import position_of
from pbem.web.frame import Seated, chrome, language, message, seated, service
from pbem.web.look import Addresses, Look, read_look
from pbem.web.models import Link, SeatName, TriedLineView, WhatIfPage
from pbem.web.seat_frame import head_of, tabs_of
from pbem.web.turn import MOST_CPU, typed_line
from pbem.web.turn_model import open_draft, turn_of
from pbem.web.watch import results_of

pages = Blueprint("what_if", __name__)

BETWEEN = "~~"  # behind every line that is played; what follows the last one is the draft
MOST_LINES = 40
LONGEST = 1_900  # an address, with the key before it, stays within what browsers and proxies take
MOST_EXAMPLE = 999


@dataclass(frozen=True)
class Try:
    """An address taken apart."""

    token: str
    ply: int
    example: int
    lines: tuple[str, ...]  # as in an address, moves joined by `~`
    draft: str

    @property
    def page(self) -> str:
        return f"/t/{self.token}/if/{self.ply}/{self.example}"

    @property
    def before(self) -> str:
        return "".join(f"{line}{BETWEEN}" for line in self.lines)

    def url(self, look: Look) -> str:
        return Addresses(self.page, look, self.before).draft(self.draft)

    def cut(self, lines: int) -> "Try":
        return replace(self, lines=self.lines[:lines], draft="")

    def with_lines(self, more: Sequence[Line]) -> "Try":
        """As many of them as an address holds."""
        found = replace(self, draft="")
        for line in more:
            longer = replace(found, lines=(*found.lines, in_address(line)))
            if len(longer.lines) > MOST_LINES or len(longer.before) > LONGEST:
                break
            found = longer
        return found


def in_address(line: Line) -> str:
    return write_line(line).replace(" ", "~")


@pages.get("/t/<token>/if/<int:ply>")
@pages.get("/t/<token>/if/<int:ply>/<int:example>")
@pages.get("/t/<token>/if/<int:ply>/<int:example>/<tried>")
def what_if(token: str, ply: int, example: int = 1, tried: str = "") -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
        if who.table.started_at is None or ply > who.table.ply or not 1 <= example <= MOST_EXAMPLE:
            abort(404)
        *lines, draft = printable(tried[:LONGEST]).split(BETWEEN)
        wanted = Try(token, ply, example, tuple(lines[:MOST_LINES]), draft)
        try:
            with cpu_limit(MOST_CPU):
                return _answered(session, who, wanted)
        except TakesTooLong:
            again = Link(gettext("Start again"), wanted.cut(0).url(Look()))
            why = gettext("This takes too long to work out. Start again with fewer moves.")
            return message(gettext("What if"), why, status=422, links=(again,))


def _answered(session: Session, who: Seated, wanted: Try) -> AnyResponse:
    own, look = who.seat.number, read_look(request.args)
    scene = scene_at(session, who.table, own, language(), wanted.ply)
    world = example_world(scene.game, scene.view, wanted.example)
    tried = play_on(scene.game, world, [line.replace("~", " ") for line in wanted.lines])
    wanted = replace(wanted, lines=tuple(in_address(line.line) for line in tried.lines))
    if tried.error is None and "others" in request.args:
        return redirect(wanted.with_lines(_others(scene, tried, own)).url(look), 303)
    return Response(render_template("pages/what_if.html", page=_page(session, who, scene, wanted, tried, look)))


def _others(scene: Scene, tried: Tried[Any], own: int) -> list[Line]:
    """If it takes long, as many as could be worked out in the time for one draft."""
    found: list[Line] = []
    try:
        with cpu_limit(MOST_CPU / 2):
            found.extend(line.line for line in others_play_on(scene.game, tried.state, own))
    except TakesTooLong:
        pass
    return found


def _page(session: Session, who: Seated, start: Scene, wanted: Try, tried: Tried[Any], look: Look) -> WhatIfPage:
    own, asked = who.seat.number, actors(start.game, tried.state)
    last = tried.lines[-1].events if tried.lines else ()
    # Who decides sees what it may see in the example; the reader is shown what is imagined of others' hands then.
    scene = replace(start, state=tried.state, reader=asked[0] if asked else own, events=last)
    addresses = Addresses(wanted.page, look, wanted.before)
    told = start.say(tried.error.say()) if tried.error is not None else ""
    turn = None
    if asked:
        text, trouble, _ = typed_line(scene, printable(".".join(request.args.getlist("line"))), wanted.draft)
        draft = open_draft(scene.game, scene.state, asked[0], text)
        turn, position = turn_of(scene, draft, addresses, text, printable(request.args.get("on", "")))
        told = told or trouble
    else:
        position = position_of(scene, addresses)
    others = replace(addresses, kept={"others": "yes"})
    full = len(wanted.lines) >= MOST_LINES
    commit = turn.commit if turn is not None else None
    on = wanted.with_lines([scene.game.read(commit.draft.replace("~", " "), scene.state)]) if commit else wanted
    return WhatIfPage(
        chrome(told, bool(told)),
        head_of(who, scene),
        tabs_of(session, who, "what-if"),
        wanted.ply,
        wanted.example,
        tuple(
            TriedLineView(_seat(scene, line.seat), _told(scene, line), wanted.cut(number).url(look))
            for number, line in enumerate(tried.lines)
        ),
        replace(
            position, players=tuple(replace(row, is_reader=row.seat == _seat(scene, own)) for row in position.players)
        ),
        turn,
        asked_in_words(scene.question.prompt, gettext) if scene.question is not None else "",
        _seat(scene, asked[0]) if asked else None,
        bool(asked) and asked[0] == own,
        on.url(look) if commit and len(on.lines) > len(wanted.lines) else "",
        "" if full or not asked or asked[0] == own else others.draft(""),
        replace(wanted, example=wanted.example % MOST_EXAMPLE + 1).url(look),
        wanted.cut(0).url(look),
        full,
        results_of(session, who.table, scene),
    )


def _told(scene: Scene, line: TriedLine) -> tuple[str, ...]:
    """As whoever plays it sees it: it is an example, so nobody's secret."""
    seen = (event.seen_by(line.seat) for event in line.events)
    return tuple(scene.say(event.say()) for event in seen if event is not None)


def _seat(scene: Scene, number: int) -> SeatName:
    return SeatName(scene.state.seats[number], scene.names[number])
