"""The database of an earlier release: this one starts on it, and every table goes on."""

import lzma
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import make_url
from sqlmodel import select

from engine.core.record import replay
from pbem.base.db import Database
from pbem.base.service import Service
from pbem.store.links import Links
from pbem.store.models import InboundMail, Table
from pbem.store.models.inbound_mail import ACCEPTED
from pbem.store.models.table import INVITING, OVER, PAUSED, RUNNING
from pbem.store.people import main_address
from pbem.store.positions import game_of, state_at
from pbem.store.schema import is_current
from pbem.tables.host import resume
from pbem.tables.open_table import Joining, join
from pbem.tables.records import record_of
from pbem.tables.rules_upgrade import replay_tables
from pbem.web.app import create_app
from tests.databases.take import FOLDER, settings
from tests.e2e.player import Post, Presser, links, move_links
from tests.pbem.conftest import FakeClock, made
from tests.pbem.sample_tables import asks, lines, mails, play_one, seats, sweep, table

LEFT_BEHIND = sorted(FOLDER.glob("*.sqlite.xz"))
STATUSES = {RUNNING: 7, INVITING: 1, PAUSED: 1, OVER: 1}


@pytest.fixture(params=LEFT_BEHIND, ids=lambda file: file.name.partition(".")[0])
def service(request: pytest.FixtureRequest, tmp_path: Path, clock: FakeClock) -> Iterator[Service]:
    """Of this release, on a copy; its clock goes on an hour after the last mail."""
    config = settings(tmp_path)
    Path(make_url(config.database_url).database or "").write_bytes(lzma.decompress(request.param.read_bytes()))
    service = made(config, Database(config.database_url), clock)
    clock.time = max(mail.created_at for mail in mails(service)) + timedelta(hours=1)
    yield service
    service.db.close()


def tables(service: Service, status: str) -> list[int]:
    with service.db.reading() as session:
        return [id for id in session.exec(select(Table.id).where(Table.status == status)).all() if id is not None]


def test_its_tables_are_those_that_were_left(service: Service) -> None:
    assert is_current(service.db)
    assert {status: len(tables(service, status)) for status in STATUSES} == STATUSES
    for status in STATUSES:
        for table_id in tables(service, status):
            if status != INVITING:
                with service.db.reading() as session:
                    here = session.get_one(Table, table_id)
                    if here.version == game_of(here).version:  # others go on from where they stand: see below
                        assert replay(game_of(here), record_of(session, here)).now == state_at(session, here), here.game


def test_hosts_go_on_seeing_the_addresses_that_they_have_typed(service: Service) -> None:
    """Where it is certain: the player has one address, and was invited."""
    for table_id in tables(service, INVITING):
        for seat in seats(service, table_id):
            with service.db.reading() as session:
                assert seat.user_id is not None
                assert seat.typed_email == main_address(session, seat.user_id)


def test_tables_of_earlier_rules_go_on_from_where_they_stand(service: Service) -> None:
    """Their records would replay differently: what was played stands, and everybody is told."""
    before = {id: table(service, id) for id in tables(service, RUNNING)}
    old = {id for id, here in before.items() if here.version != game_of(here).version}
    assert old, "this release has changed rules"
    positions = {id: position(service, id) for id in old}
    replay_tables(service)
    for id in old:
        here = table(service, id)
        assert here.version == game_of(here).version
        assert position(service, id) == positions[id]
        play_one(service, id)


def position(service: Service, table_id: int) -> object:
    with service.db.reading() as session:
        return state_at(session, session.get_one(Table, table_id))


def test_the_mails_that_waited_are_written_and_their_links_open(service: Service) -> None:
    sent_before = {mail.id for mail in mails(service, status="sent")}
    sent = [mail for mail in Post(service).arrive() if mail.id not in sent_before]
    assert {mail.kind for mail in sent} == {"turn", "invitation", "started", "notice", "news", "talk", "over"}
    assert {mail.status for mail in mails(service)} <= {"sent", "cancelled"}
    presser = Presser(create_app(service))
    for link in {links(mail)[0] for mail in sent}:
        assert presser.open(link).status_code == 200, link


def test_every_table_goes_on(service: Service, clock: FakeClock) -> None:
    running, (inviting,), (paused,) = (tables(service, status) for status in (RUNNING, INVITING, PAUSED))
    resume(service, paused)
    for seat in seats(service, inviting):
        join(service, seat.id, Joining())
    sweep(service)
    post, presser = Post(service), Presser(create_app(service))
    for table_id in (*running, inviting, paused):
        before = table(service, table_id).ply
        play_one(service, table_id, bot="greedy")
        clock.forward(minutes=20)  # a player who is asked again on the page gets the mail later
        post.arrive()
        ask = asks(service, table_id)[0]
        # An answer that had come in may be answered with the next question in the same mail.
        question = next(mail for mail in mails(service, status="sent") if mail.ask_id == ask.id and move_links(mail))
        presser.play(move_links(question)[0])
        assert table(service, table_id).ply >= before + 2
    assert not mails(service, status="dead")


def test_the_answer_that_had_come_in_is_read(service: Service) -> None:
    sweep(service)
    with service.db.reading() as session:
        (mail,) = session.exec(select(InboundMail)).all()
    assert mail.status == ACCEPTED, mail.error
    (answered,) = {
        line.table_id for id in tables(service, RUNNING) for line in lines(service, id) if line.how == "mail"
    }
    assert table(service, answered).ply > 0


def test_a_table_that_was_over_is_still_shown(service: Service) -> None:
    (over,) = tables(service, OVER)
    page = Presser(create_app(service)).open(Links(service).history(seats(service, over)[0]))
    assert page.status_code == 200
    assert lines(service, over)[-1].text in page.text
