"""How to check that neither side chose the dice of a table, once it has ended."""

from dataclasses import dataclass

from sqlmodel import Session

from pbem.play.stored_scenes import seated
from pbem.store.models import Table
from pbem.store.positions import state_at
from pbem.tables.open_table import seed_text


@dataclass(frozen=True)
class Proof:
    """Texts and their SHA-256."""

    secret: str  # the text whose SHA-256 was in the invitation
    commitment: str
    seeded_from: str  # the text, made of the secret and the players' words, whose SHA-256 is the seed
    seed: str


def proof_of(session: Session, table: Table) -> Proof:
    seats = [row.seat for row in seated(session, table)]
    seed = state_at(session, table).rng.seed  # a record that went on as this table had another one before
    return Proof(table.secret, table.commitment, seed_text(table.secret, seats), seed)
