"""Reading the data files. What is wrong in one is told with file, row and column, so that it can be put right."""

import csv
import io
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass


class BadData(ValueError):
    """A data file that cannot be used; the sentence names file, row and column and says what is wrong."""


@dataclass(frozen=True)
class Cell:
    file: str
    row: int  # as an editor counts lines
    column: str
    text: str

    def wrong(self, why: str) -> BadData:
        return BadData(f"{self.file}, row {self.row}, column {self.column}: {why}")

    def one_of(self, words: Container[str], what: str) -> str:
        if self.text not in words:
            raise self.wrong(f"“{self.text}” is no {what}")
        return self.text

    def number(self, least: int = 0) -> int:
        if not self.text.isascii() or not self.text.isdigit() or int(self.text) < least:
            raise self.wrong(f"“{self.text}” should be a number from {least} on")
        return int(self.text)


@dataclass(frozen=True)
class TableRow:
    cells: dict[str, Cell]

    def __getitem__(self, column: str) -> Cell:
        return self.cells[column]


def read_table(file: str, text: str, columns: Sequence[str]) -> Iterator[TableRow]:
    """The rows of a CSV file that must have exactly these columns."""
    lines = csv.reader(io.StringIO(text))
    head = next(lines, [])
    for number, column in enumerate(columns):
        if number >= len(head) or head[number] != column:
            raise BadData(f"{file}, row 1: column {number + 1} should be “{column}”")
    for line in lines:
        row = lines.line_num
        if len(line) != len(columns):
            raise BadData(f"{file}, row {row}: {len(line)} columns instead of {len(columns)}")
        yield TableRow({column: Cell(file, row, column, cell) for column, cell in zip(columns, line, strict=True)})
