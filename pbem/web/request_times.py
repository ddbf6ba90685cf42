"""How long requests take, by page and outcome, for `/metrics`."""

import time

from flask import Flask, Response, g, request

from pbem.base.tallies import REQUESTS
from pbem.web.frame import service


def time_requests(app: Flask) -> None:
    """Called before other functions are registered: what is registered first sees the response last."""
    app.before_request(_begins)
    app.after_request(_ends)


def _begins() -> None:
    g.began = time.monotonic()


def _ends(response: Response) -> Response:
    if "began" in g:
        spent = time.monotonic() - g.began
        page, status = request.endpoint or "none", f"{response.status_code // 100}xx"
        service().tallies.time(REQUESTS, spent, page=page, status=status)
    return response
