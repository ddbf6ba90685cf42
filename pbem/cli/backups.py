"""`pbem backup` and `pbem restore`: the whole database as one file, and back."""

from pathlib import Path

import click

from pbem.cli.setup import Sentence, configured, database_answers


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
def backup_command(file: Path) -> None:
    """Writes the whole database into FILE, which only you can read, while the server runs."""
    from pbem.store.backup import NoBackup, back_up

    try:
        back_up(configured(), file)
    except NoBackup as why:
        raise Sentence(str(why)) from why
    click.echo(f"{file}: {file.stat().st_size:,} bytes, checked")


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
def restore_command(file: Path) -> None:
    """Fills an empty database from FILE and brings it up to date. Stop all processes first."""
    from pbem.base.db import Database
    from pbem.store.backup import NoBackup, restore
    from pbem.store.fresh_ids import leave_gap
    from pbem.store.schema import migrate

    config = configured(with_data=False)
    try:
        restore(config, file)
    except NoBackup as why:
        raise Sentence(str(why)) from why
    with database_answers():
        db = Database(config.database_url)
        migrate(db)
        leave_gap(db)
        db.close()
    click.echo("restored; start the processes again")
