"""Short ways to a running table, for tests."""

from dataclasses import replace
from typing import Any

from sqlalchemy import update
from sqlmodel import select

from engine.core.bots import BOTS
from engine.core.move import write_line
from engine.core.record import read_record
from engine.core.rng import Rng
from pbem.base.service import Service
from pbem.play.outbox import post
from pbem.play.play_line import Accepted, play_line
from pbem.store.asks import open_asks
from pbem.store.links import Links
from pbem.store.mail_kind import MailKind
from pbem.store.models import Address, Ask, Line, Mail, Pulse, Seat, Table, User
from pbem.store.positions import game_of, state_at
from pbem.tables.import_record import import_record
from pbem.tables.open_table import Joining, NewSeat, NewTable, create_table, join
from pbem.upkeep.sweep import sweep as sweep_once
from tests.records.take import FOLDER as RECORDS

NAMES = ("Anna", "Bruno", "Chloé", "David", "Elsa", "Farid")


def new_table(game: str = "age-of-steam", people: int = 3, bots: int = 0, bot: str = "greedy", **more: Any) -> NewTable:
    seats = [NewSeat(name, f"seat{number}@mail.localhost") for number, name in enumerate(NAMES[:people])]
    seats += [NewSeat(f"Bot {number}", "", bot) for number in range(bots)]
    return NewTable(game, "Thursday table", tuple(seats), **more)


def started(
    service: Service,
    game: str = "age-of-steam",
    people: int = 3,
    bots: int = 0,
    lang: str = "en",
    **more: Any,
) -> int:
    table_id = create_table(service, new_table(game, people, bots, lang=lang, **more), by_operator=True)
    for seat in seats(service, table_id):
        if not seat.bot:
            join(service, seat.id, Joining(lang=lang, zone="Europe/Paris"))
    return table_id


def near_its_end(service: Service, record: str, lines: int) -> int:
    """A recorded game without its last lines, and a person at every seat who may play them."""
    whole = read_record((RECORDS / f"{record}.txt").read_text("utf-8"))
    people = {colour: f"seat{number}@mail.localhost" for number, colour in enumerate(whole.seats)}
    return import_record(service, replace(whole, entries=whole.entries[:-lines]), people, "Thursday table")


def seats(service: Service, table_id: int) -> list[Seat]:
    with service.db.reading() as session:
        return list(session.exec(select(Seat).where(Seat.table_id == table_id).order_by(Seat.number)).all())  # type: ignore[arg-type]


def table(service: Service, table_id: int) -> Table:
    with service.db.reading() as session:
        return session.get_one(Table, table_id)


def host_link(service: Service, table_id: int) -> str:
    with service.db.reading() as session:
        here = session.get_one(Table, table_id)
        return Links(service).host(here, session.get_one(User, here.host_id))


def asks(service: Service, table_id: int) -> list[Ask]:
    with service.db.reading() as session:
        return open_asks(session, table_id)


def mails(service: Service, **wanted: object) -> list[Mail]:
    with service.db.reading() as session:
        found = session.exec(select(Mail).order_by(Mail.id)).all()  # type: ignore[arg-type]
    return [mail for mail in found if all(getattr(mail, name) == value for name, value in wanted.items())]


def lines(service: Service, table_id: int) -> list[Line]:
    with service.db.reading() as session:
        return list(session.exec(select(Line).where(Line.table_id == table_id).order_by(Line.ply)).all())  # type: ignore[arg-type]


def state(service: Service, table_id: int) -> object:
    with service.db.reading() as session:
        return state_at(session, session.get_one(Table, table_id))


def bot_line(service: Service, ask: Ask, bot: str = "random") -> str:
    with service.db.reading() as session:
        here = session.get_one(Table, ask.table_id)
        seat = session.get_one(Seat, ask.seat_id)
        game, now = game_of(here), state_at(session, here)
    return write_line(BOTS[bot](game, game.view(now, seat.number), seat.number, Rng(f"test-{ask.id}")))


def posted(service: Service, number: int = 1, email: str = "anna@mail.localhost") -> None:
    """Mails to one person, as when a lost link is asked for."""
    with service.db.writing() as session:
        user = User(name="Anna", created_at=service.now())
        session.add(user)
        session.flush()
        session.add(Address(user_id=user.id, email=email))
        session.flush()
        for index in range(number):
            post(service, session, MailKind.LINK, f"link:{user.id}:{index}", user.id)


def play_one(service: Service, table_id: int, how: str = "page", bot: str = "random") -> Accepted:
    """Answers the first open question."""
    ask = asks(service, table_id)[0]
    return play_line(service, ask.seat_id, ask.id, bot_line(service, ask, bot), how)


def sweep(service: Service) -> None:
    """The next sweep of a server that was there all the time, however far the clock has jumped."""
    with service.db.writing() as session:
        session.exec(update(Pulse).values(swept_at=service.now()))
    sweep_once(service)
