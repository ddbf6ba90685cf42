"""The data of a letter, read from the database: its table, its seat, its question, its position."""

from dataclasses import replace
from functools import cached_property

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.base.translations import catalogue
from pbem.mail_out import letter_parts
from pbem.play.scene import Scene
from pbem.play.stored_scenes import scene_at, seated
from pbem.store.links import Links, with_draft
from pbem.store.models import Ask, Mail, Seat, Table, User
from pbem.store.models.mail import SENT
from pbem.store.positions import state_at
from pbem.tables.talk import heard_by

TALK_SHOWN = 2
_SHOWN = (
    select(Mail.ply)
    .where(
        col(Mail.seat_id) == bindparam("seat"),
        col(Mail.user_id) == bindparam("user"),
        col(Mail.id) < bindparam("mail"),
        col(Mail.ply).is_not(None),
        col(Mail.status) == SENT,
    )
    .order_by(col(Mail.id).desc())
    .limit(1)
)


class Author:
    """Gathers the data of one letter."""

    def __init__(self, service: Service, session: Session, mail: Mail, user: User) -> None:
        self.service = service
        self.session = session
        self.mail = mail
        self.user = user
        self.links = Links(service)
        self.gettext = catalogue(user.lang).gettext

    # Read once: a session forgets a row that nobody holds.

    @cached_property
    def table(self) -> Table:
        return self.session.get_one(Table, self.mail.table_id)

    @cached_property
    def seat(self) -> Seat:
        return self.session.get_one(Seat, self.mail.seat_id)

    @cached_property
    def ask(self) -> Ask | None:
        return self.session.get(Ask, self.mail.ask_id) if self.mail.ask_id is not None else None

    def scene(self) -> Scene:
        mail = self.mail
        return scene_at(self.session, self.table, self.seat.number, self.user.lang, mail.ply, mail.since_ply)

    def desk(self) -> letter_parts.Desk:
        scene = self.scene()
        return replace(self.desk_of(self.table, self.seat, self.ask, scene), shown=self._shown(scene))

    def _shown(self, scene: Scene) -> Scene | None:
        """What the last mail to this reader has shown, if that was in the same round."""
        mail = self.mail
        earlier = {"seat": mail.seat_id, "user": mail.user_id, "mail": mail.id}
        before = self.session.exec(_SHOWN, params=earlier).first()
        if before is None or mail.ply is None or before > mail.ply:
            return None
        shown = replace(scene, state=state_at(self.session, self.table, before), events=(), silent=())
        return shown if shown.round == scene.round else None

    def desk_of(self, table: Table, seat: Seat, ask: Ask | None, scene: Scene) -> letter_parts.Desk:
        board = self.links.turn(seat, ask)
        own = self.links.own_link(seat)
        return letter_parts.Desk(
            table.title,
            table.id,
            scene,
            letter_parts.Links(
                board=board,
                choice=lambda line: with_draft(board, line),
                history=f"{board}/history",
                talk=f"{board}/talk",
                settings=own,
                away=own,
                rules=self.links.rules(table.game, self.user.lang),
            ),
        )

    def talk(self) -> letter_parts.TurnTalk:
        rows = heard_by(self.session, self.seat)
        if not rows:
            return letter_parts.NO_TALK
        numbers = {row.seat.id: row.seat.number for row in seated(self.session, self.table)}
        said = [
            letter_parts.Said(numbers[row.seat_id], row.text, row.said_at, to=numbers.get(row.to_seat_id or 0))
            for row in rows[-TALK_SHOWN:]
        ]
        return letter_parts.TurnTalk(tuple(said), len(rows))
