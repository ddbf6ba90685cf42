"""The game of each kind that ships with the program, move by move, for visitors who have no table to watch."""

from flask import Blueprint, Response, abort, render_template, request
from flask_babel import gettext

from engine.games import GAMES
from pbem.base.folders import RECORDS
from pbem.play.recorded import Recorded, recorded
from pbem.web.board_model import position_of
from pbem.web.frame import chrome, language
from pbem.web.look import Addresses, read_look
from pbem.web.models import HistoryPage, Link, Ply, SeatName, TableHead

pages = Blueprint("replay", __name__)


def replay_url(game: str) -> str:
    """Where the game is shown; empty for one of which no game ships."""
    return f"/replay/{game}" if (RECORDS / f"{game}.txt").is_file() else ""


@pages.get("/replay/<game>")
@pages.get("/replay/<game>/<int:ply>")
def replay(game: str, ply: int | None = None) -> str:
    base = replay_url(game) if game in GAMES else ""
    if not base:
        abort(404)
    found, lang = recorded(game), language()
    last = len(found.states) - 1
    shown = last if ply is None else ply
    if shown > last:
        abort(404)
    scene = found.scene(lang, shown, shown - 1)
    name = found.game.words.name(game, lang)
    page = HistoryPage(
        chrome(),
        TableHead(gettext("A recorded game"), game, name, scene.round, None, base),
        (Link(gettext("Log"), base, True),),
        tuple(_ply(found, number, lang, shown, base) for number in range(last + 1)),
        position_of(scene, Addresses(f"{base}/{shown}", read_look(request.args))),
        shown,
        f"{base}/record.txt",
    )
    return render_template("pages/history.html", page=page)


def _ply(found: Recorded, number: int, lang: str, shown: int, base: str) -> Ply:
    entry = found.record.entries[number - 1] if number else None
    # The opening is told where it is looked at, as in the log of a table.
    told = found.scene(lang, number, number - 1).changes if number or not shown else ()
    seat = None if entry is None else SeatName(entry.by, found.record.names[found.record.seats.index(entry.by)])
    line = entry.text if entry is not None else ""
    words = tuple(change.text for change in told)
    return Ply(number, seat, line, words, "bot" if number else "", "", f"{base}/{number}", number == shown)


@pages.get("/replay/<game>/record.txt")
def record(game: str) -> Response:
    if game not in GAMES or not replay_url(game):
        abort(404)
    return Response((RECORDS / f"{game}.txt").read_text("utf-8"), mimetype="text/plain; charset=utf-8")
