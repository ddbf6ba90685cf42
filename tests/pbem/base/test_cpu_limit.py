"""Work that uses up its CPU time ends, and nothing else does."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pbem.base.cpu_limit import TakesTooLong, cpu_limit


def burn(seconds: float) -> None:
    """Works for so much CPU time of this thread."""
    ends = time.thread_time() + seconds
    while time.thread_time() < ends:
        sum(range(100))


def test_work_ends_when_its_time_is_used_up() -> None:
    begun = time.thread_time()
    with pytest.raises(TakesTooLong), cpu_limit(0.2):
        burn(60)
    assert time.thread_time() - begun < 30


def test_quick_work_is_left_alone_and_so_is_what_follows() -> None:
    for _ in range(20):
        with cpu_limit(5):
            burn(0.001)
    burn(0.3)


def test_waiting_is_no_work() -> None:
    with cpu_limit(0.3):
        time.sleep(1)


def test_only_the_thread_that_takes_too_long_is_ended() -> None:
    both = threading.Barrier(2)

    def work(limit: float, seconds: float) -> str:
        both.wait()
        try:
            with cpu_limit(limit):
                burn(seconds)
        except TakesTooLong:
            return "ended"
        return "done"

    with ThreadPoolExecutor(2) as pool:
        slow, quick = pool.submit(work, 0.2, 60), pool.submit(work, 60, 0.5)
        assert (slow.result(), quick.result()) == ("ended", "done")


def test_an_exception_that_comes_at_the_end_does_not_leave_the_work() -> None:
    """Whether or not it is caught in the last moment, nothing is raised afterwards."""
    for _ in range(10):
        try:
            with cpu_limit(0.1):
                burn(0.1)
        except TakesTooLong:
            pass
        burn(0.05)
