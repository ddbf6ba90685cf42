"""Every route, every method, every kind of key: what is answered. A new route without a row here fails."""

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.core.game import AnyGame
from engine.games import GAMES
from pbem.web.app import SECURITY_HEADERS, create_app
from tests.safety.world import KINDS, OPERATOR_SECRET, World, make_world

# The kind of key that the route takes, and the answer to a request with a good one and an empty form.
# 303 leads to the page of what was done, 409 and 422 show the page again with what is missing.
ROUTES = {
    "GET /": ("", 200),
    "GET /calendar/<token>.ics": ("calendar", 200),
    "GET /change/<token>": ("change", 200),
    "POST /change/<token>": ("change", 200),
    "GET /confirm/<token>": ("confirm", 200),
    "POST /confirm/<token>": ("confirm", 200),
    "GET /fonts/<name>": ("", 200),
    "GET /healthz": ("", 200),
    "GET /host/<token>": ("host", 200),
    "POST /host/<token>/advice": ("host", 303),
    "POST /host/<token>/deadline/<int:seat>": ("host", 422),
    "POST /host/<token>/default/<int:seat>": ("host", 303),
    "POST /host/<token>/end": ("host", 422),
    "POST /host/<token>/plans": ("host", 422),
    "POST /host/<token>/pause": ("host", 303),
    "POST /host/<token>/resend/<int:seat>": ("host", 200),
    "POST /host/<token>/resume": ("host", 303),
    "GET /host/<token>/rewind/<int:ply>": ("host", 200),
    "POST /host/<token>/rewind": ("host", 422),
    "POST /host/<token>/seat/<int:seat>": ("host", 422),
    "POST /host/<token>/start": ("host", 303),
    "POST /inbound": ("", 404),
    "GET /join/<token>": ("join", 200),
    "POST /join/<token>": ("join", 303),
    "POST /join/<token>/block": ("join", 200),
    "POST /join/<token>/decline": ("join", 200),
    "GET /link": ("", 200),
    "POST /link": ("", 422),
    "GET /me/<token>": ("me", 200),
    "POST /me/<token>/absences": ("me", 422),
    "POST /me/<token>/absences/<int:absence_id>/remove": ("me", 303),
    "POST /me/<token>/addresses": ("me", 422),
    "POST /me/<token>/addresses/<int:address_id>/confirm": ("me", 200),
    "POST /me/<token>/addresses/<int:address_id>/main": ("me", 200),
    "POST /me/<token>/addresses/<int:address_id>/remove": ("me", 200),
    "GET /me/<token>/new": ("me", 200),
    "POST /me/<token>/new": ("me", 422),
    "POST /me/<token>/delete": ("me", 422),
    "POST /me/<token>/export": ("me", 200),
    "POST /me/<token>/revoke": ("me", 200),
    "POST /me/<token>/settings": ("me", 422),
    "GET /metrics": ("operator", 200),
    "GET /operator": ("operator", 200),
    "POST /operator/failures/<int:failure_id>/dismiss": ("operator", 403),
    "POST /operator/inbound/<int:inbound_id>/read": ("operator", 403),
    "POST /operator/mails/<int:mail_id>/send": ("operator", 403),
    "GET /replay/<game>": ("", 200),
    "GET /replay/<game>/<int:ply>": ("", 200),
    "GET /replay/<game>/<int:ply>.svg": ("", 200),
    "GET /replay/<game>/record.txt": ("", 200),
    "GET /robots.txt": ("", 200),
    "GET /rules/<game>": ("", 200),
    "GET /rules/<game>/<int:number>.<lang>.png": ("", 200),
    "GET /static/<path:filename>": ("", 200),
    "GET /t/<token>": ("turn", 200),
    "POST /t/<token>": ("turn", 409),
    "GET /t/<token>/<draft>": ("turn", 200),
    "POST /t/<token>/<draft>": ("turn", 409),
    "GET /t/<token>/if/<int:ply>": ("turn", 200),
    "GET /t/<token>/if/<int:ply>/<int:example>": ("turn", 200),
    "GET /t/<token>/if/<int:ply>/<int:example>/<tried>": ("turn", 200),
    "GET /t/<token>/film.webp": ("turn", 404),
    "GET /t/<token>/history": ("turn", 200),
    "GET /t/<token>/history/<int:ply>": ("turn", 200),
    "GET /t/<token>/history/<int:ply>.svg": ("turn", 200),
    "GET /t/<token>/leave": ("turn", 200),
    "POST /t/<token>/leave": ("turn", 422),
    "GET /t/<token>/my-link": ("turn", 200),
    "POST /t/<token>/my-link": ("turn", 200),
    "GET /t/<token>/notes": ("turn", 200),
    "POST /t/<token>/notes": ("turn", 303),
    "POST /t/<token>/notes/<int:note_id>/remove": ("turn", 303),
    "GET /t/<token>/plan": ("turn", 200),
    "POST /t/<token>/plan": ("turn", 422),
    "GET /t/<token>/plan/<int:number>": ("turn", 200),
    "GET /t/<token>/plan/<int:number>/<draft>": ("turn", 200),
    "GET /t/<token>/proof.txt": ("turn", 404),
    "GET /t/<token>/record.txt": ("turn", 404),
    "POST /t/<token>/rematch": ("turn", 303),
    "GET /t/<token>/talk": ("turn", 200),
    "POST /t/<token>/talk": ("turn", 303),
    "POST /t/<token>/undo": ("turn", 303),
    "POST /t/<token>/advice": ("turn", 303),
    "POST /t/<token>/guide": ("turn", 303),
    "GET /tables/new": ("", 200),
    "POST /tables/new": ("", 422),
    "GET /take/<token>": ("take", 200),
    "POST /take/<token>": ("take", 303),
    "POST /try": ("", 404),
    "GET /u/<token>": ("unsubscribe", 200),
    "POST /u/<token>": ("unsubscribe", 200),
    "GET /vote/<token>": ("vote", 200),
    "POST /vote/<token>": ("vote", 200),
    "GET /watch/<slug>": ("slug", 200),
    "GET /watch/<slug>/board.png": ("slug", 200),
    "GET /watch/<slug>/film.webp": ("slug", 404),
    "GET /watch/<slug>/history": ("slug", 200),
    "GET /watch/<slug>/history/<int:ply>": ("slug", 200),
    "GET /watch/<slug>/history/<int:ply>.svg": ("slug", 200),
    "GET /watch/<slug>/proof.txt": ("slug", 404),
    "GET /watch/<slug>/record.txt": ("slug", 404),
    "POST /watch/<slug>/take/<int:number>": ("slug", 422),
}  # fmt: skip
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
OPEN_TO_ALL = ("/static/", "/rules/")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_no_verb_of_a_game_is_called_like_a_page_of_a_seat(game: AnyGame) -> None:
    """A draft of one word would otherwise open that page."""
    pages = {row.split("/")[3] for row in ROUTES if " /t/<token>/" in row} - {"<draft>"}
    assert {"history", "undo"} <= pages
    assert pages & game.verbs.keys() == set()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("world"))


@pytest.fixture
def world(whole: World, tmp_path: Path) -> World:
    return whole.copied(tmp_path)


class Patient:
    """Limits that never end, where a test asks more often than anybody would."""

    def take(self, *_: object) -> bool:
        return True

    is_left = take


def patient(world: World) -> Flask:
    app = create_app(world.service)
    app.extensions["railpost-limits"] = Patient()
    return app


def filled(rule: str, token: str, slug: str, number: str = "1") -> str:
    words = {"<token>": token, "<slug>": slug, "<draft>": "pass", "<game>": "age-of-steam", "<name>": "LICENSE",
             "<path:filename>": "railpost.css", "<lang>": "en"}  # fmt: skip
    for name, word in words.items():
        rule = rule.replace(name, word)
    return re.sub(r"<int:\w+>", number, rule)


def asked(client: FlaskClient, world: World, row: str, token: str, number: str = "1") -> TestResponse:
    method, _, rule = row.partition(" ")
    auth = {"Authorization": f"Bearer {OPERATOR_SECRET}"} if ROUTES[row][0] == "operator" else {}
    return client.open(filled(rule, token, world.slug, number), method=method, headers=auth, buffered=True)


def check_answer(answer: TestResponse) -> None:
    """What holds for every answer whatever."""
    assert answer.status_code < 500
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["Strict-Transport-Security"]
    assert "Set-Cookie" not in answer.headers
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Werkzeug" not in answer.headers.get("Server", "")
    lead = answer.headers.get("Location", "/")
    assert re.match(r"/(?![/\\])", lead), lead
    if not answer.request.path.startswith(OPEN_TO_ALL):
        assert answer.headers["X-Robots-Tag"] == "noindex, noarchive"
        if not answer.request.path.startswith("/fonts/"):
            assert answer.headers["Cache-Control"] == "no-store, private"


def test_every_route_has_a_row(world: World) -> None:
    rules = {
        f"{method} {rule}"
        for rule in create_app(world.service).url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD"}
    }
    assert rules == set(ROUTES)


@pytest.mark.parametrize("row", ROUTES)
def test_a_good_key(world: World, row: str) -> None:
    kind, status = ROUTES[row]
    answer = asked(create_app(world.service).test_client(), world, row, world.tokens.get(kind, ""))
    assert answer.status_code == status
    check_answer(answer)


@pytest.mark.parametrize("row", [row for row in ROUTES if "<token>" in row])
def test_a_key_for_something_else(world: World, row: str) -> None:
    client = patient(world).test_client()
    for kind in KINDS:
        if kind != ROUTES[row][0]:
            answer = asked(client, world, row, world.tokens[kind])
            assert answer.status_code == 404, kind
            check_answer(answer)


@pytest.mark.parametrize("row", [row for row, (kind, _) in ROUTES.items() if kind == "operator"])
def test_no_secret(world: World, row: str) -> None:
    method, _, rule = row.partition(" ")
    client = patient(world).test_client()
    for auth in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic !!!"}, {"Authorization": "x"}):
        answer = client.open(filled(rule, "", ""), method=method, headers=auth, buffered=True)
        assert answer.status_code == 401
        check_answer(answer)


@pytest.mark.parametrize("row", [row for row in ROUTES if "<slug>" in row])
def test_a_table_that_is_not_open(world: World, row: str) -> None:
    """Looks like one that does not exist, whatever its state."""
    method, _, rule = row.partition(" ")
    client = patient(world).test_client()
    with world.service.db.reading() as session:
        from sqlmodel import select

        from pbem.store.models import Table

        slugs = [table.slug for table in session.exec(select(Table)).all() if not table.is_open]
    answers = [client.open(filled(rule, "", slug), method=method) for slug in (*slugs, "no-such-table", "x" * 300)]
    assert {answer.status_code for answer in answers} == {404}
    for slug, answer in zip((*slugs, "no-such-table", "x" * 300), answers, strict=True):
        assert answer.text.replace(slug, "") == answers[0].text.replace(slugs[0], "")


@pytest.mark.parametrize("row", [row for row in ROUTES if "<int:" in row])
def test_numbers_of_nothing(world: World, row: str) -> None:
    kind, _ = ROUTES[row]
    client = patient(world).test_client()
    for number in ("0", "999999", "2147483647", "2147483648", "9" * 30, "9" * 5000, "-1", "٣", "1e3", "0x1"):
        answer = asked(client, world, row, world.tokens.get(kind, ""), number)
        assert answer.status_code < 500, number


@pytest.mark.parametrize("rule", sorted({row.partition(" ")[2] for row in ROUTES}))
def test_other_methods(world: World, rule: str) -> None:
    """HEAD where GET is, 405 for all that the route does not know."""
    client = patient(world).test_client()
    known = {row.partition(" ")[0] for row in ROUTES if row.partition(" ")[2] == rule}
    kind = next(ROUTES[row][0] for row in ROUTES if row.partition(" ")[2] == rule)
    path = filled(rule, world.tokens.get(kind, ""), world.slug)
    headers = {"Authorization": f"Bearer {OPERATOR_SECRET}"} if kind == "operator" else {}
    for method in METHODS:
        # Under /t/<token>/ every word is a draft that may be looked at, and every post a try to play it.
        if method not in known and not (method in ("GET", "POST") and re.fullmatch(r"/t/<token>/[^/]+", rule)):
            answer = client.open(path, method=method, headers=headers, buffered=True)
            assert answer.status_code == 405, method
            check_answer(answer)
    if "GET" in known:
        head = client.head(path, headers=headers, buffered=True)
        assert head.status_code == client.get(path, headers=headers, buffered=True).status_code
        assert head.data == b""


@pytest.mark.parametrize(
    "path", ["/.git/config", "/.env", "/static/../config.py", "/static/%2e%2e/config.py", "/fonts/..%2f..%2fconfig.py",
             "/fonts/%2fetc%2fpasswd", "/static/", "/rules/..%2fwhy", "/rules/%00", "/t/", "/me/", "/%ff", "/mailbox"]
)  # fmt: skip
def test_nothing_else_is_there(world: World, path: str) -> None:
    answer = patient(world).test_client().get(path)
    assert answer.status_code == 404
    check_answer(answer)


def test_robots_stay_out(world: World) -> None:
    text = create_app(world.service).test_client().get("/robots.txt").text
    for rule in {row.partition(" ")[2] for row in ROUTES if "<token>" in row}:
        assert f"Disallow: /{rule.split('/')[1]}/" in text


def test_too_much_at_once(world: World) -> None:
    client = patient(world).test_client()
    answer = client.post(f"/t/{world.tokens['turn']}/notes", data={"text": "x" * 300_000})
    assert answer.status_code == 413
    check_answer(answer)
    answer = client.post("/link", data={f"field-{n}": "x" for n in range(5000)})
    assert answer.status_code in (413, 422)
    check_answer(answer)
