"""Before a table has started: the front page, a new table, an invitation."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.web.models.parts import Chrome, Form, Option, SeatName, TableHead


@dataclass(frozen=True)
class BoardPicture:
    """The picture of a board in play."""

    url: str
    width: int
    height: int


@dataclass(frozen=True)
class GameCard:
    id: str
    name: str
    seats: str  # "3–6"
    new_url: str
    about: str = ""  # one sentence
    board: BoardPicture | None = None
    days: tuple[int, int] | None = None  # by mail: if everybody plans ahead, and without plans
    people: int = 0  # with how many that was measured
    replay_url: str = ""  # a recorded game

    @property
    def rules_url(self) -> str:
        return f"/rules/{self.id}"


@dataclass(frozen=True)
class OpenTable:
    title: str
    game_name: str
    round: str
    seats: tuple[SeatName, ...]
    url: str


@dataclass(frozen=True)
class FinishedTable:
    title: str
    game_name: str
    players: str
    url: str


@dataclass(frozen=True)
class Shot:
    """A picture of a mail or page, by day and by night."""

    light: BoardPicture
    dark: BoardPicture


@dataclass(frozen=True)
class Paces:
    """How long each game takes, by how soon everybody answers."""

    answers: tuple[str, ...]  # "2 hours", …
    rows: tuple[tuple[str, int, tuple[tuple[int, int], ...]], ...]  # name, people, days with and without plans


@dataclass(frozen=True)
class FreeTable:
    """A table with a seat that is open to anybody."""

    title: str
    game_name: str
    seats: int  # that are free
    url: str


@dataclass(frozen=True)
class HomePage:
    chrome: Chrome
    games: tuple[GameCard, ...]
    tables: tuple[OpenTable, ...]
    new_url: str = ""  # empty where nobody may open a table here
    try_it: Form | None = None  # with (bots or mailbox), game
    mailbox_url: str = ""
    link: Form | None = None  # email: mails the link to the person's own page
    waiting: tuple[FreeTable, ...] = ()
    finished: tuple[FinishedTable, ...] = ()
    shots: Mapping[str, Shot] = field(default_factory=dict)  # mail, press, next
    paces: Paces | None = None


@dataclass(frozen=True)
class OptionField:
    """A choice of the host, by the game's words. Two values off and on are a box to tick."""

    id: str
    label: str
    values: tuple[Option, ...]
    about: str = ""  # a sentence

    @property
    def is_switch(self) -> bool:
        return tuple(option.value for option in self.values) == ("off", "on")


@dataclass(frozen=True)
class GameChoice:
    """The same form for another game."""

    id: str
    name: str
    current: bool = False


@dataclass(frozen=True)
class NewTablePage:
    """The form has title, lang, greeting, is_open, has_advice, host_name, host_email; option-<id>; for each seat from 2
    on seat-<n>-kind (person, the id of a bot, known-<user>, open or none), seat-<n>-name, seat-<n>-email; pace-time,
    pace-unit (hours, days), pace-bank, pace-days (several of mon … sun), pace-from, pace-to, pace-zone, pace-reminders
    (several points); at_deadline (default or host); plans (offered,
    asked, off)."""

    chrome: Chrome
    games: tuple[GameChoice, ...]  # each a button `to-game`, which keeps what was typed
    game: GameCard
    options: tuple[OptionField, ...]
    least: int
    most: int
    bots: tuple[Option, ...]
    zones: tuple[str, ...]
    form: Form
    needs_confirmation: bool = False  # the host first confirms the address
    host_email: str = ""  # of a host who is known and needs not write it
    known: tuple[Option, ...] = ()  # people the host has played with, as values of seat-<n>-kind
    reminders: tuple[Option, ...] = ()
    meaning: tuple[str, ...] = ()  # what the pace means, in sentences
    guesses_zone: bool = False  # nobody has chosen one: the browser may know better


@dataclass(frozen=True)
class Invited:
    name: str
    state: str  # invited, joined, declined, open, bot
    colour: str = ""

    @property
    def seat(self) -> SeatName | None:
        return SeatName(self.colour, self.name) if self.colour else None


@dataclass(frozen=True)
class JoinPage:
    chrome: Chrome
    head: TableHead
    host: str
    seats: tuple[Invited, ...]
    options: tuple[str, ...]  # what differs from the standard game, in words
    pace: str
    commitment: str
    colours: tuple[Option, ...]  # those still free
    zones: tuple[str, ...]
    join: Form  # name, colour, lang, zone, word
    decline: Form
    block: Form  # no more invitations from this server
    has_joined: bool = False
    watch_url: str = ""  # where anybody can take a free seat
    is_host: bool = False
    guesses_zone: bool = False  # the person has chosen none: the browser may know better
    greeting: str = ""  # the host's own words
    idea: tuple[str, ...] = ()  # what the game is about, in three sentences

    @property
    def free(self) -> tuple[SeatName, ...]:
        return tuple(SeatName(colour.value, colour.label) for colour in self.colours)


@dataclass(frozen=True)
class WaitingPage:
    """A table that anybody may watch and that has not begun."""

    chrome: Chrome
    head: TableHead
    host: str
    seats: tuple[Invited, ...]
    options: tuple[str, ...]
    pace: str
    take: Form | None = None  # name, email: the first seat that is free
    idea: tuple[str, ...] = ()  # what the game is about, in three sentences
