"""Two people and a host who wants to win by hosting: what she tries, what happens, and what everybody is told."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from pbem.base.service import Service
from pbem.mail_out.compose import render
from pbem.mail_out.deliver import deliver_due
from pbem.mail_out.transport import Mailbox
from pbem.people.absences import go_away
from pbem.store.models import Address
from pbem.store.people import person
from pbem.tables.open_table import Joining, join
from pbem.tables.proposals import vote
from pbem.tables.seats import ask_for_seat, leave, take_seat
from pbem.upkeep.deadlines import treat_overdue
from tests.dialogues.test_host import Company, text, vote_link
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, lines, mails, play_one, seats, table

HOST, BRUNO, CHLOE = (f"seat{number}@mail.localhost" for number in range(3))
SECOND = "anna.again@mail.localhost"  # the host's other address


def moment(service: Service, **later: float) -> str:
    """As the form takes it, by the clocks of Paris in November."""
    return (service.now() + timedelta(hours=1) + timedelta(**later)).strftime("%Y-%m-%dT%H:%M")


def until_asked(company: Company, number: int) -> None:
    seat = seats(company.service, company.table_id)[number]
    while all(ask.seat_id != seat.id for ask in asks(company.service, company.table_id)):
        play_one(company.service, company.table_id)
    company.post.arrive()


def played_by_both(company: Company) -> None:
    """The host's own line, and the answer of the other."""
    for number in (0, 1):
        until_asked(company, number)
        play_one(company.service, company.table_id)
    company.post.arrive()


@pytest.fixture
def rivals(sqlite_service: Service) -> Company:
    """The host, one other and a bot, in a game in which they play in turn and nothing is hidden."""
    return Company(sqlite_service, "age-of-steam", people=2, bots=1)


def first_of_host(company: Company) -> int:
    return next(line.ply for line in lines(company.service, company.table_id) if line.seat == 0)


def test_her_own_move_and_the_answer_to_it_stand_until_the_other_agrees(rivals: Company) -> None:
    played_by_both(rivals)
    ply = first_of_host(rivals)
    assert "asked by mail" in rivals.does("rewind", to=str(ply))
    assert not any(line.taken_back for line in lines(rivals.service, rivals.table_id))
    told = rivals.told()
    assert set(told) == {BRUNO}
    assert f"proposes to go back to the position before line {ply}" in told[BRUNO]
    assert f"Line {ply}: Anna issued" in told[BRUNO]
    link = vote_link(told[BRUNO])
    rivals.browser.press(rivals.browser.open(link), link.rpartition("/")[2], agrees="no")
    told = rivals.told()
    assert set(told) == {HOST, BRUNO}
    assert all("Bruno does not agree, so nothing changes." in words for words in told.values())
    assert not any(line.taken_back for line in lines(rivals.service, rivals.table_id))


def test_the_answer_first_and_her_own_move_then_is_the_same(rivals: Company) -> None:
    played_by_both(rivals)
    ply = first_of_host(rivals)
    answer = table(rivals.service, rivals.table_id).ply
    assert f"back before line {answer}" in rivals.does("rewind", to=str(answer))
    assert set(rivals.told()) == {HOST, BRUNO}
    assert "asked by mail" in rivals.does("rewind", to=str(ply)), "she has seen the answer"
    assert not lines(rivals.service, rivals.table_id)[ply].taken_back


def asked_other(company: Company) -> int:
    """Bruno is asked; the number of his seat."""
    until_asked(company, 1)
    return 1


def deadline(company: Company) -> object:
    bruno = seats(company.service, company.table_id)[1]
    return next(ask.deadline_at for ask in asks(company.service, company.table_id) if ask.seat_id == bruno.id)


def test_a_deadline_does_not_come_so_near_that_nobody_can_keep_it(rivals: Company, clock: FakeClock) -> None:
    number, before = asked_other(rivals), deadline(rivals)
    page = rivals.does(f"deadline/{number}", until=moment(rivals.service, minutes=1))
    assert "must leave the player 24 hours" in page
    assert "must leave" in rivals.does(f"deadline/{number}", until=moment(rivals.service, hours=23))
    assert deadline(rivals) == before
    assert rivals.told() == {}
    clock.forward(minutes=2)
    assert treat_overdue(rivals.service) == 0
    rivals.does(f"deadline/{number}", until=moment(rivals.service, hours=25))
    assert deadline(rivals) != before
    told = rivals.told()
    assert set(told) == {HOST, BRUNO}
    assert all("has moved the deadline of Bruno" in words for words in told.values())


def test_a_day_in_which_the_other_is_away_is_no_day(rivals: Company, clock: FakeClock) -> None:
    number, service = asked_other(rivals), rivals.service
    today = clock.now().date()
    user_id = seats(service, rivals.table_id)[1].user_id
    assert user_id is not None
    go_away(service, user_id, today.isoformat(), (today + timedelta(days=4)).isoformat())
    before = deadline(rivals)
    assert "must leave" in rivals.does(f"deadline/{number}", until=moment(service, hours=30))
    assert deadline(rivals) == before


def test_a_pause_does_not_use_up_a_deadline(rivals: Company, clock: FakeClock) -> None:
    """She sets it in a pause to the day after, and lets the table go on a minute before."""
    number, path = asked_other(rivals), rivals.host.partition("8000")[2]
    rivals.does("pause")
    form = {"until": moment(rivals.service, hours=25)}
    assert rivals.browser.client.post(f"{path}/deadline/{number}", data=form).status_code == 303
    clock.forward(hours=24, minutes=59)
    rivals.does("resume")
    clock.forward(hours=23)
    assert treat_overdue(rivals.service) == 0


def missed(company: Company, clock: FakeClock, nearer: bool) -> None:
    """Bruno is silent once more."""
    number = asked_other(company)
    if nearer:
        company.does(f"deadline/{number}", until=moment(company.service, hours=25))
    clock.forward(hours=26 if nearer else 24 * 4)
    assert treat_overdue(company.service) == 1
    company.post.arrive()


@pytest.mark.parametrize(("nearer", "is_given"), [(True, False), (False, True)])
def test_only_deadlines_of_the_tables_own_length_cost_a_seat(
    rivals: Company, clock: FakeClock, nearer: bool, is_given: bool
) -> None:
    for _ in range(3):
        missed(rivals, clock, nearer)
    bruno = seats(rivals.service, rivals.table_id)[1]
    assert (bruno.defaults_in_a_row >= table(rivals.service, rivals.table_id).most_defaults) == is_given
    given = {"kind": "person", "name": "Farid", "email": "farid@mail.localhost"}
    path = rivals.host.partition("8000")[2]
    answer = rivals.browser.client.post(f"{path}/seat/1", data=given)
    assert ("The seat is given" in answer.text) == is_given
    assert (seats(rivals.service, rivals.table_id)[1].name == "Farid") == is_given
    assert set(rivals.told()) == ({HOST, BRUNO} if is_given else set())


def test_with_two_people_she_gives_the_others_seat_to_nobody(rivals: Company) -> None:
    assert "/seat/1" not in rivals.browser.open(rivals.host).text, "no such form is shown"
    path = rivals.host.partition("8000")[2]
    for given in ({"kind": "greedy"}, {"kind": "person", "name": "Farid", "email": "farid@mail.localhost"}):
        answer = rivals.browser.client.post(f"{path}/seat/1", data=given)
        assert answer.status_code == 422
    assert seats(rivals.service, rivals.table_id)[1].name == "Bruno"
    assert rivals.told() == {}


def test_when_the_only_judge_leaves_she_does_not_judge_alone(sqlite_service: Service) -> None:
    company = Company(sqlite_service, "parlour")
    company.does("seat/2", kind="greedy", name="Iron Horse")
    asked = company.told()
    leave(sqlite_service, seats(sqlite_service, company.table_id)[1].id)
    assert seats(sqlite_service, company.table_id)[2].name == "Chloé"
    assert vote_link(asked[BRUNO])
    assert vote(sqlite_service, 1, seats(sqlite_service, company.table_id)[0].id, True) == "stale"


def claimed(service: Service, company: Company) -> None:
    """The host says that a second address is hers, and never confirms it."""
    host = seats(service, company.table_id)[0].user_id
    assert host is not None
    with service.db.writing() as session:
        session.add(Address(user_id=host, email=SECOND, is_main=False))


def by_form(company: Company) -> str:
    return company.does("seat/2", kind="person", name="Nobody", email=SECOND)


def by_link(company: Company) -> str:
    service = company.service
    ask_for_seat(service, company.table_id, 2, "Nobody", SECOND, "en")
    with service.db.reading() as session:
        user_id = person(service, session, SECOND, "Nobody", "en").id
    seat = seats(service, company.table_id)[2]
    return "has a seat" if take_seat(service, seat.id, user_id, seat.link_epoch) is None else "taken"


@pytest.mark.parametrize("way", [by_form, by_link])
def test_her_second_address_gets_no_seat(sqlite_service: Service, way: Callable[[Company], str]) -> None:
    company = Company(sqlite_service, "parlour")
    leave(sqlite_service, seats(sqlite_service, company.table_id)[2].id)
    claimed(sqlite_service, company)
    company.post.arrive()
    assert "has a seat" in way(company)
    assert seats(sqlite_service, company.table_id)[2].status == "open"
    assert company.told().keys() <= {SECOND}, "only the link that was asked for"


def test_a_stranger_gets_the_open_seat_and_all_are_told(sqlite_service: Service) -> None:
    company = Company(sqlite_service, "parlour")
    leave(sqlite_service, seats(sqlite_service, company.table_id)[2].id)
    company.post.arrive()
    assert "The seat is given" in company.does("seat/2", kind="person", name="Farid", email="farid@mail.localhost")
    told = company.told()
    assert set(told) == {HOST, BRUNO}
    assert all("The seat of Chloé goes to Farid." in words for words in told.values())


def test_a_strong_bot_becomes_a_weak_one_only_if_the_other_agrees(sqlite_service: Service) -> None:
    company = Company(sqlite_service, "parlour", people=2, bots=1)
    assert "asked by mail" in company.does("seat/2", kind="random", name="Weak")
    told = company.told()
    assert set(told) == {BRUNO}
    assert seats(sqlite_service, company.table_id)[2].bot == "greedy"
    link = vote_link(told[BRUNO])
    company.browser.press(company.browser.open(link), link.rpartition("/")[2], agrees="yes")
    assert seats(sqlite_service, company.table_id)[2].bot == "random"


def test_what_is_done_within_a_minute_is_told_in_one_mail(sqlite_service: Service, clock: FakeClock) -> None:
    company = Company(sqlite_service, "parlour")

    def leaving() -> dict[str, str]:
        while deliver_due(sqlite_service, Mailbox(), render):
            pass
        sent = mails(sqlite_service, kind="notice", status="sent")
        return {mail.email: text(mail) for mail in sent}

    for act in ("pause", "resume", "pause"):
        company.does(act)
        clock.forward(seconds=15)
    assert leaving() == {}
    clock.forward(seconds=15)
    told = leaving()
    assert set(told) == {HOST, BRUNO, CHLOE}
    assert all(words.count("all clocks are stopped") == 2 for words in told.values())
    assert all(words.count("all clocks run again") == 1 for words in told.values())
    assert len(mails(sqlite_service, kind="notice")) == 3
    company.does("resume")
    assert len(mails(sqlite_service, kind="notice")) == 6, "what comes later is told later"


def test_whoever_comes_to_the_seat_is_not_told_what_was_done_before(sqlite_service: Service) -> None:
    """What waits for the player before stays here."""
    company = Company(sqlite_service, "parlour", people=4)
    company.does("pause")
    leave(sqlite_service, seats(sqlite_service, company.table_id)[3].id)
    company.does("seat/3", kind="person", name="Farid", email="farid@mail.localhost")
    join(sqlite_service, seats(sqlite_service, company.table_id)[3].id, Joining())
    company.does("resume")
    told = company.told()
    assert "all clocks are stopped" not in told["farid@mail.localhost"]
    assert "all clocks run again" in told["farid@mail.localhost"]
    assert "seat3@mail.localhost" not in told
