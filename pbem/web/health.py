"""`/healthz`, for machines: 200 as long as moves can be played. Plain text, or JSON if that is asked for."""

from flask import Blueprint, Response, jsonify, request

from pbem.base.version import release
from pbem.upkeep.health import health
from pbem.web.frame import service

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def healthz() -> Response:
    found = health(service())
    if request.accept_mimetypes.best_match(["text/plain", "application/json"]) == "application/json":
        answer = jsonify(status=str(found).partition(":")[0], troubles=found.troubles, version=release())
    else:
        answer = Response(f"{found}\n", mimetype="text/plain")
    answer.status_code = 200 if found.plays else 503
    return answer
