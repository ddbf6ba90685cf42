"""Migrations: all of them together lead to what the models say, on both databases."""

import shutil
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlmodel import SQLModel

from pbem.base.db import Database
from pbem.base.service import Service
from pbem.cli.setup import Sentence, whole
from pbem.store.schema import MIGRATIONS, _alembic, head, is_current, lacking, migrate, revision, write_migration

pytestmark = pytest.mark.both_databases


def test_a_new_database_is_current(service: Service) -> None:
    assert is_current(service.db)


def test_migrating_twice_changes_nothing(service: Service) -> None:
    migrate(service.db)
    assert is_current(service.db)


def test_the_migrations_lead_to_what_the_models_say(service: Service) -> None:
    with service.db.writing_connection() as connection:
        SQLModel.metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
        command.upgrade(_alembic(connection), "head")
    with service.db.writing_connection() as connection:
        assert revision(connection) == head()
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []


def test_a_database_of_changed_migrations_is_found_out(service: Service) -> None:
    """Its number is right and its content is not: it would fail later, in the middle of a game."""
    assert lacking(service.db) == []
    with service.db.writing_connection() as connection:
        connection.execute(text("ALTER TABLE seats DROP COLUMN wants_to_leave"))
        connection.execute(text("DROP TABLE tallies"))
    assert is_current(service.db)
    assert lacking(service.db) == ["tallies", "seats.wants_to_leave"]
    with pytest.raises(Sentence, match=r"lacks tallies, seats\.wants_to_leave: it was made by migrations"):
        whole(service.db)


def test_what_the_models_have_more_is_written_as_a_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, copy)
    first = copy / "versions" / "0001_the_first_tables.py"
    kept = [line for line in first.read_text().splitlines() if '"wants_to_leave"' not in line]
    first.write_text("\n".join(kept))
    monkeypatch.setattr("pbem.store.schema.MIGRATIONS", copy)
    before = set(copy.glob("versions/*.py"))
    write_migration("somebody wants to leave")
    (new,) = set(copy.glob("versions/*.py")) - before
    assert new.name == f"{head()}_somebody_wants_to_leave.py"
    written = new.read_text()
    assert written.startswith('"""somebody wants to leave"""\n')
    assert 'batch_op.add_column(sa.Column("wants_to_leave"' in written.replace("'", '"')
    assert "auto generated" not in written
    compile(written, new.name, "exec")


def test_no_mail_is_looked_for_among_all(sqlite_service: Service) -> None:
    """Each of these is asked for every mail that leaves or comes in."""
    for query in (
        "SELECT count(*) FROM mails WHERE email = 'x' AND sent_at > '2026-11-16'",
        "SELECT count(*) FROM mails WHERE email = 'x' AND kind = 'confirm' AND created_at > '2026-11-16'",
        "SELECT max(sent_at) FROM mails WHERE email = 'x'",
        "SELECT * FROM mails WHERE message_id IN ('x', 'y')",
        "SELECT * FROM reply_keys WHERE mail_id = 1",
    ):
        with sqlite_service.db.reading() as session:
            plan = [str(row[-1]) for row in session.connection().execute(text(f"EXPLAIN QUERY PLAN {query}"))]
        assert not [step for step in plan if step.startswith("SCAN")], (query, plan)


def test_a_release_can_be_started_on_the_schema_of_a_later_one(service: Service) -> None:
    with service.db.writing_connection() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert is_current(service.db)
    migrate(service.db)
    with service.db.writing_connection() as connection:
        assert revision(connection) == "9999"


def test_an_empty_database_is_not_current(tmp_path: Path) -> None:
    assert not is_current(Database(f"sqlite:///{tmp_path / 'empty.sqlite'}"))
