"""What every action is given: settings, database, time, chance, links, and where to leave hints for the workers."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sqlmodel import Session

from engine.core.sheet import Drawing
from pbem.base.boxes import load_boxes
from pbem.base.clock import Clock, SystemClock
from pbem.base.config import Config
from pbem.base.db import Database, after_commit
from pbem.base.redaction import redact_logs
from pbem.base.tallies import Tallies
from pbem.base.tokens import Tokens

# A hint names a task and perhaps an id. It only saves waiting for the next sweep, so losing hints loses nothing.
Hint = Callable[[str, int | None], None]


def no_hint(task: str, id: int | None) -> None:
    """For processes without workers: the sweep finds the work."""


def new_secret() -> str:
    """The server's part of the seed of a table."""
    return secrets.token_hex(32)


@dataclass(frozen=True)
class Dilemma:
    """A question to a patient bot, in plain values, so that another process can think about it."""

    game: str
    position: bytes
    seat: int
    seed: str
    playouts: int


@dataclass(frozen=True)
class Reel:
    """A finished game in plain values, so that another process can make its film."""

    game: str
    shots: tuple[tuple[bytes, bytes, bool], ...]  # position and events as JSON, and whether the line ended a round
    lang: str
    boxes: Path


@dataclass
class Service:
    config: Config
    db: Database
    tokens: Tokens
    clock: Clock = field(default_factory=SystemClock)
    new_secret: Callable[[], str] = new_secret
    hint: Hint = no_hint
    drawer: Callable[[Drawing], bytes] | None = None  # who draws pictures; None draws them in this process
    thinker: Callable[[Dilemma], str] | None = None  # who thinks for patient bots; None thinks in this process
    filmer: Callable[[Reel], bytes] | None = None  # who makes films; None makes them in this process
    tallies: Tallies = field(default_factory=Tallies)
    started_at: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.started_at = self.clock.now()

    def now(self) -> datetime:
        return self.clock.now()

    def hint_after(self, session: Session, task: str, id: int | None = None) -> None:
        """Leaves a hint in a writing session. It is sent after the commit, and only then."""
        after_commit(session, (task, id), lambda: self.hint(task, id))


def make_service(config: Config) -> Service:
    """Every process of ours makes this first; from then on its logs hold no keys and no addresses."""
    redact_logs()
    load_boxes(config.data / "boxes")
    return Service(config, Database(config.database_url), Tokens(config.secret_keys))
