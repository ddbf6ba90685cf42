"""The files for operators name what exists: metrics, processes, settings."""

import re
import tomllib
from pathlib import Path

import pytest

from pbem.base.environment import setting_names
from pbem.upkeep.metrics import exposition, figures
from tests.processes.system import procfile

ROOT = Path(__file__).parents[2]


def test_every_metric_of_the_alerts_exists(service):
    from pbem.store.signs import sign_of_life
    from pbem.upkeep.pulse import wake_up

    wake_up(service)
    sign_of_life(service, "worker")
    with service.db.reading() as session:
        written = exposition(figures(session, service.now()))
    named = set(re.findall(r"\brailpost_\w+", (ROOT / "docs/operating/alerts.yaml").read_text()))
    assert named
    assert named <= set(re.findall(r"^(railpost_\w+)", written, re.MULTILINE))


def test_compose_starts_every_process_of_the_procfile():
    commands = set(re.findall(r"command: pbem (\w+)", (ROOT / "compose.yaml").read_text()))
    assert commands == {words[1] for words in procfile().values()}


def test_the_example_of_settings_names_settings():
    lines = (ROOT / "docs/operating/railpost.env.example").read_text().splitlines()
    named = [line.partition("=")[0] for line in lines if line and not line.startswith("#")]
    assert set(named) <= set(setting_names())
    assert {"PUBLIC_URL", "SMTP_URL", "MAIL_FROM", "SECRET_KEYS"} <= set(named)


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_the_image_is_made_of_files_that_exist(name):
    assert name in (ROOT / "Containerfile").read_text()
    assert (ROOT / name).exists()


def test_the_image_leaves_out_what_is_not_shipped():
    shipped = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    left_out = (ROOT / ".containerignore").read_text().split()
    assert not set(left_out) & {path.split("/")[0] for path in shipped["only-include"]}
    assert "tests" in left_out
