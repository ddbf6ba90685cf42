"""What the processes have counted goes into the database, where `/metrics` finds the counts of all of them.

A process writes every ten seconds and when it ends, so that a mail or a page costs no transaction more. One that is
killed takes the counts of its last seconds with it.
"""

import atexit
import threading
import time

from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, select

from pbem.base.service import Service
from pbem.base.tallies import Key
from pbem.store.models import Tally

WRITE_SECONDS = 10.0
_ADD = text(
    "INSERT INTO tallies (name, labels, part, value) VALUES (:name, :labels, :part, :value) "
    "ON CONFLICT (name, labels, part) DO UPDATE SET value = tallies.value + excluded.value"
)


def write_tallies(service: Service) -> None:
    """Never fails: while the database is away, counting goes on."""
    taken = service.tallies.take()
    if not taken:
        return
    # In one order everywhere, lest two processes wait for each other.
    rows = [dict(zip(("name", "labels", "part"), key, strict=True), value=taken[key]) for key in sorted(taken)]
    try:
        with service.db.writing_connection() as connection:
            connection.execute(_ADD, rows)
    except OperationalError:
        service.tallies.give_back(taken)


def keep_writing(service: Service) -> None:
    def write() -> None:
        while True:
            time.sleep(WRITE_SECONDS)
            write_tallies(service)

    threading.Thread(target=write, name="tallies", daemon=True).start()
    atexit.register(write_tallies, service)


def read_tallies(session: Session) -> dict[Key, float]:
    return {(row.name, row.labels, row.part): row.value for row in session.exec(select(Tally)).all()}
