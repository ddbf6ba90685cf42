"""Somebody who plays with nothing but answers to mails, against bots, and counts them."""

import smtplib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from pbem.base.service import Service
from pbem.mail_in.listener import Listener
from pbem.mail_in.read_mail import read_mail
from pbem.play.bots import answer_bot
from pbem.store.models import Ask, InboundMail, Mail
from pbem.web.mailbox import opened
from tests.dialogues.clients import CLIENTS
from tests.e2e.player import Post
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, seats, table

Says = Callable[[Ask, Mail], str]


@dataclass
class MailOnly:
    """`says` writes the answer to a question, given the mail that asked it."""

    service: Service
    clock: FakeClock
    door: Listener
    table_id: int
    says: Says
    most: int = 1000
    sent: int = 0
    got: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._stored: list[int] = []
        self.service.hint = lambda task, id: self._stored.append(id or 0) if task == "read" else None
        self._post = Post(self.service)
        self._asked: dict[int, Mail] = {}
        self._people = {seat.id: seat.number for seat in seats(self.service, self.table_id) if not seat.bot}

    def play(self) -> None:
        """To the end of the game, or for so many answers. Mails leave whenever the server has done something."""
        self._arrive()
        while self.sent < self.most and (waiting := asks(self.service, self.table_id)):
            mine = next((ask for ask in waiting if ask.seat_id in self._people), None)
            if mine is None:
                assert answer_bot(self.service, self.table_id)
            elif mine.id in self._asked:
                self._answer(mine)
            else:
                self.clock.forward(minutes=1)
            self._arrive()
        self.clock.forward(minutes=10)
        self._arrive()

    @property
    def per_answer(self) -> float:
        return sum(self.got.values()) / self.sent

    @property
    def is_over(self) -> bool:
        return table(self.service, self.table_id).status == "over"

    def _arrive(self) -> None:
        for mail in self._post.arrive():
            self.got[mail.kind] += 1
            if mail.ask_id is not None:
                self._asked[mail.ask_id] = mail

    def _answer(self, ask: Ask) -> None:
        self.clock.forward(minutes=10)
        mail, number = self._asked[ask.id], self._people[ask.seat_id]
        text = self.says(ask, mail)
        reply = CLIENTS[number % len(CLIENTS)](mail, text)
        with smtplib.SMTP("127.0.0.1", self.door.port) as connection:
            connection.send_message(reply, mail.email, [str(opened(mail)["Reply-To"])])
        inbound_id = self._stored.pop()
        read_mail(self.service, inbound_id)
        self.sent += 1
        with self.service.db.reading() as session:
            done = session.get_one(InboundMail, inbound_id)
        if done.status != "accepted":
            self.refused.append(f"{text!r}: {done.error}")
