"""Pages that one person may see who knows a secret: by HTTP Basic, any name, or as a bearer token."""

import hmac

from flask import Response, current_app, request
from flask_babel import gettext

from pbem.base.limits import BAD_SECRETS, Limits
from pbem.web.frame import TooOften, here, message, take


def given_secret() -> str | None:
    found = request.authorization
    if found is None:
        return None
    return found.password if found.type == "basic" else found.token if found.type == "bearer" else None


def knows(secret: str) -> bool:
    """Wrong ones are counted; after too many not even the right one is looked at for a while."""
    given = given_secret()
    if given is None:
        return False
    check_tries()
    if hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode()):
        return True
    count_try()
    return False


def check_tries() -> None:
    """Raises TooOften when too many wrong secrets have come from this place."""
    limits: Limits = current_app.extensions["railpost-limits"]
    if not limits.is_left(BAD_SECRETS, "bad-secret", here()):
        raise TooOften


def count_try() -> None:
    """One more wrong secret from this place."""
    take(BAD_SECRETS, "bad-secret", here())


def ask_for_secret(why: str) -> Response:
    response = message(gettext("This page asks for a password"), why, status=401)
    response.headers["WWW-Authenticate"] = 'Basic realm="Railpost", charset="UTF-8"'
    return response
