"""A table as a text file: header lines, a blank line, then one line a ply.

    Game: age-of-steam
    Rules: age-of-steam/1
    Options: map=rust-belt engineer-flat=on
    Seats: orange Peter, green Dave, sky John
    Seed: 3f…

    1. orange: issue.2
    2. green: pass ; a comment

Besides the seats, `undo` and the host's `rewind.N` are lines too: the log only grows, and a ply is never used twice.
Where a record went on as a new table stands `host: chance`: from there on the next seed of the header `Chance:` counts,
since whoever had the record knew the first.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from engine.core.game import SEAT_COLOURS, Game, Position
from engine.core.move import write_line
from engine.core.play import forced, play, reseeded, start
from engine.core.refusal import MoveError
from engine.core.rng import Rng
from engine.core.sheet import Standing

S = TypeVar("S", bound=Position)
V = TypeVar("V")

HOST = "host"
UNDO = "undo"
CHANCE = "chance"
_LINE = re.compile(r"([0-9]{1,6})\. ([a-z]+): ([^;]*?)\s*(?:;\s*(.*))?")
_VERSION = re.compile(r"[0-9]{1,6}")
_REWIND = re.compile(r"rewind\.([1-9][0-9]{0,5})")


class BadRecord(ValueError):
    """A record that cannot be read. `line` counts from 1 in the file."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True)
class Entry:
    """One line of the log: `by` is the colour of the seat, or host."""

    ply: int
    by: str
    text: str
    comment: str = ""
    at: int = field(default=0, compare=False)  # the line in the file

    def __str__(self) -> str:
        comment = _one_line(self.comment)
        return f"{self.ply}. {self.by}: {self.text}" + (f" ; {comment}" if comment else "")


@dataclass(frozen=True)
class Record:
    game: str
    version: int
    seats: tuple[str, ...]
    seed: str
    options: Mapping[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    result: str = ""
    entries: tuple[Entry, ...] = ()
    chance: tuple[str, ...] = ()  # the further seeds, one for each `host: chance`

    def __str__(self) -> str:
        names = [_one_line(name.replace(",", " ")) for name in self.names] or [""] * len(self.seats)
        head = {
            "Game": self.game,
            "Rules": f"{self.game}/{self.version}",
            "Options": " ".join(f"{id}={value}" for id, value in self.options.items()),
            "Seats": ", ".join(f"{colour} {name}".strip() for colour, name in zip(self.seats, names, strict=True)),
            "Seed": self.seed,
            "Chance": " ".join(self.chance),
            "Result": _one_line(self.result),
        }
        header = "".join(f"{key}: {value}\n" for key, value in head.items() if value)
        return header + "\n" + "".join(f"{entry}\n" for entry in self.entries)


def _one_line(text: str) -> str:
    """What people wrote, so that it cannot begin a line of its own in the file."""
    return " ".join(text.split())


def read_record(text: str) -> Record:
    lines = text.splitlines()
    head: dict[str, str] = {}
    at: dict[str, int] = {}
    number = 0
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            break
        key, colon, value = raw.partition(":")
        if not colon:
            raise BadRecord(
                number,
                f"a header line looks like “Game: age-of-steam”, not “{raw.strip()[:60]}”",
            )
        head[key.strip().lower()] = value.strip()
        at[key.strip().lower()] = number
    for key in ("game", "seats", "seed"):
        if not head.get(key):
            raise BadRecord(max(number, 1), f"the header lacks “{key.capitalize()}:”")
    seats, names = _read_seats(head["seats"], at["seats"])
    return Record(
        head["game"],
        _read_version(head.get("rules", ""), at.get("rules", 0)),
        seats,
        head["seed"],
        _read_options(head.get("options", ""), at.get("options", 0)),
        names,
        head.get("result", ""),
        tuple(_read_entries(lines, number, seats)),
        tuple(head.get("chance", "").split()),
    )


def _read_seats(value: str, at: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    seats, names = [], []
    for part in value.split(","):
        colour, _, name = part.strip().partition(" ")
        if colour not in SEAT_COLOURS:
            raise BadRecord(at, f"“{colour}” is no seat colour; they are {', '.join(SEAT_COLOURS)}")
        seats.append(colour)
        names.append(name.strip())
    return tuple(seats), tuple(names)


def _read_version(value: str, at: int) -> int:
    _, _, version = value.rpartition("/")
    if value and not _VERSION.fullmatch(version):
        raise BadRecord(at, f"“Rules: {value}” should end in the version, as in age-of-steam/1")
    return int(version) if version else 1


def _read_options(value: str, at: int) -> dict[str, str]:
    options = {}
    for part in value.split():
        id, equals, chosen = part.partition("=")
        if not equals:
            raise BadRecord(at, f"an option looks like map=rust-belt, not “{part}”")
        options[id] = chosen
    return options


def _read_entries(lines: Sequence[str], start_at: int, seats: Sequence[str]) -> Iterator[Entry]:
    ply = 0
    for at, raw in enumerate(lines[start_at:], start_at + 1):
        text = raw.strip()
        if not text or text.startswith(";"):
            continue
        match = _LINE.fullmatch(text)
        if match is None:
            raise BadRecord(at, f"a line looks like “12. orange: bid.3”, not “{text[:60]}”")
        ply += 1
        if int(match[1]) != ply:
            raise BadRecord(at, f"ply {ply} should come here, not {match[1]}")
        if match[2] != HOST and match[2] not in seats:
            raise BadRecord(at, f"“{match[2]}” has no seat at this table")
        yield Entry(ply, match[2], match[3], match[4] or "", at)


class Broken(Exception):
    """A record with a line that cannot be played: which one, why, and the position in which it was tried."""

    def __init__(self, entry: Entry, error: MoveError | str, state: Position) -> None:
        super().__init__(f"ply {entry.ply}: {error}")
        self.entry = entry
        self.error = error
        self.state = state


class Timeline(Generic[S, V]):
    """A log being replayed: every position it went through, and which of its lines still stand."""

    def __init__(self, game: Game[S, V], seats: Sequence[str], opening: S, chance: Sequence[str] = ()) -> None:
        self.game = game
        self._chance = list(chance)  # the seeds that are still to come
        self.seats = tuple(seats)
        self.states = [opening]  # states[n] is the position after ply n
        self._stood: list[tuple[Entry, ...]] = [()]  # the lines that stood then

    @property
    def now(self) -> S:
        return self.states[-1]

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The lines that have not been taken back."""
        return self._stood[-1]

    def add(self, entry: Entry, known: S | None = None) -> S:
        """Plays the entry; a position that is known, perhaps from a time with other rules, is taken as it is."""
        if entry.ply != len(self.states):
            raise Broken(entry, f"ply {len(self.states)} should come here", self.now)
        if entry.text == UNDO:
            state, standing = self._undo(entry)
        elif entry.text == CHANCE and entry.by == HOST:
            state, standing = known or self._with_fresh_chance(entry), self.standing
        elif rewind := _REWIND.fullmatch(entry.text):
            state, standing = self._rewind(entry, int(rewind[1]))
        else:
            state, standing = known or self._play(entry), (*self.standing, entry)
        state = known or state
        self.states.append(state)
        self._stood.append(standing)
        return state

    def _play(self, entry: Entry) -> S:
        if entry.by not in self.seats:
            raise Broken(entry, "only a seat can play this", self.now)
        try:
            line = self.game.read(entry.text, self.now)
            return play(self.game, self.now, self.seats.index(entry.by), line).state
        except MoveError as error:
            raise Broken(entry, error, self.now) from error

    def _with_fresh_chance(self, entry: Entry) -> S:
        if not self._chance:
            raise Broken(entry, "the header “Chance:” has no further seed", self.now)
        rng = self.now.rng
        return reseeded(self.now, Rng(self._chance.pop(0), rng.epoch, rng.count))

    def _undo(self, entry: Entry) -> tuple[S, tuple[Entry, ...]]:
        undone = next((line for line in reversed(self.standing) if not self._was_forced(line)), None)
        if undone is None or undone.by != entry.by:
            raise Broken(entry, "the last line is not this seat's to take back", self.now)
        return self._before(undone.ply)

    def _was_forced(self, entry: Entry) -> bool:
        """Whether the seat had no choice: such lines follow by themselves, and are taken back with what led to them."""
        before = self.states[entry.ply - 1]
        line = forced(self.game, before, self.seats.index(entry.by))
        return line is not None and write_line(line) == entry.text

    def _rewind(self, entry: Entry, ply: int) -> tuple[S, tuple[Entry, ...]]:
        if entry.by != HOST:
            raise Broken(entry, "only the host can rewind", self.now)
        if ply >= entry.ply:
            raise Broken(entry, f"there is no ply {ply} to go back to", self.now)
        # The dice after it must be others than those that were seen, so the epoch rises above every one used.
        used = max(state.rng.epoch for state in self.states)
        back, standing = self._before(ply)
        return reseeded(back, Rng(self.now.rng.seed, back.rng.epoch, back.rng.count).next_epoch(used)), standing

    def _before(self, ply: int) -> tuple[S, tuple[Entry, ...]]:
        return self.states[ply - 1], self._stood[ply - 1]


def replay(game: Game[S, V], record: Record, to: int | None = None) -> Timeline[S, V]:
    """Plays the record. Raises Broken at the first line that the rules refuse, BadSetup for an impossible table."""
    opening = start(game, record.seats, record.seed, record.options).state
    timeline = Timeline(game, record.seats, opening, record.chance)
    for entry in record.entries[:to]:
        timeline.add(entry)
    return timeline


def write_result(standings: Sequence[Standing], seats: Sequence[str]) -> str:
    return ", ".join(f"{seats[row.seat]} {row.place}. {row.score}" for row in standings)
