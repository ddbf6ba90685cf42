"""What work costs, in CPU time: a hostile request is held against a plain one, never against a clock."""

import time
from collections.abc import Callable

MOST_TIMES = 20  # that a hostile text may cost of a plain one


def cpu(work: Callable[[], object]) -> float:
    """The least of three: what the work itself takes."""
    took = []
    for _ in range(3):
        begun = time.process_time()
        work()
        took.append(time.process_time() - begun)
    return min(took)
