"""Unexpected failures: recorded for the operator, while everything else goes on."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import OperationalError
from sqlmodel import select

from pbem.base.outage import Outage
from pbem.base.service import Service
from pbem.base.tallies import FAILURES
from pbem.store.models import Failure

LONGEST = 200
_database = Outage("the database")
log = logging.getLogger(__name__)


def record_failure(service: Service, what: str, error: Exception, **about: object) -> None:
    """Repeated failures of the same task or page are one row with a count; `about` is for the log."""
    log.error("%s failed", what, exc_info=error, extra={"about": about})
    service.tallies.count(FAILURES, work=what.partition(" ")[0].strip(":"))
    said = f"{type(error).__name__}: {error}".partition("\n")[0][:LONGEST]
    now = service.now()
    try:
        with service.db.writing() as session:
            query = select(Failure).where(Failure.what == what, Failure.error == said).with_for_update()
            row = session.exec(query).first() or Failure(what=what, error=said, times=0, first_at=now, last_at=now)
            row.times, row.last_at = row.times + 1, now
            session.add(row)
    except OperationalError:
        pass  # the database itself is not available; the failure is in the log


@contextmanager
def recorded(service: Service, what: str) -> Iterator[None]:
    """One step of several: if it fails, the others are still done."""
    try:
        yield
        _database.over()
    except OperationalError as error:
        _database.noticed(type(error.orig).__name__)  # and nothing could be recorded there
    except Exception as error:
        record_failure(service, what, error)
