"""Every mail that asks something besides moves can be answered by mail."""

import pytest
from sqlmodel import select

from pbem.base.service import Service
from pbem.pacing.counted_time import CountedTime
from pbem.pacing.pace import Pace
from pbem.people.addresses import add_address, send_confirmation
from pbem.people.changes import DELETE, REMOVE, Change, ask_for
from pbem.store.mail_kind import MailKind
from pbem.store.models import Address, Ballot, Mail, Proposal, User
from pbem.tables.host import rewind
from pbem.tables.open_table import Joining, create_table, join, start_now
from pbem.tables.seats import ask_for_seat
from pbem.upkeep.deadlines import treat_overdue
from pbem.web.mailbox import opened
from tests.dialogues.correspondence import Correspondence, words
from tests.e2e.player import Post
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, new_table, play_one, seats, table


class Asked(Correspondence):
    """A table that has not begun, or one that has."""

    def __init__(self, service: Service, begun: bool = True) -> None:
        if begun:
            super().__init__(service)
            return
        self.service, self.post = service, Post(service)
        self.table_id = create_table(service, new_table("spike", 2, is_open=True), by_operator=True)
        self.post.arrive()

    def last(self, kind: str, email: str) -> Mail:
        self.post.arrive()
        return next(mail for mail in reversed(self.post.delivered) if (mail.kind, mail.email) == (kind, email))

    def says(self, mail: Mail, text: str) -> str:
        """What the answer to this answer says."""
        assert opened(mail)["Reply-To"]
        assert self.answer(mail, text).status == "accepted"
        return words(next(came for came in self.came() if came.is_answer))


GUEST = "seat1@mail.localhost"


@pytest.mark.parametrize(
    ("text", "status", "colour", "told"),
    [
        ("join", "joined", "", "YOU HAVE JOINED"),
        ("Join green, please!", "joined", "green", "YOU HAVE JOINED"),
        ("Rejoindre vert", "joined", "green", "YOU HAVE JOINED"),
        ("Yes, gladly\n\nBruno", "joined", "", "YOU HAVE JOINED"),
        ("No, sorry", "declined", "", "YOU HAVE DECLINED"),
        ("Who else plays?", "invited", "", "DO YOU JOIN?"),
    ],
)
def test_an_invitation(sqlite_service: Service, text: str, status: str, colour: str, told: str) -> None:
    talk = Asked(sqlite_service, begun=False)
    assert told in talk.says(talk.last("invitation", GUEST), text)
    guest = seats(sqlite_service, talk.table_id)[1]
    assert (guest.status, guest.colour) == (status, colour)


def test_whoever_joins_last_gets_the_game(sqlite_service: Service) -> None:
    talk = Asked(sqlite_service, begun=False)
    join(sqlite_service, seats(sqlite_service, talk.table_id)[0].id, Joining(colour="green"))
    assert "THIS COLOUR IS TAKEN" in talk.says(talk.last("invitation", GUEST), "join green")
    assert "the game has begun" in talk.says(talk.last("invitation", GUEST), "join")
    assert table(sqlite_service, talk.table_id).status == "running"


def test_whoever_joins_by_mail_and_has_no_zone_gets_that_of_the_table(sqlite_service: Service) -> None:
    there = Pace(counts=CountedTime(zone="Asia/Tokyo"))
    table_id = create_table(sqlite_service, new_table("spike", 2, pace=there), by_operator=True)
    talk = Asked(sqlite_service, begun=False)
    invitation = next(mail for mail in talk.post.delivered if mail.email == GUEST and mail.table_id == table_id)
    talk.answer(invitation, "join")
    with sqlite_service.db.reading() as session:
        assert session.get_one(User, seats(sqlite_service, table_id)[1].user_id).zone == "Asia/Tokyo"


def test_a_stranger_who_has_got_hold_of_an_invitation_cannot_take_the_seat(sqlite_service: Service) -> None:
    talk = Asked(sqlite_service, begun=False)
    talk.answer(talk.last("invitation", GUEST), "join", sender="eve@elsewhere.localhost")
    assert seats(sqlite_service, talk.table_id)[1].status == "invited"


@pytest.mark.parametrize(("text", "agrees", "told"), [("yes", True, "YOU AGREE"), ("non", False, "YOU DO NOT AGREE")])
def test_a_vote(sqlite_service: Service, text: str, agrees: bool, told: str) -> None:
    talk = Asked(sqlite_service)
    for _ in range(8):
        play_one(sqlite_service, talk.table_id)
    rewind(sqlite_service, talk.table_id, 1)
    with sqlite_service.db.reading() as session:
        assert session.exec(select(Proposal)).first() is not None, "something was shown"
    assert told in talk.says(talk.last("notice", GUEST), text)
    with sqlite_service.db.reading() as session:
        given = {ballot.seat_id: ballot.agrees for ballot in session.exec(select(Ballot)).all()}
    assert given[seats(sqlite_service, talk.table_id)[1].id] is agrees


def test_an_answer_to_a_vote_may_be_a_move_all_the_same(sqlite_service: Service) -> None:
    talk = Asked(sqlite_service)
    for _ in range(8):
        play_one(sqlite_service, talk.table_id)
    rewind(sqlite_service, talk.table_id, 1)
    assert talk.answer(talk.last("notice", GUEST), "board").status == "accepted"
    assert {mail.kind for mail in talk.came() if mail.is_answer} == {"answer"}


def test_a_new_address_is_confirmed_from_there(sqlite_service: Service) -> None:
    talk = Asked(sqlite_service)
    user_id = seats(sqlite_service, talk.table_id)[1].user_id
    assert user_id is not None
    send_confirmation(sqlite_service, user_id, add_address(sqlite_service, user_id, "new@mail.localhost"))
    mail = talk.last("confirm", "new@mail.localhost")
    assert "THE ADDRESS IS CONFIRMED" in talk.says(mail, "yes")
    with sqlite_service.db.reading() as session:
        added = session.exec(select(Address).where(Address.email == "new@mail.localhost")).one()
    assert added.confirmed_at is not None


@pytest.mark.parametrize(
    ("kind", "told", "left"), [(REMOVE, "THE CHANGE IS MADE", 1), (DELETE, "NOTHING IS CHANGED", 2)]
)
def test_changes_of_an_account(sqlite_service: Service, kind: str, told: str, left: int) -> None:
    talk = Asked(sqlite_service)
    user_id = seats(sqlite_service, talk.table_id)[1].user_id
    assert user_id is not None
    second = add_address(sqlite_service, user_id, "second@mail.localhost")
    ask_for(sqlite_service, user_id, Change(kind, second if kind == REMOVE else 0))
    assert told in talk.says(talk.last("notice", GUEST), "oui")
    with sqlite_service.db.reading() as session:
        assert len(session.exec(select(Address).where(Address.user_id == user_id)).all()) == left


@pytest.mark.parametrize(("text", "told", "plies"), [("default", "THE DEFAULT IS PLAYED", 1), ("wait", "MORE TIME", 0)])
def test_the_host_decides(sqlite_service: Service, clock: FakeClock, text: str, told: str, plies: int) -> None:
    talk = Asked(sqlite_service)
    while seats(sqlite_service, talk.table_id)[0].id == asks(sqlite_service, talk.table_id)[0].seat_id:
        play_one(sqlite_service, talk.table_id)
    with sqlite_service.db.writing() as session:
        here = table(sqlite_service, talk.table_id)
        here.at_deadline = "host"
        session.merge(here)
    before = table(sqlite_service, talk.table_id).ply
    clock.forward(days=30)
    treat_overdue(sqlite_service)
    assert told in talk.says(talk.last("host", "seat0@mail.localhost"), text)
    treat_overdue(sqlite_service)
    assert table(sqlite_service, talk.table_id).ply - before >= plies
    assert (table(sqlite_service, talk.table_id).ply > before) is bool(plies)


def test_a_free_seat(sqlite_service: Service) -> None:
    talk = Asked(sqlite_service, begun=False)
    join(sqlite_service, seats(sqlite_service, talk.table_id)[0].id, Joining())
    start_now(sqlite_service, talk.table_id, "open")
    ask_for_seat(sqlite_service, talk.table_id, 1, "Farid", "farid@mail.localhost", "en")
    told = talk.says(talk.last(MailKind.NOTICE, "farid@mail.localhost"), "yes")
    assert "THE SEAT IS YOURS" in told
    assert seats(sqlite_service, talk.table_id)[1].name == "Farid"


def test_moves_from_an_unknown_address_are_played_when_the_player_says_so(sqlite_service: Service) -> None:
    talk = Asked(sqlite_service)
    mail = talk.question()
    talk.answer(mail, "issue 2", sender="phone@elsewhere.localhost")
    doubt = talk.last("notice", mail.email)
    talk.answer(doubt, "yes")
    assert table(sqlite_service, talk.table_id).ply == 1
