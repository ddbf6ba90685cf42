"""A table as a text file: header lines, a blank line, then one line a ply.

    Game: age-of-steam
    Rules: age-of-steam/1
    Options: map=rust-belt engineer-flat=on
    Seats: orange Peter, green Dave, sky John
    Seed: 3f…

    1. orange: issue.2
    2. green: pass ; a comment

Besides the seats, `undo` and the host's `rewind.N` are lines too: the log only grows, and a ply is never used twice.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import msgspec

from engine.core.game import SEAT_COLOURS, Game, Position
from engine.core.move import read_line
from engine.core.play import play, start
from engine.core.refusal import MoveError
from engine.core.rng import Rng
from engine.core.sheet import Standing

S = TypeVar("S", bound=Position)
V = TypeVar("V")

HOST = "host"
UNDO = "undo"
_LINE = re.compile(r"(\d+)\. ([a-z]+): ([^;]*?)\s*(?:;\s*(.*))?")
_REWIND = re.compile(r"rewind\.([1-9][0-9]*)")


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
    at: int = 0  # the line in the file

    def __str__(self) -> str:
        return f"{self.ply}. {self.by}: {self.text}" + (f" ; {self.comment}" if self.comment else "")


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

    def __str__(self) -> str:
        names = self.names or ("",) * len(self.seats)
        head = {
            "Game": self.game,
            "Rules": f"{self.game}/{self.version}",
            "Options": " ".join(f"{id}={value}" for id, value in self.options.items()),
            "Seats": ", ".join(f"{colour} {name}".strip() for colour, name in zip(self.seats, names, strict=True)),
            "Seed": self.seed,
            "Result": self.result,
        }
        header = "".join(f"{key}: {value}\n" for key, value in head.items() if value)
        return header + "\n" + "".join(f"{entry}\n" for entry in self.entries)


def read_record(text: str) -> Record:
    lines = text.splitlines()
    head: dict[str, str] = {}
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
    for key in ("game", "seats", "seed"):
        if not head.get(key):
            raise BadRecord(max(number, 1), f"the header lacks “{key.capitalize()}:”")
    seats, names = _read_seats(head["seats"], number)
    return Record(
        head["game"],
        _read_version(head.get("rules", ""), number),
        seats,
        head["seed"],
        _read_options(head.get("options", ""), number),
        names,
        head.get("result", ""),
        tuple(_read_entries(lines, number, seats)),
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
    if value and not version.isdigit():
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

    def __init__(self, game: Game[S, V], seats: Sequence[str], opening: S) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.states = [opening]  # states[n] is the position after ply n
        self.standing: list[Entry] = []  # the lines that have not been taken back

    @property
    def now(self) -> S:
        return self.states[-1]

    def add(self, entry: Entry) -> S:
        if entry.text == UNDO:
            state = self._undo(entry)
        elif rewind := _REWIND.fullmatch(entry.text):
            state = self._rewind(entry, int(rewind[1]))
        else:
            state = self._play(entry)
        self.states.append(state)
        return state

    def _play(self, entry: Entry) -> S:
        try:
            line = read_line(entry.text, self.game.verbs, self.game.lexicon(self.now.options))
            state = play(self.game, self.now, self.seats.index(entry.by), line).state
        except MoveError as error:
            raise Broken(entry, error, self.now) from error
        self.standing.append(entry)
        return state

    def _undo(self, entry: Entry) -> S:
        if not self.standing or self.standing[-1].by != entry.by:
            raise Broken(entry, "the last line is not this seat's to take back", self.now)
        return self.states[self.standing.pop().ply - 1]

    def _rewind(self, entry: Entry, ply: int) -> S:
        if ply >= entry.ply:
            raise Broken(entry, f"there is no ply {ply} to go back to", self.now)
        self.standing = [earlier for earlier in self.standing if earlier.ply < ply]
        # The dice after it must be others than those that were seen, so the epoch rises above every one used.
        used = max(state.rng.epoch for state in self.states)
        back = self.states[ply - 1]
        return reseeded(back, back.rng.next_epoch(used))


def reseeded(state: S, rng: Rng) -> S:
    replaced: S = msgspec.structs.replace(state, rng=rng)  # type: ignore[type-var]
    return replaced


def replay(game: Game[S, V], record: Record, to: int | None = None) -> Timeline[S, V]:
    """Plays the record. Raises Broken at the first line that the rules refuse, BadSetup for an impossible table."""
    timeline = Timeline(game, record.seats, start(game, record.seats, record.seed, record.options).state)
    for entry in record.entries[:to]:
        timeline.add(entry)
    return timeline


def write_result(standings: Sequence[Standing], seats: Sequence[str]) -> str:
    return ", ".join(f"{seats[row.seat]} {row.place}. {row.score}" for row in standings)
