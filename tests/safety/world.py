"""A server with something of every kind, made once and copied for each test: tables in every state, an open vote, a
free seat, a table that waits for its host's address."""

import shutil
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from sqlmodel import select

from pbem.base.config import embedded_config
from pbem.base.db import Database
from pbem.base.service import Service
from pbem.base.tokens import Tokens
from pbem.people.addresses import add_address
from pbem.store.links import PLAY, Links
from pbem.store.models import Address, Proposal, Table, User
from pbem.store.people import person
from pbem.store.schema import migrate
from pbem.tables.host import pause
from pbem.tables.open_table import NewSeat, create_table
from pbem.tables.seats import give_seat, leave
from pbem.tables.talk import write_note
from tests.pbem.conftest import FakeClock, known_secrets
from tests.pbem.sample_tables import asks, new_table, play_one, seats, started

OPERATOR_SECRET = "a-long-operator-secret"
KINDS = ("turn", "join", "me", "calendar", "change", "host", "unsubscribe", "confirm", "vote", "take", "play")


@dataclass(frozen=True)
class World:
    service: Service
    tokens: dict[str, str]  # a good one of every kind
    slug: str

    def copied(self, folder: Path) -> "World":
        """The same world on files of its own."""
        self.service.db.close()
        file = folder / "railpost.sqlite"
        shutil.copy(str(self.service.db.engine.url.database), file)
        service = replace(self.service, db=Database(f"sqlite:///{file}"))
        return replace(self, service=service)


def make_world(folder: Path) -> World:
    config = replace(
        embedded_config({"DATA": str(folder), "PUBLIC_URL": "https://play.example.org", "SECRET_KEYS": "k" * 40}),
        embedded=False,
        open_tables="verified",
        smtp_url="smtp://127.0.0.1:9",
        operator_secret=OPERATOR_SECRET,
    )
    service = Service(config, Database(config.database_url), Tokens(config.secret_keys), FakeClock(), known_secrets())
    migrate(service.db)
    return World(service, dict(_tokens(service)), _watched(service))


def _tokens(service: Service) -> list[tuple[str, str]]:
    running = started(service, people=4)
    for _ in range(3):
        play_one(service, running)
    ask = asks(service, running)[0]
    asked = next(seat for seat in seats(service, running) if seat.id == ask.seat_id)
    guests = [seat for seat in seats(service, running)[1:] if seat.id != asked.id]
    voter = asked if asked.number else guests[1]
    leave(service, guests[-1].id)
    gone = next(seat for seat in seats(service, running) if seat.id == guests[-1].id)
    write_note(service, asked.id, "a note")
    give_seat(service, running, guests[0].number, NewSeat("Zoe", "zoe@mail.localhost"))
    inviting = create_table(service, new_table(), by_operator=True)
    by_eve = (NewSeat("Eve", "eve@mail.localhost"), *new_table().seats[1:])
    unconfirmed = create_table(service, replace(new_table(), seats=by_eve))
    paused = started(service)
    pause(service, paused)
    links = Links(service)
    with service.db.reading() as session:
        proposal = session.exec(select(Proposal)).one()
        host = session.get_one(User, session.get_one(Table, running).host_id)
        eve = session.exec(select(Address).where(Address.email == "eve@mail.localhost")).one()
    add_address(service, host.id, "another@mail.localhost")
    urls = {
        "turn": links.turn(asked, ask),
        "join": links.join(seats(service, inviting)[1]),
        "me": links.me(host),
        "calendar": links.calendar(host),
        "change": links.change(host, "export", service.now() + timedelta(days=1)),
        "host": links.host(_table(service, running), host),
        "unsubscribe": links.unsubscribe(host),
        "confirm": links.confirm(eve, _user(service, "eve@mail.localhost"), unconfirmed),
        "vote": links.vote(proposal, voter),
        "take": links.take(gone, _user(service, "zoe@mail.localhost")),
    }
    found = [(kind, url.rpartition("/")[2].removesuffix(".ics")) for kind, url in urls.items()]
    return [*found, ("play", service.tokens.sign(PLAY, ask.id, "pass"))]


def _table(service: Service, table_id: int) -> Table:
    with service.db.reading() as session:
        return session.get_one(Table, table_id)


def _user(service: Service, email: str) -> User:
    with service.db.writing() as session:
        return person(service, session, email, "Zoe", "en")


def _watched(service: Service) -> str:
    with service.db.writing() as session:
        table = session.get_one(Table, 1)
        table.is_open = True
        session.add(table)
        return table.slug
