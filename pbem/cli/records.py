"""`pbem export` and `pbem import`: a table as a record, and a record as a table."""

from pathlib import Path

import click

from pbem.cli.replay import played, read
from pbem.cli.setup import Sentence, configured, game_named, ready


@click.command("export")
@click.argument("table", type=int)
def export_command(table: int) -> None:
    """Prints TABLE (its number) as a record, with its seed and every line in clear."""
    from pbem.store.models import Table
    from pbem.tables.records import record_of

    service = ready(configured())
    with service.db.reading() as session:
        found = session.get(Table, table)
        if found is None or found.started_at is None:
            raise Sentence(f"there is no table {table} that has started")
        click.echo(str(record_of(session, found)), nl=False)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", "seats", multiple=True, metavar="COLOUR=ADDRESS", help="Who plays; the first one is the host.")
@click.option("--title", default="", help="Name of the table.")
def import_command(file: Path, seats: tuple[str, ...], title: str) -> None:
    """Opens a table that goes on where the record in FILE ends. A bot plays seats without an address."""
    from pbem.base.fields import BadField
    from pbem.tables.import_record import import_record

    record = read(file)
    played(game_named(record.game), record, file, None, "en")
    people = {}
    for seat in seats:
        colour, equals, address = seat.partition("=")
        if not equals or colour not in record.seats:
            raise Sentence(f"--seat is written COLOUR=ADDRESS with a colour of the record, not {seat!r}")
        people[colour] = address
    if not people:
        raise Sentence("at least one --seat COLOUR=ADDRESS is needed: somebody must host the table")
    try:
        table_id = import_record(ready(configured()), record, people, title or file.stem)
    except BadField as wrong:
        raise Sentence(wrong.why % wrong.params) from wrong
    click.echo(f"table {table_id}")
