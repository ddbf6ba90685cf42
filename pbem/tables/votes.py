"""The seats answer a proposal; it is carried out when the last of them has agreed."""

from sqlmodel import Session, select

from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.play.play_line import locked_table
from pbem.store.models import Ballot, Proposal, Table
from pbem.store.models.proposal import DONE, OPEN, REWIND, STALE
from pbem.store.models.proposal import REFUSED as IS_REFUSED
from pbem.tables.act_words import REFUSED
from pbem.tables.acts import record_act
from pbem.tables.hand_over import given_by, hand_over
from pbem.tables.proposals import about, close, electorate, open_proposals
from pbem.tables.rewind import go_back


def vote(service: Service, proposal_id: int, seat_id: int, agrees: bool) -> str:
    """Counts the answer; the last consent carries it out in the same transaction. Returns the proposal's status."""
    with service.db.writing() as session:
        proposal = session.get_one(Proposal, proposal_id)
        table = locked_table(session, proposal.table_id)
        session.refresh(proposal)
        voters = {seat.id: seat for seat in electorate(session, table, about(proposal))}
        if proposal.status != OPEN or seat_id not in voters or seat_id in _given(session, proposal):
            return proposal.status
        session.add(Ballot(proposal_id=proposal.id, seat_id=seat_id, agrees=agrees, given_at=service.now()))
        session.flush()
        if agrees:
            settle(service, session, table)
        else:
            close(service, session, proposal, IS_REFUSED)
            record_act(service, session, table, REFUSED, name=voters[seat_id].name)
        return proposal.status


def settle(service: Service, session: Session, table: Table) -> None:
    """Carries out what everybody at the table has agreed to. Who had not answered yet may have left it."""
    for proposal in open_proposals(session, table):
        voters = {seat.id for seat in electorate(session, table, about(proposal))}
        if voters and voters <= _given(session, proposal):
            done = _carried_out(service, session, table, proposal)
            close(service, session, proposal, DONE if done else STALE)


def _given(session: Session, proposal: Proposal) -> set[int]:
    return set(session.exec(select(Ballot.seat_id).where(Ballot.proposal_id == proposal.id)).all())


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
