"""The Flask application: headers, languages, friendly errors, and the pages."""

import logging

from flask import Flask, Response, request
from flask_babel import Babel, gettext
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException

from pbem.folders import templates_folder
from pbem.pages import (
    changing_hands,
    confirming,
    home,
    host,
    inbound_hook,
    joining,
    mailbox,
    me,
    my_time,
    rule_pages,
    turn,
    watching,
)
from pbem.pages.frame import DeadLink, dead_link, language, message, service
from pbem.service import Service

SECURITY_HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Permissions-Policy": "interest-cohort=()",
}
# Pages behind a token must be kept by nobody.
PRIVATE_HEADERS = {"Cache-Control": "no-store, private", "X-Robots-Tag": "noindex, noarchive"}
RETRY_AFTER = "20"
log = logging.getLogger(__name__)


def create_app(service: Service, *, with_mailbox: bool = False) -> Flask:
    """`with_mailbox` registers the built-in mailbox; only `pbem up` without SMTP asks for it."""
    app = Flask("pbem", template_folder=str(templates_folder()))
    app.extensions["railpost"] = service
    app.config.update(MAX_CONTENT_LENGTH=256 * 1024, BABEL_TRANSLATION_DIRECTORIES="translations", MAILBOX=with_mailbox)
    Babel(app, locale_selector=language)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for part in (
        changing_hands,
        confirming,
        home,
        host,
        inbound_hook,
        joining,
        me,
        my_time,
        rule_pages,
        turn,
        watching,
    ):
        app.register_blueprint(part.pages)
    if with_mailbox:
        app.register_blueprint(mailbox.pages)
    app.after_request(_with_headers)
    app.register_error_handler(DeadLink, dead_link)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(OperationalError, _database_away)
    app.register_error_handler(Exception, _our_mistake)
    return app


def _with_headers(response: Response) -> Response:
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    if not request.path.startswith(("/static/", "/rules/")):
        for name, value in PRIVATE_HEADERS.items():
            response.headers.setdefault(name, value)
    if service().config.is_https:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response


def _http_error(error: HTTPException) -> Response:
    if error.code == 404:
        return message(gettext("There is nothing here"), gettext("The address may have been cut off."), status=404)
    if error.code == 405:
        return message(gettext("That cannot be done here"), status=405)
    if error.code == 413:
        return message(gettext("That is too long"), gettext("Write less, and send it again."), status=413)
    return message(error.name, status=error.code or 500)


def _database_away(error: OperationalError) -> Response:
    log.warning("database: %s", type(error.orig).__name__)
    response = message(
        gettext("The server is busy for a moment"),
        gettext("Nothing is lost. Load the page again in half a minute."),
        status=503,
    )
    response.headers["Retry-After"] = RETRY_AFTER
    return response


def _our_mistake(error: Exception) -> Response:
    log.error("a page failed", exc_info=error)
    return message(
        gettext("Something went wrong on our side"), gettext("Nothing was played. The mistake is recorded."), status=500
    )
