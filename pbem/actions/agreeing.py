"""The seats answer a proposal; it is carried out when the last of them has agreed."""

from sqlmodel import Session, select

from pbem.actions.acting import record_act
from pbem.actions.people import BadField
from pbem.actions.playing import locked_table
from pbem.actions.proposing import electorate
from pbem.actions.rewinding import go_back
from pbem.actions.seats import given_by, hand_over
from pbem.acts import REFUSED
from pbem.models import Ballot, Proposal, Table
from pbem.models.proposal import DONE, OPEN, REWIND, STALE
from pbem.models.proposal import REFUSED as IS_REFUSED
from pbem.service import Service


def vote(service: Service, proposal_id: int, seat_id: int, agrees: bool) -> str:
    """Counts the answer; the last consent carries it out in the same transaction. Returns the proposal's status."""
    with service.db.writing() as session:
        proposal = session.get_one(Proposal, proposal_id)
        table = locked_table(session, proposal.table_id)
        session.refresh(proposal)
        voters = {seat.id: seat for seat in electorate(session, table, proposal)}
        given = {ballot.seat_id for ballot in _ballots(session, proposal)}
        if proposal.status != OPEN or seat_id not in voters or seat_id in given:
            return proposal.status
        session.add(Ballot(proposal_id=proposal.id, seat_id=seat_id, agrees=agrees, given_at=service.now()))
        session.flush()
        if not agrees:
            _close(service, session, proposal, IS_REFUSED)
            record_act(service, session, table, REFUSED, name=voters[seat_id].name)
        elif voters.keys() <= given | {seat_id}:
            _close(service, session, proposal, DONE if _carried_out(service, session, table, proposal) else STALE)
        status = proposal.status
        table_id = table.id
    service.hint("deliver", None)
    service.hint("answer", table_id)
    return status


def _ballots(session: Session, proposal: Proposal) -> list[Ballot]:
    return list(session.exec(select(Ballot).where(Ballot.proposal_id == proposal.id)).all())


def _close(service: Service, session: Session, proposal: Proposal, status: str) -> None:
    proposal.status, proposal.closed_at = status, service.now()
    session.add(proposal)


def _carried_out(service: Service, session: Session, table: Table, proposal: Proposal) -> bool:
    """False when the table has moved on and it cannot be done any more: then nothing of it has happened."""
    try:
        with session.begin_nested():
            if proposal.kind == REWIND:
                go_back(service, session, table, int(str(proposal.content["ply"])))
            else:
                hand_over(service, session, table, given_by(proposal))
    except BadField:
        return False
    return True
