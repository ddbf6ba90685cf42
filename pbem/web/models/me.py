"""A person's own page, and unsubscribing."""

from dataclasses import dataclass

from pbem.web.models.parts import Chrome, Deadline, Form, Option, SeatName


@dataclass(frozen=True)
class MyTable:
    title: str
    game_name: str
    round: str
    seat: SeatName | None
    url: str
    asked: bool
    state: str = ""  # "waiting for Green", "not started", "over: 2nd place"
    deadline: Deadline | None = None
    host_url: str = ""
    planned: str = ""  # what this person has planned there, in a sentence


@dataclass(frozen=True)
class Absence:
    start: str
    end: str
    remove: Form


@dataclass(frozen=True)
class MyAddress:
    email: str
    is_main: bool
    is_confirmed: bool
    is_suspended: bool = False
    make_main: Form | None = None
    confirm: Form | None = None  # mails the link again
    remove: Form | None = None


@dataclass(frozen=True)
class MePage:
    chrome: Chrome
    name: str
    tables: tuple[MyTable, ...]  # the most urgent first
    settings: Form  # name, lang, zone, news, wants_reminders, reminders, quiet_from, quiet_to
    zones: tuple[str, ...]
    absences: tuple[Absence, ...]
    absence: Form  # start, end
    addresses: tuple[MyAddress, ...]
    address: Form | None  # email
    export: Form
    revoke: Form  # every link dies, a new one is mailed
    delete: Form | None  # confirm: the word DELETE
    preview: str = ""  # what the settings mean for a question asked now
    calendar_url: str = ""
    new_url: str = ""  # opens a table; empty: the operator does
    reminders: tuple[Option, ...] = ()
    guesses_zone: bool = False  # the person has chosen none: the browser may know better


@dataclass(frozen=True)
class UnsubscribePage:
    chrome: Chrome
    email: str
    form: Form
    own_page: Form  # mails the link there: mail systems know the address of this page
    done: bool = False
