"""The host's page: who has joined, and starting without those who have not."""

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from engine.core.bots import BOTS
from pbem.actions.people import main_address
from pbem.actions.tables import start_now
from pbem.models.table import INVITING
from pbem.pages.frame import chrome, hosted, language, service
from pbem.pages.models import Form, HostPage, HostSeat, Option, SeatName, TableHead
from pbem.positions import game_of
from pbem.seeing import seated

pages = Blueprint("host", __name__)

MISSING = ("bot", "open")


@pages.get("/host/<token>")
def table(token: str) -> str:
    with service().db.reading() as session:
        here, _ = hosted(session, token)
        game = game_of(here)
        rows = tuple(
            HostSeat(
                row.seat.number + 1,
                SeatName(row.seat.colour, row.seat.name) if row.seat.colour else None,
                row.seat.name,
                main_address(session, row.user.id) if row.user is not None else "",
                row.seat.status,
                missed=row.seat.defaults_in_a_row,
            )
            for row in seated(session, here)
        )
        page = HostPage(
            chrome(),
            TableHead(here.title, game.id, game.words.name(game.id, language())),
            here.status,
            rows,
            tuple(Option(bot, bot) for bot in BOTS),
            start=Form(f"/host/{token}/start", {"missing": "bot"}) if here.status == INVITING else None,
            table_url=f"/watch/{here.slug}" if here.is_open and here.status != INVITING else "",
        )
    return render_template("pages/host.html", page=page)


@pages.post("/host/<token>/start")
def start(token: str) -> AnyResponse:
    with service().db.reading() as session:
        here, _ = hosted(session, token)
    missing = request.form.get("missing", "bot")
    start_now(service(), here.id, missing if missing in MISSING else "bot")
    return redirect(f"/host/{token}", 303)
