"""What one accepted line does, on both databases."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import func, select

from engine.core.play import start
from engine.core.record import replay
from engine.core.refusal import Illegal, NotAMove
from engine.games import GAMES
from pbem.base.service import Service
from pbem.play.notify import PATIENCE_ON_PAGE
from pbem.play.play_line import AskClosed, play_line
from pbem.store.models import Line, User
from pbem.store.models.table import OVER, RUNNING
from pbem.tables.open_table import seed_text
from pbem.tables.records import record_of
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, lines, mails, play_one, seats, started, state, table

pytestmark = pytest.mark.both_databases


def test_a_table_starts_when_everybody_has_joined(service: Service) -> None:
    table_id = started(service)
    here = table(service, table_id)
    assert here.status == RUNNING
    assert here.ply == 0
    assert [ask.ply for ask in asks(service, table_id)] == [0]
    opening = start(GAMES[here.game], [seat.colour for seat in seats(service, table_id)], here.seed, here.options)
    assert state(service, table_id) == opening.state


def test_the_seed_is_made_by_both_sides(sqlite_service: Service) -> None:
    from hashlib import sha256

    here = table(sqlite_service, started(sqlite_service))
    assert here.commitment == sha256(here.secret.encode()).hexdigest()
    assert here.seed == sha256(seed_text(here.secret, seats(sqlite_service, here.id)).encode()).hexdigest()


def test_a_line_is_logged_and_the_next_seat_is_asked(service: Service) -> None:
    table_id = started(service)
    first = asks(service, table_id)[0]
    accepted = play_line(service, first.seat_id, first.id, "issue.2", "page")
    assert accepted.ply == 1
    log = lines(service, table_id)
    assert [(line.ply, line.text, line.how) for line in log] == [(0, "", "opening"), (1, "issue.2", "page")]
    after = asks(service, table_id)
    assert len(after) == 1
    assert after[0].seat_id != first.seat_id
    assert mails(service, kind="turn", ask_id=after[0].id)


def test_a_refused_line_changes_nothing(service: Service) -> None:
    table_id = started(service)
    ask = asks(service, table_id)[0]
    for text, error in (("issue.14", Illegal), ("fly.me", NotAMove), ("issue.1 issue.1", Illegal)):
        with pytest.raises(error):
            play_line(service, ask.seat_id, ask.id, text, "page")
    assert table(service, table_id).ply == 0
    assert [open_ask.id for open_ask in asks(service, table_id)] == [ask.id]


def test_an_answered_ask_is_closed_for_ever(service: Service) -> None:
    table_id = started(service)
    ask = asks(service, table_id)[0]
    play_line(service, ask.seat_id, ask.id, "pass", "page")
    with pytest.raises(AskClosed):
        play_line(service, ask.seat_id, ask.id, "pass", "page")
    other = next(seat for seat in seats(service, table_id) if seat.id != asks(service, table_id)[0].seat_id)
    with pytest.raises(AskClosed):
        play_line(service, other.id, asks(service, table_id)[0].id, "pass", "page")


def test_fifty_at_once_play_one_line(service: Service) -> None:
    table_id = started(service)
    ask = asks(service, table_id)[0]

    def press(_: int) -> bool:
        try:
            play_line(service, ask.seat_id, ask.id, "issue.1", "page")
        except AskClosed:
            return False
        return True

    with ThreadPoolExecutor(10) as pool:
        played = list(pool.map(press, range(50)))
    assert played.count(True) == 1
    assert table(service, table_id).ply == 1


def test_two_hundred_changes_at_once_are_all_counted(service: Service) -> None:
    started(service)

    def raise_epoch(_: int) -> None:
        with service.db.writing() as session:
            user = session.exec(select(User).order_by(User.id).limit(1).with_for_update()).one()  # type: ignore[arg-type]
            user.link_epoch += 1
            session.add(user)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(raise_epoch, range(200)))
    with service.db.reading() as session:
        assert session.exec(select(func.max(User.link_epoch))).one() == 200


def test_a_whole_game_is_played_and_its_record_replays(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    while asks(sqlite_service, table_id):
        play_one(sqlite_service, table_id)
    here = table(sqlite_service, table_id)
    assert here.status == OVER
    with sqlite_service.db.reading() as session:
        record = record_of(session, here)
        assert session.exec(select(func.count()).select_from(Line)).one() == here.ply + 1
    assert replay(GAMES[here.game], record).now == state(sqlite_service, table_id)
    assert len(mails(sqlite_service, kind="over")) == 3


def test_seats_asked_together_keep_their_asks(service: Service) -> None:
    table_id = started(service, "parlour")
    together = asks(service, table_id)
    while len(together) < 2:
        play_one(service, table_id)
        together = asks(service, table_id)
    play_line(service, together[0].seat_id, together[0].id, together[0].default, "page")
    left = {ask.id: ask.deadline_at for ask in asks(service, table_id)}
    for ask in together[1:]:
        assert left[ask.id] == ask.deadline_at


def test_the_mover_on_the_page_hears_by_mail_only_after_a_while(sqlite_service: Service, clock: FakeClock) -> None:
    """When the same seat is asked again, the page goes on; the mail waits and is cancelled by the next line."""
    table_id = started(sqlite_service, "parlour")
    for _ in range(200):
        accepted = play_one(sqlite_service, table_id)
        if accepted.asked_again:
            break
    else:
        pytest.fail("no seat ever went on")
    (mail,) = mails(sqlite_service, ask_id=accepted.asked_again)
    assert mail.due_at == clock.now() + PATIENCE_ON_PAGE
    again = next(ask for ask in asks(sqlite_service, table_id) if ask.id == accepted.asked_again)
    play_line(sqlite_service, again.seat_id, again.id, again.default, "page")
    assert mails(sqlite_service, ask_id=accepted.asked_again)[0].status == "cancelled"


def test_a_deadline_runs_for_the_time_of_the_pace(sqlite_service: Service, clock: FakeClock) -> None:
    ask = asks(sqlite_service, started(sqlite_service))[0]
    assert ask.deadline_at == clock.now() + timedelta(hours=72)
