"""The proof that nobody chose the dice, as a text file that can be checked in a shell."""

import shlex

from flask import Blueprint, Response, abort
from flask_babel import gettext
from sqlmodel import Session

from pbem.store.models import Table
from pbem.store.models.table import ENDED
from pbem.tables.proof import Proof, proof_of
from pbem.web.frame import seated, service
from pbem.web.watch import watched

pages = Blueprint("proof", __name__)


@pages.get("/t/<token>/proof.txt")
def proof(token: str) -> Response:
    with service().db.reading() as session:
        return _file(session, seated(session, token).table)


@pages.get("/watch/<slug>/proof.txt")
def watch_proof(slug: str) -> Response:
    with service().db.reading() as session:
        return _file(session, watched(session, slug))


def _file(session: Session, table: Table) -> Response:
    """The secret stays one until the table has ended."""
    if table.status not in ENDED or table.started_at is None:
        abort(404)
    return Response(proof_text(proof_of(session, table)), mimetype="text/plain; charset=utf-8")


def proof_text(proof: Proof) -> str:
    parts = (
        (gettext("The server's part"), proof.secret),
        (gettext("Its SHA-256, in the invitation"), proof.commitment),
        (gettext("With the players' words"), proof.seeded_from),
        (gettext("Its SHA-256, the seed"), proof.seed),
    )
    return "\n\n".join(
        (
            gettext("Nobody chose the dice"),
            gettext(
                "The server fixed its part before anybody joined and put the SHA-256 of it into the invitation. The "
                "seed is the SHA-256 of that part and the words of the players."
            ),
            *(f"{gettext('%(label)s:', label=name)}\n{value}" for name, value in parts),
            gettext("On a computer with a shell:"),
            *(f"printf %s {shlex.quote(text)} | sha256sum" for text in (proof.secret, proof.seeded_from)),
            "",
        )
    )
