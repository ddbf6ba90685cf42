"""Signs of life: every process of the server records when it last did its work, so that a dead one is noticed.

sign_of_life(service, "worker")     from the place where the work is done, every 15 seconds
silent(session, config, now)        the processes that should run and have not been heard of
"""

import socket
import threading
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError, OperationalError
from sqlmodel import Session, col, delete, select

from pbem.base.config import Config
from pbem.base.service import Service
from pbem.store.models import Sign

SIGN_SECONDS = 15.0
SILENT = timedelta(seconds=50)
# Beat is heard of when it starts a sweep, every 30 seconds; a mailbox is read every minute.
SILENT_AFTER = {"imap": timedelta(seconds=150)}
FORGOTTEN = timedelta(days=1)  # a machine that has been silent for so long was taken away


@dataclass(frozen=True)
class Silence:
    process: str
    since: datetime | None  # None: it was never heard of

    def __str__(self) -> str:
        if self.since is None:
            return f"{self.process} has never been heard of"
        return f"{self.process} has been silent since {self.since:%Y-%m-%d %H:%M:%S} UTC"


def sign_of_life(service: Service, process: str) -> None:
    """Never fails: a process whose database is away has other worries, and is noticed by them."""
    machine, now = socket.gethostname(), service.now()
    try:
        with service.db.writing() as session:
            sign = session.get(Sign, (process, machine)) or Sign(process=process, machine=machine, seen_at=now)
            sign.seen_at = now
            session.add(sign)
    except (OperationalError, IntegrityError):
        pass  # another process of this kind was quicker, or the database is away


def keep_signing(service: Service, process: str) -> None:
    """For a process whose work is to wait for requests: a thread of its own."""

    def sign() -> None:
        while True:
            sign_of_life(service, process)
            time.sleep(SIGN_SECONDS)

    threading.Thread(target=sign, name=f"signs of {process}", daemon=True).start()


def expected(config: Config) -> tuple[str, ...]:
    """The processes that must run for these settings."""
    served = not config.embedded  # else all is one process
    wanted = {"web": served, "sender": served, "inbound": bool(config.inbound_url), "imap": bool(config.imap_url)}
    return ("worker", "beat", *(process for process, runs in wanted.items() if runs))


def last_seen(session: Session) -> list[Sign]:
    return list(session.exec(select(Sign).order_by(col(Sign.process), col(Sign.machine))).all())


def silent(session: Session, config: Config, now: datetime) -> list[Silence]:
    """By kind of process: one worker of several is enough for the work to be done."""
    newest: dict[str, datetime] = {}
    for sign in last_seen(session):
        newest[sign.process] = max(sign.seen_at, newest.get(sign.process, sign.seen_at))
    return [
        Silence(process, newest.get(process))
        for process in expected(config)
        if process not in newest or now - newest[process] > SILENT_AFTER.get(process, SILENT)
    ]


def is_silent(service: Service, process: str) -> bool:
    with service.db.reading() as session:
        return process in [silence.process for silence in silent(session, service.config, service.now())]


def forget_machines(service: Service) -> None:
    with service.db.writing() as session:
        session.exec(delete(Sign).where(col(Sign.seen_at) < service.now() - FORGOTTEN))
