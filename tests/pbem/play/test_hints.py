"""Workers hear of what is to be done when it is committed, and only then."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from pbem.base.service import Service
from pbem.play.outbox import post
from pbem.store.mail_kind import MailKind
from pbem.store.models import User
from pbem.tables.host import pause, resume
from tests.pbem.sample_tables import asks, mails, play_one, posted, started


@pytest.fixture
def hints(sqlite_service: Service) -> list[tuple[str, int | None]]:
    given: list[tuple[str, int | None]] = []
    sqlite_service.hint = lambda task, id: given.append((task, id))
    return given


def test_mails_that_may_leave_give_one_hint_after_the_commit(
    sqlite_service: Service, hints: list[tuple[str, int | None]]
) -> None:
    posted(sqlite_service)
    hints.clear()
    with sqlite_service.db.writing() as session:
        for number in range(2):
            post(sqlite_service, session, MailKind.LINK, f"link:more:{number}", 1)
        assert hints == []
    assert hints == [("deliver", None)]


def test_what_is_taken_back_gives_no_hint(sqlite_service: Service, hints: list[tuple[str, int | None]]) -> None:
    posted(sqlite_service)
    hints.clear()

    def fail() -> None:
        with sqlite_service.db.writing() as session:
            post(sqlite_service, session, MailKind.LINK, "link:more", 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert hints == []


def test_a_mail_that_is_due_later_gives_no_hint(sqlite_service: Service, hints: list[tuple[str, int | None]]) -> None:
    posted(sqlite_service)
    hints.clear()
    with sqlite_service.db.writing() as session:
        later = sqlite_service.now() + timedelta(minutes=3)
        post(sqlite_service, session, MailKind.LINK, "link:later", 1, due_at=later)
    assert hints == []


def test_mails_that_are_released_by_a_line_give_a_hint(
    sqlite_service: Service, hints: list[tuple[str, int | None]]
) -> None:
    sqlite_service.config = replace(sqlite_service.config, cooling_off=180)
    table_id = started(sqlite_service)
    with sqlite_service.db.writing() as session:
        session.exec(update(User).values(news="line"))
    hints.clear()
    play_one(sqlite_service, table_id)
    assert hints == []
    play_one(sqlite_service, table_id)
    assert hints == [("deliver", None)], "the news of the first line: somebody has played on"


def test_the_first_question_leaves_at_once(sqlite_service: Service, hints: list[tuple[str, int | None]]) -> None:
    sqlite_service.config = replace(sqlite_service.config, cooling_off=180)
    table_id = started(sqlite_service)
    (first,) = asks(sqlite_service, table_id)
    assert first.starts_at == sqlite_service.now(), "nobody can take the opening back"
    assert {mail.due_at for mail in mails(sqlite_service, table_id=table_id)} == {sqlite_service.now()}
    assert {mail.kind for mail in mails(sqlite_service, table_id=table_id)} >= {MailKind.TURN, MailKind.STARTED}
    assert hints[-1] == ("deliver", None)


@pytest.mark.parametrize(("how", "waits"), [("bot", 0), ("default", 0), ("page", 180), ("mail", 180)])
def test_a_question_waits_only_for_a_line_that_can_be_taken_back(sqlite_service: Service, how: str, waits: int) -> None:
    sqlite_service.config = replace(sqlite_service.config, cooling_off=180)
    table_id = started(sqlite_service)
    play_one(sqlite_service, table_id, how)
    (then,) = asks(sqlite_service, table_id)
    due = sqlite_service.now() + timedelta(seconds=waits)
    assert then.starts_at == due
    assert [mail.due_at for mail in mails(sqlite_service, ask_id=then.id)] == [due]


def test_a_question_to_a_bot_is_hinted_when_it_is_opened_and_when_a_pause_is_over(
    sqlite_service: Service, hints: list[tuple[str, int | None]]
) -> None:
    table_id = started(sqlite_service, people=1, bots=2)
    answers = ("answer", table_id)
    while answers not in hints:
        play_one(sqlite_service, table_id)
    hints.clear()
    pause(sqlite_service, table_id)
    assert answers not in hints
    resume(sqlite_service, table_id)
    assert answers in hints
