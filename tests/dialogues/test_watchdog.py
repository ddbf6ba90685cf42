"""The watchdog: each planted fault is found, and mended or told. A healthy table gives no complaint."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from typing import Any
from zlib import compress

import pytest
from sqlalchemy import delete, event, update
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.mail_out.deliver import deliver_due
from pbem.mail_out.transport import Mailbox
from pbem.play.stored_scenes import scene_at
from pbem.play.undo import CannotTakeBack, take_back
from pbem.store.asks import open_asks
from pbem.store.links import Links
from pbem.store.models import Address, Ask, Bounce, Failure, Line, Mail, Pulse, Seat, Table, User
from pbem.store.models.mail import DEAD, PENDING, SENT
from pbem.store.models.table import OVER, PAUSED, RUNNING
from pbem.tables.host import pause, resume
from pbem.tables.seats import leave
from pbem.upkeep.examination import Kind
from pbem.upkeep.watchdog import SLICE, Complaint, complaints, guard
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Post, Presser
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, bot_line, lines, mails, play_one, seats, started, state, sweep, table


def ready(service: Service, game: str = "parlour", plies: int = 3) -> int:
    """A table in mid-game, all of whose mails have been accepted."""
    table_id = started(service, game)
    for _ in range(plies):
        play_one(service, table_id)
    accept_mails(service)
    sweep(service)
    return table_id


def accept_mails(service: Service) -> None:
    with service.db.writing() as session:
        session.exec(update(Mail).where(col(Mail.status) == PENDING).values(status=SENT, sent_at=service.now()))


def kinds(found: list[Complaint], mended: bool | None = None) -> set[str]:
    return {complaint.fault for complaint in found if mended is None or complaint.is_mended == mended}


def test_a_healthy_table_gives_no_complaint(service: Service, clock: FakeClock) -> None:
    """At any moment of a game, with people and bots, when it is paused and when it goes on."""
    table_id = started(service, "parlour", people=2, bots=1)
    assert complaints(service) == []
    while table(service, table_id).status == RUNNING:
        sweep(service)
        accept_mails(service)
        assert complaints(service) == []
        clock.forward(hours=7)
        if not asks(service, table_id):
            break
        play_one(service, table_id)
        sweep(service)
        pause(service, table_id)
        accept_mails(service)
        clock.forward(days=4)
        sweep(service)
        assert complaints(service, repair=False) == []
        resume(service, table_id)
    assert table(service, table_id).status == OVER
    with service.db.reading() as session:
        assert session.exec(select(Failure)).all() == []


Plant = Callable[[Session, Table, Ask], None]


def no_ask(session: Session, here: Table, ask: Ask) -> None:
    ask.closed_at = ask.opened_at


def stray_ask(session: Session, here: Table, ask: Ask) -> None:
    other = session.exec(select(Seat).where(Seat.table_id == here.id, Seat.id != ask.seat_id)).all()[-1]
    copied = ask.model_dump(exclude={"id", "seat_id"})
    session.add(Ask(**copied, seat_id=other.id))


def two_asks(session: Session, here: Table, ask: Ask) -> None:
    session.add(Ask(**ask.model_dump(exclude={"id"})))


def no_deadline(session: Session, here: Table, ask: Ask) -> None:
    ask.deadline_at = None


def no_default(session: Session, here: Table, ask: Ask) -> None:
    ask.default = ""


def no_reminder(session: Session, here: Table, ask: Ask) -> None:
    ask.next_reminder_at = None


def unreadable(session: Session, here: Table, ask: Ask) -> None:
    session.exec(update(Line).where(col(Line.table_id) == here.id, col(Line.ply) == here.ply).values(snapshot=b"???"))


def another_shape(session: Session, here: Table, ask: Ask) -> None:
    snapshot = compress(b'{"phase": 3}')
    session.exec(update(Line).where(col(Line.table_id) == here.id, col(Line.ply) == here.ply).values(snapshot=snapshot))


def ply_too_high(session: Session, here: Table, ask: Ask) -> None:
    here.ply += 2


def no_mail(session: Session, here: Table, ask: Ask) -> None:
    session.exec(delete(Mail).where(col(Mail.ask_id) == ask.id))


def no_host(session: Session, here: Table, ask: Ask) -> None:
    stranger = User(name="Stranger", created_at=here.created_at)
    session.add(stranger)
    session.flush()
    session.add(Address(user_id=stranger.id, email="stranger@mail.localhost"))
    here.host_id = stranger.id


def runs_and_is_paused(session: Session, here: Table, ask: Ask) -> None:
    here.paused_at = here.created_at


def wrong_player(session: Session, here: Table, ask: Ask) -> None:
    ask.for_bot = not ask.for_bot


def mail_never_accepted(session: Session, here: Table, ask: Ask) -> None:
    session.exec(update(Mail).where(col(Mail.ask_id) == ask.id).values(status=DEAD, error="451 try again"))


def mail_bounced(session: Session, here: Table, ask: Ask) -> None:
    for mail_id in session.exec(select(Mail.id).where(Mail.ask_id == ask.id)).all():
        session.add(Bounce(mail_id=mail_id, digest="d", status="5.1.1", score=2, came_at=here.created_at))


MENDED: dict[Kind, list[Plant]] = {
    Kind.NO_ASK: [no_ask],
    Kind.STRAY_ASK: [stray_ask],
    Kind.TWO_ASKS: [two_asks],
    Kind.NO_DEADLINE: [no_deadline],
    Kind.NO_DEFAULT: [no_default],
    Kind.NO_REMINDER: [no_reminder],
    Kind.NO_POSITION: [unreadable, another_shape],
    Kind.NO_LINE: [ply_too_high],
    Kind.NO_MAIL: [no_mail],
    Kind.NO_HOST: [no_host],
    Kind.NO_PAUSE: [runs_and_is_paused],
    Kind.WRONG_PLAYER: [wrong_player],
    Kind.MAIL_LOST: [mail_never_accepted],
    Kind.MAIL_BOUNCED: [mail_bounced],
}


@pytest.mark.both_databases
@pytest.mark.parametrize(("kind", "plant"), [(kind, plant) for kind, plants in MENDED.items() for plant in plants])
def test_a_planted_fault_is_mended(service: Service, clock: FakeClock, kind: Kind, plant: Plant) -> None:
    table_id = ready(service)
    clock.forward(hours=2)
    sweep(service)
    before, ply = state(service, table_id), table(service, table_id).ply
    seen = complaints(service, repair=False)
    assert seen == [], "nothing is wrong yet"
    with service.db.writing() as session:
        here = session.get_one(Table, table_id)
        ask = open_asks(session, table_id)[0]
        plant(session, here, ask)
        session.add_all([here, ask])
    assert kind in kinds(complaints(service, repair=False), mended=False)
    found = guard(service)
    assert kind in kinds(found, mended=True)
    assert kinds(found, mended=False) == set()
    accept_mails(service)
    assert complaints(service) == []
    with service.db.reading() as session:
        assert session.exec(select(Failure)).all() == [], "the operator need not look at what is mended"
    assert state(service, table_id) == before
    assert table(service, table_id).ply == ply
    for ask in asks(service, table_id):
        assert ask.deadline_at is not None
        assert ask.default
    play_one(service, table_id)
    assert table(service, table_id).ply > ply


def test_a_question_that_was_lost_is_mailed_again(service: Service, clock: FakeClock) -> None:
    """Under a key of its own, telling what the lost mail told; three times and an hour apart."""
    table_id = ready(service)
    ask = asks(service, table_id)[0]
    first = mails(service, ask_id=ask.id)[0]
    for again in range(1, 4):
        accept_mails(service)
        with service.db.writing() as session:
            session.exec(update(Mail).where(col(Mail.ask_id) == ask.id).values(status=DEAD, error="554 no"))
        if again > 1:
            assert kinds(guard(service), mended=False) == {Kind.MAIL_LOST}, "not at once"
        clock.forward(hours=1)
        assert kinds(guard(service), mended=True) == {Kind.MAIL_LOST}
        sent = mails(service, ask_id=ask.id)[-1]
        assert sent.key == f"{first.key}:w{again}"
        assert (sent.ply, sent.since_ply) == (first.ply, first.since_ply)
    accept_mails(service)
    with service.db.writing() as session:
        session.exec(update(Mail).where(col(Mail.ask_id) == ask.id).values(status=DEAD, error="554 no"))
    clock.forward(hours=1)
    assert kinds(guard(service), mended=False) == {Kind.MAIL_LOST}
    assert len(mails(service, ask_id=ask.id)) == 4


def test_the_host_is_told_once_a_day_and_the_operator_sees_it(service: Service, clock: FakeClock) -> None:
    table_id = ready(service)
    mute = next(seat for seat in seats(service, table_id) if seat.number == 2)
    while asks(service, table_id)[0].seat_id != mute.id:
        play_one(service, table_id)
    accept_mails(service)
    with service.db.writing() as session:
        session.exec(update(Address).where(col(Address.user_id) == mute.user_id).values(suspended_at=service.now()))
        session.exec(
            update(Mail).where(col(Mail.user_id) == mute.user_id, col(Mail.kind) == "turn").values(status=DEAD)
        )
    post, told = Post(service), []
    for _ in range(3):
        assert kinds(guard(service), mended=False) == {Kind.UNREACHABLE}
        told += [mail for mail in post.arrive() if mail.kind == "notice"]
        clock.forward(hours=1)
    assert [mail.email for mail in told] == ["seat0@mail.localhost"]
    assert f"NO MAIL REACHES {mute.name.upper()}" in text_of(opened(told[0]), "plain").upper()
    with service.db.reading() as session:
        failures = session.exec(select(Failure)).all()
    assert [failure.what for failure in failures] == [f"watchdog: unreachable at table {table_id}"]
    clock.forward(days=1)
    guard(service)
    assert len([mail for mail in post.arrive() if mail.kind == "notice"]) == 1


def test_a_position_that_nothing_brings_back_is_told(service: Service, clock: FakeClock) -> None:
    table_id = ready(service)
    with service.db.writing() as session:
        session.exec(update(Line).where(col(Line.table_id) == table_id).values(snapshot=b"", text="no-such-move"))
    assert kinds(guard(service), mended=False) == {Kind.NO_POSITION}
    told = [mail for mail in mails(service) if mail.content.get("notice") == "trouble"]
    assert [mail.email for mail in told] == ["seat0@mail.localhost"]
    sweep(service)
    with service.db.reading() as session:
        assert "no-position" in " ".join(session.exec(select(Failure.what)).all())


def test_every_position_of_a_log_can_be_worked_out_again(service: Service, clock: FakeClock) -> None:
    """Also across lines that were taken back, and what was forced by them."""
    table_id = ready(service, "age-of-steam", plies=0)
    for number in range(25):
        accepted = play_one(service, table_id)
        if number % 4 == 3:
            with service.db.writing() as session:
                session.exec(
                    update(Line)
                    .where(col(Line.table_id) == table_id)
                    .values(settled_at=clock.time + timedelta(hours=1))
                )
            last = lines(service, table_id)[accepted.ply]
            seat = seats(service, table_id)[last.seat or 0]
            with suppress(CannotTakeBack):
                take_back(service, seat.id)
    assert any(line.how == "undo" for line in lines(service, table_id))
    before = {line.ply: line.snapshot for line in lines(service, table_id)}
    with service.db.writing() as session:
        session.exec(
            update(Line).where(col(Line.table_id) == table_id, col(Line.ply) > 0).values(snapshot=b"no position")
        )
    accept_mails(service)
    assert kinds(guard(service), mended=True) == {Kind.NO_POSITION}
    assert {line.ply: line.snapshot for line in lines(service, table_id)} == before


def test_a_game_that_is_over_ends_its_table(service: Service) -> None:
    table_id = ready(service)
    while table(service, table_id).status == RUNNING:
        play_one(service, table_id)
    with service.db.writing() as session:
        session.exec(update(Table).where(col(Table.id) == table_id).values(status=RUNNING, ended_at=None))
        session.exec(delete(Mail).where(col(Mail.kind) == "over"))
    assert kinds(guard(service), mended=True) == {Kind.OVER}
    assert table(service, table_id).status == OVER
    assert len(mails(service, kind="over")) == 3


def test_a_pause_without_a_beginning(service: Service, clock: FakeClock) -> None:
    table_id = ready(service)
    deadline = asks(service, table_id)[0].deadline_at
    pause(service, table_id)
    clock.forward(days=2)
    with service.db.writing() as session:
        session.exec(update(Table).where(col(Table.id) == table_id).values(paused_at=None))
    assert kinds(guard(service), mended=True) == {Kind.NO_PAUSE}
    assert table(service, table_id).status == PAUSED
    resume(service, table_id)
    assert deadline is not None
    assert asks(service, table_id)[0].deadline_at == deadline + timedelta(days=2), "the history knew when it began"


def test_a_deadline_that_no_sweep_has_seen(service: Service, clock: FakeClock) -> None:
    table_id = ready(service)
    ply = table(service, table_id).ply
    clock.forward(days=4)
    found = complaints(service)
    assert Kind.OVERDUE in kinds(found, mended=True)
    assert "no-sweep" in kinds(found, mended=False)
    assert lines(service, table_id)[ply + 1].how == "default"


def test_a_deadline_that_cannot_be_treated_holds_no_other_table_up(service: Service, clock: FakeClock) -> None:
    broken, well = ready(service), ready(service)
    with service.db.writing() as session:
        session.exec(update(Line).where(col(Line.table_id) == broken).values(snapshot=b"", text="no-such-move"))
    ply = table(service, well).ply
    clock.forward(days=4)
    sweep(service)
    assert table(service, well).ply > ply
    with service.db.reading() as session:
        what = set(session.exec(select(Failure.what)).all())
    assert {f"default {broken}", f"watchdog: no-position at table {broken}"} <= what


def test_a_table_that_cannot_be_read_takes_no_page_about_many_down(service: Service) -> None:
    broken, well = ready(service), ready(service)
    with service.db.writing() as session:
        session.exec(update(Table).values(is_open=True))
        session.exec(update(Line).where(col(Line.table_id) == broken).values(snapshot=b"", text="no-such-move"))
    here = table(service, well)
    with service.db.reading() as session:
        own = Links(service).me(session.get_one(User, here.host_id))
        now = scene_at(session, here, None, "en").round
    browser = Presser(create_app(service))
    for page in (browser.open("/"), browser.open(own)):
        assert page.status_code == 200
        assert page.text.count("Thursday table") == 2
        assert page.text.count(now) == 1


def test_mails_that_nobody_sends(service: Service, clock: FakeClock) -> None:
    table_id = ready(service)
    play_one(service, table_id)
    assert "stuck-mails" not in kinds(guard(service))
    clock.forward(minutes=30)
    assert kinds(guard(service), mended=False) == {"stuck-mails"}
    while deliver_due(service, Mailbox(), lambda service, mail: b"Subject: x\r\n\r\nx\r\n"):
        pass
    assert guard(service) == []


def test_a_bot_that_nobody_calls(service: Service) -> None:
    """Seats that go to bots, while every hint is lost."""
    table_id = ready(service)
    ply = table(service, table_id).ply
    leave(service, asks(service, table_id)[0].seat_id)
    sweep(service)
    assert lines(service, table_id)[ply + 1].how == "bot"


def test_sweeps_look_at_all_tables_in_turn(sqlite_service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    service = sqlite_service
    monkeypatch.setattr("pbem.upkeep.watchdog.SLICE", 2)
    tables = [ready(service) for _ in range(5)]
    seen: list[int] = []

    def note(_: Service, tables: list[Table], repair: bool) -> list[Complaint]:
        seen.extend(table.id for table in tables)
        return []

    monkeypatch.setattr("pbem.upkeep.watchdog._look_at", note)
    with service.db.writing() as session:
        session.get_one(Pulse, 1).guarded_id = 0
    for _ in range(6):
        guard(service)
    assert seen == [*tables, *tables]
    assert SLICE > 2


@pytest.mark.both_databases
def test_two_watchdogs_mend_once(service: Service, clock: FakeClock) -> None:
    table_id = ready(service)
    clock.forward(hours=2)
    sweep(service)
    with service.db.writing() as session:
        for ask in open_asks(session, table_id):
            ask.closed_at = ask.opened_at
            session.add(ask)
    with ThreadPoolExecutor(4) as pool:
        found = [complaint for some in pool.map(lambda _: guard(service), range(4)) for complaint in some]
    assert kinds(found, mended=False) == set()
    opened = asks(service, table_id)
    assert len({ask.seat_id for ask in opened}) == len(opened) > 0
    assert bot_line(service, opened[0])


def test_no_sweep_walks_over_everything(sqlite_service: Service) -> None:
    """With nothing due its cost does not grow with the number of tables: each query finds its few rows by an index."""
    service = sqlite_service
    ready(service)
    asked: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
        if statement.startswith("SELECT"):
            asked.append((statement, parameters))

    event.listen(service.db.engine, "before_cursor_execute", note)
    sweep(service)
    event.remove(service.db.engine, "before_cursor_execute", note)
    assert len(asked) > 10
    with service.db.engine.connect() as connection:
        for statement, parameters in asked:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            steps = [step[3] for step in plan]
            walks = [step for step in steps if step.startswith("SCAN") and "INDEX" not in step and "pulses" not in step]
            running = [step for step in steps if "ix_tables_status" in step and "running" in parameters]
            assert walks == running == [], statement
