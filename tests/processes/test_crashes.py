"""A process dies at each point of its work: no line is lost, no mail is lost, and only one point can double a mail."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from engine.core.move import write_line
from engine.core.patient import patient_line
from pbem.base.config import production_config
from pbem.base.service import Service, make_service
from pbem.mail_in.letterbox import store_raw
from pbem.mail_in.read_mail import LEASE as READING_LEASE
from pbem.mail_in.read_mail import read_waiting
from pbem.mail_out.deliver import LEASE
from pbem.play.bots import answer_bot, dice_of
from pbem.play.follow_plan import follow_plan
from pbem.play.patient_bots import think_once
from pbem.play.play_line import AskClosed, play_line
from pbem.store.models import Intention, Seat
from pbem.store.models.mail import SENT
from pbem.store.schema import migrate
from pbem.web.mailbox import opened
from tests.dialogues.correspondence import reply_to
from tests.pbem.conftest import FakeClock
from tests.pbem.plans import plan
from tests.pbem.sample_tables import asks, bot_line, lines, mails, play_one, posted, seats, started, state, table
from tests.processes.deaths import ASKING, FOLLOWING, PLAYING, READING, SENDING, THINKING, deliver, dies_in
from tests.processes.system import settings_for
from tests.services import Sink
from tests.toys.parlour import GAME as PARLOUR

# Claims, leases and the transaction that plays a line are those of the database; whoever else plays a line does it so.
ON_BOTH = pytest.mark.parametrize("settings", ["sqlite", "postgres"], indirect=True)
PLAYED_BY_OTHERS = pytest.mark.parametrize(
    "settings", ["sqlite", pytest.param("postgres", marks=pytest.mark.soak)], indirect=True
)


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path, smtp_sink: Sink) -> dict[str, str]:
    postgres = request.param == "postgres"
    url = request.getfixturevalue("empty_postgres") if postgres else f"sqlite:///{tmp_path / 'db.sqlite'}"
    return {**settings_for(url, "redis://127.0.0.1:9/0", smtp_sink.url), "DATA": str(tmp_path)}


@pytest.fixture
def service(settings: dict[str, str]) -> Iterator[Service]:
    made = make_service(production_config(settings))
    made.clock = FakeClock()
    migrate(made.db)
    yield made
    made.db.close()


def forward(service: Service, seconds: float) -> None:
    assert isinstance(service.clock, FakeClock)
    service.clock.forward(seconds=seconds)


@pytest.mark.slow
@ON_BOTH
@pytest.mark.parametrize("point", SENDING)
def test_killed_while_sending(service: Service, settings: dict[str, str], smtp_sink: Sink, point: str) -> None:
    posted(service, 3)
    due = mails(service)
    dies_in(SENDING[point], "deliver", settings, service.now())
    forward(service, LEASE.total_seconds() + 1)
    while deliver(service):
        pass
    assert deliver(service) == 0
    assert [mail.status for mail in mails(service)] == [SENT] * len(due)
    arrived = [str(mail.message["Message-ID"]) for mail in smtp_sink.received]
    assert set(arrived) == {f"<{mail.message_id}>" for mail in due}
    assert len(arrived) == len(due) + (point == "after 250")
    copies = {mail.raw for mail in smtp_sink.received}
    assert len(copies) == len(due), "a second copy is the same to the last byte"


@pytest.mark.slow
@ON_BOTH
@pytest.mark.parametrize("point", PLAYING)
def test_killed_while_playing(service: Service, settings: dict[str, str], smtp_sink: Sink, point: str) -> None:
    table_id = started(service, "parlour", 2)
    play_one(service, table_id)
    ask = asks(service, table_id)[0]
    line = bot_line(service, ask)
    before = {mail.key for mail in mails(service)}
    dies_in(PLAYING[point], "play", settings, service.now(), ask.seat_id, ask.id, line, "page")
    kept = point == "after the commit"
    assert [row.text for row in lines(service, table_id)[2:]] == [line] * kept
    assert ({mail.key for mail in mails(service)} > before) == kept, "the line and its mails come together"
    # The player saw no answer and presses again.
    if kept:
        with pytest.raises(AskClosed):
            play_line(service, ask.seat_id, ask.id, line, "page")
    else:
        play_line(service, ask.seat_id, ask.id, line, "page")
    assert [row.text for row in lines(service, table_id)[2:]] == [line]
    assert {mail.ask_id for mail in mails(service, kind="turn")} >= {ask.id for ask in asks(service, table_id)}


@pytest.mark.slow
@PLAYED_BY_OTHERS
@pytest.mark.parametrize("point", PLAYING)
def test_killed_while_a_bot_answers(service: Service, settings: dict[str, str], point: str) -> None:
    table_id = started(service, "parlour", 1, bots=1)
    dies_in(PLAYING[point], "answer", settings, service.now())
    while answer_bot(service):
        pass
    bot = next(seat.number for seat in seats(service, table_id) if seat.bot)
    assert [row.seat for row in lines(service, table_id)[1:]] == [bot]


@pytest.mark.slow
@PLAYED_BY_OTHERS
@pytest.mark.parametrize("point", THINKING)
def test_killed_while_a_patient_bot_thinks(service: Service, settings: dict[str, str], point: str) -> None:
    """It costs a repeated question and nothing else: the same line comes, once."""
    table_id = started(service, "parlour", 1, bots=1, bot="patient")
    bot = next(seat for seat in seats(service, table_id) if seat.bot)
    ask = next(ask for ask in asks(service, table_id) if ask.for_bot)
    view = PARLOUR.view(state(service, table_id), bot.number)  # type: ignore[arg-type]
    expected = write_line(patient_line(PARLOUR, view, bot.number, dice_of(table(service, table_id), ask, bot)))
    dies_in(THINKING[point], "think", settings, service.now())
    while think_once(service):
        pass
    assert [(row.seat, row.text, row.how) for row in lines(service, table_id)[1:]] == [(bot.number, expected, "bot")]


def planned_table(service: Service, form: str) -> tuple[int, Seat]:
    """A table at which the seat that is asked has planned its answer."""
    table_id = started(service)
    owner = seats(service, table_id)[state(service, table_id).order[1]]  # type: ignore[attr-defined]
    plan(service, owner, "1/issue", form)
    first = asks(service, table_id)[0]
    play_line(service, first.seat_id, first.id, "pass", "mail")
    forward(service, service.config.cooling_off)
    assert asks(service, table_id)[0].is_planned
    return table_id, owner


@pytest.mark.slow
@PLAYED_BY_OTHERS
@pytest.mark.parametrize("point", FOLLOWING)
def test_killed_while_a_plan_is_followed(service: Service, settings: dict[str, str], point: str) -> None:
    """The line is played once, and its seat is not asked."""
    table_id, owner = planned_table(service, "issue.2")
    (ask,) = asks(service, table_id)
    dies_in(FOLLOWING[point], "follow", settings, service.now())
    assert (len(lines(service, table_id)) == 3) == (point == "after the commit")
    while follow_plan(service):
        pass
    played = [(row.seat, row.text, row.how) for row in lines(service, table_id)[2:]]
    assert played == [(owner.number, "issue.2", "plan")]
    assert not mails(service, ask_id=ask.id)
    assert {mail.ask_id for mail in mails(service, kind="turn")} >= {ask.id for ask in asks(service, table_id)}


@pytest.mark.slow
@PLAYED_BY_OTHERS
@pytest.mark.parametrize("point", ASKING)
def test_killed_while_a_broken_plan_is_asked(service: Service, settings: dict[str, str], point: str) -> None:
    """Nothing is played, and one mail asks."""
    table_id, owner = planned_table(service, "issue.2")
    with service.db.writing() as session:
        row = session.exec(select(Intention).where(Intention.seat_id == owner.id)).one()
        row.content = {**row.content, "choices": [{"form": "issue.99"}]}
        session.add(row)
    (ask,) = asks(service, table_id)
    dies_in(ASKING[point], "follow", settings, service.now())
    assert bool(mails(service, ask_id=ask.id)) == (point == "after the commit"), "the mail comes with its question"
    while follow_plan(service):
        pass
    assert len(lines(service, table_id)) == 2
    (still,) = asks(service, table_id)
    assert (still.id, still.is_planned) == (ask.id, False)
    assert still.why_asked is not None
    assert [mail.kind for mail in mails(service, ask_id=ask.id)] == ["turn"]


@pytest.mark.slow
@ON_BOTH
@pytest.mark.parametrize("point", READING)
def test_killed_between_taking_a_mail_and_its_answer(
    service: Service, settings: dict[str, str], smtp_sink: Sink, point: str
) -> None:
    table_id = started(service, "parlour", 2)
    while deliver(service):
        pass
    ask = asks(service, table_id)[0]
    question = next(mail for mail in mails(service, kind="turn") if mail.ask_id == ask.id)
    line = bot_line(service, ask)
    raw = reply_to(question, line.replace(".", " "))
    stored = store_raw(service, raw, question.email, str(opened(question)["Reply-To"]), "lmtp")
    before = len(lines(service, table_id))
    dies_in(READING[point], "read", settings, service.now(), stored.id)
    forward(service, READING_LEASE.total_seconds() + 1)
    read_waiting(service)
    read_waiting(service)
    mailed = [row.text for row in lines(service, table_id)[before:] if row.how == "mail"]
    assert mailed == [line]
    assert len(mails(service, kind="receipt")) == 1
    while deliver(service):
        pass
    receipts = [mail for mail in smtp_sink.received if "ans." in str(mail.message["Message-ID"])]
    assert len(receipts) == 1, "the answer leaves"
