"""What a process has counted and timed since it last wrote it down (`pbem/store/tallies.py`).

    service.tallies.count(MAILS, kind="turn", result="sent")
    service.tallies.time(TASKS, 0.12, task="deliver")

Not the Prometheus client's counters: those live in one process, or in files of one machine. The processes of a server
run on many machines, and any of them may be asked for the figures of all.
"""

import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping

MAILS = "railpost_mails_total"
INBOUND = "railpost_inbound_total"
FAILURES = "railpost_failures_total"
REQUESTS = "railpost_request_duration_seconds"
TASKS = "railpost_task_duration_seconds"

BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
BUCKETS = (*map(str, BOUNDS), "+Inf")  # the time of a request or task is counted in the first that holds it
SUM = "sum"  # beside the buckets: the seconds of all together

Key = tuple[str, str, str]  # name, labels as Prometheus writes them, and of a histogram the bucket or SUM


class Tallies:
    """Filled by many threads, emptied by one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: defaultdict[Key, float] = defaultdict(float)

    def count(self, name: str, **labels: str) -> None:
        with self._lock:
            self._found[name, written(labels), ""] += 1

    def time(self, name: str, seconds: float, **labels: str) -> None:
        text = written(labels)
        with self._lock:
            self._found[name, text, BUCKETS[bisect_left(BOUNDS, seconds)]] += 1
            self._found[name, text, SUM] += seconds

    def take(self) -> dict[Key, float]:
        """Everything that was counted, and from now on it is the caller's."""
        with self._lock:
            taken, self._found = self._found, defaultdict(float)
        return dict(taken)

    def give_back(self, taken: Mapping[Key, float]) -> None:
        """It could not be written down."""
        with self._lock:
            for key, value in taken.items():
                self._found[key] += value


def written(labels: Mapping[str, str]) -> str:
    return ",".join(f'{name}="{_escaped(value)}"' for name, value in sorted(labels.items()))


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
