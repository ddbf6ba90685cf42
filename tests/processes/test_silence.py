"""Each process is stopped in turn: whoever asks is told which, and that it is back."""

import re
import subprocess
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.processes.system import ROOT, System, environment, settings_for, system, wait_until
from tests.services import Sink, free_port

SECRET = "the secret of the operator"
SILENT = 8  # seconds, instead of 50


@pytest.fixture
def server(tmp_path: Path, empty_postgres: str, empty_redis: str, smtp_sink: Sink) -> Iterator[System]:
    inbound = f"smtp://127.0.0.1:{free_port()}"
    settings = settings_for(
        empty_postgres, empty_redis, smtp_sink.url, INBOUND_URL=inbound, OPERATOR_SECRET=SECRET, WORKER_CONCURRENCY="1"
    )
    with system(tmp_path, settings, sweep=1, silent=SILENT) as made:
        made.start("web", "worker", "sender", "beat", "inbound")
        made.wait_for_web()
        yield made


def checked(server: System) -> str:
    """What `pbem check` prints."""
    env = environment({**server.settings, "DATA": str(server.folder)}, ROOT, **server.surgery)
    return subprocess.run(["pbem", "check"], env=env, cwd=ROOT, capture_output=True, text=True).stdout


def metrics(server: System) -> str:
    asked = urllib.request.Request(f"{server.url}/metrics", headers={"Authorization": f"Bearer {SECRET}"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return str(answer.read().decode())


def names(server: System, process: str) -> bool:
    return f"{process} has been silent" in server.health()


def silence(server: System, process: str) -> float:
    found = re.findall(
        rf'railpost_process_silent_seconds{{machine="[^"]*",process="{process}"}} (\S+)', metrics(server)
    )
    return min(map(float, found))


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_process_that_is_stopped_is_named_and_forgiven(server: System) -> None:
    wait_until("health", lambda: server.health() == "ok\n")
    for process in ("worker", "sender", "beat", "inbound"):
        server.stop(process)
        wait_until(f"/healthz that names {process}", partial(names, server, process))
        assert silence(server, process) > SILENT
        assert f"{process} has been silent" in checked(server)
        server.start(process)
        wait_until("health", lambda: server.health() == "ok\n")
    assert 'railpost_task_duration_seconds_count{task="sweep"}' in metrics(server), "counted by another process"
    server.stop("web")
    wait_until("a check that names web", lambda: "web has been silent" in checked(server))
    server.start("web")
    server.wait_for_web()
    wait_until("health", lambda: server.health() == "ok\n")
