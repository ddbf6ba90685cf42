"""Games whose positions are samples for pages and mails: recorded, so that they stay what they are when bots learn."""

from pathlib import Path

from engine.core.record import Record, read_record

FOLDER = Path(__file__).parent


def recorded(name: str) -> Record:
    return read_record((FOLDER / f"{name}.txt").read_text("utf-8"))
