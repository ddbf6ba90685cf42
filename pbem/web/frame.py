"""What all pages share: the service, the reader's language, the frame around a page, and who a link belongs to."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from flask import Response, current_app, g, render_template, request
from flask_babel import gettext
from limits import RateLimitItem
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from engine.core.words import LANGUAGES
from pbem.base.limits import BAD_LINKS_LIKE_ONE, BAD_LINKS_OF_ONE, Limits, place
from pbem.base.service import Service
from pbem.base.tokens import BadToken
from pbem.mail_in.bounces import lift_suspension
from pbem.store.links import CALENDAR, HOST, JOIN, ME, TURN, VOTE, Links
from pbem.store.models import Seat, Table, User
from pbem.store.models.seat import BOT, OPEN
from pbem.store.models.table import ENDED
from pbem.web.models import Chrome, Form, Link, MessagePage, SeatName

_SEATED = (
    select(Seat, Table, User)
    .join(Table, col(Table.id) == col(Seat.table_id))
    .join(User, col(User.id) == col(Seat.user_id))
    .where(col(Seat.id) == bindparam("seat"))
)
PREFIX = 12  # letters of a token: about what it claims to be for, before the signature


def service() -> Service:
    found: Service = current_app.extensions["railpost"]
    return found


def links() -> Links:
    return Links(service())


def path(url: str) -> str:
    """An own address without the site: forms and links on pages stay on the site the reader came by."""
    return url.removeprefix(service().config.public_url)


def language() -> str:
    """The reader's own where the page knows the reader, else what the address or the browser asks for."""
    asked = request.args.get("lang")
    if asked in LANGUAGES:
        return str(asked)
    known = g.get("lang")
    if known in LANGUAGES:
        return str(known)
    return request.accept_languages.best_match(LANGUAGES) or "en"


def seat_name(seat: Seat) -> SeatName:
    return SeatName(seat.colour, seat.name)


def own_path() -> str:
    """The page that is asked for, as an address on this site, whatever was written there: `//` would lead elsewhere."""
    return quote("/" + request.path.lstrip("/\\"), safe="/~.-_")


def chrome(told: str = "", told_badly: bool = False, soon: bool = False) -> Chrome:
    lang = language()
    languages = tuple(
        Link(name, f"{own_path()}?{urlencode({**request.args.to_dict(), 'lang': code})}", code == lang)
        for code, name in (("en", "English"), ("fr", "Français"))
    )
    own: tuple[Link, ...] = ()
    if "user" in g:
        own = (Link(gettext("My tables"), way_to_own_page(g.user)),)
    if current_app.config["MAILBOX"]:
        own = (*own, Link(gettext("Mailbox"), "/mailbox"))
    return Chrome(lang, languages, own, told, told_badly, soon)


def way_to_own_page(user: User) -> str:
    """The own page where the reader came by its key, or where no mail leaves; elsewhere the page that mails the key."""
    if g.get("is_owner") or not service().config.mail_leaves:
        return path(links().me(user))
    return path(links().own_link(g.seat) if "seat" in g else links().lost())


def message(title: str, *lines: str, status: int = 200, links: tuple[Link, ...] = (), **more: Any) -> Response:
    page = MessagePage(chrome(), title, lines, links or (Link(gettext("Front page"), "/"),), **more)
    return Response(render_template("pages/message.html", page=page), status)


# Who a link belongs to. A link that is no good is answered with a page that mails a new one, never with an error.


class TooOften(Exception):
    """Something was tried more often than anybody needs to."""


def too_often(_: TooOften) -> Response:
    """Says so, and when to come again."""
    response = message(
        gettext("Too many requests"), gettext("Nothing is lost. Wait a few minutes, then try it again."), status=429
    )
    response.headers["Retry-After"] = "600"
    return response


def take(rule: RateLimitItem, what: str, *who: str) -> None:
    """Counts one more try; raises TooOften when it is one too many."""
    limits: Limits = current_app.extensions["railpost-limits"]
    if not limits.take(rule, what, *who):
        raise TooOften


def here() -> str:
    """The place that the request comes from."""
    return place(request.remote_addr)


class DeadLink(Exception):
    """Forged, cut off, changed, or revoked. `gone` tells that it was good once."""

    def __init__(self, gone: bool) -> None:
        super().__init__("revoked" if gone else "not ours")
        self.gone = gone


def dead_link(error: DeadLink) -> Response:
    """Only what fails is counted, so whoever has a good link is never turned away for somebody else's bad ones."""
    token = str((request.view_args or {}).get("token", ""))
    try:
        take(BAD_LINKS_OF_ONE, "bad-link", here())
        take(BAD_LINKS_LIKE_ONE, "bad-link-like", token[:PREFIX])
    except TooOften as often:
        return too_often(often)
    why = (
        gettext("It has been replaced by a newer one.")
        if error.gone
        else gettext("It may have been cut off or changed on its way.")
    )
    ask = gettext("Write your address, and we mail you a link that works.")
    form = Form("/link")
    title = gettext("This link does not work")
    return message(title, why, ask, status=410 if error.gone else 404, new_link=form, asks_email=True)


@dataclass(frozen=True)
class Seated:
    """Who follows a turn link: the seat, the table, the person, and the ask that the link names (0 for none)."""

    seat: Seat
    table: Table
    user: User
    ask_id: int
    token: str


def read_values(purpose: str, token: str, length: int) -> list[int]:
    try:
        values = service().tokens.read(purpose, token, length)
    except BadToken as error:
        raise DeadLink(gone=False) from error
    if not all(isinstance(value, int) for value in values):
        raise DeadLink(gone=False)
    return values


def seated(session: Session, token: str) -> Seated:
    seat_id, ask_id, epoch, word = _seat_key(token)
    who = _in_seat(session, seat_id, epoch, word, token, ask_id)
    g.user, g.seat = who.user, who.seat
    return who


def _seat_key(token: str) -> tuple[int, int, int, int | None]:
    """Seat, question, epoch and the word of the person, which links from before had not."""
    try:
        seat_id, ask_id, epoch, word = read_values(TURN, token, 4)
        return seat_id, ask_id, epoch, word
    except DeadLink:
        seat_id, ask_id, epoch = read_values(TURN, token, 3)
        return seat_id, ask_id, epoch, None


def invited(session: Session, token: str) -> Seated:
    seat_id, epoch, word = read_values(JOIN, token, 3)
    return _in_seat(session, seat_id, epoch, word, token)


def voting(session: Session, token: str) -> tuple[int, Seated]:
    """The proposal that is asked about, and who answers."""
    proposal_id, seat_id, epoch, word = read_values(VOTE, token, 4)
    return proposal_id, _in_seat(session, seat_id, epoch, word, token)


def _in_seat(session: Session, seat_id: int, epoch: int, word: int | None, token: str, ask_id: int = 0) -> Seated:
    """Who sits there, unless the seat has changed hands since the link was made."""
    found = session.exec(_SEATED, params={"seat": seat_id}).first()
    if found is None or found[0].link_epoch != epoch or found[0].status in (BOT, OPEN):
        raise DeadLink(gone=True)
    seat, table, user = found
    is_old = word is None and seat.has_old_links and table.status not in ENDED
    if word != user.word and not is_old:
        raise DeadLink(gone=True)
    _greet(session, user)
    return Seated(seat, table, user, ask_id, token)


def owner(session: Session, token: str) -> User:
    user = _person(session, *read_values(ME, token, 3))
    _greet(session, user)
    g.user, g.is_owner = user, True
    return user


def reader_of_calendar(session: Session, token: str) -> User:
    user = _person(session, *read_values(CALENDAR, token, 3))
    _greet(session, user)
    return user


def _person(session: Session, user_id: int, epoch: int, word: int) -> User:
    user = session.get(User, user_id)
    if user is None or user.link_epoch != epoch or user.word != word:
        raise DeadLink(gone=True)
    return user


def hosted(session: Session, token: str) -> tuple[Table, User]:
    table_id, *person = read_values(HOST, token, 4)
    table, user = session.get(Table, table_id), _person(session, *person)
    if table is None or table.host_id != user.id:
        raise DeadLink(gone=True)
    _greet(session, user)
    g.user = user
    return table, user


def _greet(session: Session, user: User) -> None:
    """In the reader's own language. Whoever presses something reads our mails: they go out again."""
    g.lang = user.lang
    if request.method == "POST":
        lift_suspension(service(), session, user.id)
