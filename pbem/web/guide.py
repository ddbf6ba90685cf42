"""The guide of a first game on the turn page: why the question is asked, until the player has seen enough."""

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as AnyResponse

from pbem.play.guide import end_guide
from pbem.play.scene import Scene
from pbem.web.frame import Seated, seated, service
from pbem.web.models import Form, Guide

pages = Blueprint("guide", __name__)


def guide_of(who: Seated, scene: Scene) -> Guide | None:
    if not who.seat.is_guided or not scene.guide:
        return None
    return Guide(scene.guide, Form(f"/t/{who.token}/guide"))


@pages.post("/t/<token>/guide")
def off(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
    end_guide(service(), who.seat.id)
    return redirect(f"/t/{token}", 303)
