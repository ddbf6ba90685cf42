"""The film of a finished game, where a worker has made it."""

from flask import Blueprint, Response, abort
from sqlmodel import Session, col, select

from pbem.store.models import Film, Table
from pbem.web.frame import seated, service

pages = Blueprint("film", __name__)


def film_url(session: Session, table: Table, base: str) -> str:
    """Empty where there is none, or not yet."""
    made = select(Film.table_id).where(Film.table_id == table.id, col(Film.data).is_not(None))
    return f"{base}/film.webp" if session.exec(made).first() is not None else ""


@pages.get("/t/<token>/film.webp")
def film(token: str) -> Response:
    with service().db.reading() as session:
        return film_response(session, seated(session, token).table)


def film_response(session: Session, table: Table) -> Response:
    found = session.get(Film, table.id)
    if found is None or found.data is None:
        abort(404)
    return Response(found.data, mimetype="image/webp")
