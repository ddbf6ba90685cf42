"""“What would a patient bot play?”, on the turn page of a table whose host allows it. A worker thinks, no request."""

from contextlib import suppress

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from pbem.play.advice import ask_advice
from pbem.play.bots import LONGEST_THOUGHT
from pbem.play.play_line import AskClosed
from pbem.play.scene import Scene
from pbem.store.models import Ask, Table
from pbem.web.frame import seated, service
from pbem.web.look import Addresses
from pbem.web.models import Advice, Form
from pbem.web.turn_model import in_words

pages = Blueprint("advice", __name__)


def advice_of(table: Table, ask: Ask, scene: Scene, addresses: Addresses, token: str) -> Advice | None:
    """What the page shows of it; None where the table does not allow it."""
    if not table.has_advice:
        return None
    if ask.advice_wanted_at is None:
        return Advice(Form(f"/t/{token}/advice", hidden={"ask": str(ask.id)}))
    if not ask.advice:
        return Advice(is_late=service().now() - ask.advice_wanted_at > LONGEST_THOUGHT)
    label = in_words(scene, scene.game.read(ask.advice, scene.state))
    return Advice(label=label, url=addresses.draft(ask.advice.replace(" ", "~")))


@pages.post("/t/<token>/advice")
def wanted(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
    ask_id = request.form.get("ask", "")
    with suppress(AskClosed):
        ask_advice(service(), who.seat.id, int(ask_id) if ask_id.isdecimal() and len(ask_id) < 10 else 0)
    return redirect(f"/t/{token}", 303)
