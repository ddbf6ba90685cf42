"""The game of each kind that ships with the program, move by move, for visitors who have no table to watch."""

from functools import cache

from flask import Blueprint, Response, abort, render_template, request
from flask_babel import gettext

from engine.core.course import Course, course
from engine.draw.svg import document
from engine.games import GAMES
from pbem.base.folders import RECORDS
from pbem.play.sample_games import Recorded, recorded
from pbem.play.scene import sentence
from pbem.play.story import Story
from pbem.web.board_model import position_of
from pbem.web.frame import chrome, language
from pbem.web.log import Filter, chapters_of, kind_of, read_filter
from pbem.web.look import Addresses, Look, read_look
from pbem.web.models import Form, HistoryPage, Link, Ply, SeatName, ShownLine, TableHead
from pbem.web.story_model import story_view

pages = Blueprint("replay", __name__)


def replay_url(game: str) -> str:
    """Where the game is shown; empty for one of which no game ships."""
    return f"/replay/{game}" if (RECORDS / f"{game}.txt").is_file() else ""


@cache
def _course(game: str) -> Course:
    states = recorded(game).states
    return course(GAMES[game], range(len(states)), states.__getitem__)


def _found(game: str, ply: int | None) -> tuple[Recorded, int]:
    """The game, and the ply that is shown: the last one if none is named."""
    if game not in GAMES or not replay_url(game):
        abort(404)
    found = recorded(game)
    last = len(found.states) - 1
    if ply is not None and ply > last:
        abort(404)
    return found, last if ply is None else ply


@pages.get("/replay/<game>")
@pages.get("/replay/<game>/<int:ply>")
def replay(game: str, ply: int | None = None) -> str:
    found, shown = _found(game, ply)
    lang, base, look = language(), replay_url(game), read_look(request.args)
    wanted = read_filter(request.args, found.game, found.record.seats)
    query = Look(lang=look.lang).query(**wanted.kept)
    scene, last = found.scene(lang, shown, shown - 1), len(found.states) - 1
    listed = [number for number in range(last + 1) if _passes(found, wanted, number)]
    before, after = [n for n in listed if n < shown], [n for n in listed if n > shown]
    ends = (before[:1], before[-1:], after[:1], after[-1:])
    line = ShownLine(
        position_of(scene, Addresses(f"{base}/{shown}", look, kept=wanted.kept)),
        shown,
        last,
        *(f"{base}/{end[0]}{query}" if end else "" for end in ends),
    )
    if request.args.get("part") == "line":
        return render_template("pages/_shown_line.html", line=line)
    story = Story(found.scene(lang, last), _course(game))
    kinds = [verb for verb in found.game.verbs if verb in {kind_of(entry.text) for entry in found.record.entries}]
    page = HistoryPage(
        chrome(),
        TableHead(gettext("A recorded game"), game, found.game.words.name(game, lang), scene.round, None, base),
        (Link(gettext("Log"), base, True),),
        line,
        tuple(chapters_of(story, [_ply(found, number, lang, shown, base, query) for number in listed])),
        Form(f"{base}/{shown}", dict(wanted.kept), hidden={"lang": look.lang} if look.lang else {}),
        tuple(zip(found.record.seats, found.record.names, strict=True)),
        tuple((verb, sentence(found.game.words.verb(verb, lang))) for verb in kinds),
        f"{base}/record.txt",
        story_view(story, base),
    )
    return render_template("pages/history.html", page=page)


def _passes(found: Recorded, wanted: Filter, number: int) -> bool:
    entry = found.record.entries[number - 1] if number else None
    return wanted.passes(entry.by, entry.text) if entry is not None else not wanted.kept


def _ply(found: Recorded, number: int, lang: str, shown: int, base: str, query: str) -> Ply:
    entry = found.record.entries[number - 1] if number else None
    # The opening is told where it is looked at, as in the log of a table.
    told = found.scene(lang, number, number - 1).changes if number or not shown else ()
    return Ply(
        number,
        None if entry is None else SeatName(entry.by, found.record.names[found.record.seats.index(entry.by)]),
        entry.text if entry is not None else "",
        tuple(change.text for change in told),
        "bot" if number else "",
        "",
        f"{base}/{number}{query}",
        number == shown,
        picture_url=f"{base}/{number}.svg{query}",
    )


@pages.get("/replay/<game>/<int:ply>.svg")
def picture(game: str, ply: int) -> Response:
    """The board after a line, with what the line changed."""
    found, shown = _found(game, ply)
    return Response(document(found.scene(language(), shown, shown - 1).drawing()), mimetype="image/svg+xml")


@pages.get("/replay/<game>/record.txt")
def record(game: str) -> Response:
    _found(game, 0)
    return Response((RECORDS / f"{game}.txt").read_text("utf-8"), mimetype="text/plain; charset=utf-8")
