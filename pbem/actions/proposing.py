"""Consent: what the host may not do alone is proposed to the seats (`agreeing` counts their answers)."""

from sqlmodel import Session, select

from pbem.actions.acting import tell
from pbem.actions.playing import seats_of
from pbem.acts import PROPOSED_REPLACE, PROPOSED_REWIND
from pbem.models import Act, Ballot, Proposal, Seat, Table
from pbem.models.proposal import OPEN, REPLACE, REWIND, STALE
from pbem.models.seat import JOINED
from pbem.service import Service

ACTS = {REWIND: PROPOSED_REWIND, REPLACE: PROPOSED_REPLACE}


def propose(service: Service, session: Session, table: Table, kind: str, **content: object) -> Proposal:
    """Asks every seat but the host's own, who has just asked for it. A newer proposal takes the place of an older."""
    for old in session.exec(select(Proposal).where(Proposal.table_id == table.id, Proposal.status == OPEN)).all():
        old.status, old.closed_at = STALE, service.now()
        session.add(old)
    proposal = Proposal(table_id=table.id, kind=kind, content=content, made_at=service.now())
    session.add(proposal)
    session.add(Act(table_id=table.id, ply=table.ply, kind=ACTS[kind], content=content, done_at=service.now()))
    session.flush()
    for seat in electorate(session, table, proposal):
        if seat.user_id == table.host_id:
            session.add(Ballot(proposal_id=proposal.id, seat_id=seat.id, agrees=True, given_at=service.now()))
        else:
            tell(service, session, table, seat, f"vote:{proposal.id}:{seat.id}", proposal=proposal.id)
    session.flush()
    return proposal


def electorate(session: Session, table: Table, proposal: Proposal) -> list[Seat]:
    """Who must agree: every person at the table, except the one whose seat it is about."""
    about = proposal.content.get("seat") if proposal.kind == REPLACE else None
    return [seat for seat in seats_of(session, table.id) if seat.status == JOINED and seat.number != about]
