"""What the documents promise is there, and what is there is in the documents."""

import re
from pathlib import Path

import click
import pytest
from msgspec.structs import fields

from pbem.base.config import Settings
from pbem.cli import PLACES, main
from pbem.store import models
from tests.processes.system import procfile

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SETTINGS = sorted(field.encode_name for field in fields(Settings))
DOCUMENTS = sorted(path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")))
# A place in the tree, as documents write it: `pbem/play/play_line.py`. One with a gap to fill, `<name>`, is none.
PLACE = re.compile(r"`((?:bench|docs|engine|pbem|templates|tests|worker)(?:/[\w.-]+)*)`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")  # to another file of ours, not to the Internet


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_setting_stands_in_the_table_of_the_readme(setting: str) -> None:
    table = README.partition("## Settings")[2].partition("\n## ")[0]
    assert f"`{setting}`" in table


def test_settings_are_found() -> None:
    assert {"DATABASE_URL", "DKIM_SELECTOR", "PORT", "WEB_CONCURRENCY"} <= set(SETTINGS)


@pytest.mark.parametrize("command", PLACES)
def test_every_command_stands_in_the_readme(command: str) -> None:
    assert re.search(rf"`pbem (?:[a-z]+`, `)*{command}\b|`{command}`", README)
    found = main.get_command(click.Context(main), command)
    assert found is not None
    assert found.name == command


def test_the_deployment_names_the_processes() -> None:
    deploy = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    for name in ("release", "web", "worker", "thinker", "beat"):
        assert f"`{' '.join(procfile()[name])}`" in deploy


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_place_that_a_document_names_is_there(document: str) -> None:
    path = ROOT / document
    text = path.read_text("utf-8")
    named = [ROOT / place for place in PLACE.findall(text)]
    linked = [path.parent / link for link in LINK.findall(text)]
    assert [place for place in (*named, *linked) if not place.exists()] == []


def test_places_are_found() -> None:
    assert {"pbem/mail_in/letterbox.py", "pbem/mail_out/transport.py"} <= set(PLACE.findall(ARCHITECTURE))
    assert {"architecture.svg", "mail-way.svg", "why.md"} <= set(LINK.findall(ARCHITECTURE))


def test_the_way_of_a_mail_enters_no_module_twice() -> None:
    way = ARCHITECTURE.partition("## The way of a mail")[2].partition("\n## ")[0]
    steps = re.findall(r"^\| (\d+) \| `(\S+)`", way, re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    assert len({module for _, module in steps}) == len(steps)
    assert f"passes {len(steps)} modules" in way


def test_every_table_of_the_database_is_explained() -> None:
    rows = ARCHITECTURE.partition("## The tables of the database")[2]
    explained = re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE)
    assert sorted(explained) == sorted(getattr(models, name).__tablename__ for name in models.__all__)


def test_every_folder_of_the_service_is_drawn_and_listed() -> None:
    picture = (ROOT / "docs" / "architecture.svg").read_text("utf-8")
    for folder in (path.parent.name for path in (ROOT / "pbem").glob("*/__init__.py")):
        assert f">{folder}</text>" in picture
        assert f"`{folder}`" in README
