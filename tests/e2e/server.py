"""The embedded default as a newcomer starts it: `pbem up`, in a process of its own."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.services import PATIENCE, free_port

PBEM = (sys.executable, "-m", "pbem")  # of this checkout


@contextmanager
def running(data: Path, pbem: Sequence[str] = PBEM, **env: str) -> Iterator[str]:
    """Starts the server and yields its address; stops it as Ctrl-C does."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    told = data / f"told-{port}.txt"
    with told.open("wb") as output:
        process = subprocess.Popen(
            [*pbem, "up"],
            env={**os.environ, "DATA": str(data), "PORT": str(port), **env},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait(url, process, told)
        yield url
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _wait(url: str, process: "subprocess.Popen[bytes]", told: Path) -> None:
    for _ in range(PATIENCE * 10):
        if process.poll() is not None:
            raise AssertionError(f"the server stopped at once: {told.read_text()}")
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=30):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise AssertionError("the server does not answer")
