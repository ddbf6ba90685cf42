"""Rules and the mailbox."""

from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from pbem.web.models.parts import Chrome, Form, Link


@dataclass(frozen=True)
class RulesPage:
    chrome: Chrome
    game: str
    game_name: str
    html: Markup
    chapters: tuple[Link, ...]
    games: tuple[Link, ...] = ()
    start: Markup | None = None  # the first page, with drawings, before the numbered rules
    start_chapters: tuple[Link, ...] = ()


@dataclass(frozen=True)
class MailLine:
    sender: str
    to: str
    subject: str
    preview: str
    when: str
    url: str


@dataclass(frozen=True)
class MailboxPage:
    chrome: Chrome
    mails: tuple[MailLine, ...]  # the newest first
    readers: tuple[Link, ...] = ()  # the mails of one address; `current` the one shown
    older_url: str = ""


@dataclass(frozen=True)
class MailboxMailPage:
    chrome: Chrome
    mail: MailLine
    show: Literal["html", "text", "raw"]
    tabs: tuple[Link, ...]
    back_url: str
    frame_url: str = ""  # the route that answers the HTML with its own CSP
    text: str = ""  # of the text part or of the whole mail
    headers: tuple[tuple[str, str], ...] = ()
    answer: Form | None = None  # text
