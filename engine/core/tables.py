"""Reading data files. What is wrong in one is told with file, row and column, so that it can be put right."""

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files


class BadData(ValueError):
    """A data file that cannot be used; the sentence names file, place and what is wrong."""


class BadCell(BadData):
    def __init__(self, file: str, row: int, column: str, why: str) -> None:
        super().__init__(f"{file}, row {row}, column {column}: {why}")
        self.file = file
        self.row = row
        self.column = column


@dataclass(frozen=True)
class Row:
    """One line of a table. `number` counts from 1 in the file, so the row under the header is 2."""

    file: str
    number: int
    cells: dict[str, str]

    def wrong(self, column: str, why: str) -> BadCell:
        return BadCell(self.file, self.number, column, why)

    def text(self, column: str) -> str:
        return self.cells[column]

    def one_of(self, column: str, words: Sequence[str]) -> str:
        word = self.cells[column]
        if word not in words:
            raise self.wrong(column, f"“{word}” is not one of {', '.join(filter(None, words))}")
        return word

    def number_in(self, column: str, allowed: range) -> int:
        text = self.cells[column]
        if not text.isascii() or not text.isdigit() or int(text) not in allowed:
            raise self.wrong(column, f"“{text}” is not a number from {allowed[0]} to {allowed[-1]}")
        return int(text)


# Where the text of a file comes from, by its name.
Source = Callable[[str], str]


def packaged(package: str) -> Source:
    """The files that lie in the `data` folder of a package."""
    folder = files(package) / "data"
    return lambda file: (folder / file).read_text("utf-8")


def read_table(file: str, columns: Sequence[str], source: Source) -> Iterator[Row]:
    lines = list(csv.reader(source(file).splitlines()))
    header = lines[0] if lines else []
    for index, column in enumerate(columns):
        if index >= len(header) or header[index] != column:
            raise BadCell(file, 1, column, f"the header should be {','.join(columns)}")
    for number, cells in enumerate(lines[1:], 2):
        if len(cells) != len(columns):
            short = columns[min(len(cells), len(columns) - 1)]
            raise BadCell(file, number, short, f"{len(columns)} cells should stand here, not {len(cells)}")
        yield Row(file, number, dict(zip(columns, cells, strict=True)))
