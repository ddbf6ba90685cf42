"""The processes of the Procfile, started by its own commands on the servers that the tests bring along."""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pbem.base.config import production_config
from pbem.base.service import Service, make_service
from pbem.store.schema import migrate
from tests.services import PATIENCE, free_port

ROOT = Path(__file__).parents[2]
SECRET = "the secret of the tests is long enough to sign"


# Hands a socket over by the protocol of systemd: it is number 3, and two variables say so.
_AS_SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execvp(sys.argv[2], sys.argv[2:])
"""


def procfile() -> dict[str, list[str]]:
    lines = (ROOT / "Procfile").read_text().splitlines()
    return {name.strip(): shlex.split(command) for name, _, command in (line.partition(":") for line in lines)}


def environment(settings: Mapping[str, str], root: Path = ROOT, **surgery: object) -> dict[str, str]:
    """Nothing of the caller's but the path: what a process needs stands in its settings. Its code is below `root`."""
    scripts = Path(sys.executable).parent
    return {
        "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}",
        "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests/processes/surgery'}",
        "LANG": "C.UTF-8",
        "SURGERY": json.dumps(surgery),
        **settings,
    }


def ran(name: str, settings: Mapping[str, str], root: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    """A process of the Procfile that is expected to end by itself."""
    env = environment(settings, root)
    return subprocess.run(procfile()[name], env=env, cwd=root, capture_output=True, text=True, timeout=PATIENCE)


def wait_until(what: str, is_so: Callable[[], object]) -> None:
    for _ in range(PATIENCE * 10):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError(f"{what}: it does not come")


@dataclass
class System:
    """Started and killed one by one, by the names in the Procfile; `worker.2` is a second worker."""

    folder: Path
    settings: dict[str, str]
    surgery: dict[str, object] = field(default_factory=dict)
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)
    services: list[Service] = field(default_factory=list)
    root: Path = ROOT  # the release that is started from now on
    held: socket.socket | None = None  # the socket of web, when somebody holds it for web as systemd does

    @property
    def url(self) -> str:
        return self.settings["PUBLIC_URL"]

    def service(self) -> Service:
        """For looking: what the processes know, without their hints."""
        self.services.append(make_service(production_config(self.settings)))
        return self.services[-1]

    def release(self) -> None:
        done = ran("release", self.settings, self.root)
        assert done.returncode == 0, done.stderr

    def start(self, *names: str) -> None:
        for name in names:
            data = self.folder / name
            with self.told(name).open("ab") as output:
                command, passed = self._command(name)
                self.running[name] = subprocess.Popen(
                    command,
                    env=environment({**self.settings, "DATA": str(data)}, self.root, **self.surgery),
                    cwd=self.root,
                    pass_fds=passed,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )

    def _command(self, name: str) -> tuple[list[str], tuple[int, ...]]:
        """What is run, and the sockets that it is given."""
        command = procfile()[name.partition(".")[0]]
        if name != "web" or self.held is None:
            return command, ()
        return [sys.executable, "-c", _AS_SYSTEMD, str(self.held.fileno()), *command], (self.held.fileno(),)

    def told(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def kill(self, name: str) -> None:
        """The process and its children, as when a machine loses its power."""
        process = self.running.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self, name: str) -> int:
        process = self.running.pop(name)
        process.terminate()
        return process.wait(PATIENCE)

    @contextmanager
    def ended(self) -> Iterator[None]:
        """At the end of the block, whatever happened in it."""
        try:
            yield
        finally:
            for name in list(self.running):
                self.kill(name)
            for service in self.services:
                service.db.close()

    def wait_for_web(self) -> None:
        wait_until("an answer of the web process", lambda: self._alive("web") and self.health())

    def wait_for_worker(self, name: str = "worker") -> None:
        wait_until("a worker", lambda: self._alive(name) and "ready." in self.told(name).read_text())

    def health(self) -> str:
        """What /healthz says; empty when nobody answers."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=30) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                return f"{error.code} {error.read().decode()}"
        except OSError:
            return ""

    def _alive(self, name: str) -> bool:
        assert self.running[name].poll() is None, f"{name} has ended: {self.told(name).read_text()[-2000:]}"
        return True


def settings_for(database_url: str, redis_url: str, smtp_url: str, **more: str) -> dict[str, str]:
    port = free_port()
    return {
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "PORT": str(port),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SMTP_URL": smtp_url,
        "SECRET_KEYS": SECRET,
        "MAIL_FROM": "turns@railpost.localhost",
        "OPEN_TABLES": "anybody",
        "COOLING_OFF": "0",
        "DAILY_MAIL_CAP": "100000",
        "WEB_CONCURRENCY": "1",  # each loads everything anew; the tests that are about several set it themselves
        **more,
    }


@contextmanager
def system(folder: Path, settings: dict[str, str], root: Path = ROOT, **surgery: object) -> Iterator[System]:
    """Nothing runs yet but the schema is there; whatever was started is killed at the end."""
    made = System(folder, settings, surgery, root=root)
    with made.ended():
        if root is ROOT:
            migrate(made.service().db)  # as `release` does, without a process that has to start for it
        else:
            made.release()
        yield made
