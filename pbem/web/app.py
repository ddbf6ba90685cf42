"""The Flask application: headers, languages, friendly errors, and the pages."""

import secrets

from flask import Flask, Response, request
from flask_babel import Babel, gettext
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter, Map

from pbem.base.config import Config
from pbem.base.folders import templates_folder
from pbem.base.limits import Limits
from pbem.base.outage import Outage
from pbem.base.redaction import redact_keys
from pbem.base.service import Service
from pbem.base.translations import FOLDER
from pbem.store.faults import record_failure
from pbem.web import (
    advice,
    change,
    confirm,
    film,
    guide,
    health,
    home,
    host,
    inbound_hook,
    join,
    mailbox,
    me,
    my_data,
    my_time,
    new_table,
    operator,
    own_link,
    plan,
    proof,
    replay,
    rules,
    seat_questions,
    table_talk,
    turn,
    watch,
    what_if,
)
from pbem.web.compression import compressed
from pbem.web.frame import DeadLink, TooOften, dead_link, language, message, service, too_often
from pbem.web.inlays import fill_pages
from pbem.web.request import GuardedRequest, guard_paths
from pbem.web.request_times import time_requests

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
_database = Outage("the database")


class RowNumber(IntegerConverter):
    """What a database can count to; more is an address that does not exist."""

    def __init__(self, map: Map) -> None:
        super().__init__(map, max=2**31 - 1)


def create_app(service: Service, *, with_mailbox: bool = False, mailbox_key: str = "") -> Flask:
    """`with_mailbox` registers the built-in mailbox; only `pbem up` without SMTP asks for it. With a key it is shown
    only to who knows that."""
    app = Flask("pbem.web", template_folder=str(templates_folder()), static_folder=None)
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False  # nobody may ask from elsewhere, so there is nothing to tell
    app.request_class = GuardedRequest
    guard_paths(app.url_map)
    app.url_map.converters["int"] = RowNumber
    app.static_folder = "static"
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=app.send_static_file)
    app.extensions["railpost"] = service
    app.extensions["railpost-limits"] = Limits(service.config.redis_url)
    app.config.update(
        MAX_CONTENT_LENGTH=256 * 1024,
        BABEL_TRANSLATION_DIRECTORIES=str(FOLDER),
        MAILBOX=with_mailbox,
        MAILBOX_KEY=mailbox_key,
        TRUSTED_HOSTS=known_hosts(service.config) if service.config.embedded else None,
    )
    # Two slashes are no address of ours; otherwise they are answered with a redirect that repeats the Host header.
    app.url_map.merge_slashes = False
    if service.config.trusted_proxies:
        proxies = service.config.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]
    Babel(app, locale_selector=language)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for part in (
        advice, change, confirm, film, guide, health, home, host, inbound_hook, join, me, my_data, my_time, new_table,
        operator, own_link, plan, proof, replay, rules, seat_questions, table_talk, turn, watch, what_if,
    ):  # fmt: skip
        app.register_blueprint(part.pages)
    if with_mailbox:
        app.register_blueprint(mailbox.pages)
    time_requests(app)
    app.after_request(_with_headers)
    fill_pages(app)
    app.register_error_handler(DeadLink, dead_link)
    app.register_error_handler(TooOften, too_often)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(OperationalError, _database_away)
    app.register_error_handler(Exception, _our_mistake)
    return app


def known_hosts(config: Config) -> list[str]:
    """The names that the embedded server answers to. A page elsewhere may lead its own name to this computer, and
    would then read the mailbox as if it were its own."""
    named = {"127.0.0.1", "localhost", "[::1]", config.public_host, config.host}
    return sorted(f"[{name}]" if ":" in name and not name.startswith("[") else name for name in named)


def _with_headers(response: Response) -> Response:
    if response.status_code < 500:
        _database.over()
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    if not request.path.startswith(("/static/", "/rules/")):
        for name, value in PRIVATE_HEADERS.items():
            response.headers.setdefault(name, value)
    if service().config.is_https:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return compressed(response)


def _http_error(error: HTTPException) -> Response:
    if error.code == 404:
        return message(gettext("There is nothing here"), gettext("The address may have been cut off."), status=404)
    if error.code == 405:
        return message(gettext("That cannot be done here"), status=405)
    if isinstance(error, SecurityError):
        return Response(
            "This server does not answer to that name. Set PUBLIC_URL to the address that you use.\n",
            400,
            mimetype="text/plain",
        )
    if error.code == 413:
        return message(gettext("That is too long"), gettext("Shorten it and send it again."), status=413)
    return message(error.name, status=error.code or 500)


def _database_away(error: OperationalError) -> Response:
    _database.noticed(type(error.orig).__name__)
    response = message(
        gettext("The server is busy for a moment"),
        gettext("Nothing is lost. Load the page again in half a minute."),
        status=503,
    )
    response.headers["Retry-After"] = RETRY_AFTER
    return response


def _our_mistake(error: Exception) -> Response:
    reference = secrets.token_hex(4)
    path = redact_keys(request.path)
    record_failure(service(), f"page {request.endpoint}", error, method=request.method, path=path, reference=reference)
    return message(
        gettext("Something went wrong on our side"),
        gettext(
            "Nothing was played. The mistake is recorded; if you write to us about it, name %(reference)s.",
            reference=reference,
        ),
        status=500,
    )
