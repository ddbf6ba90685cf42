"""Whoever has a seat is always answered; a machine that writes back is not."""

from collections import Counter

from sqlalchemy import update
from sqlmodel import col, select

from pbem.base.service import Service
from pbem.mail_in.answer_limits import BEFORE_DEADLINE, HOUR, MOST_ANSWERS
from pbem.mail_in.read_mail import read_waiting
from pbem.play.outbox import post
from pbem.store.mail_kind import MailKind
from pbem.store.models import InboundMail, Mail
from tests.dialogues.correspondence import Correspondence, words
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, lines, mails, table

PAUSE = "We read on a little later"


def kinds(service: Service) -> Counter[str]:
    """Of the answers that are sent, without the time it takes to write them."""
    return Counter(mail.kind for mail in mails(service) if mail.is_answer)


def have_answered(service: Service, mail: Mail, kind: MailKind, often: int) -> None:
    """So many answers went to the writer of this mail just now."""
    with service.db.writing() as session:
        for number in range(often):
            post(service, session, kind, f"ans:before:{number}", mail.user_id)
        session.exec(update(Mail).where(col(Mail.key).startswith("ans:before")).values(status="sent"))


def test_forty_mails_of_a_day_that_nobody_understands_get_forty_answers(
    sqlite_service: Service, clock: FakeClock
) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    for number in range(40):
        talk.answer(mail, "blah" + " blah" * number)  # a number would be looked for among the choices
        clock.forward(minutes=20)
    assert kinds(sqlite_service) == {"refused": 40}
    assert talk.answer(mail, "issue 2").status == "accepted"
    assert kinds(sqlite_service) == {"refused": 40, "receipt": 1}


def test_the_same_words_to_the_same_question_are_answered_once(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    assert talk.answer(mail, "blah").status == "rejected"
    assert talk.answer(mail, "blah").status == "ignored"
    assert kinds(sqlite_service) == {"refused": 1}
    assert talk.answer(mail, "issue 2").status == "accepted"
    assert talk.answer(talk.question(), "blah").status == "rejected", "another player, another question"


def test_above_the_limit_a_short_mail_says_when_the_next_is_read_and_nothing_is_lost(
    sqlite_service: Service, clock: FakeClock
) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    have_answered(sqlite_service, mail, MailKind.ANSWER, MOST_ANSWERS)
    later = [talk.answer(mail, text) for text in ("issue 99", "issue 2", "history")]
    assert {one.status for one in later} == {"processing"}
    assert kinds(sqlite_service) == {"answer": MOST_ANSWERS, "notice": 1}
    told = talk.came()[-1]
    assert PAUSE.upper() in words(told)
    assert table(sqlite_service, talk.table_id).ply == 0
    clock.forward(minutes=61)
    assert read_waiting(sqlite_service) == 3
    assert kinds(sqlite_service) == {"answer": MOST_ANSWERS + 1, "notice": 1, "refused": 1, "receipt": 1}
    assert [line.text for line in lines(sqlite_service, talk.table_id)][1] == "issue.2"
    with sqlite_service.db.reading() as session:
        assert "processing" not in session.exec(select(InboundMail.status)).all()


def test_a_mail_that_waits_is_read_before_its_writers_time_runs_out(sqlite_service: Service, clock: FakeClock) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    until = asks(sqlite_service, talk.table_id)[0].deadline_at
    assert until is not None
    clock.time = until - HOUR
    have_answered(sqlite_service, mail, MailKind.ANSWER, MOST_ANSWERS)
    clock.forward(minutes=20)
    waiting = talk.answer(mail, "issue 2")
    assert waiting.status == "processing"
    assert waiting.lease_until == until - BEFORE_DEADLINE
    clock.time = until - BEFORE_DEADLINE
    read_waiting(sqlite_service)
    assert table(sqlite_service, talk.table_id).ply > 0


def test_a_machine_whose_words_change_does_not_go_on_for_ever(sqlite_service: Service, clock: FakeClock) -> None:
    """It answers each of our answers, some time later, and plays nothing. The clock of the table stands still."""
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    ask = asks(sqlite_service, talk.table_id)[0]
    with sqlite_service.db.writing() as session:
        ask.deadline_at = None
        session.add(ask)
    have_answered(sqlite_service, mail, MailKind.REFUSED, MOST_ANSWERS - 2)
    for number in range(6):
        talk.answer(mail, "Nous vous remercions de votre message" + " encore" * number)
        clock.forward(hours=2)
        read_waiting(sqlite_service)
    assert kinds(sqlite_service)["refused"] == MOST_ANSWERS
