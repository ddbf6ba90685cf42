"""A measured row, how long something takes, and a free port."""

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Row:
    what: str
    measured: str
    aim: str


def timed(work: Callable[[], object]) -> float:
    """CPU milliseconds."""
    before = time.process_time()
    work()
    return 1000 * (time.process_time() - before)


def spread(times: list[float]) -> str:
    ordered = sorted(times)
    return f"median {median(ordered):.2f} ms, p99 {ordered[int(len(ordered) * 0.99)]:.2f} ms"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
