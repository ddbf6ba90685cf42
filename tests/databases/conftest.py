"""The same clock and the same templates as in the tests of pbem."""

from tests.pbem.conftest import _compiled, clock

__all__ = ["_compiled", "clock"]
