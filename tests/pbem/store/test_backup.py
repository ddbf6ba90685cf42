"""A backup is written privately, checked, and restored into an empty database only."""

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text
from sqlmodel import col, select

from pbem.base.db import Database
from pbem.cli import main
from pbem.store.backup import NoBackup, back_up, restore
from pbem.store.models import Line
from pbem.store.schema import migrate
from tests.pbem.sample_tables import started
from tests.pbem.store.restore_targets import empty_beside, find_postgres_programs


@pytest.fixture(autouse=True)
def _postgres_programs(monkeypatch):
    find_postgres_programs(monkeypatch)


@pytest.fixture
def server(service):
    """Its settings name the database that it works on."""
    url = service.db.engine.url.render_as_string(hide_password=False)
    service.config = replace(service.config, database_url=url)
    return service


def lines(db):
    with db.reading() as session:
        return [
            (line.table_id, line.ply, line.text) for line in session.exec(select(Line).order_by(col(Line.id))).all()
        ]


@pytest.mark.both_databases
def test_what_was_backed_up_comes_back(server, tmp_path):
    started(server)
    file = tmp_path / "railpost.backup"
    back_up(server.config, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.glob(".railpost.backup*")) == []
    config = empty_beside(server, tmp_path)
    restore(config, file)
    db = Database(config.database_url)
    migrate(db)
    assert lines(db) == lines(server.db) != []
    db.close()
    with pytest.raises(NoBackup, match="the database is not empty"):
        restore(config, file)


@pytest.mark.both_databases
def test_a_file_that_is_no_backup_is_refused(server, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("bread, milk")
    with pytest.raises(NoBackup):
        restore(empty_beside(server, tmp_path), file)
    with pytest.raises(NoBackup, match="exists already"):
        back_up(server.config, file)
    with pytest.raises(NoBackup, match="there is no file"):
        restore(server.config, tmp_path / "nothing")
    with pytest.raises(NoBackup, match="cannot be written"):
        back_up(server.config, tmp_path / "no" / "such" / "folder")


@pytest.mark.both_databases
def test_a_backup_of_something_else_is_refused_and_leaves_no_file(server, tmp_path):
    file = tmp_path / "railpost.backup"
    with server.db.writing_connection() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    with pytest.raises(NoBackup, match="damaged or no backup"):
        back_up(server.config, file)
    assert not file.exists()


def test_a_machine_without_the_programs_is_told_what_to_install(server, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    config = replace(server.config, database_url="postgresql+psycopg://railpost:secret@127.0.0.1:1/railpost")
    with pytest.raises(NoBackup, match="pg_dump is not installed"):
        back_up(config, tmp_path / "railpost.backup")


def test_the_password_is_not_on_the_command_line(server, tmp_path, monkeypatch):
    program = tmp_path / "pg_dump"
    program.write_text('#!/bin/sh\necho "$@" > "$0.said"; echo "$PGPASSWORD" >> "$0.said"; echo no >&2; exit 1\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    config = replace(server.config, database_url="postgresql+psycopg://railpost:secret@127.0.0.1:1/railpost")
    with pytest.raises(NoBackup, match="pg_dump failed: no"):
        back_up(config, tmp_path / "railpost.backup")
    words, password = Path(f"{program}.said").read_text().splitlines()
    assert "secret" not in words
    assert password == "secret"


def test_the_commands(server, tmp_path):
    started(server)
    file, empty = tmp_path / "railpost.backup", empty_beside(server, tmp_path)

    def run(command, config):
        env = {"DATA": str(tmp_path), "DATABASE_URL": config.database_url}
        done = CliRunner().invoke(main, [command, str(file)], env=env)
        return done.exit_code, done.output

    assert run("backup", server.config) == (0, f"{file}: {file.stat().st_size:,} bytes, checked\n")
    assert run("restore", empty) == (0, "restored; start the processes again\n")
    status, said = run("restore", empty)
    assert status == 2
    assert "not empty" in said
