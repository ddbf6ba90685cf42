"""The host's page."""

from dataclasses import dataclass

from pbem.web.models.parts import Chrome, Form, Option, SeatName, TableHead
from pbem.web.models.table import Ply


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
    default: Form | None = None  # the time is over and the host decides: plays the default at once
    default_line: str = ""  # nothing while it is secret


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
    acts: tuple[str, ...] = ()  # what was done to the table so far
    city: str = ""  # whose clocks the deadlines are shown by
    table_url: str = ""
    seat_url: str = ""  # where the host takes the own seat
    advice: Form | None = None  # allowed (yes or no): whether players may ask what a patient bot would play
    has_advice: bool = False
    plans: Form | None = None  # plans (offered, asked, off)
