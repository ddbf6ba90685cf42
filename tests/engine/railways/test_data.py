"""Broken data files are named with row and column."""

import pytest

from engine.core.tables import BadCell
from engine.games.railways.box import read_box
from engine.games.railways.country import MAP, OWN_FILES, RIDGES, RIVERS, read_country


def with_line(file, number, line):
    """A source in which one line of one file reads differently; None leaves it out."""

    def source(name):
        lines = OWN_FILES(name).splitlines()
        if name == file:
            lines[number - 1 : number] = [] if line is None else [line]
        return "\n".join(lines)

    return source


@pytest.mark.parametrize(
    ("file", "number", "line", "column"),
    [
        (MAP, 1, "column,row,terrain,name,colour,cubes", "col"),
        (MAP, 2, "0,0,swamp,,,", "terrain"),
        (MAP, 2, "28,0,off,,,", "col"),
        (MAP, 2, "0,forty,off,,,", "row"),
        (MAP, 2, "0,0,off,,", "cubes"),
        (MAP, 3, "0,0,off,,,", "col"),
        (MAP, 2, "0,0,off,Nowhere,,", "name"),
        (MAP, 2, "0,0,city,,red,3", "name"),
        (MAP, 2, "0,0,city,Nowhere,pink,3", "colour"),
        (MAP, 2, "0,0,city,Nowhere,red,0", "cubes"),
        (MAP, 2, "0,0,city,Chicago,red,3", "name"),
        (MAP, 2, None, "col"),
        (RIDGES, 2, "19,2,S,19,3", "side"),
        (RIDGES, 2, "19,2,SE,25,3", "side"),
        (RIDGES, 3, "19,2,SE,19,3", "side"),
        (RIDGES, 2, "0,0,E,1,0", "col"),
        (RIVERS, 2, "0,0,E W", "col"),
        (RIVERS, 2, "19,4,E E", "sides_crossed"),
        (RIVERS, 2, "19,4,", "sides_crossed"),
        (RIVERS, 2, None, "col"),
    ],
)
def test_a_broken_map_is_named_with_row_and_column(file, number, line, column):
    with pytest.raises(BadCell) as error:
        read_country(with_line(file, number, line))
    assert error.value.file == file
    assert error.value.column == column
    assert f"{file}, row {error.value.row}, column {column}" in str(error.value)
    if line is not None and number > 1 and "Chicago" not in line:
        assert error.value.row == number


@pytest.mark.parametrize(
    ("file", "number", "line", "column"),
    [
        ("cards.csv", 2, "era-begins,circle,S,1,deliver,,,1", "sign"),
        ("cards.csv", 2, "era-begins,goal,X,1,deliver,,,1", "gold"),
        ("cards.csv", 2, "era-begins,goal,S,none,deliver,,,1", "copies"),
        ("cards.csv", 2, "era-begins,goal,S,1,dance,,,1", "deed"),
        ("cards.csv", 2, "era-begins,goal,S,1,deliver,boston,,1", "city"),
        ("cards.csv", 2, "era-begins,goal,S,1,bounty,atlantis,,1", "city"),
        ("cards.csv", 2, "era-begins,goal,S,1,line,boston,,1", "other"),
        ("cards.csv", 3, "era-begins,goal,S,1,deliver,,,1", "id"),
        ("cards.csv", 2, "era-begins,goal,S,1,deliver,,,-1", "points"),
        ("tycoons.csv", 2, "farnam,two,chicago-links", "points"),
        ("tycoons.csv", 2, "farnam,2,most-friends", "goal"),
        ("tycoons.csv", 3, "farnam,2,most-links", "id"),
        ("income.csv", 3, "2,3", "points"),
        ("income.csv", 3, "1,lots", "income"),
        ("income.csv", 102, None, "points"),
        ("engines.csv", 2, "3,5", "level"),
        ("engines.csv", 2, "2,", "price"),
    ],
)
def test_a_broken_table_is_named_with_row_and_column(file, number, line, column):
    with pytest.raises(BadCell) as error:
        read_box(with_line(file, number, line))
    assert (error.value.file, error.value.column) == (file, column)


def test_too_few_tycoons():
    def source(name):
        return "id,points,goal\nfarnam,2,chicago-links" if name == "tycoons.csv" else OWN_FILES(name)

    with pytest.raises(BadCell, match="six players"):
        read_box(source)
