"""How fast a table plays: how long a seat has for an answer."""

from collections.abc import Callable
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


def pace_sentence(stored: dict[str, object], say: Callable[[str], str]) -> str:
    hours = read_pace(stored).hours
    if hours % 24 == 0 and hours > 24:
        return say("%(days)d days for each answer.") % {"days": hours // 24}
    return say("%(hours)d hours for each answer.") % {"hours": hours}
