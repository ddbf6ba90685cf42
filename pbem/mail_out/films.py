"""Films of finished tables: wanted when a game ends, made once by a worker, and kept in the database.

Web processes may run on other machines than the workers, so a film is no file.
"""

import zlib

from sqlmodel import Session, col, select

from pbem.base.service import Reel, Service
from pbem.play.stored_scenes import course_of
from pbem.store.models import Film, Line, Table

MOST_TRIES = 3


def make_film(service: Service) -> bool:
    """Makes the film that has been wanted longest; False when none is. One that fails again and again is given up."""
    with service.db.reading() as session:
        wanted = _next(session)
        if wanted is None:
            return False
        reel = _reel(service, session, session.get_one(Table, wanted.table_id))
    with service.db.writing() as session:
        film = session.get_one(Film, wanted.table_id)
        film.tries += 1
        session.add(film)
    if service.filmer is not None:
        data = service.filmer(reel)
    else:
        from pbem.mail_out.film import film_of_reel  # the rasteriser is slow to load, and films are rare

        data = film_of_reel(reel)
    with service.db.writing() as session:
        film = session.get_one(Film, wanted.table_id)
        film.data = data
        session.add(film)
    return True


def call_for_films(service: Service) -> None:
    """For the sweep."""
    with service.db.reading() as session:
        waits = _next(session) is not None
    if waits:
        service.hint("film", None)


def _next(session: Session) -> Film | None:
    wanted = select(Film).where(col(Film.data).is_(None), Film.tries < MOST_TRIES)
    return session.exec(wanted.order_by(col(Film.table_id)).limit(1)).first()


def _reel(service: Service, session: Session, table: Table) -> Reel:
    ends = {reading.ply for reading in course_of(session, table)[1:]}
    standing = select(Line).where(Line.table_id == table.id, col(Line.taken_back).is_(False), Line.how != "undo")
    shots = tuple(
        (zlib.decompress(line.snapshot), zlib.decompress(line.events), line.ply in ends)
        for line in session.exec(standing.order_by(col(Line.ply)))
    )
    return Reel(table.game, shots, table.lang, service.config.data / "boxes")
