"""Each kind of mail that a person can cause: nobody gets more of it than a limit by receiver allows."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from urllib.parse import urlsplit

import pytest
from flask import Flask
from sqlalchemy import update
from sqlmodel import col, select

from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.mail_in import letterbox
from pbem.mail_in.letterbox import TooMany, check_rate, store_raw
from pbem.people import changes
from pbem.people.addresses import add_address, remove_address
from pbem.people.changes import ADD, EXPORT, Change, ask_for, carry_out_change
from pbem.people.lost_links import MOST_A_DAY
from pbem.store.links import Links
from pbem.store.models import Address, InboundMail, Mail, ReplyKey, Seat, User
from pbem.store.people import person
from pbem.tables import acts, host, invitations
from pbem.tables.open_table import Joining, NewSeat, NewTable, create_table, join, start_now
from pbem.tables.seats import ask_for_seat, give_seat, leave
from tests.e2e.player import Post, links
from tests.pbem.conftest import FakeClock
from tests.pbem.mail_in.letters import letter
from tests.pbem.sample_tables import asks, host_link, mails, new_table, seats, started, table


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Smaller limits, which are reached sooner."""
    monkeypatch.setattr(changes, "MOST_A_DAY", 4)
    monkeypatch.setattr(invitations, "MOST_INVITATIONS", 8)


def until_refused(work: Callable[[], object], most: int = 100) -> int:
    """How often it was done before it was refused."""
    for done in range(most):
        try:
            work()
        except BadField:
            return done
    raise AssertionError("it is never refused")


def test_pausing_and_going_on(service: Service, clock: FakeClock) -> None:
    table_id = started(service)

    def both() -> None:
        host.pause(service, table_id)
        host.resume(service, table_id)
        clock.forward(seconds=70)
        Post(service).arrive()

    assert until_refused(both) == acts.MOST_AN_HOUR
    assert table(service, table_id).status == "running"
    assert len(mails(service, kind="notice", email="seat1@mail.localhost")) <= acts.MOST_AN_HOUR
    clock.forward(hours=1)
    both()


def test_going_on_is_never_refused(service: Service, clock: FakeClock) -> None:
    table_id = started(service)
    for _ in range(acts.MOST_AN_HOUR):
        host.pause(service, table_id)
        host.resume(service, table_id)
    with pytest.raises(BadField):
        host.pause(service, table_id)
    clock.forward(minutes=61)
    host.pause(service, table_id)
    host.resume(service, table_id)
    assert table(service, table_id).status == "running"


def test_moving_a_deadline(service: Service, clock: FakeClock) -> None:
    table_id = started(service)
    ask = asks(service, table_id)[0]
    number = next(seat.number for seat in seats(service, table_id) if seat.id == ask.seat_id)

    def move() -> None:
        clock.forward(seconds=70)
        host.move_deadline(service, table_id, number, service.now().replace(microsecond=0, month=12, day=20))

    assert until_refused(move) == acts.MOST_AN_HOUR


def test_proposing(service: Service) -> None:
    """Each proposal takes the place of the one before, and asks everybody by mail."""
    table_id = started(service)
    count = until_refused(lambda: give_seat(service, table_id, 2, NewSeat("Farid", "farid@mail.localhost")))
    assert count == acts.MOST_AN_HOUR
    assert len(mails(service, kind="notice", email="seat1@mail.localhost")) == acts.MOST_AN_HOUR


def test_sending_a_question_again(service: Service, clock: FakeClock) -> None:
    table_id = started(service)
    ask = asks(service, table_id)[0]
    number = next(seat.number for seat in seats(service, table_id) if seat.id == ask.seat_id)
    assert until_refused(lambda: host.send_again(service, table_id, number)) == host.MOST_AGAIN
    assert len([mail for mail in mails(service, kind="turn") if mail.ask_id == ask.id]) == 1 + host.MOST_AGAIN
    clock.forward(hours=1)
    assert host.send_again(service, table_id, number)


def guest(number: int, email: str = "victim@mail.localhost") -> NewTable:
    """A table of a host of its own, with one guest."""
    return NewTable(
        "age-of-steam",
        "Thursday table",
        (NewSeat("Host", f"host{number}@mail.localhost"), NewSeat("Guest", email), NewSeat("Bot", bot="greedy")),
    )


def test_invitations_of_many_hosts_to_one_person(service: Service, clock: FakeClock) -> None:
    numbers = count()

    def invited() -> list[Mail]:
        return mails(service, kind="invitation", email="victim@mail.localhost")

    assert until_refused(lambda: create_table(service, guest(next(numbers)), is_proven=True)) == invitations.MOST_TO_ONE
    assert len(invited()) == invitations.MOST_TO_ONE
    clock.forward(days=1, seconds=1)
    create_table(service, guest(next(numbers)), is_proven=True)
    assert len(invited()) == invitations.MOST_TO_ONE + 1


@pytest.mark.usefixtures("_few")
def test_invitations_by_giving_a_seat_to_one_person_again_and_again(service: Service) -> None:
    """And to others in between: those count for the host."""
    table_id = create_table(service, guest(0), is_proven=True)
    numbers = count()

    def to_and_fro() -> None:
        give_seat(service, table_id, 1, NewSeat("Other", f"other{next(numbers)}@mail.localhost"))
        give_seat(service, table_id, 1, NewSeat("Victim", "victim@mail.localhost"))

    assert until_refused(to_and_fro) == invitations.MOST_TO_ONE - 1
    others = until_refused(
        lambda: give_seat(service, table_id, 1, NewSeat("Other", f"other{next(numbers)}@mail.localhost"))
    )
    assert others > 0
    from_this_host = [mail for mail in mails(service, kind="invitation") if mail.email != "host0@mail.localhost"]
    assert len(from_this_host) == invitations.MOST_INVITATIONS


@pytest.mark.usefixtures("_few")
def test_confirmations_by_adding_the_addresses_of_strangers(service: Service, app: Flask, clock: FakeClock) -> None:
    """One person adds, confirms at her own address and removes; what reaches strangers has an end.

    She presses the links of earlier addresses too, whose rows the later ones have got.
    """
    started(service)
    client = app.test_client()
    user_id = seats(service, 1)[0].user_id
    assert user_id is not None
    post = Post(service)
    for number in range(changes.MOST_A_DAY + 3):
        address_id = add_address(service, user_id, f"stranger{number}@mail.localhost")
        ask_for(service, user_id, Change(ADD, address_id))
        post.arrive()
        for url in (url for mail in post.delivered for url in links(mail) if "/change/" in url):
            client.post(urlsplit(url).path)
        remove_address(service, user_id, address_id)
        clock.forward(minutes=6)
    assert len(mails(service, kind="confirm")) == changes.MOST_A_DAY


def test_confirmations_to_one_stranger_by_many_people(service: Service, clock: FakeClock) -> None:
    started(service)
    for seat in seats(service, 1) * 2:
        assert seat.user_id is not None
        address_id = add_address(service, seat.user_id, "victim@mail.localhost")
        carry_out_change(service, seat.user_id, Change(ADD, address_id))
        remove_address(service, seat.user_id, address_id)
        clock.forward(minutes=6)
    assert len(mails(service, kind="confirm", email="victim@mail.localhost")) == invitations.MOST_TO_ONE


@pytest.mark.usefixtures("_few")
def test_asking_for_changes_of_an_account(service: Service, clock: FakeClock) -> None:
    """A stolen link of the own page cannot fill its owner's mailbox."""
    started(service)
    user_id = seats(service, 1)[0].user_id
    assert user_id is not None
    before = len(mails(service, kind="notice", user_id=user_id))
    for _ in range(changes.MOST_A_DAY + 3):
        ask_for(service, user_id, Change(EXPORT))
        ask_for(service, user_id, Change(EXPORT))  # twice within five minutes is one mail
        clock.forward(minutes=6)
    assert len(mails(service, kind="notice", user_id=user_id)) - before == changes.MOST_A_DAY


def test_links_that_are_asked_for_with_a_key_of_a_seat(service: Service, app: Flask, clock: FakeClock) -> None:
    table_id = started(service)
    client, token = app.test_client(), Links(service).turn_token(seats(service, table_id)[0], None)
    for _ in range(MOST_A_DAY + 5):
        assert client.post(f"/t/{token}/my-link").status_code == 200
        clock.forward(minutes=6)
    assert len(mails(service, kind="link")) == MOST_A_DAY


def test_offers_of_free_seats(service: Service) -> None:
    """Whoever asks for seats in somebody else's name cannot fill that mailbox; what is said is the same."""
    table_id = create_table(service, new_table(people=6, is_open=True), by_operator=True)
    join(service, seats(service, table_id)[0].id, Joining())
    start_now(service, table_id, "open")
    for number in range(1, 6):
        ask_for_seat(service, table_id, number, "Victim", "victim@mail.localhost", "en")
    assert len(mails(service, kind="notice", email="victim@mail.localhost")) == invitations.MOST_TO_ONE


def reply_address(service: Service, number: int = 0) -> str:
    """Where the answers of this seat's player go."""
    user_id = seats(service, 1)[number].user_id
    with service.db.reading() as session:
        key = session.exec(select(ReplyKey).where(ReplyKey.user_id == user_id, col(ReplyKey.mail_id).is_not(None)))
        return f"p+{key.first().key}@{service.config.mail_domain}"  # type: ignore[union-attr]


def test_mails_to_the_operator_in_a_victims_name_do_not_stop_the_victims_answers(service: Service) -> None:
    started(service)
    Post(service).arrive()
    victim, abuse = "seat0@mail.localhost", f"abuse@{service.config.mail_domain}"
    for number in range(letterbox.MOST_OF_ONE):
        check_rate(service, victim, abuse)
        store_raw(service, letter(abuse, f"Spam {number}", From=victim), victim, abuse, "smtp")
    with pytest.raises(TooMany):
        check_rate(service, victim, abuse)
    check_rate(service, "somebody.else@mail.localhost", abuse)
    check_rate(service, victim, reply_address(service))


def test_answers_are_counted_by_the_key_and_by_the_person_who_was_recognised(service: Service) -> None:
    started(service)
    Post(service).arrive()
    own, other = reply_address(service, 0), reply_address(service, 1)
    for number in range(letterbox.MOST_OF_STRANGERS):
        store_raw(service, letter(other, f"Hello {number}"), "seat0@mail.localhost", other, "smtp")
    with pytest.raises(TooMany):
        check_rate(service, "seat1@mail.localhost", other)
    check_rate(service, "seat0@mail.localhost", own)
    user_id = seats(service, 1)[0].user_id
    with service.db.writing() as session:
        session.exec(update(InboundMail).values(user_id=user_id))
        for number in range(letterbox.MOST_AN_HOUR - letterbox.MOST_OF_STRANGERS):
            session.add(
                InboundMail(
                    key=str(number),
                    transport="smtp",
                    sender="",
                    recipient=own,
                    user_id=user_id,
                    received_at=service.now(),
                )
            )
    with pytest.raises(TooMany):
        check_rate(service, "another.address@mail.localhost", own)


def test_an_id_that_a_stranger_has_guessed_does_not_suppress_a_mail(service: Service) -> None:
    started(service)
    Post(service).arrive()
    to = reply_address(service)
    guessed = {"Message-ID": "<turn.1@client.localhost>"}
    assert store_raw(service, letter(to, "nonsense", **guessed), "eve@mail.localhost", to, "webhook").is_new
    genuine = letter(to, "issue 2", **guessed)
    assert store_raw(service, genuine, "seat0@mail.localhost", to, "webhook").is_new
    by_another_way = b"Received: from somewhere\r\n" + genuine.replace(b"\r\n", b"\n")
    assert not store_raw(service, by_another_way, "seat0@mail.localhost", to, "imap").is_new


def test_a_host_reads_no_address_that_she_has_not_typed(service: Service, app: Flask) -> None:
    table_id = create_table(service, new_table(people=3, is_open=True), by_operator=True)
    for seat in seats(service, table_id)[:2]:
        join(service, seat.id, Joining())
    start_now(service, table_id, "open")
    ask_for_seat(service, table_id, 2, "Farid", "farid@mail.localhost", "en")
    mail = next(mail for mail in Post(service).arrive() if mail.email == "farid@mail.localhost")
    with service.db.reading() as session:
        take = Links(service).take(
            session.get_one(Seat, seats(service, table_id)[2].id), session.get_one(User, mail.user_id)
        )
    client = app.test_client()
    assert client.post(take.partition("8000")[2]).status_code in (200, 303)
    assert seats(service, table_id)[2].name == "Farid"
    page = host_page(service, app, table_id)
    assert "Farid" in page
    assert "farid@mail.localhost" not in page
    assert "seat1@mail.localhost" in page


def host_page(service: Service, app: Flask, table_id: int) -> str:
    return app.test_client().get(urlsplit(host_link(service, table_id)).path).text


def test_a_host_who_types_a_second_address_does_not_learn_the_main_one(service: Service, app: Flask) -> None:
    with service.db.writing() as session:
        guest = person(service, session, "main@mail.localhost", "Farid", "en")
        now = service.now()
        session.add(Address(user_id=guest.id, email="second@mail.localhost", is_main=False, confirmed_at=now))
    seated = (*new_table(people=2).seats, NewSeat("Farid", "second@mail.localhost"))
    table_id = create_table(service, replace(new_table(), seats=seated), by_operator=True)
    assert [mail.email for mail in mails(service, kind="invitation")][-1] == "main@mail.localhost"
    for seat in seats(service, table_id):
        page = host_page(service, app, table_id)
        assert "second@mail.localhost" in page
        assert "main@mail.localhost" not in page
        join(service, seat.id, Joining())
    leave(service, seats(service, table_id)[0].id)
    assert table(service, table_id).host_id == seats(service, table_id)[1].user_id
    assert "second@mail.localhost" not in host_page(service, app, table_id), "the next host has not typed it"
