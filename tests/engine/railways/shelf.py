"""Boxes that a test puts on the shelf are gone after it: all tests of a process share the shelf."""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.games.railways.box import BOXES


@contextmanager
def shelf_as_before() -> Iterator[None]:
    known = dict(BOXES._boxes)
    yield
    BOXES._boxes.clear()
    BOXES._boxes.update(known)
