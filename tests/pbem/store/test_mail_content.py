"""What rows of the outbox keep: read as it was written, also by the release before this one."""

import json
from datetime import UTC, datetime

import pytest

from pbem.store import mail_content
from pbem.store.asks import asks_in
from pbem.store.mail_content import Content, Notice, content_of, notice_of, stored
from pbem.store.mail_kind import MailKind
from pbem.store.models import Mail

NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)
PART = {"heading": "Said", "paragraphs": ["Only that player can read it."], "lines": [], "link": ""}
# As the first release stored them: without tags, and with keys that nobody reads any more.
OLD: list[tuple[dict[str, object], Content]] = [
    ({"address": 7, "table": 0}, mail_content.Address(7, 0)),
    ({"talk": 5, "said": "once"}, mail_content.Said(5)),
    ({"asks": [1, 2]}, mail_content.Waiting((1, 2))),
    (
        {"line": "pass", "ply": 4, "passed": "2026-11-17T12:00:00+00:00", "in_a_row": 2},
        mail_content.DefaultPlayed("pass", 4, NOON, 2),
    ),
    (
        {"ask": 3, "passed": "2026-11-17T12:00:00+00:00", "until": "2026-11-17T12:00:00+00:00"},
        mail_content.HostDecides(3, NOON, NOON),
    ),
    (
        {"line": "pass", "ply": 4, "forgiven": [["pas", "pass"]], "done_added": True, "notes": []},
        mail_content.Receipt("pass", 4, (("pas", "pass"),), True, ()),
    ),
    (
        {"read": [["bid 9", ""]], "why": "No.", "rule": "5.3", "legal": ["pass"], "legal_count": 1, "notes": ["x"]},
        mail_content.Refused((("bid 9", ""),), "No.", "5.3", ("pass",), 1, ("x",)),
    ),
    (
        {"parts": [PART, {"heading": "Late", "paragraphs": [], "play": "pass"}], "tried": "pass"},
        mail_content.Answer(
            (mail_content.Part("Said", ("Only that player can read it.",)), mail_content.Part("Late", play="pass")),
            "pass",
        ),
    ),
]
OLD_NOTICES: list[tuple[dict[str, object], Notice]] = [
    ({"act": 9}, mail_content.ActTold(9)),
    ({"proposal": 2}, mail_content.Proposed(2)),
    (
        {"confirm": "bid 3", "from": "b@mail.localhost", "reason": "confirm:b@mail.localhost"},
        mail_content.MovesDoubted("bid 3", "b@mail.localhost", "confirm:b@mail.localhost"),
    ),
    ({"take": 6}, mail_content.FreeSeat(6)),
    ({"notice": "missing", "name": "Anna"}, mail_content.AboutTable("missing", "Anna")),
    (
        {"notice": "no-table", "reason": "notice:no-table"},
        mail_content.AboutTable("no-table", reason="notice:no-table"),
    ),
]


def row(content: dict[str, object], kind: MailKind = MailKind.NOTICE) -> Mail:
    """As it comes out of the database."""
    return Mail(
        key="key",
        kind=kind,
        user_id=1,
        email="anna@mail.localhost",
        message_id="key@mail.localhost",
        bounce_key="bounce",
        due_at=NOON,
        created_at=NOON,
        content=json.loads(json.dumps(content)),
    )


@pytest.mark.parametrize(("old", "content"), OLD)
def test_content_is_read_as_it_was_written(old: dict[str, object], content: Content) -> None:
    assert content_of(row(old), type(content)) == content
    assert content_of(row(stored(content)), type(content)) == content


@pytest.mark.parametrize(("old", "notice"), OLD_NOTICES)
def test_a_notice_is_read_as_it_was_written(old: dict[str, object], notice: Notice) -> None:
    assert notice_of(row(old)) == notice
    assert notice_of(row(stored(notice))) == notice
    assert old.items() <= stored(notice).items(), "the release before this one can read it as well"


def test_only_a_reminder_lists_questions() -> None:
    assert asks_in(row({"asks": [1, 2]}, MailKind.REMINDER)) == (1, 2)
    assert asks_in(row({}, MailKind.LINK)) == ()
