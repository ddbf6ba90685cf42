"""People who always answer the same position in the same way, so that two runs of a table can be compared."""

import re
import smtplib
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from html import unescape

from sqlmodel import col, select

from engine.core.bots import BOTS
from engine.core.move import write_line
from engine.core.play import actors
from engine.core.refusal import NotYourTurn
from engine.core.rng import Rng
from pbem.base.service import Service
from pbem.play.bots import answer_bot
from pbem.play.play_line import play_line
from pbem.store.links import Links
from pbem.store.mail_kind import QUESTIONS
from pbem.store.models import Ask, Mail, Seat, Table
from pbem.store.models.mail import SENT
from pbem.store.models.table import RUNNING
from pbem.store.positions import game_of, state_at
from pbem.tables.open_table import Joining, NewSeat, NewTable, create_table, join
from pbem.web.mailbox import opened
from tests.pbem.mail_in.letters import letter
from tests.pbem.sample_tables import NAMES, asks, lines, seats, table

_FIELD = re.compile(r'<input[^>]*type="hidden"[^>]*name="([^"]*)"[^>]*value="([^"]*)"')
_FORM = re.compile(r'<form[^>]*method="post"[^>]*action="([^"]*)"[^>]*>(.*?)</form>', re.DOTALL | re.IGNORECASE)
PRESS_SECONDS = 20


@dataclass(frozen=True)
class Game:
    """A table to be played, and who sits there."""

    id: str
    people: int
    bots: int = 0
    rounds: str = ""
    by_mail: bool = False  # its people answer the mails and open no page
    lines: int = 0  # after which it is left alone; otherwise it is played to its end

    def is_done(self, service: Service, table_id: int) -> bool:
        return bool(self.lines) and table(service, table_id).ply >= self.lines

    def log_of(self, service: Service, table_id: int) -> list[str]:
        """As far as it was to be played: bots may have gone on."""
        log = [f"{line.ply}. {line.seat}: {line.text}" for line in lines(service, table_id)]
        return log[: self.lines] if self.lines else log

    def begin(self, service: Service, number: int) -> int:
        """With a secret that depends on the number alone."""
        named = [NewSeat(name, f"t{number}s{at}@mail.localhost") for at, name in enumerate(NAMES[: self.people])]
        named += [NewSeat(f"Bot {at}", "", "greedy") for at in range(self.bots)]
        options = {"rounds": self.rounds} if self.rounds else {}
        table_id = create_table(service, NewTable(self.id, f"Table {number}", tuple(named), options))
        with service.db.writing() as session:
            made = session.get_one(Table, table_id)
            made.secret = sha256(f"table {number}".encode()).hexdigest()
            session.add(made)
        for seat in seats(service, table_id):
            if not seat.bot:
                join(service, seat.id, Joining())
        return table_id


def chosen_line(service: Service, ask: Ask, seat: Seat) -> str:
    """What this person answers: any legal line, but always the same."""
    with service.db.reading() as session:
        here = session.get_one(Table, ask.table_id)
        game, now = game_of(here), state_at(session, here)
    if seat.number not in actors(game, now):  # the table has moved on since the question was looked up, or is over
        raise NotYourTurn(seat.number)
    rng = Rng(f"{here.secret}/{ask.ply}/{seat.number}")
    return write_line(
        BOTS["random" if game.id == "parlour" else "greedy"](game, game.view(now, seat.number), seat.number, rng)
    )


Press = Callable[[Service, Seat, Ask, str], None]


def press_here(service: Service, seat: Seat, ask: Ask, line: str) -> None:
    play_line(service, seat.id, ask.id, line, "page")


def press_on_page(service: Service, seat: Seat, ask: Ask, line: str) -> None:
    """As a browser does it: the page with the draft, then its button. A server that is away is tried again later."""
    url = Links(service).turn(seat, ask, line)
    with suppress(OSError, urllib.error.URLError):
        with urllib.request.urlopen(url, timeout=PRESS_SECONDS) as answer:
            page = answer.read().decode()
        for action, body in _FORM.findall(page):
            hidden = {name: unescape(value) for name, value in _FIELD.findall(body)}
            if "sign" in hidden:
                target = urllib.parse.urljoin(url, unescape(action))
                data = urllib.parse.urlencode(hidden).encode()
                urllib.request.urlopen(target, data, timeout=PRESS_SECONDS).close()


def answer_mail(service: Service, seat: Seat, ask: Ask, line: str) -> None:
    """As a mail program does it, once the question is there. What nobody took is handed in again, the same mail."""
    with service.db.reading() as session:
        query = select(Mail).where(Mail.ask_id == ask.id, Mail.status == SENT, col(Mail.kind).in_(QUESTIONS))
        mail = session.exec(query).first()
    if mail is None:
        return
    to, door = str(opened(mail)["Reply-To"]), urllib.parse.urlsplit(service.config.inbound_url)
    reply = letter(to, line, id=f"<answer.{ask.id}@mail.localhost>", From=mail.email)
    with suppress(OSError, smtplib.SMTPException), smtplib.SMTP(door.hostname or "", door.port or 0) as connection:
        connection.sendmail(mail.email, to, reply)


def press_or_write(game: Game) -> Press:
    return answer_mail if game.by_mail else press_on_page


def answer(service: Service, table_id: int, press: Press) -> bool:
    """Answers the first open question to a person; whether the table goes on."""
    if table(service, table_id).status != RUNNING:
        return False
    people = {seat.id: seat for seat in seats(service, table_id) if not seat.bot}
    # Several are asked at once: in the order of their seats, or two runs would differ.
    open_now = sorted((ask for ask in asks(service, table_id)), key=lambda ask: ask.seat_id)
    if not open_now or open_now[0].seat_id not in people:
        return True
    ask, seat = open_now[0], people[open_now[0].seat_id]
    with suppress(NotYourTurn):  # what was sent before has been played a moment ago
        press(service, seat, ask, chosen_line(service, ask, seat))
    return True


def undisturbed(service: Service, number: int, game: Game) -> list[str]:
    """The record of this table when nothing happens to the server."""
    table_id = game.begin(service, number)
    while not game.is_done(service, table_id) and (
        answer(service, table_id, press_here) or answer_bot(service, table_id)
    ):
        while answer_bot(service, table_id):
            pass
    return game.log_of(service, table_id)
