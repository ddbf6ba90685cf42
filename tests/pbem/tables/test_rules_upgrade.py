"""A release changes the rules while tables run, and tables become records and come back."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import update
from sqlmodel import col, select

from engine.core.game import Outcome
from engine.core.record import read_record
from engine.games import GAMES
from pbem.base.service import Service
from pbem.cli import main
from pbem.mail_out.compose import render
from pbem.mail_out.deliver import deliver_due
from pbem.play.play_line import play_line
from pbem.play.undo import take_back
from pbem.store.models import Act, Failure, Line, Table
from pbem.store.models.table import OVER
from pbem.tables import rules_upgrade
from pbem.tables.import_record import import_record
from pbem.tables.records import record_of
from pbem.tables.rules_upgrade import CHANGED, FAILED, NIGHTS, SAME, difference, replay_tables, replay_tonight
from tests.pbem.conftest import FakeClock
from tests.pbem.mail_out.test_deliver import Answering
from tests.pbem.sample_tables import asks, lines, mails, play_one, seats, started, state, table
from tests.toys.parlour import GAME as PARLOUR
from tests.toys.parlour.state import State

SAME_RULES = replace(PARLOUR, version=2)


def dealt_from_below(seats: tuple[str, ...], rng: Any, options: Any) -> Outcome[State]:
    """The corrected rules turn the pack over: every hand is another one."""
    opening = PARLOUR.setup(seats, rng, options)
    return Outcome(opening.state.with_deck(opening.state.deck[::-1]), opening.events)


OTHER_RULES = replace(PARLOUR, version=2, setup=dealt_from_below)


def release(monkeypatch: pytest.MonkeyPatch, game: Any) -> None:
    monkeypatch.setitem(GAMES, game.id, game)


def play_to_the_end(service: Service, table_id: int) -> None:
    while table(service, table_id).status != OVER:
        play_one(service, table_id)


def record(service: Service, table_id: int) -> str:
    with service.db.reading() as session:
        return str(record_of(session, session.get_one(Table, table_id)))


def test_a_table_that_replays_the_same_moves_on_silently(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = started(service, "parlour", 2)
    for _ in range(3):
        play_one(service, table_id)
    before = len(mails(service))
    release(monkeypatch, SAME_RULES)
    assert [row.outcome for row in replay_tables(service)] == [SAME]
    moved = table(service, table_id)
    assert (moved.version, moved.base_ply, len(mails(service))) == (2, 0, before)
    play_to_the_end(service, table_id)


def test_a_table_that_replays_otherwise_goes_on_from_where_it_is(
    service: Service, monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    table_id = started(service, "parlour", 2)
    for _ in range(3):
        play_one(service, table_id)
    held = state(service, table_id)
    open_before = {ask.id for ask in asks(service, table_id)}
    release(monkeypatch, OTHER_RULES)
    [row] = replay_tables(service)
    assert (row.outcome, bool(row.why)) == (CHANGED, True)
    moved = table(service, table_id)
    assert (moved.version, moved.base_ply) == (2, 3)
    assert state(service, table_id) == held
    assert {ask.id for ask in asks(service, table_id)} == open_before
    # Everybody is told once, in one sentence.
    told = mails(service, kind="notice")
    assert sorted(mail.user_id for mail in told) == sorted(seat.user_id or 0 for seat in seats(service, table_id))
    clock.forward(minutes=1)  # until then what else is done would be told in the same mail
    while deliver_due(service, Answering(), render):
        pass
    assert all(b"parlour/2" in (mail.raw or b"") for mail in mails(service, kind="notice"))
    with service.db.reading() as session:
        [act] = session.exec(select(Act)).all()
    assert (act.kind, act.ply, act.content) == ("rules", 3, {"rules": "parlour/2"})
    # The second time nothing happens, also after more lines were played.
    play_one(service, table_id)
    assert [row.outcome for row in replay_tables(service)] == [SAME]
    assert len(mails(service, kind="notice")) == 2
    play_to_the_end(service, table_id)
    assert [line.version for line in lines(service, table_id)] == [1] * 4 + [2] * (len(lines(service, table_id)) - 4)
    text = record(service, table_id)
    assert text.startswith("Game: parlour\nRules: parlour/1\n")
    [told_in_record] = [line for line in text.splitlines() if line.endswith("; rules parlour/2 from here")]
    assert told_in_record.startswith("3. ")


def test_a_table_that_cannot_be_replayed_holds_no_other_up(sqlite_service: Service) -> None:
    broken, well = started(sqlite_service, "parlour", 2), started(sqlite_service, "parlour", 2)
    with sqlite_service.db.writing() as session:
        session.exec(update(Line).where(col(Line.table_id) == broken).values(snapshot=b"no snapshot"))
    found = replay_tables(sqlite_service)
    assert [(row.table_id, row.outcome) for row in found] == [(broken, FAILED), (well, SAME)]
    with sqlite_service.db.reading() as session:
        assert [failure.what for failure in session.exec(select(Failure)).all()] == [f"replay {broken}"]
    env = {"DATA": str(sqlite_service.config.data), "DATABASE_URL": sqlite_service.config.database_url}
    told = CliRunner().invoke(main, ["check", "--replay"], env=env)
    assert told.exit_code != 0
    assert f"table {broken}    cannot be replayed: error: " in told.stdout
    assert f"table {well}    ok" in told.stdout


@pytest.mark.both_databases
def test_every_night_replays_its_share(service: Service, monkeypatch: pytest.MonkeyPatch, clock: FakeClock) -> None:
    tables = [started(service, "parlour", 2) for _ in range(NIGHTS + 2)]
    release(monkeypatch, SAME_RULES)
    monkeypatch.setattr(rules_upgrade, "AT_ONCE", 1)
    for _ in range(NIGHTS):
        before = {id for id in tables if table(service, id).version == SAME_RULES.version}
        last: int | None = 0
        while last is not None:
            last = replay_tonight(service, last)
        tonight = {id for id in tables if table(service, id).version == SAME_RULES.version} - before
        assert len({id % NIGHTS for id in tonight}) == 1
        clock.forward(days=1)
    assert all(table(service, id).version == SAME_RULES.version for id in tables)


def test_a_log_with_lines_taken_back_replays(sqlite_service: Service) -> None:
    sqlite_service.config = replace(sqlite_service.config, cooling_off=180)
    table_id = started(sqlite_service, "age-of-steam", 3)
    ask = asks(sqlite_service, table_id)[0]
    play_line(sqlite_service, ask.seat_id, ask.id, "issue.2", "page")
    take_back(sqlite_service, ask.seat_id)
    play_one(sqlite_service, table_id)
    with sqlite_service.db.reading() as session:
        assert difference(session, session.get_one(Table, table_id)) == ""


@pytest.mark.parametrize("game", ["parlour", "age-of-steam"])
def test_a_table_as_a_record_and_back(sqlite_service: Service, game: str, clock: FakeClock) -> None:
    table_id = started(sqlite_service, game, 3)
    for _ in range(6):
        play_one(sqlite_service, table_id)
    text = record(sqlite_service, table_id)
    people = {seat.colour: f"seat{seat.number}@mail.localhost" for seat in seats(sqlite_service, table_id)[:2]}
    again = import_record(sqlite_service, read_record(text), people, "Once more")
    *played, chance = lines(sqlite_service, again)
    assert chance.text == "chance", "and everything else is as it was"
    read = read_record(record(sqlite_service, again))
    assert str(replace(read, entries=read.entries[:-1], chance=())) == text
    before = lines(sqlite_service, table_id)
    assert [(line.events, line.snapshot) for line in played] == [(line.events, line.snapshot) for line in before]
    assert [seat.status for seat in seats(sqlite_service, again)] == ["joined", "joined", "open"]
    assert {ask.seat_id for ask in asks(sqlite_service, again)}
    play_one(sqlite_service, again)


def test_the_commands(sqlite_service: Service, tmp_path: Path) -> None:
    table_id = started(sqlite_service, "parlour", 2)
    play_to_the_end(sqlite_service, table_id)
    env = {"DATA": str(sqlite_service.config.data), "DATABASE_URL": sqlite_service.config.database_url}
    done = CliRunner().invoke(main, ["export", str(table_id)], env=env)
    assert (done.exit_code, done.stdout) == (0, record(sqlite_service, table_id))
    file = tmp_path / "thursday.txt"
    file.write_text(done.stdout)
    assert CliRunner().invoke(main, ["replay", str(file)], env=env).exit_code == 0
    colour = seats(sqlite_service, table_id)[0].colour
    done = CliRunner().invoke(main, ["import", str(file), "--seat", f"{colour}=zoe@mail.localhost"], env=env)
    assert (done.exit_code, done.stdout) == (0, f"table {table_id + 1}\n")
    assert table(sqlite_service, table_id + 1).status == OVER
    for words in (["export", "99"], ["import", str(file)], ["import", str(file), "--seat", "pink=a@b.c"]):
        wrong = CliRunner().invoke(main, words, env=env)
        assert (wrong.exit_code, wrong.stdout) == (2, "")
        assert wrong.stderr.count("\n") == 1
