"""From an outbox row to the bytes of a mail: what the letter is told is read from the database here.

The row froze which ask, which ply and which reader it is about, so the same row always gives the same mail.
"""

from base64 import b32encode
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from secrets import token_bytes
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from engine.core.move import read_line
from engine.core.play import preview
from pbem.actions.proposing import ACTS
from pbem.actions.reminding import open_among
from pbem.actions.tables import seed_text
from pbem.actions.taking_back import undoable
from pbem.acts import LEFT, act_sentence
from pbem.config import Config
from pbem.gallery import Gallery
from pbem.links import Links
from pbem.mail import letters, times
from pbem.mail.letters import Letter, Letterhead
from pbem.mail.mime import DkimKey, build, serialise, signed
from pbem.mail.writing import write
from pbem.models import Act, Address, Ask, Mail, Proposal, ReplyKey, Seat, Table, Talk, User
from pbem.models.mail import PENDING, SENDING, SENT
from pbem.pace import pace_sentence
from pbem.positions import game_of, line_at, line_seen_by
from pbem.scene import Scene
from pbem.seeing import next_deadline, scene_at, seated
from pbem.service import Service
from pbem.translations import catalogue

TALK_SHOWN = 2
LONGEST_HEAD = 8000  # bytes in which the headers of our own mails end
LOOKED_BACK = 5  # mails to a seat, for the one to answer to


def render(service: Service, mail: Mail) -> bytes:
    """The whole mail as it goes over the wire."""
    with service.db.reading() as session:
        user = session.get_one(User, mail.user_id)
        letter = _Author(service, session, mail, user).letter()
        thread = f"{_thread(letter, mail)}@{service.config.public_host}" if mail.table_id is not None else ""
        parent = _last_in_thread(session, mail, thread)
    head = _letterhead(service, mail, user, thread, parent)
    gallery = Gallery(service.config.data / "pictures", service.drawer)
    pictures = [gallery.png(drawing) for drawing in letters.drawings(letter)]
    raw = serialise(build(head, write(head, letter, pictures)))
    return signed(raw, dkim_key(service.config)) if service.config.dkim_key else raw


@cache
def dkim_key(config: Config) -> DkimKey:
    """Of the domain that the reader sees as the sender's: that is the one DMARC looks at."""
    domain = config.mail_from.rpartition("@")[2]
    return DkimKey(domain, config.dkim_selector, Path(config.dkim_key).read_bytes())


def _letterhead(service: Service, mail: Mail, user: User, thread: str, parent: str) -> Letterhead:
    config, links = service.config, Links(service)
    host = config.public_host
    return Letterhead(
        to=mail.email,
        name=user.name,
        lang=user.lang,
        zone=user.zone,
        sender=config.mail_from,
        domain=host,
        base_url=config.public_url,
        instance=config.instance,
        message_id=mail.message_id,
        date=service.now(),
        reply_to=_reply_address(service, mail) if _may_be_answered(mail) else "",
        thread=thread,
        in_reply_to=parent,
        list_id=f"table-{mail.table_id}.{host}" if mail.table_id is not None else "",
        unsubscribe_url=links.unsubscribe(user),
        unsubscribe_mailto=_unsubscribe_address(service, user),
    )


def _thread(letter: Letter, mail: Mail) -> str:
    """One thread a game round; talk has one of its own."""
    desk = getattr(letter, "desk", None)
    if isinstance(letter, letters.Talk) or desk is None:
        return f"{letter.KIND}.{mail.table_id}"
    label = desk.scene.sheet.round
    return ".".join(["round", str(mail.table_id), label.id, *(str(value) for value in label.params.values())])


def _last_in_thread(session: Session, mail: Mail, thread: str) -> str:
    """The mail of the thread that this seat got last, for programs that thread by answers alone."""
    if not thread or mail.seat_id is None:
        return ""
    before = session.exec(
        select(Mail.message_id, func.substr(Mail.raw, 1, LONGEST_HEAD))
        .where(
            Mail.seat_id == mail.seat_id,
            Mail.user_id == mail.user_id,
            col(Mail.id) < mail.id,
            col(Mail.raw).is_not(None),
            col(Mail.status).in_((PENDING, SENDING, SENT)),
        )
        .order_by(col(Mail.id).desc())
        .limit(LOOKED_BACK)
    ).all()
    parent = f"<{thread}>".encode()
    return next((id for id, head in before if parent in bytes(head).partition(b"\r\n\r\n")[0]), "")


def _may_be_answered(mail: Mail) -> bool:
    """Commands work from any mail of a table that has begun, and from a reminder of several."""
    return mail.kind == "reminder" or (mail.seat_id is not None and mail.kind not in ("invitation", "over"))


def _reply_address(service: Service, mail: Mail) -> str:
    """An address that tells who answers what."""
    with service.db.writing() as session:
        known = session.exec(select(ReplyKey).where(ReplyKey.mail_id == mail.id)).first()
        if known is None:
            known = ReplyKey(
                key=_new_key(), user_id=mail.user_id, seat_id=mail.seat_id, ask_id=mail.ask_id, mail_id=mail.id
            )
            session.add(known)
        return f"p+{known.key}@{service.config.mail_domain}"


def _unsubscribe_address(service: Service, user: User) -> str:
    """For mail programs that write a mail instead of pressing a link: the same for all mails to a person."""
    own = select(ReplyKey.key).where(
        ReplyKey.user_id == user.id, col(ReplyKey.mail_id).is_(None), col(ReplyKey.seat_id).is_(None)
    )
    with service.db.reading() as session:
        key = session.exec(own).first()
    if key is None:
        key = _new_key()
        with service.db.writing() as session:
            session.add(ReplyKey(key=key, user_id=user.id))
    return f"u+{key}@{service.config.mail_domain}"


def _new_key() -> str:
    """130 random bits that survive being written in capitals."""
    return b32encode(token_bytes(17)).decode().rstrip("=").lower()[:26]


def listed(value: object) -> list[Any]:
    """A list out of what the outbox keeps."""
    return value if isinstance(value, list) else []


def number(value: object) -> int:
    return value if isinstance(value, int) else 0


class _Author:
    """Gathers what a letter is told."""

    def __init__(self, service: Service, session: Session, mail: Mail, user: User) -> None:
        self.service = service
        self.session = session
        self.mail = mail
        self.user = user
        self.links = Links(service)
        self.gettext = catalogue(user.lang).gettext

    def letter(self) -> Letter:
        by_kind: dict[str, Callable[[], Letter]] = {
            "invitation": self.invitation,
            "confirm": self.confirm,
            "started": self.started,
            "turn": self.turn,
            "news": self.news,
            "over": self.over,
            "link": self.new_link,
            "notice": self.notice,
            "talk": self.talk_letter,
            "receipt": self.receipt,
            "refused": self.refused,
            "answer": self.answer,
            "reminder": self.reminder,
            "default": self.default_played,
            "host": self.host_question,
        }
        return by_kind[self.mail.kind]()

    @property
    def table(self) -> Table:
        return self.session.get_one(Table, self.mail.table_id)

    @property
    def seat(self) -> Seat:
        return self.session.get_one(Seat, self.mail.seat_id)

    @property
    def ask(self) -> Ask | None:
        return self.session.get(Ask, self.mail.ask_id) if self.mail.ask_id is not None else None

    def scene(self) -> Scene:
        mail = self.mail
        return scene_at(self.session, self.table, self.seat.number, self.user.lang, mail.ply, mail.since_ply)

    def desk(self) -> letters.Desk:
        return self.desk_of(self.table, self.seat, self.ask, self.scene())

    def desk_of(self, table: Table, seat: Seat, ask: Ask | None, scene: Scene) -> letters.Desk:
        board = self.links.turn(seat, ask)
        me = self.links.me(self.user)
        return letters.Desk(
            table.title,
            table.id,
            scene,
            letters.Links(
                board=board,
                choice=lambda line: self.links.turn(seat, ask, line),
                history=f"{board}/history",
                talk=f"{board}/talk",
                settings=me,
                away=me,
                rules=self.links.rules(table.game, self.user.lang),
            ),
        )

    def talk(self) -> letters.TurnTalk:
        seat = self.seat
        rows = self.session.exec(
            select(Talk)
            .where(
                Talk.table_id == seat.table_id,
                col(Talk.to_seat_id).is_(None) | (col(Talk.to_seat_id) == seat.id) | (col(Talk.seat_id) == seat.id),
            )
            .order_by(col(Talk.id))
        ).all()
        numbers = {row.seat.id: row.seat.number for row in seated(self.session, self.table)}
        said = [
            letters.Said(numbers[row.seat_id], row.text, row.said_at, to=numbers.get(row.to_seat_id or 0))
            for row in rows[-TALK_SHOWN:]
        ]
        return letters.TurnTalk(tuple(said), len(rows))

    def talk_letter(self) -> Letter:
        talk = self.session.get_one(Talk, int(str(self.mail.content["talk"])))
        numbers = {row.seat.id: row.seat.number for row in seated(self.session, self.table)}
        to = numbers.get(talk.to_seat_id or 0)
        return letters.Talk(self.desk(), letters.Said(numbers[talk.seat_id], talk.text, talk.said_at, to=to))

    def turn(self) -> Letter:
        ask = self.ask
        assert ask is not None, "a turn mail is about an ask"
        return letters.YourTurn(
            self.desk(), ask.id, ask.deadline_at, self.table.at_deadline == "host", talk=self.talk()
        )

    def news(self) -> Letter:
        return letters.News(self.desk(), next_deadline(self.session, self.table), self.talk())

    def started(self) -> Letter:
        table = self.table
        return letters.Started(self.desk(), pace_sentence(table.pace, self.gettext), next_deadline(self.session, table))

    def over(self) -> Letter:
        table = self.table
        seats = [row.seat for row in seated(self.session, table)]
        proof = letters.Proof(table.secret, table.commitment, seed_text(table.secret, seats), table.seed)
        return letters.GameOver(self.desk(), proof, f"{self.links.turn(self.seat, None)}/record.txt")

    def invitation(self) -> Letter:
        table, seat = self.table, self.seat
        game = game_of(table)
        host = self.session.get_one(User, table.host_id)
        join = self.links.join(seat)
        changed = [
            game.words.name(option.id, self.user.lang)
            for option in game.options
            if table.options.get(option.id, option.standard) != option.standard
        ]
        return letters.Invitation(
            host=host.name,
            title=table.title,
            game=game.words.name(game.id, self.user.lang),
            seats=tuple(row.seat.name for row in seated(self.session, table)),
            pace=pace_sentence(table.pace, self.gettext),
            commitment=table.commitment,
            join_url=join,
            decline_url=f"{join}#decline",
            block_url=f"{join}#block",
            rules_url=self.links.rules(game.id, self.user.lang),
            options=tuple(changed),
        )

    def confirm(self) -> Letter:
        address = self.session.get_one(Address, int(str(self.mail.content["address"])))
        table = self.session.get(Table, int(str(self.mail.content["table"])))
        why = (
            self.gettext("The invitations to “%(title)s” leave when you have confirmed it.") % {"title": table.title}
            if table is not None
            else self.gettext("It is to become one of the addresses of %(name)s.") % {"name": self.user.name}
        )
        return letters.ConfirmAddress(address.email, self.links.confirm(address, table.id if table else 0), why)

    def new_link(self) -> Letter:
        rows = self.session.exec(
            select(Seat, Table)
            .join(Table, col(Table.id) == col(Seat.table_id))
            .where(Seat.user_id == self.user.id, Seat.status == "joined")
            .order_by(col(Table.id))
        ).all()
        tables = tuple(letters.Action(table.title, self.links.turn(seat, None)) for seat, table in rows)
        return letters.NewLink(tables, self.links.me(self.user))

    def receipt(self) -> Letter:
        content, table, seat, ask = self.mail.content, self.table, self.seat, self.ask
        line = line_at(self.session, table, number(content["ply"]))
        may_undo = undoable(self.service, self.session, table, seat) is not None
        return letters.Receipt(
            self.desk(),
            str(content["line"]),
            tuple((str(typed), str(word)) for typed, word in listed(content["forgiven"])),
            bool(content["done_added"]),
            undo_url=self.links.turn(seat, None) if may_undo else "",
            undo_until=line.settled_at if may_undo else None,
            ask=ask.id if ask is not None else None,
            until=ask.deadline_at if ask is not None else next_deadline(self.session, table),
            notes=tuple(map(str, listed(content["notes"]))),
        )

    def refused(self) -> Letter:
        content, ask = self.mail.content, self.ask
        return letters.Refused(
            self.desk(),
            tuple(letters.ReadLine(str(written), str(read)) for written, read in listed(content["read"])),
            str(content["why"]),
            str(content["rule"]),
            tuple(map(str, listed(content["legal"]))),
            number(content["legal_count"]),
            ask.id if ask is not None else None,
            ask.deadline_at if ask is not None else None,
            tuple(map(str, listed(content["notes"]))),
        )

    def answer(self) -> Letter:
        content, table, seat, ask = self.mail.content, self.table, self.seat, self.ask
        desk = self.desk()
        tried = str(content.get("tried", ""))
        if tried:
            desk = replace(desk, scene=self.tried(desk.scene, tried))
        parts = tuple(self.answer_part(part, table, seat, ask) for part in listed(content["parts"]))
        until = ask.deadline_at if ask is not None else next_deadline(self.session, table)
        return letters.Answer(desk, parts, ask.id if ask is not None else None, until, bool(tried))

    def tried(self, scene: Scene, line: str) -> Scene:
        """The position as it would be after a line that was not played."""
        moves = read_line(line, scene.game.verbs, scene.game.lexicon(scene.state.options))
        shown = preview(scene.game, scene.state, self.seat.number, moves)
        return replace(scene, state=shown.state, events=shown.events, silent=())

    def answer_part(self, part: dict[str, Any], table: Table, seat: Seat, ask: Ask | None) -> letters.AnswerPart:
        board = self.links.turn(seat, ask)
        pages = {
            "history": letters.Action(self.gettext("The whole history"), f"{board}/history"),
            "rules": letters.Action(self.gettext("All rules"), self.links.rules(table.game, self.user.lang)),
            "leave": letters.Action(self.gettext("Leave the table"), f"{board}/leave"),
        }
        link = pages.get(str(part.get("link", "")))
        if part.get("play"):
            line = str(part["play"])
            link = letters.Action(self.gettext("Look at it and play it"), self.links.turn(seat, ask, line), line)
        return letters.AnswerPart(
            str(part["heading"]),
            tuple(map(str, part.get("paragraphs", ()))),
            tuple(map(str, part.get("lines", ()))),
            link,
        )

    def reminder(self) -> Letter:
        """Every question of the list that is still open, each in the present position of its table."""
        ids = self.mail.content["asks"]
        assert isinstance(ids, list), "the outbox keeps a list"
        waiting = []
        for ask in open_among(self.session, ids):
            seat = self.session.get_one(Seat, ask.seat_id)
            table = self.session.get_one(Table, ask.table_id)
            scene = scene_at(self.session, table, seat.number, self.user.lang)
            waiting.append(letters.Waiting(self.desk_of(table, seat, ask, scene), ask.id, ask.deadline_at))
        return letters.Reminder(tuple(waiting), self.links.me(self.user))

    def default_played(self) -> Letter:
        content, seat, table = self.mail.content, self.seat, self.table
        line, ply = str(content["line"]), int(str(content["ply"]))
        before = scene_at(self.session, table, seat.number, self.user.lang, ply - 1)
        question = before.question
        label = question.default.label if question is not None and question.default.line == line else line
        in_a_row = int(str(content["in_a_row"]))
        return letters.DefaultPlayed(
            self.desk(),
            label,
            line,
            datetime.fromisoformat(str(content["passed"])),
            in_a_row,
            in_a_row >= table.most_defaults,
        )

    def host_question(self) -> Letter:
        content, table = self.mail.content, self.table
        ask = self.session.get_one(Ask, int(str(content["ask"])))
        seat = self.session.get_one(Seat, ask.seat_id)
        zone, lang = self.user.zone, self.user.lang
        passed = times.long(datetime.fromisoformat(str(content["passed"])), zone, lang)
        facts = [
            self.gettext("The time of %(name)s was over on %(when)s (%(city)s).")
            % {"name": seat.name, "when": passed, "city": times.city(zone, lang)}
        ]
        if seat.defaults_in_a_row:
            often = self.gettext("Defaults in a row so far: %(n)d.")
            facts.append(often % {"n": seat.defaults_in_a_row})
        host = self.links.host(table, self.user)
        # The host plays too, and sees no more of the line than when it is played.
        own = next((row.seat.number for row in seated(self.session, table) if row.seat.user_id == self.user.id), None)
        line = line_seen_by(table, ask.default, seat.number, own)
        actions = (
            letters.Action(self.gettext("Play the default now"), f"{host}#seats", line),
            letters.Action(self.gettext("Give more time, or give the seat to somebody else"), f"{host}#seats"),
        )
        game = game_of(table)
        return letters.HostQuestion(
            table.title,
            game.words.name(game.id, lang),
            self.gettext("%(name)s has not answered") % {"name": seat.name},
            tuple(facts),
            actions,
            datetime.fromisoformat(str(content["until"])),
            self.gettext("The default is played."),
        )

    def notice(self) -> Letter:
        content = self.mail.content
        if "act" in content:
            return self.act(self.session.get_one(Act, int(str(content["act"]))))
        if "proposal" in content:
            return self.proposal(self.session.get_one(Proposal, int(str(content["proposal"]))))
        if "confirm" in content:
            return self.confirm_moves(str(content["confirm"]), str(content["from"]))
        if "take" in content:
            return self.free_seat(self.session.get_one(Seat, int(str(content["take"]))))
        return self.about_the_table(str(content["notice"]))

    def act(self, act: Act) -> Letter:
        """The host, or somebody else, has done something to the table."""
        sentence = act_sentence(act.kind, act.content, self.gettext, self.user.zone, self.user.lang)
        actions = [letters.Action(self.gettext("To the table"), self.links.turn(self.seat, None))]
        if self.table.host_id == self.user.id and act.kind == LEFT:
            actions.append(letters.Action(self.gettext("Open the host's page"), self.links.host(self.table, self.user)))
        return letters.Notice(self.gettext("News of the table"), (sentence,), tuple(actions), self.table.title)

    def proposal(self, proposal: Proposal) -> Letter:
        sentence = act_sentence(ACTS[proposal.kind], proposal.content, self.gettext, self.user.zone, self.user.lang)
        paragraphs = (sentence, self.gettext("It is done when every player has agreed."))
        actions = (letters.Action(self.gettext("Answer"), self.links.vote(proposal, self.seat)),)
        return letters.Notice(self.gettext("Do you agree?"), paragraphs, actions, self.table.title)

    def confirm_moves(self, line: str, sender: str) -> Letter:
        told = self.gettext("Somebody has answered for you from %(address)s, which is not known to be yours.")
        paragraphs = (
            told % {"address": sender or "?"},
            self.gettext("Nothing was played. If it was you, look at it and play it yourself."),
            self.gettext("If you write from there more often, add the address to your page."),
        )
        actions = (
            letters.Action(self.gettext("Look at it and play it"), self.links.turn(self.seat, self.ask, line), line),
            letters.Action(self.gettext("My page"), self.links.me(self.user)),
        )
        return letters.Notice(self.gettext("Was that you?"), paragraphs, actions, self.table.title)

    def free_seat(self, seat: Seat) -> Letter:
        text = self.gettext("You asked for the seat of %(name)s. It is yours when you press, if nobody was quicker.")
        actions = (letters.Action(self.gettext("Take the seat"), self.links.take(seat, self.user)),)
        return letters.Notice(self.gettext("A free seat"), (text % {"name": seat.name},), actions, self.table.title)

    def about_the_table(self, notice: str) -> Letter:
        if notice == "no-table":
            text = self.gettext("The table that you have answered is not yours any more. Nothing was done.")
            return letters.Notice(self.gettext("Nothing was done"), (text,))
        words: dict[str, tuple[str, str, bool]] = {
            "declined": (
                self.gettext("%(name)s does not play"),
                self.gettext(
                    "The invitation to “%(title)s” was declined. You may start without, or invite somebody else."
                ),
                True,
            ),
            "missing": (
                self.gettext("%(name)s is missing"),
                self.gettext("So many defaults were played in a row that you may give the seat to somebody else."),
                True,
            ),
            "unreachable": (
                self.gettext("No mail reaches %(name)s"),
                self.gettext(
                    "The question at “%(title)s” could not be delivered, and the clock runs. Ask for another address, "
                    "give more time, or give the seat to somebody else."
                ),
                True,
            ),
            "trouble": (
                self.gettext("Your table needs help"),
                self.gettext(
                    "The server has found a fault at “%(title)s” that it cannot mend. Its operator has been told. "
                    "You may pause the table meanwhile, so that nobody loses time."
                ),
                True,
            ),
            "replaced": (
                self.gettext("Your seat has a new player"),
                self.gettext(
                    "Your seat at “%(title)s” was given to somebody else. Nothing more comes from this table."
                ),
                False,
            ),
        }
        heading, text, is_for_host = words[notice]
        values: dict[str, Any] = {**self.mail.content, "title": self.table.title}
        host = self.links.host(self.table, self.user)
        actions = (letters.Action(self.gettext("Open the host's page"), host),) if is_for_host else ()
        return letters.Notice(heading % values, (text % values,), actions, self.table.title)
