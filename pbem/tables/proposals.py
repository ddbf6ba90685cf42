"""Consent: what the host may not do alone is proposed to the seats (`agreeing` counts their answers)."""

from sqlmodel import Session, col, delete, select

from pbem.base.service import Service
from pbem.play.play_line import seats_of
from pbem.store.mail_content import Proposed
from pbem.store.models import Act, Ballot, Proposal, Seat, Table
from pbem.store.models.proposal import OPEN, REPLACE, REWIND, STALE
from pbem.store.models.seat import JOINED
from pbem.tables.act_words import PROPOSED_REPLACE, PROPOSED_REWIND
from pbem.tables.acts import tell

ACTS = {REWIND: PROPOSED_REWIND, REPLACE: PROPOSED_REPLACE}


def propose(service: Service, session: Session, table: Table, kind: str, **content: object) -> Proposal:
    """Asks every seat but the host's own, who has just asked for it. A newer proposal takes the place of an older."""
    for old in open_proposals(session, table):
        close(service, session, old, STALE)
    proposal = Proposal(table_id=table.id, kind=kind, content=content, made_at=service.now())
    session.add(proposal)
    told = {key: value for key, value in content.items() if key != "email"}  # the history is public
    session.add(Act(table_id=table.id, ply=table.ply, kind=ACTS[kind], content=told, done_at=service.now()))
    session.flush()
    for seat in electorate(session, table, about(proposal)):
        _ask(service, session, table, proposal, seat)
    session.flush()
    return proposal


def _ask(service: Service, session: Session, table: Table, proposal: Proposal, seat: Seat) -> None:
    if seat.user_id == table.host_id:
        session.add(Ballot(proposal_id=proposal.id, seat_id=seat.id, agrees=True, given_at=service.now()))
    else:
        key = f"vote:{proposal.id}:{seat.id}:{seat.link_epoch}"
        tell(service, session, table, seat, key, Proposed(proposal.id))


def ask_whoever_comes(service: Service, session: Session, table: Table, seat: Seat) -> None:
    """About what is proposed already. What was answered from this seat before was somebody else's answer."""
    for proposal in open_proposals(session, table):
        if about(proposal) != seat.number:
            session.exec(delete(Ballot).where(col(Ballot.proposal_id) == proposal.id, col(Ballot.seat_id) == seat.id))
            _ask(service, session, table, proposal, seat)


def open_proposals(session: Session, table: Table) -> list[Proposal]:
    return list(session.exec(select(Proposal).where(Proposal.table_id == table.id, Proposal.status == OPEN)).all())


def close(service: Service, session: Session, proposal: Proposal, status: str) -> None:
    proposal.status, proposal.closed_at = status, service.now()
    session.add(proposal)


def drop_proposals(service: Service, session: Session, table: Table, about_seat: int) -> None:
    """Whoever was to be replaced is gone: what the others were asked about him holds for nobody else."""
    for proposal in open_proposals(session, table):
        if about(proposal) == about_seat:
            close(service, session, proposal, STALE)


def about(proposal: Proposal) -> int | None:
    """The seat that is to be given away."""
    return int(str(proposal.content["seat"])) if proposal.kind == REPLACE else None


def electorate(session: Session, table: Table, but: int | None) -> list[Seat]:
    """Who must agree: every person at the table, except the one whose seat it is about."""
    return [seat for seat in seats_of(session, table.id) if seat.status == JOINED and seat.number != but]


def somebody_to_ask(session: Session, table: Table, but: int | None = None) -> bool:
    """Whether anybody besides the host must agree. Among bots, or alone with whom it is about, the host decides."""
    return any(seat.user_id != table.host_id for seat in electorate(session, table, but))
