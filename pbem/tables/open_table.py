"""Opening a table, joining it, starting it."""

import secrets
from dataclasses import dataclass, field
from hashlib import sha256

from sqlmodel import Session, select

from engine.core.game import SEAT_COLOURS, AnyGame, BadSetup
from engine.core.play import start
from engine.games import GAMES
from pbem.base.fields import BadField, clean_address, clean_name, clean_words, printable
from pbem.base.service import Service
from pbem.pacing.pace import Pace, read_pace
from pbem.play.ask_seats import mark_bots
from pbem.play.play_line import open_game
from pbem.play.turn import locked_table, seats_of
from pbem.store.models import Seat, Table, User
from pbem.store.models.seat import BOT, DECLINED, INVITED, JOINED, OPEN
from pbem.store.models.table import CANCELLED, INVITING, OFFERED, PAUSED, PLANS, RUNNING, UNCONFIRMED
from pbem.store.models.user import NO_ZONE
from pbem.store.people import confirm_main_address, person, settled_address
from pbem.tables.arrivals import arrive
from pbem.tables.invitations import (
    ask_to_confirm,
    check_invitations,
    check_opener,
    declined,
    invite,
    needs_confirmation,
)

LONGEST_WORD = 80
STAND_IN = "greedy"  # who plays a seat until somebody comes


@dataclass(frozen=True)
class NewSeat:
    name: str = ""
    email: str = ""
    bot: str = ""  # a bot instead of a person
    is_open: bool = False  # open to anybody
    is_known: bool = False  # the server knows the address, and the host need not

    @property
    def is_invited(self) -> bool:
        return not self.bot and not self.is_open


@dataclass(frozen=True)
class NewTable:
    game: str
    title: str
    seats: tuple[NewSeat, ...]  # the first one is the host's
    options: dict[str, str] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)
    lang: str = "en"
    is_open: bool = False
    at_deadline: str = "default"  # or "host"
    plans: str = OFFERED
    has_advice: bool = False  # players may ask what a patient bot would play
    greeting: str = ""  # the host's own words in the invitations


def create_table(
    service: Service,
    new: NewTable,
    by_operator: bool = False,
    is_proven: bool = False,
    rematch_of: int | None = None,
    host_joins: "Joining | None" = None,
) -> int:
    """Writes the table and its invitations; raises BadField for a value that cannot be accepted.

    Anybody may type any address into a form. Unless a link that only the host has proves who opens the table, one
    mail asks the host, and no invitation is sent. A table has one rematch: a second request leads to the first.
    """
    game, options = checked(new)
    secret = service.new_secret()
    email = clean_address(new.seats[0].email, "email-1")
    if not by_operator:
        check_opener(service.config, email, "email-1")
    with service.db.writing() as session:
        if rematch_of is not None:
            before = locked_table(session, rematch_of)  # all may press at once
            if (known := known_rematch(session, before)) is not None:
                return known
        host = person(service, session, email, clean_name(new.seats[0].name, "name-1"), new.lang)
        address = settled_address(session, email)
        assert address is not None, "whoever hosts has an address"
        waits = not (by_operator or is_proven) and needs_confirmation(service.config)
        table = Table(
            slug=new_slug(),
            title=clean_name(new.title, "title"),
            game=game.id,
            version=game.version,
            options=dict(options),
            status=UNCONFIRMED if waits else INVITING,
            host_id=host.id,
            lang=new.lang,
            greeting=clean_words(new.greeting, "greeting"),
            is_open=new.is_open,
            has_advice=new.has_advice,
            pace=new.pace.stored(),
            at_deadline=new.at_deadline,
            plans=new.plans,
            secret=secret,
            commitment=sha256(secret.encode()).hexdigest(),
            created_at=service.now(),
            rematch_of=rematch_of,
        )
        session.add(table)
        session.flush()
        for number, wanted in enumerate(new.seats):
            _add_seat(service, session, table, number, wanted)
        if waits:
            ask_to_confirm(service, session, address, table)
        else:
            seats = seats_of(session, table.id)
            check_invitations(service, session, table, seats)
            if host_joins is not None:
                _sit_down(service, session, table, seats[0], host_joins)
            invite(service, session, table, seats)
        return table.id


def known_rematch(session: Session, table: Table) -> int | None:
    return session.exec(select(Table.id).where(Table.rematch_of == table.id, Table.status != CANCELLED)).first()


def checked(new: NewTable) -> tuple[AnyGame, dict[str, str]]:
    game = GAMES.get(new.game)
    if game is None:
        raise BadField("game", "Choose a game.")
    if len(new.seats) not in game.seats:
        raise BadField("seats", "This game has %(least)d to %(most)d seats.", least=game.seats[0], most=game.seats[-1])
    try:
        options = dict(game.full_options(new.options))
    except BadSetup as error:
        raise BadField("options", "This option does not exist.") from error
    if new.plans not in PLANS:
        raise BadField("plans", "Choose how this table plans ahead.")
    if not new.seats[0].is_invited:
        raise BadField("name-1", "The first seat is the host's.")
    for number, seat in enumerate(new.seats, 1):
        if seat.is_open:
            _check_open_seat(new, seat, number)
    emails = [
        clean_address(seat.email, f"email-{number}") for number, seat in enumerate(new.seats, 1) if seat.is_invited
    ]
    for number, seat in enumerate(new.seats, 1):
        if seat.is_invited and emails.count(clean_address(seat.email)) > 1:
            raise BadField(f"email-{number}", "Two seats have this address; each player needs their own.")
    return game, options


def _check_open_seat(new: NewTable, seat: NewSeat, number: int) -> None:
    if not new.is_open:
        raise BadField(
            "is_open",
            "Open seats are taken on the table's public page: tick this, or invite somebody.",
        )
    for what, typed in (("name", seat.name), ("email", seat.email)):
        if typed.strip():
            raise BadField(
                f"{what}-{number}",
                "Nobody is invited to an open seat: leave this empty, or choose “a person”.",
            )


def _add_seat(service: Service, session: Session, table: Table, number: int, wanted: NewSeat) -> None:
    field = number + 1
    if wanted.is_open:
        session.add(Seat(table_id=table.id, number=number, status=OPEN))
        session.flush()
        return
    if wanted.bot:
        name = clean_name(wanted.name or "Bot", f"name-{field}")
        session.add(Seat(table_id=table.id, number=number, status=BOT, name=name, bot=wanted.bot))
        session.flush()
        return
    name = clean_name(wanted.name, f"name-{field}")
    email = clean_address(wanted.email, f"email-{field}")
    user = person(service, session, email, name, table.lang)
    typed = email if table.rematch_of is None and not wanted.is_known else ""
    session.add(Seat(table_id=table.id, number=number, status=INVITED, name=name, typed_email=typed, user_id=user.id))
    session.flush()


@dataclass(frozen=True)
class Joining:
    colour: str = ""
    lang: str = "en"
    zone: str = "UTC"
    word: str = ""
    guided: bool = False


def zone_at(user: User, table: Table) -> str:
    """Of somebody who comes to this table: the table's where the person has never chosen one."""
    return read_pace(table.pace).counts.zone if user.zone == NO_ZONE else user.zone


def free_colours(seats: list[Seat]) -> list[str]:
    return [colour for colour in SEAT_COLOURS if colour not in {seat.colour for seat in seats}]


def join(service: Service, seat_id: int, joining: Joining) -> None:
    """Takes the seat. The table starts when nobody is missing; until then, a player who has joined may choose again."""
    with service.db.writing() as session:
        seat, table = _locked(session, seat_id)
        waits = table.status == INVITING and seat.status == JOINED
        if not waits and not _may_join(table, seat):
            return
        _sit_down(service, session, table, seat, joining)


def _locked(session: Session, seat_id: int) -> tuple[Seat, Table]:
    seat = session.get_one(Seat, seat_id)
    table = locked_table(session, seat.table_id)
    session.refresh(seat)
    return seat, table


def _may_join(table: Table, seat: Seat) -> bool:
    return table.status in (INVITING, RUNNING, PAUSED) and seat.status == INVITED


def _sit_down(service: Service, session: Session, table: Table, seat: Seat, joining: Joining) -> None:
    user = session.get_one(User, seat.user_id)
    user.lang, user.zone = joining.lang, joining.zone
    confirm_main_address(service, session, user.id)
    session.add(user)
    if table.status == INVITING:
        _join(service, session, table, seat, joining)
    else:  # a seat that was given away: its colour and the seed stay
        seat.status, seat.told_ply = JOINED, table.ply
        session.add(seat)
        arrive(service, session, table, seat)


def _join(service: Service, session: Session, table: Table, seat: Seat, joining: Joining) -> None:
    others = [other for other in seats_of(session, table.id) if other.id != seat.id]
    if joining.colour and joining.colour not in free_colours(others):
        raise BadField("colour", "This colour is taken. Choose another.")
    seat.is_guided = joining.guided
    seat.status, seat.colour, seat.word = JOINED, joining.colour, printable(joining.word)[:LONGEST_WORD]
    session.add(seat)
    if all(other.status in (JOINED, BOT) for other in others):
        _start(service, session, table)


def decline(service: Service, seat_id: int) -> None:
    """An invitation is declined: the host is told. At a running table a bot plays until somebody comes."""
    with service.db.writing() as session:
        seat, table = _locked(session, seat_id)
        if not _may_join(table, seat):
            return
        seat.status = DECLINED
        if table.status != INVITING:
            seat.status, seat.bot, seat.user_id, seat.link_epoch = OPEN, STAND_IN, None, seat.link_epoch + 1
        session.add(seat)
        mark_bots(service, session, table)
        declined(service, session, table, seat)


def start_now(service: Service, table_id: int, missing: str) -> None:
    """The host starts the table: bots play the missing seats, for good or until somebody takes them."""
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        if table.status != INVITING:
            return
        for seat in seats_of(session, table_id):
            if seat.status in (INVITED, DECLINED, OPEN):
                seat.status, seat.bot = BOT if missing == "bot" else OPEN, STAND_IN
                seat.link_epoch += 1  # a person who did not come may not see its secrets
                seat.user_id, seat.typed_email = None, ""
                seat.name = seat.name or f"Bot {seat.number + 1}"
                session.add(seat)
        _start(service, session, table)


def seed_text(secret: str, seats: list[Seat]) -> str:
    """The server's secret and the players' words: neither side can choose the dice alone. The seed is its SHA-256."""
    return "\n".join([secret, *(seat.word for seat in seats)])


def _start(service: Service, session: Session, table: Table) -> None:
    seats = seats_of(session, table.id)
    for seat in seats:
        if not seat.colour:
            seat.colour = free_colours(seats)[0]
            session.add(seat)
    table.seed = sha256(seed_text(table.secret, seats).encode()).hexdigest()
    table.status, table.started_at = RUNNING, service.now()
    session.add(table)
    opening = start(GAMES[table.game], [seat.colour for seat in seats], table.seed, table.options)
    open_game(service, session, table, opening.state, opening.events)


def new_slug() -> str:
    """The end of a table's public address, which nobody can guess."""
    return secrets.token_urlsafe(9).replace("_", "-").lower()


def table_by_slug(session: Session, slug: str) -> Table | None:
    return session.exec(select(Table).where(Table.slug == slug)).first()
