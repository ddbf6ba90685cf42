"""`make bench`: one table, and bench/results.json."""

import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import embedded, engine, pages, production, read_answers, senders, service


def main() -> None:
    table = Table("what", "measured", "aim")
    results = []
    for part in (engine, read_answers, service, pages, embedded, production, senders):
        for row in part.rows():
            table.add_row(row.what, row.measured, row.aim)
            results.append({"what": row.what, "measured": row.measured, "aim": row.aim})
    Console().print(table)
    file = Path(__file__).with_name("results.json")
    file.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")


main()
