"""The processes: everything in one for the embedded default, or one of each for production.

Each reads its settings first, then looks at its database, and loads the rest afterwards: a wrong setting is said at
once.
"""

import fcntl
import logging
import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import IO, TYPE_CHECKING, Any

import click

from pbem.base.config import Config
from pbem.base.logs import write_logs
from pbem.cli.setup import Sentence, database_answers, embedded, made, production, ready, whole

if TYPE_CHECKING:
    from pbem.base.service import Reel, Service

log = logging.getLogger(__name__)
RESTART_SECONDS = 1.0
BREATH = 1.0  # seconds before the workers are loaded, which would slow the first page down


@click.command("migrate")
def migrate_command() -> None:
    """Brings the database up to date."""
    config = production()
    from pbem.base.db import Database
    from pbem.store.schema import head, migrate

    with database_answers():
        db = Database(config.database_url)
        before = migrate(db)
        whole(db)
        db.close()
    if before is None:
        click.echo(f"the database is made, at {head()}")
    elif before < head():
        click.echo(f"the database has gone from {before} to {head()}")
    else:
        click.echo(f"the database is up to date, at {before}")


@click.command("web")
def web_command() -> None:
    """Serves the pages with gunicorn."""
    config = production()
    ready(config)
    os.execvp(
        sys.executable,
        [
            sys.executable, "-m", "gunicorn", "pbem.web.wsgi:app",
            "--bind", f"{config.host}:{config.port}",
            "--worker-class", "gthread", "--threads", "8", "--logger-class", "pbem.web.gunicorn_logs.Log",
            "--no-control-socket",
            "--workers", str(config.web_processes),
        ],
    )  # fmt: skip


@click.command("worker")
def worker_command() -> None:
    """Runs the Celery worker."""
    service = ready(production())
    _run_worker(service, "worker", "celery", service.config.worker_processes)


@click.command("sender")
def sender_command() -> None:
    """Runs the Celery worker that sends mails, so that nothing else waits for a slow mail server."""
    service = ready(production())
    from worker.app import SENDING

    _run_worker(service, "sender", SENDING, service.config.worker_processes)


@click.command("thinker")
def thinker_command() -> None:
    """Runs the Celery worker that thinks for patient bots, with what the machine has to spare."""
    service = ready(production())
    from pbem.play.thinking_process import NICENESS
    from worker.app import THINKING

    os.nice(NICENESS)
    _run_worker(service, "thinker", THINKING, 1)


def _run_worker(service: "Service", command: str, queue: str, processes: int) -> None:
    """It begins anew when it gives up, as it may when Redis vanishes at a bad moment."""
    from celery.signals import worker_shutting_down

    from worker.app import bind

    celery = bind(service)
    told_to_stop: list[object] = []
    worker_shutting_down.connect(lambda **_: told_to_stop.append(True), weak=False)
    with suppress(SystemExit):
        celery.worker_main(
            [
                "--quiet", "worker",
                "--pool", "prefork", "--concurrency", str(processes),
                "--queues", queue, "--hostname", f"{command}@%h",
                "--without-gossip", "--without-mingle", "--without-heartbeat",  # each works alone
                "--loglevel", "INFO",
            ]
        )  # fmt: skip
    if not told_to_stop:
        time.sleep(RESTART_SECONDS)
        os.execv(sys.executable, [sys.executable, "-m", "pbem", command])


@click.command("beat")
def beat_command() -> None:
    """Runs the clock that starts the sweeps."""
    config = production()
    service = ready(config)
    from pbem.store.signs import sign_of_life
    from pbem.store.tallies import keep_writing
    from worker.app import bind, stand_in

    celery = bind(service)
    sign_of_life(service, "beat")  # the first sweep is half a minute away
    stand_in(service)
    keep_writing(service)
    config.data.mkdir(parents=True, exist_ok=True)
    celery.Beat(schedule=str(config.data / "beat-schedule"), loglevel="INFO").run()


@click.command("inbound")
def inbound_command() -> None:
    """Takes mail in by LMTP or SMTP."""
    config = production()
    service = ready(config)
    from pbem.mail_in.listener import Listener
    from pbem.store.tallies import keep_writing
    from worker.app import bind

    bind(service)
    if not config.inbound_url:
        raise Sentence("INBOUND_URL is off; set it to where mail comes in, such as lmtp:///run/railpost/inbound.sock")
    write_logs(config.log_format)
    try:
        listener = Listener(service, config.inbound_url)
    except OSError as error:
        raise Sentence(f"{config.inbound_url} cannot be listened on: {error.strerror or error}") from error
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: listener.stop())
    click.echo(f"Mail comes in at {config.inbound_url}")
    keep_writing(service)
    listener.run()


@click.command("up")
def up_command() -> None:
    """Everything in one process, without any server to install."""
    config = embedded()
    with _only_one(config.data):
        Embedded(config).run()


def _only_one(data: Path) -> IO[str]:
    """Two servers on the same data would both send; the second one says so and stops.

    The lock ends with the process, however that ends. Its number is only told: after a restart of the machine or of a
    container another process may have it.
    """
    data.mkdir(parents=True, exist_ok=True)
    lock = (data / "running").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        running = lock.read().strip()
        lock.close()
        raise Sentence(
            f"a server is running on {data} already (process {running}); set DATA to use another folder"
        ) from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def _film(reel: "Reel") -> bytes:
    from pbem.mail_out.film import film_in_own_process  # the rasteriser is slow to load

    return film_in_own_process(reel)


class Embedded:
    """Web, workers and beat in one, with a process each for drawing and for thinking."""

    def __init__(self, config: Config) -> None:
        from pbem.mail_out.drawing_process import DrawingProcess
        from pbem.play.thinking_process import ThinkingProcess

        self.config = config
        self.drawing = DrawingProcess()
        self.thinking = ThinkingProcess(config.data)

    def run(self) -> None:
        from waitress.server import create_server

        from pbem.store.schema import migrate
        from pbem.store.tallies import keep_writing, write_tallies
        from pbem.web.app import create_app

        write_logs(self.config.log_format)
        logging.getLogger("waitress").setLevel(logging.ERROR)
        service = made(self.config)
        service.drawer, service.thinker, service.filmer = self.drawing, self.thinking, _film
        migrate(service.db)
        key = "" if self.config.is_loopback else secrets.token_urlsafe(9)
        app = create_app(service, with_mailbox=not self.config.smtp_url, mailbox_key=key)
        try:
            server = create_server(app, host=self.config.host, port=self.config.port, threads=8)
        except OSError as error:
            raise Sentence(
                f"port {self.config.port} cannot be used: {error.strerror}; set PORT to another one"
            ) from error
        click.echo(f"Railpost is at {self.config.public_url}  (Ctrl-C stops it)")
        if key and not self.config.smtp_url:
            click.echo(f"The mailbox asks for a password: {key}")
        keep_writing(service)
        signal.signal(signal.SIGTERM, _interrupt)
        threading.Thread(target=self._work, args=(service,), daemon=True).start()
        with suppress(KeyboardInterrupt):  # waitress takes the first one for itself, this is for an impatient second
            server.run()
            server.close()
            self.drawing.close()
            self.thinking.close()
        write_tallies(service)
        click.echo("Stopped.")
        os._exit(0)  # threads of Celery would hold the process for seconds; everything is committed

    def _work(self, service: Any) -> None:
        """Celery in a thread: the same tasks as in production. The first page comes before it."""
        time.sleep(BREATH)
        from celery.beat import EmbeddedService

        from worker.app import SENDING, THINKING, bind

        celery = bind(service)
        self._listen(service)

        def consume(process: str, queue: str, ready: Callable[[Any], None] | None = None) -> None:
            celery.WorkController(
                pool="solo", concurrency=1, queues=queue, hostname=f"{process}@embedded", ready_callback=ready,
                without_gossip=True, without_mingle=True, without_heartbeat=True,
            ).start()  # fmt: skip

        def begin_thinking(_: Any) -> None:
            """After the first worker has begun: until then Celery keeps in one place which queues are to be read."""
            threading.Thread(target=consume, args=("thinker", THINKING), daemon=True).start()

        celery.conf.update(beat_schedule_filename=str(self.config.data / "beat-schedule"))
        beat: Any = EmbeddedService(celery, thread=True)  # its stub knows only the process kind
        beat.start()
        celery.send_task("sweep")
        consume("worker", f"celery,{SENDING}", begin_thinking)

    def _listen(self, service: Any) -> None:
        if not self.config.inbound_url:
            return
        from pbem.mail_in.listener import Listener

        try:
            Listener(service, self.config.inbound_url).start()
        except OSError as error:
            log.warning(
                "no mail comes in: %s cannot be listened on: %s; set INBOUND_URL to another place, or to off",
                self.config.inbound_url,
                error.strerror or error,
            )


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
