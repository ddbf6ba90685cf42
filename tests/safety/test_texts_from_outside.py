"""Every text from outside passes the door, and none of them costs much, however it is made.

Work is counted in CPU time against a plain text of the same kind, never in seconds.
"""

import ast
import contextlib
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

import pbem
from pbem.base.outside import admitted
from pbem.base.service import Service
from pbem.mail_in.parse.body import read_body
from pbem.mail_in.parse.guards import Unreadable, take
from pbem.mail_in.parse.quotes import cut
from pbem.store.links import Links
from pbem.web.request import Fields, GuardedRequest, Word, Words
from tests.pbem.sample_tables import seats, started
from tests.safety.cost import MOST_TIMES, cpu

PACKAGE = Path(pbem.__file__).parent
MOST_BYTES = 300_000_000

# What a request holds that pages may look at without the door: none of it is text that somebody typed.
HARMLESS = {
    "method",
    "path",
    "endpoint",
    "view_args",
    "content_length",
    "max_content_length",
    "mimetype",
    "remote_addr",
}
# Text that the request class itself has sent through the door, and headers that the framework reads into types.
GUARDED = {"form", "args", "accept_languages", "accept_mimetypes", "authorization"}
RAW_MAIL = {("inbound_hook.py", "get_data")}  # the bytes of a mail, which its own door reads


def uses_of_requests() -> Iterator[tuple[str, str]]:
    """Every attribute of a request that a page looks at: (file, attribute)."""
    for file in sorted((PACKAGE / "web").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "request":
                yield file.name, node.attr


def test_pages_read_requests_only_through_the_door(app: Flask) -> None:
    assert app.request_class is GuardedRequest
    assert GuardedRequest.parameter_storage_class is Fields
    assert {app.url_map.converters[name] for name in ("default", "string")} == {Word}
    assert app.url_map.converters["path"] is Words
    uses = {use for use in uses_of_requests() if use[0] != "request.py"}
    assert len(uses) > 20, "the pages were looked at"
    assert {use for use in uses if use[1] not in HARMLESS | GUARDED} == RAW_MAIL


def test_every_field_and_argument_is_what_the_door_lets_pass(app: Flask) -> None:
    long = "x" + "\u0301\u0316" * 30
    with app.test_request_context("/", query_string={"q": long}, method="POST", data={"f": long, long: "y"}) as context:
        request = context.request
        assert request.args["q"] == request.form["f"] == admitted(long) != long
        assert admitted(long) in request.form


def test_bytes_become_text_in_one_place() -> None:
    """A mail is decoded by `charsets`; headers of our own making and keys are the only others."""
    decoding = {
        file.name
        for file in (PACKAGE / "mail_in").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "decode"
    }
    packed = {"parser.py", "child.py"}  # what we have encoded ourselves, on its way between two processes
    assert decoding - packed <= {"charsets.py", "body.py", "imap.py", "listener.py", "letterbox.py"}


HOSTILE_FIELDS = {
    "combining": "a" + "\u0301\u0316" * 60_000,
    "compatible": "\ufdfa" * 60_000,
    "blank": " " * 200_000,
    "dots": "a." * 100_000,
}


@pytest.mark.parametrize("text", HOSTILE_FIELDS.values(), ids=HOSTILE_FIELDS)
@pytest.mark.parametrize(("url", "field"), [("/link", "email"), ("/tables/new", "title"), ("/tables/new", "name-1")])
def test_a_hostile_form_costs_little_more_than_a_plain_one(app: Flask, url: str, field: str, text: str) -> None:
    client = app.test_client()
    plain_text = "a" * len(text.encode())  # of the same size: reading so much takes its time whatever it is
    plain = cpu(lambda: client.post(url, data={field: plain_text}, environ_base={"REMOTE_ADDR": "10.0.0.1"}))
    hostile = cpu(lambda: client.post(url, data={field: text}, environ_base={"REMOTE_ADDR": "10.0.0.2"}))
    assert hostile <= MOST_TIMES * plain


@pytest.mark.parametrize("text", HOSTILE_FIELDS.values(), ids=HOSTILE_FIELDS)
def test_a_hostile_line_on_the_turn_page_costs_little_more(service: Service, app: Flask, text: str) -> None:
    seat = seats(service, started(service))[0]
    page = Links(service).turn(seat, None).removeprefix(service.config.public_url)
    client = app.test_client()
    plain = cpu(lambda: client.get(page, query_string={"line": "pass"}))
    hostile = cpu(lambda: client.get(page, query_string={"line": text[:30_000]}))
    assert hostile <= MOST_TIMES * plain


def mail(body: str, kind: str = "text/plain") -> bytes:
    head = f"From: a@mail.localhost\r\nTo: b@mail.localhost\r\nSubject: hello\r\nContent-Type: {kind}; charset=utf-8"
    return f"{head}\r\n\r\n{body}".encode()


HOSTILE_MAILS = {
    "combining": mail("a" + "\u0301\u0316" * 100_000),
    "long cell": mail(
        "<table>" + "<tr><td>a</td><td>b</td></tr>" * 1_000 + f"<tr><td>{'x ' * 35_000}</td></tr></table>", "text/html"
    ),
    "lists in lists": mail("<ul><li>a" * 2_500, "text/html"),
    "line breaks": mail("bid 3\n" + "\n" * 8_000 + "x"),
    "blank lines": mail("bid 3\n" + " \t\n" * 8_000 + "x"),
    "introductions": mail("On Monday Bob wrote:\n" * 5_000),
    "French introductions": mail("Le lun. 5 janv. 2026, Bob a écrit :\n" * 5_000),
    "header lines": mail("From: x\nTo: y\nSubject: z\n" * 3_000),
}


def read(raw: bytes) -> None:
    with contextlib.suppress(Unreadable):
        cut(read_body(take(raw)).text)


@pytest.mark.parametrize("raw", HOSTILE_MAILS.values(), ids=HOSTILE_MAILS)
def test_a_hostile_mail_costs_little_more_than_a_long_plain_one(raw: bytes) -> None:
    long_answer = mail("I have thought about it for a while, and this is what I have come to think.\n" * 5_000)
    plain = cpu(lambda: read(long_answer))
    assert cpu(lambda: read(raw)) <= MOST_TIMES * plain
    tracemalloc.start()
    try:
        read(raw)
        assert tracemalloc.get_traced_memory()[1] <= MOST_BYTES
    finally:
        tracemalloc.stop()
