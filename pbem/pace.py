"""How fast a table plays: how long a seat has for an answer."""

from dataclasses import dataclass
from datetime import datetime, timedelta

STANDARD_HOURS = 72


@dataclass(frozen=True)
class Pace:
    hours: int = STANDARD_HOURS

    def deadline(self, start: datetime) -> datetime:
        return start + timedelta(hours=self.hours)

    def stored(self) -> dict[str, object]:
        return {"hours": self.hours}


def read_pace(stored: dict[str, object]) -> Pace:
    hours = stored.get("hours", STANDARD_HOURS)
    return Pace(hours if isinstance(hours, int) else STANDARD_HOURS)
