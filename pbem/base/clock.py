"""The clock is passed in as a value, so that tests can move it."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime: ...  # aware, UTC


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)
