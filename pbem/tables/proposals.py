"""Consent: what the host may not do alone is proposed to the seats, and carried out when the last has agreed."""

from collections.abc import Callable

from sqlmodel import Session, col, delete, select

from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.play.stored_scenes import line_in_words
from pbem.play.turn import locked_table, seats_of
from pbem.store.fresh_ids import give_id
from pbem.store.mail_content import ActTold, Proposed
from pbem.store.models import Act, Ballot, Proposal, Seat, Table
from pbem.store.models.proposal import DONE, OPEN, REFUSED, REPLACE, REWIND, STALE
from pbem.store.models.seat import JOINED
from pbem.tables import act_words
from pbem.tables.acts import record_act, tell
from pbem.tables.hand_over import given_by, hand_over
from pbem.tables.rewind import go_back

ACTS = {REWIND: act_words.PROPOSED_REWIND, REPLACE: act_words.PROPOSED_REPLACE}


def propose(service: Service, session: Session, table: Table, kind: str, **content: object) -> Proposal:
    """Asks every seat but the host's own, who has just asked for it. A newer proposal takes the place of an older."""
    for old in open_proposals(session, table):
        close(service, session, old, STALE)
    proposal = Proposal(table_id=table.id, kind=kind, content=content, made_at=service.now())
    give_id(session, proposal)
    session.add(proposal)
    public = {key: value for key, value in content.items() if key != "email"}  # the history is public
    act = Act(table_id=table.id, ply=table.ply, kind=ACTS[kind], content=public, done_at=service.now())
    session.add(act)
    session.flush()
    given = _seat_of(session, table, about(proposal))
    if given is not None and given.status == JOINED:  # whom it is about is not asked, but told
        tell(service, session, table, given, f"act:{act.id}:{given.id}", ActTold(act.id))
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


def told(
    session: Session, table: Table, proposal: Proposal, seat: Seat, gettext: Callable[[str], str], zone: str, lang: str
) -> tuple[str, ...]:
    """What is proposed, as somebody who answers reads it: which line it is about, and how many have agreed."""
    said = [act_words.act_sentence(ACTS[proposal.kind], proposal.content, gettext, zone, lang)]
    if proposal.kind == REWIND:
        ply = int(str(proposal.content["ply"]))
        what = line_in_words(session, table, ply, seat.number, lang)
        said.append(gettext("Line %(ply)s: %(what)s") % {"ply": ply, "what": what})
    agreed, needed = count(session, table, proposal)
    counted = gettext("It is done when every player has agreed: %(agreed)d of %(needed)d so far.")
    return (*said, counted % {"agreed": agreed, "needed": needed})


def close(service: Service, session: Session, proposal: Proposal, status: str) -> None:
    proposal.status, proposal.closed_at = status, service.now()
    session.add(proposal)


def about(proposal: Proposal) -> int | None:
    """The seat that is to be given away."""
    return int(str(proposal.content["seat"])) if proposal.kind == REPLACE else None


def electorate(session: Session, table: Table, but: int | None) -> list[Seat]:
    """Who must agree: every person at the table, except the one whose seat it is about."""
    return [seat for seat in seats_of(session, table.id) if seat.status == JOINED and seat.number != but]


def somebody_to_ask(session: Session, table: Table, but: int | None = None) -> bool:
    """Whether anybody besides the host must agree. Among bots, or alone with whom it is about, the host decides."""
    return any(seat.user_id != table.host_id for seat in electorate(session, table, but))


def may_be_voted_on(session: Session, table: Table, seat: Seat) -> bool:
    """Whether others can agree to give this seat to somebody. Two who play against each other cannot: whoever wants
    the rival gone would be the only judge."""
    judges = electorate(session, table, seat.number)
    return somebody_to_ask(session, table, seat.number) and (seat.status != JOINED or len(judges) > 1)


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
            close(service, session, proposal, REFUSED)
            record_act(service, session, table, act_words.REFUSED, name=voters[seat_id].name)
        return proposal.status


def settle(service: Service, session: Session, table: Table, gone: int | None = None) -> None:
    """Carries out what everybody at the table has agreed to.

    When a seat has changed hands (`gone`), a player who had not answered yet may have left. What the others were asked
    about that player holds for nobody else.
    """
    for proposal in open_proposals(session, table):
        if gone is not None and about(proposal) == gone:
            close(service, session, proposal, STALE)
            continue
        given = _seat_of(session, table, about(proposal))
        if given is not None and not may_be_voted_on(session, table, given):
            close(service, session, proposal, STALE)
            continue
        voters = {seat.id for seat in electorate(session, table, about(proposal))}
        if voters and voters <= _given(session, proposal):
            done = _carried_out(service, session, table, proposal)
            close(service, session, proposal, DONE if done else STALE)


def count(session: Session, table: Table, proposal: Proposal) -> tuple[int, int]:
    """How many have agreed, and how many must."""
    voters = {seat.id for seat in electorate(session, table, about(proposal))}
    return len(voters & _given(session, proposal)), len(voters)


def _seat_of(session: Session, table: Table, number: int | None) -> Seat | None:
    return next((seat for seat in seats_of(session, table.id) if seat.number == number), None)


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
