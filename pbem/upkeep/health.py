"""How the server does at this moment, for load balancers and monitors that ask often: a few quick questions."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.exc import OperationalError

from pbem.base.broker import broker_trouble
from pbem.base.service import Service
from pbem.store.schema import is_current
from pbem.store.signs import silent

GRACE = timedelta(minutes=1)  # after a start: the other processes are starting too


@dataclass(frozen=True)
class Health:
    plays: bool  # False: no move can be played, send nobody here
    troubles: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.troubles:
            return "ok"
        return f"{'degraded' if self.plays else 'down'}: {'; '.join(self.troubles)}"


def health(service: Service) -> Health:
    """Without workers or broker moves are still played, and mails leave later."""
    try:
        if not is_current(service.db):
            return Health(False, ("the database is behind this release",))
        with service.db.reading() as session:
            missing = silent(session, service.config, service.now())
    except OperationalError:
        return Health(False, ("the database does not answer",))
    if service.now() - service.started_at < GRACE:
        missing = []
    away = ["the broker is away"] if broker_trouble(service.config) else []
    return Health(True, (*away, *map(str, missing)))
