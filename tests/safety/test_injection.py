"""What people write is shown as they wrote it and does nothing: in pages, in mails, in headers."""

import email
import email.policy
import re
import unicodedata
from html.parser import HTMLParser

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pbem.base.service import Service
from pbem.store.links import Links
from pbem.store.models import Mail, Seat, Table, User
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Post, Presser, links
from tests.pbem.sample_tables import asks, host_link, mails, play_one, seats, table
from tests.safety.test_new_tables import FORM

HTML = "<i id=evil>\"'><b onclick=x()>{{7*7}}${7*7}</b>"
HEADER = "A\r\nBcc: victim@localhost\r\n\r\nhello"
HEADER_2 = "A\nX-Evil: 1\x0bX-Evil: 2\x85X-Evil: 3\u2028X-Evil: 4"
TURNED = "abc\u202etxt exe\u2066\u200f\u200b\x00\x1b[31m\x7f\ue000Gx\ue001"
JINJA = "{% for x in config %}{{ x }}{% endfor %}"
FORMATS = "%(name)s %s %d {0} {name}"
NASTY = (
    HTML,
    HEADER,
    HEADER_2,
    TURNED,
    JINJA,
    FORMATS,
    "\U0001f682",
)


# Each in one language, the others in the soak: in French what a template or a format could trip over, since
# translations are where a sentence can break.
IN_FRENCH = (HTML, HEADER, TURNED, FORMATS)
IN_A_LANGUAGE = [
    pytest.param(nasty, lang, id=f"{lang}-{number}", marks=() if now else pytest.mark.soak)
    for number, nasty in enumerate(NASTY)
    for lang, now in (("fr", nasty in IN_FRENCH), ("en", nasty not in IN_FRENCH))
]


class Elements(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.evil: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if any(name.startswith("on") or value == "evil" for name, value in attrs):
            self.evil.append(f"{tag} {attrs}")


def check_html(html: str) -> None:
    assert Elements(html).evil == []
    assert "<i id=evil" not in html
    assert "{{7*7}}" in html or "49${" not in html
    for char in "\u202e\u2066\u200f\x00\x1b\x7f":
        assert char not in html, hex(ord(char))


def check_mail(mail: Mail) -> None:
    message = email.message_from_bytes(mail.raw or b"", policy=email.policy.default)
    assert message["Bcc"] is None
    assert message["X-Evil"] is None
    assert message["To"].addresses[0].addr_spec == mail.email
    assert len(message["To"].addresses) == len(message["From"].addresses) == 1
    assert [name for name in message if message.get_all(name) and len(message.get_all(name) or []) > 1] == []
    head = (mail.raw or b"").partition(b"\r\n\r\n")[0]
    assert all(re.match(rb"[A-Za-z-]+: |[ \t]", line) for line in head.split(b"\r\n"))
    for name in ("Subject", "From", "To"):
        assert not [char for char in str(message[name]) if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")]
    check_html(text_of(opened(mail), "html"))
    text = text_of(opened(mail), "plain")
    assert not [char for char in text if unicodedata.category(char) in ("Cc", "Cf", "Co") and char not in "\r\n\t"]


def check_calendar(text: str) -> None:
    """Every line is a property that we have written, or goes on with one."""
    lines = text.split("\r\n")
    assert all(re.match(r"[A-Z][A-Z-]*[:;]|[ \t]|$", line) for line in lines)
    assert "X-Evil" not in [line.partition(":")[0] for line in lines]
    assert not [char for char in text if unicodedata.category(char) in ("Cc", "Cf") and char not in "\r\n\t"]


def crawl(service: Service, client: FlaskClient, table_id: int) -> int:
    """Every page that shows the table, to every seat, to the host, to spectators; all mails."""
    here, rows = table(service, table_id), seats(service, table_id)
    with service.db.reading() as session:
        host = session.get_one(User, here.host_id)
    made = Links(service)
    urls = [
        "/",
        "/tables/new",
        f"/watch/{here.slug}",
        f"/watch/{here.slug}/history",
        made.host(here, host),
        made.me(host),
    ]
    for seat in rows:
        if seat.user_id is not None:
            base = made.turn(seat, None)
            urls += [base, f"{base}/talk", f"{base}/notes", f"{base}/history", f"{base}/leave", made.join(seat)]
    seen = 0
    for url in urls:
        answer = client.get(re.sub(r"^https?://[^/]+", "", url), follow_redirects=True)
        assert answer.status_code in (200, 404, 410), url
        check_html(answer.text)
        seen += 1
    for mail in mails(service, status="sent"):
        check_mail(mail)
        seen += 1
    return seen


def path(url: str) -> str:
    return re.sub(r"^https?://[^/]+", "", url)


@pytest.mark.slow
@pytest.mark.parametrize(("nasty", "lang"), IN_A_LANGUAGE)
def test_everything_that_a_person_can_write(service: Service, app: Flask, nasty: str, lang: str) -> None:
    presser, post = Presser(app), Post(service)
    form = {**FORM, "lang": lang, "title": nasty, "host_name": nasty, "seat-3-name": nasty, "is_open": "on"}
    assert presser.client.post("/tables/new?game=age-of-steam", data=form).status_code == 200
    (mail,) = post.arrive()
    url = next(url for url in links(mail) if "/confirm/" in url)
    page = presser.open(url)
    check_html(page.text)
    presser.press(page, url.rpartition("/")[2])
    post.arrive()
    people = [seat for seat in seats(service, 1) if seat.user_id is not None]
    for seat in people:
        join = path(Links(service).join(seat))
        given = {"name": nasty, "lang": lang, "zone": nasty, "word": nasty, "colour": nasty if seat.number else ""}
        answer = presser.client.post(join, data=given)
        check_html(answer.text)
        presser.client.post(join, data={**given, "colour": "", "zone": "Europe/Paris"})
    assert table(service, 1).status == "running"
    for seat in people:
        base = path(Links(service).turn(seat, None))
        other = next(row for row in people if row.id != seat.id)
        presser.client.post(f"{base}/talk", data={"text": nasty})
        presser.client.post(f"{base}/talk", data={"text": nasty, "to": other.colour})
        presser.client.post(f"{base}/talk", data={"text": nasty, "to": nasty})
        presser.client.post(f"{base}/notes", data={"text": nasty})
        presser.client.post(f"{base}/leave", data={"confirm": nasty})
        for query in ({"line": nasty}, {"at": nasty}, {"lang": nasty}, {"zoom": nasty, "look": nasty}):
            check_html(presser.client.get(base, query_string=query).text)
        check_html(presser.client.get(f"{base}/{nasty.replace('/', '')}", follow_redirects=True).text)
        check_html(presser.client.post(base, data={"draft": nasty, "ask": nasty, "sign": nasty}).text)
    for _ in range(3):
        if asks(service, 1):
            play_one(service, 1)
        post.arrive()
    write_own_page(service, presser, nasty)
    act_as_host(service, presser, nasty)
    for path_, data in (
        ("/link", {"email": nasty}),
        (f"/watch/{table(service, 1).slug}/take/0", {"email": nasty, "name": nasty}),
    ):
        check_html(presser.client.post(path_, data=data).text)
    post.arrive()
    assert crawl(service, presser.client, 1) > 15
    with service.db.reading() as session:
        kept = [session.get_one(Table, 1).title, *(session.get_one(Seat, seat.id).name for seat in people)]
    for name in kept:
        assert len(name) <= 40
        assert not [char for char in name if unicodedata.category(char)[0] == "C"]


def write_own_page(service: Service, presser: Presser, nasty: str) -> None:
    with service.db.reading() as session:
        host = session.get_one(User, table(service, 1).host_id)
    me = path(Links(service).me(host))
    fields = ("name", "lang", "zone", "news", "reminders", "quiet_from", "quiet_to", "wants_reminders")
    for data in (dict.fromkeys(fields, nasty), {"name": nasty}):
        check_html(presser.client.post(f"{me}/settings", data=data).text)
    check_html(presser.client.post(f"{me}/absences", data={"start": nasty, "end": nasty}).text)
    check_calendar(presser.client.get(path(Links(service).calendar(host))).text)
    check_html(presser.client.post(f"{me}/addresses", data={"email": nasty}).text)
    check_html(presser.client.post(f"{me}/addresses", data={"email": f"{nasty}@mail.localhost"}).text)
    check_html(presser.client.post(f"{me}/delete", data={"confirm": nasty, "sign": nasty}).text)


def act_as_host(service: Service, presser: Presser, nasty: str) -> None:
    base = path(host_link(service, 1))
    for act, fields in {
        "deadline/1": ("until",),
        "rewind": ("to",),
        "end": ("confirm",),
        "seat/1": ("name", "email", "kind"),
        "start": ("missing",),
        "default/1": ("x",),
        "resend/1": ("x",),
    }.items():
        answer = presser.client.post(f"{base}/{act}", data=dict.fromkeys(fields, nasty), follow_redirects=True)
        assert answer.status_code < 500, act
        check_html(answer.text)
    answer = presser.client.post(
        f"{base}/seat/1", data={"name": nasty, "email": "new@mail.localhost", "kind": "person"}, follow_redirects=True
    )
    check_html(answer.text)


NO_ADDRESSES = (
    "a@b.localhost\r\nBcc: x@y.localhost", "a b@c.localhost", "<a@b.localhost>", "a@b.localhost, c@d.localhost",
    '"a@b"@c.localhost', "a@b.localhost>", "a\x00@b.localhost", "a\u202e@b.localhost", "a@@b.localhost",
    "@b.localhost", "a@", "a@b_c.localhost", "a@-", "x" * 65 + "@b.localhost", "a@" + "b" * 300, "a@b..localhost",
    ".@..", "a@b.localhost.", "a..b@c.localhost", ".a@c.localhost", "a.@c.localhost", "ä@c.localhost", "a@ä.localhost",
)  # fmt: skip


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address(service: Service, address: str) -> None:
    client = create_app(service).test_client()
    answer = client.post("/tables/new?game=age-of-steam", data={**FORM, "host_email": address})
    assert answer.status_code == 422
    assert client.post("/link", data={"email": address}).status_code == 422
    assert mails(service) == []
