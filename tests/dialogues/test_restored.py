"""A server is set back to its backup. Players answer mails from before, and mails of the time that is lost."""

from collections.abc import Iterator
from dataclasses import replace
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pbem.base.db import Database
from pbem.base.service import Service
from pbem.mail_in.letterbox import Unknown, check_recipient
from pbem.play.turn import locked_table
from pbem.store.backup import back_up, restore
from pbem.store.fresh_ids import GAP, leave_gap
from pbem.store.links import Links
from pbem.store.models import Ask, Mail, Proposal, Seat, User
from pbem.store.reply_keys import new_key
from pbem.tables.proposals import propose
from pbem.web.app import create_app
from pbem.web.mailbox import opened
from tests.dialogues.correspondence import Correspondence, words
from tests.pbem.sample_tables import asks, bot_line, lines, mails, seats, table
from tests.pbem.store.restore_targets import empty_beside, find_postgres_programs


@pytest.fixture
def set_back(service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator["SetBack"]:
    find_postgres_programs(monkeypatch)
    url = service.db.engine.url.render_as_string(hide_password=False)
    service.config = replace(service.config, database_url=url)
    made = SetBack(service, tmp_path)
    yield made
    service.db.close()


class SetBack:
    """A table with a question from before the backup, and two questions of the time after it."""

    def __init__(self, service: Service, folder: Path) -> None:
        self.service = service
        self.talk = Correspondence(service)
        self.before = self.talk.question()
        file = folder / "railpost.backup"
        back_up(service.config, file)
        self.lost = [self._answer(), self._answer()]
        self.lost_asks = {mail.ask_id for mail in self.lost}
        self.lost_ids = {mail.message_id for mail in mails(service)} - {self.before.message_id}
        config = empty_beside(service, folder)
        restore(config, file)
        service.db.close()
        service.config, service.db = config, Database(config.database_url)
        leave_gap(service.db)
        self.talk.post.seen = {mail.id for mail in mails(service)}  # on SQLite their numbers are given again

    def _answer(self) -> Mail:
        """The question after the one that is answered now."""
        ask = asks(self.service, self.talk.table_id)[0]
        self.talk.answer(self.talk.question(), bot_line(self.service, ask))
        return self.talk.question()


@pytest.mark.both_databases
def test_a_mail_from_before_is_answered_as_if_nothing_had_happened(set_back: SetBack) -> None:
    service, talk = set_back.service, set_back.talk
    (ask,) = asks(service, talk.table_id)[:1]
    assert (ask.id, table(service, talk.table_id).ply) == (set_back.before.ask_id, 0)
    assert talk.answer(set_back.before, bot_line(service, ask)).status == "accepted"
    assert table(service, talk.table_id).ply == 1
    assert all(ask.id > GAP for ask in asks(service, talk.table_id) if ask.id != set_back.before.ask_id)
    new = {mail.message_id for mail in talk.came()}
    assert new
    assert not new & set_back.lost_ids


@pytest.mark.both_databases
def test_a_mail_of_the_lost_time_is_answered_with_the_present_question(set_back: SetBack) -> None:
    service, talk = set_back.service, set_back.talk
    talk.answer(set_back.before, bot_line(service, asks(service, talk.table_id)[0]))
    talk.came()
    asked = asks(service, talk.table_id)[0]
    (lost,) = [mail for mail in set_back.lost if mail.seat_id == asked.seat_id][:1]
    check_recipient(service, parseaddr(str(opened(lost)["Reply-To"]))[1])
    done = talk.answer(lost, bot_line(service, asked))
    assert (done.status, done.error) == ("rejected", "the question was lost by a restore")
    assert len(lines(service, talk.table_id)) == 2, "nothing is played"
    answer = talk.answered()
    assert (answer.email, answer.ask_id) == (lost.email, asked.id)
    assert "it was set back to an earlier moment. This is the question that is open now." in words(answer)
    assert talk.answer(answer, bot_line(service, asked)).status == "accepted"
    assert len(lines(service, talk.table_id)) == 3


def test_who_is_not_asked_now_is_told_so_and_a_stranger_learns_nothing(set_back: SetBack) -> None:
    service, talk = set_back.service, set_back.talk
    waits = {ask.seat_id for ask in asks(service, talk.table_id)}
    lost = next(mail for mail in set_back.lost if mail.seat_id not in waits)
    assert talk.answer(lost, "pass", sender="mallory@mail.localhost").status == "rejected"
    assert [mail for mail in talk.came() if mail.kind in ("notice", "answer")] == []
    talk.answer(lost, "pass")
    notice = talk.answered()
    assert notice.email == lost.email
    assert "No table waits for an answer of yours." in words(notice)


@pytest.mark.both_databases
def test_links_of_the_lost_time_show_the_present_question_and_play_nothing(set_back: SetBack) -> None:
    service, talk = set_back.service, set_back.talk
    talk.answer(set_back.before, bot_line(service, asks(service, talk.table_id)[0]))
    asked = asks(service, talk.table_id)[0]
    seat = next(seat for seat in seats(service, talk.table_id) if seat.id == asked.seat_id)
    lost = next(mail for mail in set_back.lost if mail.seat_id == seat.id)
    assert lost.ask_id is not None
    assert asked.id not in set_back.lost_asks, "its number is not given again"
    old = Ask(id=lost.ask_id, table_id=talk.table_id, seat_id=seat.id, ply=1, default="", opened_at=asked.opened_at,
              starts_at=asked.starts_at)  # fmt: skip
    client = create_app(service).test_client()
    line = bot_line(service, asked)
    url = urlsplit(Links(service).turn(seat, old)).path
    assert client.get(url).status_code == 200
    assert "This link belongs to an earlier question" in client.get(f"{url}/{line.replace(' ', '~')}").text
    assert client.post(url, data={"draft": line, "ask": str(lost.ask_id), "sign": "x"}).status_code == 303
    assert table(service, talk.table_id).ply == 1


@pytest.mark.both_databases
def test_a_vote_of_the_lost_time_is_no_vote_on_another_proposal(set_back: SetBack) -> None:
    service, talk = set_back.service, set_back.talk
    seat: Seat = seats(service, talk.table_id)[1]
    lost = Proposal(id=1, table_id=talk.table_id, kind="rewind", content={}, made_at=service.now())
    link = urlsplit(Links(service).vote(lost, seat)).path
    client = create_app(service).test_client()
    assert "no longer asked" in client.get(link).text
    with service.db.writing() as session:
        assert propose(service, session, locked_table(session, talk.table_id), "rewind", ply=1).id >= GAP
    assert "no longer asked" in client.post(link, data={"agrees": "yes"}).text


def test_a_key_that_nobody_gave_out_is_refused_at_the_door(service: Service) -> None:
    Correspondence(service, "parlour")
    with service.db.reading() as session:
        user = session.get_one(User, 1)
    domain = service.config.mail_domain
    good = new_key(service, user)
    assert len(good) == 26
    check_recipient(service, f"p+{good}@{domain}")
    check_recipient(service, f"u+{good}@{domain}")
    other = User(id=2, name="", created_at=service.now(), word=user.word)
    for wrong in (new_key(service, other), new_key(service, User(id=99, name="", created_at=service.now())), "a" * 26,
                  "7" * 26, good[:-2] + ("a" if good[-2] != "a" else "b") + good[-1]):  # fmt: skip
        with pytest.raises(Unknown):
            check_recipient(service, f"p+{wrong}@{domain}")
