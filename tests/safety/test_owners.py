"""What is somebody's belongs to her alone: exports, notes and whispers, and what a forwarded mail opens."""

import json
import re
from dataclasses import replace

import pytest
from flask import Flask
from sqlmodel import select

from pbem.base.service import Service
from pbem.mail_in.letterbox import store_raw
from pbem.mail_in.read_mail import read_mail
from pbem.people.addresses import add_address
from pbem.people.export import everything_about
from pbem.store.links import Links
from pbem.store.models import Address, InboundMail, Talk, User
from pbem.store.people import person
from pbem.tables.open_table import Joining, NewSeat, create_table, join
from pbem.tables.seats import leave, take_seat
from pbem.tables.talk import say_at_table, write_note
from tests.e2e.player import Post, Presser, links
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import new_table, seats, started


@pytest.fixture
def table_id(service: Service) -> int:
    return started(service)


def test_an_export_holds_nothing_of_anybody_else(service: Service, app: Flask) -> None:
    """Twelve people at four tables, each with words of their own in names, notes, talk, mails and claims."""
    people = [f"p{number:02d}" for number in range(12)]
    for first in range(0, 12, 3):
        seated = tuple(NewSeat(f"Name-{who}", f"{who}@mail.localhost") for who in people[first : first + 3])
        table_id = create_table(service, replace(new_table(), seats=seated, title=f"Table {first}"), by_operator=True)
        for seat in seats(service, table_id):
            join(service, seat.id, Joining())
        for seat, who in zip(seats(service, table_id), people[first : first + 3], strict=True):
            write_note(service, seat.id, f"note-of-{who}")
            other = seats(service, table_id)[(seat.number + 1) % 3]
            say_at_table(service, seat.id, f"whisper-of-{who}", other.colour)
            raw = f"From: {who}@mail.localhost\r\nSubject: x\r\n\r\nmail-of-{who}\r\n".encode()
            store_raw(service, raw, f"{who}@mail.localhost", "postmaster@railpost.localhost", "smtp")
    for inbound in list_of_inbound(service):
        read_mail(service, inbound)
    with service.db.reading() as session:
        users = {
            address.email: session.get_one(User, address.user_id) for address in session.exec(select(Address)).all()
        }
    for who in people:  # each claims the address of the next one, and never confirms it
        victim = people[(people.index(who) + 1) % 12]
        add_address(service, users[f"{who}@mail.localhost"].id, f"{victim}@mail.localhost")
    with service.db.reading() as session:
        for who in people:
            told = json.dumps(everything_about(session, users[f"{who}@mail.localhost"]), default=str)
            assert f"note-of-{who}" in told
            assert f"whisper-of-{who}" in told
            for stranger in (each for each in people if each != who):
                assert f"note-of-{stranger}" not in told
                assert f"mail-of-{stranger}" not in told
                assert f"whisper-of-{stranger}" not in told.replace(heard(told), "")


def list_of_inbound(service: Service) -> list[int]:
    with service.db.reading() as session:
        return list(session.exec(select(InboundMail.id)).all())


def heard(told: str) -> str:
    """Mails to her tell what was whispered to her; they are hers."""
    return json.dumps(json.loads(told)["mails-to-you"], default=str)


def test_whoever_takes_a_seat_over_reads_no_notes_and_no_whispers(service: Service, app: Flask, table_id: int) -> None:
    hers, other = seats(service, table_id)[2], seats(service, table_id)[1]
    write_note(service, hers.id, "my secret plan")
    say_at_table(service, other.id, "only for Carla", hers.colour)
    say_at_table(service, other.id, "for everybody", "")
    leave(service, hers.id)
    with service.db.writing() as session:
        zoe = person(service, session, "zoe@mail.localhost", "Zoe", "en")
    taken = take_seat(service, hers.id, zoe.id, seats(service, table_id)[2].link_epoch)
    assert taken is not None
    link = Links(service).turn(seats(service, table_id)[2], None)
    presser = Presser(app)
    assert "my secret plan" not in presser.open(f"{link}/notes").text
    talk = presser.open(f"{link}/talk").text
    assert "for everybody" in talk
    assert "only for Carla" not in talk
    with service.db.reading() as session:
        told = json.dumps(everything_about(session, session.get_one(User, zoe.id)), default=str)
    assert "my secret plan" not in told


def test_private_words_to_nobody_stay_unsaid(service: Service, app: Flask, table_id: int) -> None:
    seat = seats(service, table_id)[0]
    page = Links(service).turn(seat, None).removeprefix(service.config.public_url) + "/talk"
    answer = app.test_client().post(page, data={"text": "between us", "to": "ultraviolet"})
    assert answer.status_code == 422
    assert "between us" in answer.text, "what was typed is kept"
    with service.db.reading() as session:
        assert not session.exec(select(Talk)).all()


def test_a_forwarded_turn_mail_opens_one_seat_and_nothing_else(service: Service, app: Flask, table_id: int) -> None:
    """No page that its links lead to holds a key of another kind."""
    assert isinstance(service.clock, FakeClock)
    service.clock.forward(minutes=5)
    mail = next(mail for mail in Post(service).arrive() if mail.kind == "turn")
    presser, waiting = Presser(app), [url for url in links(mail) if "/t/" in url]
    seen: set[str] = set()
    while waiting:
        url = waiting.pop().partition("#")[0]
        if url in seen or len(seen) > 60:
            continue
        seen.add(url)
        text = presser.open(url).text
        found = set(re.findall(r'(?:href|action)="(/[a-z]+/[^"#?]*)', text))
        assert not [other for other in found if re.match(r"/(me|host|calendar|change|confirm|take|join)/", other)], url
        waiting += [other for other in found if other.startswith("/t/") and "/undo" not in other]
    assert len(seen) > 5
