"""A limit of CPU time for work that nothing depends on, such as reading a draft for a page.

A thread cannot be stopped from outside, but an exception can be raised in it between two steps of the interpreter.
That is safe only for work that changes nothing: never use it around `writing()`.
"""

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

LOOK = 0.1  # seconds between two looks at the clocks of the working threads


class TakesTooLong(Exception):
    """The work has used up its CPU time and has ended here."""


@dataclass(eq=False)
class _Work:
    thread: int
    clock: int  # of the thread; waiting does not count
    ends_at: float


class _Watch:
    """One thread that looks at all work under a limit; it runs only while there is some."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._works: list[_Work] = []
        self._thread: threading.Thread | None = None

    def add(self, work: _Work) -> None:
        with self._lock:
            self._works.append(work)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="cpu-limit", daemon=True)
                self._thread.start()

    def remove(self, work: _Work) -> bool:
        """False if the exception has already been raised and may not have arrived yet."""
        with self._lock:
            if work in self._works:
                self._works.remove(work)
                return True
            return False

    def _look(self) -> None:
        while True:
            time.sleep(LOOK)
            with self._lock:
                if not self._works:
                    self._thread = None
                    return
                for work in [work for work in self._works if time.clock_gettime(work.clock) >= work.ends_at]:
                    self._works.remove(work)
                    _raise_in(work.thread)


def _raise_in(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TakesTooLong))


_WATCH = _Watch()


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Raises TakesTooLong in the body after so much CPU time of this thread."""
    clock = time.pthread_getcpuclockid(threading.get_ident())
    work = _Work(threading.get_ident(), clock, time.clock_gettime(clock) + seconds)
    _WATCH.add(work)
    try:
        yield
    finally:
        if not _WATCH.remove(work):
            _let_it_arrive()


def _let_it_arrive() -> None:
    """An exception that was raised at the very end of the work arrives here and not in what follows."""
    try:
        for _ in range(1_000):
            time.sleep(0)
    except TakesTooLong:
        return
