"""The data files: what is wrong in one is told with file, row and column."""

from importlib.resources import files

import pytest

from engine.games.spike.components import read_box
from engine.games.spike.tables import BadData

FILES = ("pieces.toml", "nodes.csv", "edges.csv", "contracts.csv", "routes.csv")


def texts() -> dict[str, str]:
    folder = files("engine.games.spike") / "data"
    return {file: (folder / file).read_text("utf-8") for file in FILES}


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("nodes.csv", "minneapolis,wood,1,5", "minneapolis,tin,1,5", "nodes.csv, row 8, column good: “tin” is no good"),
        ("nodes.csv", "j1,,0,2", "j1,,x,2", "nodes.csv, row 2, column row: “x” should be a number from 0 on"),
        ("nodes.csv", "j2,,0,4", "j1,,0,4", "nodes.csv, row 3, column node: “j1” is there twice"),
        ("nodes.csv", "j1,,0,2", ",,0,2", "nodes.csv, row 2, column node: a node needs a name"),
        ("nodes.csv", "j1,,0,2", "j1,,0", "nodes.csv, row 2: 3 columns instead of 4"),
        ("nodes.csv", "node,good", "node,goods", "nodes.csv, row 1: column 2 should be “good”"),
        ("edges.csv", "j1,j2,yellow", "j1,j2,pink", "edges.csv, row 2, column kind: “pink” is no rail kind"),
        ("edges.csv", "j1,j2,yellow", "j1,j9,yellow", "edges.csv, row 2, column node_b: “j9” is no neighbour of “j1”"),
        ("edges.csv", "j1,j2,yellow", "j2,j1,yellow", "edges.csv, row 2, column node_b: “j1” should come after “j2”"),
        ("edges.csv", "j1,j5,red", "j1,j2,red", "edges.csv, row 3, column node_b: “j1-j2” is there twice"),
        (
            "contracts.csv",
            "c01,a,cloth,jackson,7",
            "c01,a,cloth,tampa,7",
            "contracts.csv, row 2, column city_1: “tampa” is no city that",
        ),
        (
            "contracts.csv",
            "c01,a,cloth,jackson,7",
            "c01,a,cloth,jackson,0",
            "contracts.csv, row 2, column pays_1: “0” should be a number from 1 on",
        ),
        ("contracts.csv", "c01,b,cloth", "c01,a,cloth", "contracts.csv, row 3, column side: a card has one side a"),
        (
            "routes.csv",
            "albany,washington,2",
            "j1,washington,2",
            "routes.csv, row 2, column top: “j1” is no city, or heads two routes",
        ),
        (
            "routes.csv",
            "albany,washington,2",
            "albany,albany,2",
            "routes.csv, row 2, column city_1: “albany” is no other city",
        ),
        ("pieces.toml", "hand = 5\n", "", "pieces.toml: “hand” is missing"),
        ("pieces.toml", "hand = 5", "hand = ", "pieces.toml: not a TOML file"),
        (
            "pieces.toml",
            "columns = 4",
            "columns = 3",
            "pieces.toml: the market has not one box for each of the 12 goods",
        ),
        (
            "pieces.toml",
            "contracts = 4",
            "contracts = 3",
            "pieces.toml: [players] 3: 3 contracts each do not deal out all goods",
        ),
        (
            "pieces.toml",
            "speed = [1, 2, 3]",
            "speed = [1, 2]",
            "pieces.toml: [train] speed needs one value more than there are prices",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(file: str, old: str, new: str, told: str) -> None:
    changed = texts()
    assert old in changed[file]
    changed[file] = changed[file].replace(old, new, 1)
    with pytest.raises(BadData) as error:
        read_box(changed)
    assert str(error.value).startswith(told)


def test_a_mesh_in_two_parts_is_refused() -> None:
    changed = texts()
    lines = [line for line in changed["edges.csv"].splitlines() if "miami" not in line]
    changed["edges.csv"] = "\n".join(lines) + "\n"
    with pytest.raises(BadData, match="cut off"):
        read_box(changed)


def test_a_card_with_one_side_and_a_good_without_card_are_refused() -> None:
    changed = texts()
    lines = changed["contracts.csv"].splitlines()
    changed["contracts.csv"] = "\n".join([lines[0], *lines[2:]]) + "\n"
    with pytest.raises(BadData, match="card c01 has only one side"):
        read_box(changed)
    changed["contracts.csv"] = "\n".join(line for line in lines if ",cloth," not in line) + "\n"
    with pytest.raises(BadData, match="no card for cloth"):
        read_box(changed)
