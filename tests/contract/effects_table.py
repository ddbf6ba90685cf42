"""What a plan keeps of each event: `python -m tests.contract.effects_table` writes `effects.toml` anew."""

import inspect
import tomllib
from pathlib import Path

from engine.core.event import Event
from tests.contract.every_game import EVERY

TABLE = Path(__file__).parent / "effects.toml"


def kept(event: type[Event]) -> list[str]:
    """The fields that make up its effect; none if the whole event is left out."""
    if event.effect is not Event.effect and inspect.signature(event.effect).return_annotation is None:
        return []
    return [name for name in event.__struct_fields__ if name not in event.INCIDENTAL]


def read() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(TABLE.read_text("utf-8"))


def write() -> None:
    lines = ["# What a plan keeps of each event, by game. See effects_table.py.\n"]
    for id, game in EVERY.items():
        lines.append(f"\n[{id}]\n")
        for event in game.events:
            fields = ", ".join(f'"{name}"' for name in kept(event))
            lines.append(f"{event.__name__} = [{fields}]\n")
    TABLE.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    write()
