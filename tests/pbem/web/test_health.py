"""/healthz tells machines what is missing, in text or JSON."""

from dataclasses import replace

import pytest

from pbem.store.signs import expected, sign_of_life
from pbem.web.app import create_app


@pytest.fixture
def client(service):
    service.config = replace(service.config, inbound_url="")
    return create_app(service).test_client()


def test_a_server_that_has_just_started_is_well(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text, answer.mimetype) == (200, "ok\n", "text/plain")


def test_processes_that_are_missing_are_named_since_when(client, service, clock):
    for process in expected(service.config):
        sign_of_life(service, process)
    clock.forward(minutes=2)
    sign_of_life(service, "worker")
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "degraded: beat has been silent since 2026-11-16 12:00:00 UTC\n")
    sign_of_life(service, "beat")
    assert client.get("/healthz").text == "ok\n"


def test_json_for_those_who_ask_for_it(client, clock):
    clock.forward(minutes=2)
    told = client.get("/healthz", headers={"Accept": "application/json"}).get_json()
    assert told["status"] == "degraded"
    assert told["troubles"] == ["worker has never been heard of", "beat has never been heard of"]
    assert told["version"]


def test_a_database_behind_the_release_is_plain_text_too(client, service):
    with service.db.writing_connection() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    answer = client.get("/healthz")
    assert (answer.status_code, answer.mimetype) == (503, "text/plain")
    assert answer.text == "down: the database is behind this release\n"


def test_a_database_that_is_away_is_plain_text_too(client, service, monkeypatch):
    from sqlalchemy.exc import OperationalError

    def away(_):
        raise OperationalError("SELECT 1", {}, Exception("gone"))

    monkeypatch.setattr("pbem.upkeep.health.is_current", away)
    answer = client.get("/healthz", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["status"]) == (503, "down")
