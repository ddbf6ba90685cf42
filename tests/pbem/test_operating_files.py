"""The files for operators name what exists: metrics, processes, settings."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from pbem.base.environment import setting_names
from pbem.base.tallies import FAILURES, INBOUND, MAILS, REQUESTS, TASKS
from pbem.store.signs import sign_of_life
from pbem.store.tallies import write_tallies
from pbem.upkeep.exposition import exposition
from pbem.upkeep.metrics import figures
from pbem.upkeep.pulse import wake_up
from tests.processes.system import procfile

ROOT = Path(__file__).parents[2]


def metrics(service):
    """What /metrics tells when everything has happened once."""
    wake_up(service)
    sign_of_life(service, "worker")
    service.tallies.count(MAILS, kind="turn", result="sent")
    service.tallies.count(INBOUND, result="accepted")
    service.tallies.count(FAILURES, work="deliver")
    service.tallies.time(REQUESTS, 0.1, page="turn.board", status="2xx")
    service.tallies.time(TASKS, 0.1, task="deliver")
    write_tallies(service)
    with service.db.reading() as session:
        return exposition(figures(session, service.now()))


@pytest.mark.parametrize("file", ["alerts.yaml", "grafana.json"])
def test_every_metric_that_a_file_names_exists(service, file):
    text = (ROOT / "docs/operating" / file).read_text()
    named = set(re.findall(r"\brailpost_\w+", text))
    assert named
    assert named <= set(re.findall(r"^(railpost_\w+)", metrics(service), re.MULTILINE))


def test_the_dashboard_shows_every_metric(service):
    """Each panel has a title, a place of its own and at least one question; nothing that is measured is left out."""
    board = json.loads((ROOT / "docs/operating/grafana.json").read_text())
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places)
    assert all(panel["title"] and panel["targets"] for panel in board["panels"])
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    families = set(re.findall(r"^# TYPE (railpost_\w+)", metrics(service), re.MULTILINE))
    assert {name for name in families if name not in asked} == set()


def test_labels_that_the_dashboard_sums_by_are_written(service):
    board, written = (ROOT / "docs/operating/grafana.json").read_text(), metrics(service)
    sums = re.findall(r"sum by \(([\w, ]+)\) \(rate\((railpost_\w+)", board)
    assert len(sums) > 5
    for labels, name in sums:
        line = re.findall(rf"^{name}{{.*", written, re.MULTILINE)[0]
        assert set(labels.split(", ")) <= set(re.findall(r'(\w+)="', line))


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
