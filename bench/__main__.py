"""`make bench`: one table, and bench/results.json.

`python -m bench pages senders` measures these parts only, and leaves the file as it is.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import click
from rich.console import Console
from rich.table import Table

from bench import all_in_one, engine, pages, production, read_answers, senders, service
from bench.rows import Row


class Part(Protocol):
    __name__: str

    def rows(self) -> Iterator[Row]: ...


PARTS: dict[str, Part] = {
    part.__name__.rpartition(".")[2]: part
    for part in (engine, read_answers, service, pages, all_in_one, production, senders)
}


@click.command()
@click.argument("parts", type=click.Choice(list(PARTS)), nargs=-1)
def main(parts: tuple[str, ...]) -> None:
    """Measures PARTS, all unless told."""
    table = Table("what", "measured", "aim")
    results = []
    for part in parts or PARTS:
        for row in PARTS[part].rows():
            table.add_row(row.what, row.measured, row.aim)
            results.append({"what": row.what, "measured": row.measured, "aim": row.aim})
    Console().print(table)
    if not parts:
        file = Path(__file__).with_name("results.json")
        file.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")


main()
