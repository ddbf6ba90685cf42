"""What processes count is added up in the database, and written for Prometheus as its own client would."""

import pytest
from sqlalchemy.exc import OperationalError

from pbem.base.service import Service
from pbem.base.tallies import INBOUND, MAILS, REQUESTS, SUM, TASKS, Tallies, written
from pbem.store.tallies import read_tallies, write_tallies
from pbem.upkeep.exposition import exposition
from pbem.upkeep.metrics import figures
from pbem.web.app import create_app
from tests.e2e.player import Post
from tests.pbem.sample_tables import started


def told(service: Service) -> list[str]:
    write_tallies(service)
    with service.db.reading() as session:
        return exposition(figures(session, service.now())).splitlines()


@pytest.mark.both_databases
def test_processes_add_to_what_others_have_counted(service):
    for _ in range(3):  # as if each time another process wrote
        service.tallies.count(MAILS, kind="turn", result="sent")
        service.tallies.time(TASKS, 0.5, task="deliver")
        write_tallies(service)
    write_tallies(service)
    with service.db.reading() as session:
        found = read_tallies(session)
    assert found == {
        (MAILS, 'kind="turn",result="sent"', ""): 3,
        (TASKS, 'task="deliver"', "0.5"): 3,
        (TASKS, 'task="deliver"', SUM): 1.5,
    }


def test_what_cannot_be_written_is_kept(service, monkeypatch):
    service.tallies.count(INBOUND, result="accepted")

    def away():
        raise OperationalError("", {}, Exception())

    with monkeypatch.context() as patch:
        patch.setattr(service.db, "writing_connection", away)
        write_tallies(service)
    service.tallies.count(INBOUND, result="accepted")
    assert 'railpost_inbound_total{result="accepted"} 2' in told(service)


def test_a_histogram_counts_up_to_each_bound(service):
    for seconds in (0.004, 0.01, 0.3, 500):
        service.tallies.time(TASKS, seconds, task="sweep")
    lines = [line for line in told(service) if line.startswith(TASKS)]
    counted = {line.partition('le="')[2].partition('"')[0]: line.split()[-1] for line in lines if "_bucket" in line}
    assert counted == {
        "0.01": "2", "0.025": "2", "0.05": "2", "0.1": "2", "0.25": "2", "0.5": "3", "1.0": "3", "2.5": "3",
        "5.0": "3", "10.0": "3", "30.0": "3", "60.0": "3", "120.0": "3", "+Inf": "4",
    }  # fmt: skip
    assert f'{TASKS}_sum{{task="sweep"}} 500.314' in lines
    assert f'{TASKS}_count{{task="sweep"}} 4' in lines


def test_labels_are_escaped():
    assert written({"b": 'a"b\\c\nd', "a": "x"}) == 'a="x",b="a\\"b\\\\c\\nd"'


def test_what_was_taken_is_counted_once():
    tallies = Tallies()
    tallies.count(MAILS, kind="turn", result="sent")
    assert list(tallies.take().values()) == [1]
    assert tallies.take() == {}


def test_mails_pages_and_failures_are_counted_where_they_happen(service):
    started(service)
    sent = len(Post(service).arrive())
    app = create_app(service)

    @app.get("/broken")
    def broken() -> str:
        raise KeyError("x")

    client = app.test_client()
    client.get("/")
    client.get("/no/such/page")
    assert client.get("/broken").status_code == 500
    lines = told(service)
    mails = [line for line in lines if line.startswith(MAILS) and 'result="sent"' in line]
    assert sum(int(line.split()[-1]) for line in mails) == sent > 0
    assert f'{REQUESTS}_count{{page="home.front",status="2xx"}} 1' in lines
    assert f'{REQUESTS}_count{{page="none",status="4xx"}} 1' in lines
    assert f'{REQUESTS}_count{{page="broken",status="5xx"}} 1' in lines
    assert 'railpost_failures_total{work="page"} 1' in lines
