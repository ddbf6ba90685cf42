"""Every process signs, and one that has fallen silent is named."""

from dataclasses import replace

import pytest
from sqlmodel import select

from pbem.store.models import Sign
from pbem.store.signs import Silence, expected, forget_machines, sign_of_life, silent


@pytest.fixture
def server(service):
    """A production server: its settings say which processes must run."""
    service.config = replace(
        service.config, embedded=False, inbound_url="lmtp:///run/x.sock", imap_url="imaps://a:b@c/d"
    )
    return service


def names(service):
    with service.db.reading() as session:
        return [silence.process for silence in silent(session, service.config, service.now())]


def test_the_settings_say_which_processes_must_run(server):
    assert expected(server.config) == ("worker", "beat", "web", "sender", "inbound", "imap")
    assert expected(replace(server.config, inbound_url="", imap_url="")) == ("worker", "beat", "web", "sender")


def test_a_process_that_was_never_started_is_named(server):
    with server.db.reading() as session:
        found = silent(session, server.config, server.now())
    assert found[0] == Silence("worker", None)
    assert str(found[0]) == "worker has never been heard of"


@pytest.mark.both_databases
def test_each_process_in_turn_is_named_within_a_minute_and_forgiven_when_it_is_back(server, clock):
    everybody = expected(server.config)
    for process in everybody:
        sign_of_life(server, process)
    assert names(server) == []
    for stopped in everybody:
        quiet = 60 if stopped != "imap" else 160
        for _ in range(quiet // 10):
            clock.forward(seconds=10)
            for process in everybody:
                if process != stopped:
                    sign_of_life(server, process)
        assert names(server) == [stopped]
        sign_of_life(server, stopped)
        assert names(server) == []


def test_one_of_several_machines_is_enough_and_old_machines_are_forgotten(server, clock, monkeypatch):
    for machine in ("one", "two"):
        monkeypatch.setattr("socket.gethostname", lambda machine=machine: machine)
        sign_of_life(server, "worker")
    clock.forward(seconds=55)
    sign_of_life(server, "worker")
    assert "worker" not in names(server)
    clock.forward(hours=25)
    sign_of_life(server, "worker")
    forget_machines(server)
    with server.db.reading() as session:
        assert [sign.machine for sign in session.exec(select(Sign)).all()] == ["two"]


def test_a_process_whose_database_is_away_goes_on(server):
    with server.db.writing_connection() as connection:
        connection.exec_driver_sql("DROP TABLE signs")
    sign_of_life(server, "worker")
