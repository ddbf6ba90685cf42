"""What each page template is given: one variable, `page`. Plain values, so that a template never asks the database.

Texts of a game are already sentences in the reader's language. Times are already written in the reader's time zone.
What the service itself says stands in the templates.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from markupsafe import Markup

from engine.draw.theme import SEATS


@dataclass(frozen=True)
class Link:
    label: str
    url: str
    current: bool = False
    new: int = 0  # how many things there have not been seen


@dataclass(frozen=True)
class Chrome:
    """What the layout shows on every page."""

    lang: str
    languages: tuple[Link, ...] = ()  # this page in every language
    links: tuple[Link, ...] = ()  # at the head: my tables, the mailbox …
    told: str = ""  # one sentence about what has just happened
    told_badly: bool = False  # it is about something that did not work


@dataclass(frozen=True)
class Form:
    """A form as it is shown: with what was typed, and what was wrong with it at the field it belongs to."""

    action: str
    values: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)  # sentences; under "" what belongs to no field
    hidden: Mapping[str, str] = field(default_factory=dict)  # tokens and signatures

    def value(self, name: str) -> str:
        found = self.values.get(name, "")
        return found if isinstance(found, str) else "".join(found[:1])

    def chosen(self, name: str) -> tuple[str, ...]:
        """The values of a field that may have several."""
        found = self.values.get(name, ())
        return (found,) if isinstance(found, str) else found

    def error(self, name: str) -> str:
        return self.errors.get(name, "")


@dataclass(frozen=True)
class SeatName:
    colour: str
    name: str

    @property
    def letter(self) -> str:
        return SEATS[self.colour].letter


@dataclass(frozen=True)
class TableHead:
    """Which table a page is about."""

    title: str
    game: str  # its id
    game_name: str
    round: str = ""  # "turn 5 of 8"
    seat: SeatName | None = None  # the reader's
    url: str = ""

    @property
    def rules_url(self) -> str:
        return f"/rules/{self.game}"


@dataclass(frozen=True)
class Deadline:
    until: str  # "Thursday 19 November, 18:00 (Paris)"
    left: str = ""  # "3 days"
    default: str = ""  # what is played then, in words


# The board and what stands beside it, on every page that shows a position.


@dataclass(frozen=True)
class BoardView:
    svg: Markup
    label: str  # the picture in one sentence
    text: str  # the board in characters
    looks: tuple[Link, ...] = ()  # Now, With my draft
    legal: Link | None = None  # shows or hides what may be pressed; `current` while it is shown
    changes: Link | None = None
    pans: Mapping[str, str] = field(default_factory=dict)  # left, up, down, right, in, out, whole: where they lead
    is_whole: bool = True


@dataclass(frozen=True)
class Cell:
    text: str
    after: str = ""  # with the draft, if that is another


@dataclass(frozen=True)
class PlayerRow:
    seat: SeatName
    is_reader: bool
    cells: tuple[Cell, ...]
    note: str = ""
    is_asked: bool = False


@dataclass(frozen=True)
class Change:
    number: int | None
    text: str


@dataclass(frozen=True)
class Section:
    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Position:
    board: BoardView
    columns: tuple[str, ...]
    players: tuple[PlayerRow, ...]
    changes: tuple[Change, ...]
    sections: tuple[Section, ...]
    private: tuple[str, ...]  # what only the reader may see


# The turn page.


@dataclass(frozen=True)
class OptionButton:
    label: str
    url: str
    price: str = ""
    notes: tuple[str, ...] = ()
    picture: Markup | None = None  # in the units of the board, so that the script can lay it there
    place: str = ""  # the place on the board that is the same press
    chosen: bool = False
    refused: bool = False
    shows: bool = False  # something is drawn when it is played
    is_default: bool = False


@dataclass(frozen=True)
class Group:
    """Options that belong together, the best first. `kind` says how they are shown."""

    kind: Literal["places", "pictures", "buttons"]
    heading: str  # the verb, or what was chosen so far
    asks: str  # what is to be chosen: "a tile"; empty where the buttons say it
    options: tuple[OptionButton, ...]
    more: tuple[OptionButton, ...] = ()  # shown on request


@dataclass(frozen=True)
class Step:
    """A move of the draft."""

    number: int
    place: str
    label: str
    cost: str
    notation: str
    hidden: bool = False  # not shown on the board: it draws something when it is played


@dataclass(frozen=True)
class RefusalText:
    what: str
    why: str
    rule: str = ""  # "6.12"
    rule_url: str = ""
    dropped: str = ""  # moves behind it, which are not in the draft either
    nothing: bool = False  # nothing at all may be played that begins so


@dataclass(frozen=True)
class Commit:
    line: str  # what is played, in the notation
    draft: str  # the same for the form
    what: str  # "K10, L10" or "Bid $3"
    cost: str
    added: str  # `done`, if it is added to what was drafted
    results: tuple[str, ...]  # what happens then, in words
    shows: bool  # something is drawn when it is played


@dataclass(frozen=True)
class Ready:
    """A whole line to choose at once."""

    label: str
    note: str
    url: str
    chosen: bool = False
    is_default: bool = False


@dataclass(frozen=True)
class Turn:
    """What the asked reader decides, from `turn_model.turn_of`."""

    prompt: str
    steps: tuple[Step, ...]
    total: str
    notes: tuple[str, ...]
    dangers: tuple[str, ...]
    refusal: RefusalText | None
    groups: tuple[Group, ...]
    commit: Commit | None
    undo_url: str  # empty when there is nothing to undo
    restart_url: str
    ready: tuple[Ready, ...]  # without those that the groups show anyway
    on_the_board: bool = True  # a question of numbers or names does not need the board first


@dataclass(frozen=True)
class TurnPage:
    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    turn: Turn
    position: Position
    form: Form  # to commit: its hidden fields are the ask and the signature; `draft` is added by the template
    deadline: Deadline | None = None
    take_back: str = ""  # how long a line may be taken back, in a sentence
    write: Form | None = None  # a GET form whose field `line` holds moves that were typed


@dataclass(frozen=True)
class Result:
    """A seat in the final order."""

    place: int
    seat: SeatName
    score: int
    parts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class WatchPage:
    """The board for a seat that is not asked, for spectators, and after an old link."""

    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    position: Position
    waiting: tuple[SeatName, ...] = ()  # who is asked
    happened: str = ""  # after an old link: what was played
    undo: Form | None = None  # takes the reader's last line back
    undo_until: str = ""
    results: tuple[Result, ...] = ()
    seed: str = ""
    record_url: str = ""


@dataclass(frozen=True)
class Ply:
    number: int
    seat: SeatName | None  # None: the host, or the opening
    line: str  # as this reader may see it
    told: tuple[str, ...]
    how: str  # page, link, mail, default, plan, forced, bot, host, undo
    when: str
    url: str
    shown: bool = False
    taken_back: bool = False


@dataclass(frozen=True)
class HistoryPage:
    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    plies: tuple[Ply, ...]  # from the first on
    position: Position  # after the ply that is shown
    shown: int
    record_url: str = ""

    def beside(self, step: int) -> str:
        """Where the ply so many before or after the one shown is; empty beyond the ends."""
        numbers = [ply.number for ply in self.plies]
        index = numbers.index(self.shown) + step
        return self.plies[index].url if 0 <= index < len(numbers) else ""


@dataclass(frozen=True)
class TalkLine:
    seat: SeatName
    when: str
    text: str
    to: SeatName | None = None  # None: everybody
    is_new: bool = False


@dataclass(frozen=True)
class TalkPage:
    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    lines: tuple[TalkLine, ...]  # the newest last
    others: tuple[SeatName, ...]  # to whom one may talk alone
    form: Form | None = None  # text, to (a colour, or empty for all); None for spectators


@dataclass(frozen=True)
class NoteLine:
    when: str
    text: str
    remove: Form


@dataclass(frozen=True)
class NotesPage:
    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    notes: tuple[NoteLine, ...]
    form: Form  # text


# A person's own page.


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
    absence: Form | None  # start, end; None where the clock is not kept: then reminders are not asked for either
    addresses: tuple[MyAddress, ...]
    address: Form | None  # email
    export_url: str  # empty: there is none
    revoke: Form  # every link dies, a new one is mailed
    delete: Form | None  # confirm: the word DELETE


# Before a table has started.


@dataclass(frozen=True)
class GameCard:
    id: str
    name: str
    seats: str  # "3–6"
    new_url: str
    about: str = ""
    picture: str = ""  # the address of a board in play

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
class HomePage:
    chrome: Chrome
    games: tuple[GameCard, ...]
    tables: tuple[OpenTable, ...]
    new_url: str = ""  # empty where nobody may open a table here
    try_it: Form | None = None  # with (bots or mailbox), game
    mailbox_url: str = ""
    link: Form | None = None  # email: mails the link to the own page
    picture: Markup | None = None  # a board to look at, from `board_model.inline`


@dataclass(frozen=True)
class Option:
    value: str
    label: str


@dataclass(frozen=True)
class OptionField:
    """A choice of the host, by the game's words. Two values off and on are a box to tick."""

    id: str
    label: str
    values: tuple[Option, ...]

    @property
    def is_switch(self) -> bool:
        return tuple(option.value for option in self.values) == ("off", "on")


@dataclass(frozen=True)
class NewTablePage:
    """The form has title, lang, is_open, host_name, host_email; option-<id>; for each seat from 2 on seat-<n>-kind
    (person, the id of a bot, open or none), seat-<n>-name, seat-<n>-email; pace-time, pace-unit (hours, days),
    pace-bank, pace-days (several of mon … sun), pace-from, pace-to, pace-zone, pace-reminders; at_deadline (default or
    host)."""

    chrome: Chrome
    games: tuple[Link, ...]  # the same page for another game
    game: GameCard
    options: tuple[OptionField, ...]
    least: int
    most: int
    bots: tuple[Option, ...]
    zones: tuple[str, ...]
    form: Form
    needs_confirmation: bool = False  # the host first confirms the own address


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

    @property
    def free(self) -> tuple[SeatName, ...]:
        return tuple(SeatName(colour.value, colour.label) for colour in self.colours)


# The host, the operator, and single questions.


@dataclass(frozen=True)
class HostSeat:
    number: int
    seat: SeatName | None
    name: str
    email: str
    state: str  # invited, joined, declined, open, bot
    asked_until: str = ""
    deadline: Form | None = None  # until, of the open ask
    resend: Form | None = None
    replace: Form | None = None  # name, email, kind (person or the id of a bot)
    replace_needs_votes: bool = False
    is_unreachable: bool = False
    missed: int = 0  # deadlines in a row


@dataclass(frozen=True)
class HostPage:
    chrome: Chrome
    head: TableHead
    state: str  # inviting, running, paused, over, cancelled
    seats: tuple[HostSeat, ...]
    bots: tuple[Option, ...]
    start: Form | None = None  # missing (bot or open)
    pause: Form | None = None
    resume: Form | None = None
    rewind: Form | None = None  # to: a ply
    plies: tuple[Ply, ...] = ()
    end: Form | None = None  # confirm: the title of the table
    acts: tuple[str, ...] = ()  # what the host has done so far
    table_url: str = ""


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


@dataclass(frozen=True)
class UnsubscribePage:
    chrome: Chrome
    email: str
    form: Form
    done: bool = False
    me_url: str = ""


@dataclass(frozen=True)
class Figure:
    label: str
    value: str
    is_bad: bool = False


@dataclass(frozen=True)
class Trouble:
    when: str
    text: str
    url: str = ""
    act: Form | None = None
    act_label: str = ""


@dataclass(frozen=True)
class OperatorPage:
    chrome: Chrome
    figures: tuple[Figure, ...]
    troubles: tuple[Trouble, ...]
    mails: tuple[Trouble, ...] = ()  # those that did not leave


# Rules and the mailbox.


@dataclass(frozen=True)
class RulesPage:
    chrome: Chrome
    game: str
    game_name: str
    html: Markup
    chapters: tuple[Link, ...]
    games: tuple[Link, ...] = ()


@dataclass(frozen=True)
class MailLine:
    sender: str
    to: str
    subject: str
    preview: str
    when: str
    url: str
    is_new: bool = False


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
