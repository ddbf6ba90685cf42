"""The Celery application. Tasks carry only ids and are hints: the database knows what has to be done."""

import threading
import time
from typing import Any

from celery import Celery, bootsteps
from celery.schedules import crontab
from celery.signals import (
    after_task_publish,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_process_init,
    worker_process_shutdown,
)
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from pbem.base.broker import broker_trouble
from pbem.base.config import Config
from pbem.base.logs import write_logs
from pbem.base.outage import Outage
from pbem.base.service import Service
from pbem.base.tallies import TASKS
from pbem.store.signs import SIGN_SECONDS, sign_of_life
from pbem.store.tallies import keep_writing, write_tallies

SWEEP_SECONDS = 30.0
FETCH_SECONDS = 60.0
NIGHTLY = crontab(hour=3, minute=30)
SILENCE = 15.0  # seconds without hints after the broker was away
LONGEST_THOUGHT = 300  # seconds; a patient bot's table has gone on by then
VISIBILITY = 600  # seconds after which Redis hands a lost task out again; far above any task's own limit
SENDING = "sending"  # mails leave from a queue of its own: nothing else waits for a slow mail server
THINKING = "thinking"  # patient bots and films have workers of their own: nothing else waits behind a thought

celery = Celery("railpost", include=["worker.tasks"])
celery.conf.update(
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    task_routes={"deliver": {"queue": SENDING}, "think": {"queue": THINKING}, "film": {"queue": THINKING}},
    task_soft_time_limit=100,
    task_time_limit=120,
    worker_hijack_root_logger=False,
    worker_enable_remote_control=False,
    broker_connection_retry_on_startup=True,
    broker_transport_options={"visibility_timeout": VISIBILITY, "socket_connect_timeout": 3},
    result_backend_transport_options={"visibility_timeout": VISIBILITY},
    visibility_timeout=VISIBILITY,
)

_bound: list[Service] = []


class SignsOfLife(bootsteps.StartStopStep):
    """The worker's own loop signs: one that hangs is silent."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        process = parent.hostname.partition("@")[0]  # worker, sender or thinker
        sign_of_life(service(), process)
        self.timer = parent.timer.call_repeatedly(SIGN_SECONDS, sign_of_life, (service(), process))

    def stop(self, parent: Any) -> None:
        self.timer.cancel()


celery.steps["worker"].add(SignsOfLife)


@after_task_publish.connect(sender="sweep", weak=False)
def _beat_lives(**_: Any) -> None:
    """Only beat starts sweeps."""
    if _bound:
        sign_of_life(_bound[0], "beat")


def bind(service: Service) -> Celery:
    """Gives the tasks their service, and the service its way of hinting."""
    configure(service.config)
    _bound[:] = [service]
    service.hint = hint
    return celery


def configure(config: Config) -> None:
    schedule: dict[str, Any] = {
        "sweep": {"task": "sweep", "schedule": SWEEP_SECONDS},
        "replay": {"task": "replay", "schedule": NIGHTLY},
    }
    if config.imap_url:
        schedule["fetch"] = {"task": "fetch", "schedule": FETCH_SECONDS}
    celery.conf.update(beat_schedule=schedule)
    if config.redis_url:
        celery.conf.update(broker_url=config.redis_url)
    else:
        # Everything in one process. The queue is lost at exit, which harms nothing: the sweep finds what was in it.
        celery.conf.update(broker_url="memory://", broker_transport_options={"polling_interval": 0.05})


def service() -> Service:
    return _bound[0]


_silent_until = 0.0
_broker = Outage("the broker")


def hint(task: str, id: int | None) -> None:
    """Sends the task. While the broker is down only time is lost, and for a while no page waits for it again."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        celery.send_task(task, args=() if id is None else (id,), retry=False, ignore_result=True)
        _broker.over()
    except (OSError, OperationalError, RedisError) as error:
        _broker.noticed(type(error).__name__)
        _silent_until = time.monotonic() + SILENCE


def stand_in(service: Service) -> threading.Thread:
    """Runs beside beat: while the broker is not available, sweeps and sending are done here."""

    def watch() -> None:
        while True:
            time.sleep(celery.conf.beat_schedule["sweep"]["schedule"])
            sweep_without_broker(service)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    return thread


def sweep_without_broker(service: Service) -> bool:
    """Does the work of a sweep if the broker does not answer; returns whether it did."""
    from worker.tasks import deliver_task, sweep_task

    if not broker_trouble(service.config):
        return False
    sign_of_life(service, "beat")
    sweep_task()
    deliver_task()
    return True


@setup_logging.connect
def _our_logs(**_: Any) -> None:
    """Celery writes what we write, the way we write it."""
    write_logs(service().config.log_format)


@worker_process_init.connect
def _fresh_connections(**_: Any) -> None:
    """A forked worker must not share database connections with its parent."""
    if _bound:
        _bound[0].db.engine.dispose(close=False)
        _bound[0].tallies.take()  # the parent's, which writes them itself
        keep_writing(_bound[0])


@worker_process_shutdown.connect
def _last_tallies(**_: Any) -> None:
    if _bound:
        write_tallies(_bound[0])


_began: dict[str, float] = {}


@task_prerun.connect
def _begins(task_id: str, **_: Any) -> None:
    _began[task_id] = time.monotonic()


@task_postrun.connect
def _ends(task_id: str, task: Any, **_: Any) -> None:
    began = _began.pop(task_id, None)
    if began is not None:
        service().tallies.time(TASKS, time.monotonic() - began, task=task.name)
