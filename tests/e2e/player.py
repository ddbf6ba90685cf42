"""Somebody who plays with nothing but the mails: reads the mailbox, follows a link, presses the button."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from sqlmodel import col, select
from werkzeug.test import TestResponse

from pbem.base.service import Service
from pbem.mail_out.compose import render
from pbem.mail_out.deliver import deliver_due
from pbem.mail_out.transport import Mailbox
from pbem.store.models import Mail
from pbem.store.models.mail import PENDING, SENT
from pbem.web.mailbox import opened, text_of

_LINK = re.compile(r"https?://\S+")
_FIELD = re.compile(r'<input[^>]*type="hidden"[^>]*name="([^"]*)"[^>]*value="([^"]*)"')
_FORM = re.compile(r'<form[^>]*method="post"[^>]*action="([^"]*)"[^>]*>(.*?)</form>', re.DOTALL | re.IGNORECASE)


@dataclass
class Post:
    """The mails of a server, as they come."""

    service: Service
    delivered: list[Mail] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)

    def arrive(self) -> list[Mail]:
        """Sends what is due and returns what is new in the mailbox.

        Nobody waits here for the minute in which what is done to a table is gathered into one mail.
        """
        with self.service.db.writing() as session:
            gathered = (col(Mail.status) == PENDING, col(Mail.key).startswith("act:"), col(Mail.attempts) == 0)
            session.exec(update(Mail).where(*gathered).values(due_at=self.service.now()))
        while deliver_due(self.service, Mailbox(), render):
            pass
        with self.service.db.reading() as session:
            sent = session.exec(select(Mail.id).where(Mail.status == SENT)).all()
            # A mail that was due later may be sent after one with a higher number.
            new = set(sent) - self.seen
            fresh = list(session.exec(select(Mail).where(col(Mail.id).in_(new)).order_by(col(Mail.id))).all())
        self.seen |= new
        self.delivered += fresh
        return fresh


def links(mail: Mail) -> list[str]:
    """Every address in the text part, in order."""
    return _LINK.findall(text_of(opened(mail), "plain"))


def move_links(mail: Mail) -> list[str]:
    """The addresses that show a position after a whole line."""
    kept = ("history", "talk", "notes", "plan", "record.txt", "proof.txt", "my-link")
    found = re.compile(r"/t/[^/]+/([^/#?]+)$")
    return [url for url in links(mail) if (match := found.search(url)) and match[1] not in kept]


@dataclass
class Presser:
    """Follows links with a browser that has no scripts."""

    app: Flask

    def __post_init__(self) -> None:
        self.client: FlaskClient = self.app.test_client()

    def open(self, url: str) -> TestResponse:
        return self.client.get(re.sub(r"^https?://[^/]+", "", url))

    def forms(self, page: TestResponse) -> Iterator[tuple[str, dict[str, str]]]:
        for action, body in _FORM.findall(page.text):
            yield action.replace("&amp;", "&"), dict(_FIELD.findall(body))

    def press(self, page: TestResponse, action: str, **more: str) -> TestResponse:
        """Sends the form of this address with its hidden fields."""
        for found, hidden in self.forms(page):
            if found.split("?")[0].endswith(action):
                return self.client.post(found, data=hidden | more, follow_redirects=True)
        raise AssertionError(f"no form {action} on the page: {[form for form, _ in self.forms(page)]}")

    def play(self, url: str) -> TestResponse:
        """One press shows the position after the move, a second press plays it."""
        page = self.open(url)
        assert page.status_code == 200, page.text[:500]
        for found, hidden in self.forms(page):
            if "sign" in hidden:
                return self.client.post(found, data=hidden, follow_redirects=True)
        raise AssertionError(f"nothing to commit at {url}")
