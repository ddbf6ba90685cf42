"""Thinking takes the interpreter for itself, so the embedded default thinks in a process of its own, which gives way to
everything else."""

import os
import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock

from engine.core.move import write_line
from engine.core.patient import patient_line
from engine.core.rng import Rng
from engine.games import GAMES
from pbem.base.boxes import load_boxes
from pbem.base.service import Dilemma

NICENESS = 15  # pages, moves and mails come first


def think(dilemma: Dilemma) -> str:
    """The line that a patient bot plays."""
    game = GAMES[dilemma.game]
    view = game.view(game.decode(dilemma.position), dilemma.seat)
    return write_line(patient_line(game, view, dilemma.seat, Rng(dilemma.seed), dilemma.playouts))


def _serve(asked: Connection, boxes: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever asks
    os.nice(NICENESS)
    load_boxes(boxes)
    while True:
        try:
            dilemma: Dilemma = asked.recv()
        except EOFError:  # whoever asks has ended, however that came
            return
        asked.send(think(dilemma))


class ThinkingProcess:
    """One process that thinks for this one, about one question at a time. It starts with the first question."""

    def __init__(self, data: Path) -> None:
        self._boxes = data / "boxes"
        self._lock = Lock()
        self._process: BaseProcess | None = None
        self._asked: Connection | None = None

    def __call__(self, dilemma: Dilemma) -> str:
        """Raises EOFError if the process dies of it; the next question starts another."""
        with self._lock:
            try:
                asked = self._started()
                asked.send(dilemma)
                line: str = asked.recv()
            except (EOFError, OSError) as died:
                self.close()
                raise EOFError("the thinking process has ended") from died
        return line

    def _started(self) -> Connection:
        if self._asked is None:
            context = get_context("spawn")
            self._asked, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, self._boxes), daemon=True)
            self._process.start()
            theirs.close()  # so that its end is seen here
        return self._asked

    def close(self) -> None:
        process, self._process, asked, self._asked = self._process, None, self._asked, None
        if process is not None and asked is not None:
            asked.close()
            process.kill()
