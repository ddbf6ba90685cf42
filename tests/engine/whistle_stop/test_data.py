"""The data files are checked when they are loaded, and an error names file and entry."""

import tomllib
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from engine.games.whistle_stop.components import BadData, box, read_box


def data(name: str) -> dict[str, Any]:
    return tomllib.loads((files("engine.games.whistle_stop") / "data" / name).read_text("utf-8"))


BOARD, TILES, UPGRADES = data("board.toml"), data("tiles.toml"), data("upgrades.toml")


def broken(file: str, *keys: str, value: Any) -> str:
    """The error when one entry is replaced."""
    parts = {"board.toml": deepcopy(BOARD), "tiles.toml": deepcopy(TILES), "upgrades.toml": deepcopy(UPGRADES)}
    place = parts[file]
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    with pytest.raises(BadData) as caught:
        read_box(*parts.values())
    return str(caught.value)


@pytest.mark.parametrize(
    ("file", "keys", "value", "told"),
    [
        ("tiles.toml", ("track", "t7"), "0-3, 1-5", "tiles.toml, track.t7: uses each of the sides"),
        ("tiles.toml", ("track", "t7"), "0-3 gravel, 1-5, 2-4", "tiles.toml, track.t7: “gravel” is no good"),
        ("tiles.toml", ("track", "t7"), "0-3-1, 5-2, 4-4", "tiles.toml, track.t7: “0-3-1” joins two sides"),
        ("tiles.toml", ("track", "t7"), "0-3 wood, 1-5 wood, 2-4", "tiles.toml, track.t7: names each good once"),
        ("tiles.toml", ("special", "gold-mine"), {"kind": "tin-mine"}, "tiles.toml, special.gold-mine: the kind"),
        ("tiles.toml", ("special", "jade-town", "company"), "onyx", "tiles.toml, special.jade-town: the company"),
        ("tiles.toml", ("end", "e1", "cost"), "", "tiles.toml, end.e1: needs a cost and a bonus"),
        ("tiles.toml", ("end", "e1", "cost"), "gold", "tiles.toml, end.e1: “gold” is none of"),
        ("upgrades.toml", ("boiler", "cost"), "", "upgrades.toml, boiler: needs a cost and points"),
        ("upgrades.toml", ("samovar",), {"points": 3, "cost": "wood"}, "upgrades.toml, samovar: is none of"),
        ("board.toml", ("stations", "I4"), "H2 west", "board.toml, stations.I4: “H2 west” is not a cell and a side"),
        ("board.toml", ("stations", "I4"), "H2 n", "board.toml, stations.I4: the n side of H2 does not face"),
        ("board.toml", ("middle",), ["E9"], "board.toml, middle: E9 is no cell of the columns"),
        ("board.toml", ("resource-track", "spaces"), ["any"], "board.toml, resource-track: needs 16 spaces"),
        ("board.toml", ("pieces",), 3, "board.toml, pieces: is missing"),
    ],
)
def test_an_error_names_file_and_entry(file: str, keys: tuple[str, ...], value: Any, told: str) -> None:
    assert broken(file, *keys, value=value).startswith(told)


def test_the_data_of_the_package_are_good() -> None:
    assert len(box().tiles) == 78
    assert read_box(BOARD, TILES, UPGRADES) == box()
