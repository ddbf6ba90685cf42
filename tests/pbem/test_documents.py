"""What the documents promise is there, and what is there is in the documents."""

import re
from pathlib import Path

import click
import pytest
from msgspec.structs import fields

from pbem.base.config import Settings
from pbem.cli import main
from tests.processes.system import procfile

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
SETTINGS = sorted(field.encode_name for field in fields(Settings))


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_setting_stands_in_the_table_of_the_readme(setting: str) -> None:
    table = README.partition("## Settings")[2].partition("\n## ")[0]
    assert f"`{setting}`" in table


def test_settings_are_found() -> None:
    assert {"DATABASE_URL", "DKIM_SELECTOR", "PORT", "WEB_CONCURRENCY"} <= set(SETTINGS)


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_stands_in_the_readme(command: str) -> None:
    assert re.search(rf"`pbem (?:[a-z]+`, `)*{command}\b|`{command}`", README)
    assert isinstance(main.commands[command], click.Command)


def test_the_deployment_names_the_processes() -> None:
    deploy = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    for name in ("release", "web", "worker", "beat"):
        assert f"`{' '.join(procfile()[name])}`" in deploy
