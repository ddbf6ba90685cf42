"""Seats that change hands: who may see and play one, and who may not any more."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Literal
from urllib.parse import urlsplit

import pytest
from sqlmodel import select

from pbem.base.service import Service
from pbem.people.settings import block_invitations
from pbem.play.outbox import About, post
from pbem.store.links import Links
from pbem.store.mail_content import Waiting
from pbem.store.mail_kind import MailKind
from pbem.store.models import Address, Seat, Table, User
from pbem.store.people import person
from pbem.tables.host import end_table
from pbem.tables.open_table import Joining, create_table, join, start_now
from pbem.tables.rematch import rematch
from pbem.tables.seats import ask_for_seat, leave
from pbem.web.app import create_app
from tests.dialogues.test_host import Company, text, vote_link
from tests.e2e.player import Post, Presser, links
from tests.pbem.sample_tables import asks, lines, mails, new_table, play_one, seats


def user_of(service: Service, number: int) -> User:
    with service.db.reading() as session:
        address = session.exec(select(Address).where(Address.email == f"seat{number}@mail.localhost")).one()
        return session.get_one(User, address.user_id)


def started_without_the_last(service: Service, missing: str) -> int:
    table_id = create_table(service, new_table("parlour", is_open=True), by_operator=True)
    for seat in seats(service, table_id)[:2]:
        join(service, seat.id, Joining())
    start_now(service, table_id, missing)
    return table_id


@pytest.mark.parametrize("missing", ["bot", "open"])
def test_the_seat_of_who_never_came_is_a_bots(sqlite_service: Service, missing: str) -> None:
    """Neither her own page nor a link to the seat leads to the bot's cards."""
    service = sqlite_service
    table_id = started_without_the_last(service, missing)
    presser = Presser(create_app(service))
    page = presser.open(Links(service).me(user_of(service, 2)))
    assert page.status_code == 200
    assert "Thursday table" not in page.text
    assert presser.open(Links(service).turn(seats(service, table_id)[2], None)).status_code == 410


def test_who_came_too_late_may_take_the_own_seat(sqlite_service: Service) -> None:
    service = sqlite_service
    table_id = started_without_the_last(service, "open")
    ask_for_seat(service, table_id, 2, "Chloé", "seat2@mail.localhost", "en")
    presser = Presser(create_app(service))
    mail = next(mail for mail in Post(service).arrive() if "take" in mail.content)
    link = next(url for url in links(mail) if "/take/" in url)
    assert presser.press(presser.open(link), link.rpartition("/")[2]).status_code == 200
    assert (seats(service, table_id)[2].status, seats(service, table_id)[2].name) == ("joined", "Chloé")


def given_away(company: Company, number: int) -> None:
    """The player has missed two deadlines, and somebody else comes to the seat."""
    service = company.service
    with service.db.writing() as session:
        seat = session.get_one(Seat, seats(service, company.table_id)[number].id)
        seat.defaults_in_a_row = 2
        session.add(seat)
    company.does(f"seat/{number}", kind="person", name="Farid", email="farid@mail.localhost")
    join(service, seat.id, Joining())


@pytest.mark.both_databases
def test_mails_that_wait_for_the_old_player_do_not_open_the_seat_of_the_new_one(service: Service) -> None:
    """A mail is written when it leaves, with the links of that moment."""
    company = Company(service, "parlour")
    asked = {ask.seat_id: ask.id for ask in asks(service, company.table_id)}
    old = next(seat for seat in seats(service, company.table_id)[1:] if seat.id in asked)
    with service.db.writing() as session:
        here, user_id = session.get_one(Table, company.table_id), old.user_id
        assert user_id is not None
        post(service, session, MailKind.NEWS, "news:late", user_id, About.news(here, old))
        post(service, session, MailKind.REMINDER, "digest:late", user_id, content=Waiting((asked[old.id],)))
    given_away(company, old.number)
    came = [mail for mail in company.post.arrive() if mail.user_id == user_id]
    assert ["given to somebody else" in text(mail) for mail in came] == [True]
    assert [mail.status for mail in mails(service, user_id=user_id) if "late" in mail.key] == ["cancelled"] * 2


def agree(company: Company, words: str) -> str:
    """Presses "I agree" at the link in the mail."""
    link = vote_link(words)
    return company.browser.press(company.browser.open(link), link.rpartition("/")[2], agrees="yes").text


def test_a_vote_for_somebody_who_wants_no_invitation_takes_nobodys_seat_away(service: Service) -> None:
    company = Company(service, "parlour")
    with service.db.writing() as session:
        person(service, session, "farid@mail.localhost", "Farid", "en").invitations_blocked = True
    company.does("seat/2", kind="person", name="Farid", email="farid@mail.localhost")
    told = agree(company, company.told()["seat1@mail.localhost"])
    assert "no longer asked" in told
    stays = seats(service, company.table_id)[2]
    assert (stays.name, stays.status) == ("Chloé", "joined")
    assert company.told() == {}, "nobody hears that a seat has changed hands"
    assert "goes to" not in company.history()
    assert company.browser.open(Links(service).turn(stays, None)).status_code == 200


def test_a_vote_gives_nobody_a_second_seat(sqlite_service: Service) -> None:
    """The newcomer has come to another seat while the others were asked."""
    service = sqlite_service
    company = Company(service, "parlour", people=4)
    company.does("seat/3", kind="person", name="Farid", email="farid@mail.localhost")
    asked = company.told()
    leave(service, seats(service, company.table_id)[2].id)
    company.does("seat/2", kind="person", name="Farid", email="farid@mail.localhost")
    agree(company, asked["seat1@mail.localhost"])
    assert [seat.name for seat in seats(service, company.table_id)[2:]] == ["Farid", "David"]


def test_who_comes_while_something_is_put_to_the_vote_is_asked_too(service: Service) -> None:
    """And what the player before has answered from the seat no longer counts."""
    company = Company(service, "parlour", people=4)
    company.does("seat/3", kind="person", name="Farid", email="farid@mail.localhost")
    asked = company.told()
    agree(company, asked["seat1@mail.localhost"])
    leave(service, seats(service, company.table_id)[1].id)
    company.does("seat/1", kind="person", name="Gina", email="gina@mail.localhost")
    join(service, seats(service, company.table_id)[1].id, Joining())
    newcomer = next(
        words
        for mail in company.post.arrive()
        if mail.email == "gina@mail.localhost" and "/vote/" in (words := text(mail))
    )
    agree(company, asked["seat2@mail.localhost"])
    assert seats(service, company.table_id)[3].name == "David", "Gina has not agreed yet"
    agree(company, newcomer)
    assert seats(service, company.table_id)[3].name == "Farid"


def test_among_bots_the_host_goes_back_past_what_was_seen(sqlite_service: Service) -> None:
    company = Company(sqlite_service, "parlour", people=1, bots=2)
    while not any(line.shows for line in lines(sqlite_service, company.table_id)):
        play_one(sqlite_service, company.table_id)
    assert "back before line 1" in company.does("rewind", to="1")
    assert lines(sqlite_service, company.table_id)[-1].text == "rewind.1"


@pytest.mark.parametrize("how", ["leaves", "is replaced"])
def test_when_the_last_who_has_not_answered_is_gone_it_is_done(sqlite_service: Service, how: str) -> None:
    service = sqlite_service
    company = Company(service, "parlour", people=4)
    company.does("seat/3", kind="greedy", name="Iron Horse")
    agree(company, company.told()["seat1@mail.localhost"])
    assert seats(service, company.table_id)[3].name == "David"
    if how == "leaves":
        leave(service, seats(service, company.table_id)[2].id)
    else:
        given_away(company, 2)
    assert seats(service, company.table_id)[3].name == "Iron Horse"


def test_what_was_asked_about_one_player_does_not_hold_for_the_next(sqlite_service: Service) -> None:
    service = sqlite_service
    company = Company(service, "parlour")
    company.does("seat/2", kind="greedy", name="Iron Horse")
    asked = company.told()
    given_away(company, 2)
    assert "no longer asked" in company.browser.open(vote_link(asked["seat1@mail.localhost"])).text
    assert seats(service, company.table_id)[2].name == "Farid"


def test_nobody_gives_the_own_seat_to_a_bot(sqlite_service: Service) -> None:
    company = Company(sqlite_service, "parlour")
    own = f"{urlsplit(company.host).path}/seat/0"
    assert company.browser.client.post(own, data={"kind": "greedy"}).status_code == 422
    assert seats(sqlite_service, company.table_id)[0].status == "joined"


def ended(service: Service) -> Company:
    company = Company(service, "parlour")
    end_table(service, company.table_id)
    return company


def rematches(service: Service, table_id: int) -> list[int]:
    with service.db.reading() as session:
        return list(session.exec(select(Table.id).where(Table.rematch_of == table_id)).all())


@pytest.mark.both_databases
def test_a_rematch_pressed_by_all_at_once_is_one_table(service: Service) -> None:
    company = ended(service)
    with ThreadPoolExecutor(3) as pool:
        led = list(pool.map(lambda seat: rematch(service, seat.id), seats(service, company.table_id)))
    assert led == rematches(service, company.table_id) * 3


@pytest.mark.parametrize(("who", "offered"), [("nobody", []), ("list", [2])])
def test_a_rematch_is_offered_to_who_may_open_tables(
    sqlite_service: Service, who: Literal["nobody", "list"], offered: list[int]
) -> None:
    company = ended(sqlite_service)
    sqlite_service.config = replace(sqlite_service.config, open_tables=who, openers=("seat2@mail.localhost",))
    boards = [Links(sqlite_service).turn(seat, None) for seat in seats(sqlite_service, company.table_id)]
    shown = [number for number, board in enumerate(boards) if "/rematch" in company.browser.open(board).text]
    assert shown == offered
    answer = company.browser.client.post(f"{urlsplit(boards[1]).path}/rematch")
    assert answer.status_code == 422
    assert "On this server" in answer.text
    assert rematches(sqlite_service, company.table_id) == []
    for _ in offered:
        rematch(sqlite_service, seats(sqlite_service, company.table_id)[2].id)
        assert all("/rematch" in company.browser.open(board).text for board in boards), "it leads to the new table"


def test_a_rematch_says_who_cannot_be_invited(sqlite_service: Service) -> None:
    company = ended(sqlite_service)
    block_invitations(sqlite_service, user_of(sqlite_service, 2).id)
    page = company.browser.open(Links(sqlite_service).turn(seats(sqlite_service, company.table_id)[1], None))
    answer = company.browser.press(page, "/rematch")
    assert answer.status_code == 422
    assert "Chloé cannot be invited today" in answer.text
    assert rematches(sqlite_service, company.table_id) == []


@pytest.mark.parametrize("to", ["²", "9" * 20, "-1", "", "two"])
def test_a_line_that_is_no_number_is_said_at_its_field(sqlite_service: Service, to: str) -> None:
    company = Company(sqlite_service, "parlour")
    play_one(sqlite_service, company.table_id)
    assert "Choose a line that has not been taken back" in company.does("rewind", to=to)


@pytest.mark.parametrize("act", ["seat", "deadline", "default", "resend"])
def test_a_seat_that_the_table_has_not_is_no_fault(sqlite_service: Service, act: str) -> None:
    company = Company(sqlite_service, "parlour")
    form = {"kind": "greedy", "until": "2026-12-24T18:00"}
    answer = company.browser.client.post(f"{urlsplit(company.host).path}/{act}/17", data=form)
    assert answer.status_code < 500
    assert company.told() == {}


def test_somebody_elses_claim_to_an_address_says_nothing_about_its_owner(sqlite_service: Service) -> None:
    """The claim is older, and no mail reaches whoever has made it."""
    with sqlite_service.db.writing() as session:
        eve = person(sqlite_service, session, "eve@mail.localhost", "Eve", "en")
        claim = Address(user_id=eve.id, email="seat1@mail.localhost", is_main=False)
        claim.suspended_at = sqlite_service.now()
        session.add(claim)
    company = Company(sqlite_service, "parlour")
    assert "mails to this address are returned" not in company.browser.open(company.host).text


def test_until_it_begins_whoever_has_joined_may_choose_again(sqlite_service: Service) -> None:
    service = sqlite_service
    table_id = create_table(service, new_table("parlour"), by_operator=True)
    first, second, third = seats(service, table_id)
    join(service, first.id, Joining(colour="green"))
    presser = Presser(create_app(service))
    address = urlsplit(Links(service).join(second)).path
    presser.press(presser.open(address), address, colour="sky", word="steam")
    page = presser.open(address)
    assert 'value="sky" checked' in page.text
    assert 'value="steam"' in page.text
    assert presser.press(page, address, colour="green").status_code == 422, "somebody else has it"
    presser.press(page, address, colour="magenta", word="smoke", zone="Europe/Paris")
    again = seats(service, table_id)[1]
    assert (again.status, again.colour, again.word) == ("joined", "magenta", "smoke")
    join(service, third.id, Joining())
    join(service, second.id, Joining(colour="sky"))
    assert seats(service, table_id)[1].colour == "magenta", "now it has begun"
