"""The figures in the text format of Prometheus.

It is written here and not by the Prometheus client: that keeps counters inside one process or one machine, and ours are
rows that all processes share.
"""

from collections.abc import Iterator, Mapping

from pbem.base.tallies import BUCKETS, FAILURES, INBOUND, MAILS, REQUESTS, SUM, TASKS, Key, written
from pbem.base.version import release
from pbem.upkeep.metrics import Figures

COUNTERS = {
    MAILS: "Mails by kind and by what has become of them: each try that was put off, and the end.",
    INBOUND: "Mails that came in, by what has become of them; refused ones were not taken at all.",
    FAILURES: "Failures of tasks and pages.",
}
HISTOGRAMS = {
    REQUESTS: "How long requests took, by page and outcome.",
    TASKS: "How long tasks of the workers took.",
}


def exposition(found: Figures) -> str:
    return "".join(f"{line}\n" for line in (*_gauges(found), *_counters(found), *_histograms(found.tallies)))


def _gauges(found: Figures) -> Iterator[str]:
    yield from _by_status("railpost_tables", "Tables by status.", found.tables)
    yield from _by_status("railpost_mails", "Mails of the outbox by status.", found.mails)
    yield from _by_status("railpost_inbound_mails", "Mails that came in, by status.", found.inbound)
    yield from _gauge("railpost_due_mails", "Mails that should leave now.", found.due)
    yield from _gauge("railpost_oldest_due_mail_seconds", "How long the oldest mail has been due.", found.oldest_due)
    yield from _gauge("railpost_open_asks", "Questions that wait for an answer.", found.open_asks)
    yield from _gauge("railpost_overdue_asks", "Questions whose deadline has passed.", found.overdue_asks)
    yield from _gauge("railpost_unseen_failures", "Failures that nobody has looked at.", found.failures)
    yield from _gauge("railpost_suspended_addresses", "Addresses that mails came back from.", found.suspended)
    if found.since_sweep is not None:
        yield from _gauge("railpost_last_sweep_seconds", "Seconds since the last sweep began.", found.since_sweep)
    yield from _head("railpost_process_silent_seconds", "gauge", "Seconds since a process was last heard of.")
    for sign in found.signs:
        labels = written({"process": sign.process, "machine": sign.machine})
        yield f"railpost_process_silent_seconds{{{labels}}} {(found.now - sign.seen_at).total_seconds()}"
    yield from _head("railpost_info", "gauge", "The release that answers.")
    yield f"railpost_info{{{written({'version': release()})}}} 1"


def _counters(found: Figures) -> Iterator[str]:
    yield from _head("railpost_lines_total", "counter", "Lines played at all tables.")
    yield f"railpost_lines_total {found.lines}"
    for name, told in COUNTERS.items():
        yield from _head(name, "counter", told)
        for (counted, labels, _), value in sorted(found.tallies.items()):
            if counted == name:
                yield f"{name}{{{labels}}} {value:.0f}"


def _histograms(tallies: Mapping[Key, float]) -> Iterator[str]:
    for name, told in HISTOGRAMS.items():
        yield from _head(name, "histogram", told)
        for labels in sorted({labels for timed, labels, _ in tallies if timed == name}):
            number = 0.0
            for bucket in BUCKETS:
                number += tallies.get((name, labels, bucket), 0)
                yield f'{name}_bucket{{{labels},le="{bucket}"}} {number:.0f}'
            yield f"{name}_sum{{{labels}}} {tallies.get((name, labels, SUM), 0):.3f}"
            yield f"{name}_count{{{labels}}} {number:.0f}"


def _head(name: str, kind: str, told: str) -> Iterator[str]:
    yield f"# HELP {name} {told}"
    yield f"# TYPE {name} {kind}"


def _gauge(name: str, told: str, value: float) -> Iterator[str]:
    yield from _head(name, "gauge", told)
    yield f"{name} {value}"


def _by_status(name: str, told: str, values: Mapping[str, int]) -> Iterator[str]:
    yield from _head(name, "gauge", told)
    for status, value in values.items():
        yield f"{name}{{{written({'status': status})}}} {value}"
