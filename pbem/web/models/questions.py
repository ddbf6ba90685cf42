"""Single sentences and single questions."""

from dataclasses import dataclass

from pbem.web.models.parts import Chrome, Form, Link, TableHead


@dataclass(frozen=True)
class MessagePage:
    """A friendly word instead of a page: a link that is no good, a line already played, a database that is away."""

    chrome: Chrome
    title: str
    lines: tuple[str, ...]
    links: tuple[Link, ...] = ()
    new_link: Form | None = None  # mails a new link; with email where the old one does not tell whose it was
    asks_email: bool = False


@dataclass(frozen=True)
class ConfirmPage:
    """One question with one button, such as a vote or the confirmation of an address."""

    chrome: Chrome
    title: str
    lines: tuple[str, ...]
    button: str
    form: Form
    typed: str = ""  # a word that must be typed, for what cannot be taken back; field `confirm`
    head: TableHead | None = None
    other: Form | None = None  # the other answer, if there are two
    other_label: str = ""
