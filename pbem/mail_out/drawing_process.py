"""Drawing takes the interpreter for itself, so the embedded default draws in a process of its own."""

from multiprocessing import get_context
from multiprocessing.pool import Pool
from threading import Lock

from engine.core.sheet import Drawing


def _draw(drawing: Drawing) -> bytes:
    from pbem.mail_out.pictures import png_of  # loaded over there, not here

    return png_of(drawing)


class DrawingProcess:
    """One process that draws for all threads of this one. It starts with the first picture."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pool: Pool | None = None

    def __call__(self, drawing: Drawing) -> bytes:
        with self._lock:
            if self._pool is None:
                self._pool = get_context("spawn").Pool(1)
        return self._pool.apply(_draw, (drawing,))

    def close(self) -> None:
        if self._pool is not None:
            self._pool.terminate()
