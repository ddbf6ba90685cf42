"""A table that one looks at: the board, the history, talk and notes."""

from dataclasses import dataclass

from pbem.play.story import ScoreRow
from pbem.web.models.board import PanelView, Position
from pbem.web.models.parts import Chrome, Form, Link, SeatName, TableHead


@dataclass(frozen=True)
class Result:
    """A seat in the final order."""

    place: int
    seat: SeatName
    score: int
    parts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class BestMoveView:
    """The line that brought a seat the most."""

    seat: SeatName
    gain: str  # "Turn 5: +12"
    told: str
    url: str


@dataclass(frozen=True)
class StoryView:
    """How a game went, or is going."""

    verdict: str  # empty as long as the game is running
    curve: PanelView
    turned: tuple[Link, ...]  # the turning points, with their place in the log
    heading: str  # of what the table counts
    seats: tuple[SeatName, ...]
    rows: tuple[ScoreRow, ...]  # a round each
    best: tuple[BestMoveView, ...] = ()  # of a game that is over


@dataclass(frozen=True)
class FreeSeat:
    """A seat that a bot plays until somebody takes it."""

    seat: SeatName
    form: Form  # name, email


@dataclass(frozen=True)
class Awaited:
    """Somebody whose answer is waited for. Only those who play too see more than the name."""

    seat: SeatName
    until: str = ""  # by the reader's clock
    theirs: str = ""  # by the clock of the one who is asked, where it differs
    away_until: str = ""
    is_bot: bool = False
    planned: str = ""  # what the reader has planned for the question after it


@dataclass(frozen=True)
class LinkPreview:
    """What a program shows of a link to the page that somebody has shared (Open Graph)."""

    title: str
    about: str
    url: str
    picture_url: str


@dataclass(frozen=True)
class WatchPage:
    """The board for a seat that is not asked, for spectators, and after an old link."""

    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    position: Position
    waiting: tuple[Awaited, ...] = ()  # who is asked
    happened: str = ""  # after an old link: what was played
    undo: Form | None = None  # takes the reader's last line back
    undo_until: str = ""
    results: tuple[Result, ...] = ()
    story: StoryView | None = None  # from the end of the first round on
    proof_url: str = ""
    record_url: str = ""
    film_url: str = ""  # where a worker has made it
    is_paused: bool = False
    is_closed: bool = False  # ended by the host, without a result
    rematch: Form | None = None
    leave_url: str = ""
    host_url: str = ""
    free: tuple[FreeSeat, ...] = ()
    preview: LinkPreview | None = None  # only where anybody may look


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
    acts: tuple[str, ...] = ()  # what was done to the table after it
    moments: tuple[str, ...] = ()  # what makes it a key moment of the game
    picture_url: str = ""


@dataclass(frozen=True)
class Chapter:
    """A round of the log; what comes before the first one has no heading."""

    heading: str
    scores: tuple[tuple[SeatName, str], ...]  # at its end; empty as long as it goes on
    plies: tuple[Ply, ...]


@dataclass(frozen=True)
class ShownLine:
    """The board after one line of the log, and the way to other lines; an address is empty where there is none."""

    position: Position
    shown: int
    last: int
    first_url: str = ""
    previous_url: str = ""
    next_url: str = ""
    last_url: str = ""
    what_if_url: str = ""  # where a seat plays on from here for a try


@dataclass(frozen=True)
class HistoryPage:
    chrome: Chrome
    head: TableHead
    tabs: tuple[Link, ...]
    line: ShownLine
    chapters: tuple[Chapter, ...]  # those lines that the filter lets pass
    filter: Form  # a GET form: by, kind
    seats: tuple[tuple[str, str], ...]  # colour and name
    kinds: tuple[tuple[str, str], ...]  # verb and its word
    record_url: str = ""
    story: StoryView | None = None


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
    newest: str = ""  # the last message: the browser remembers that it has shown it


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
