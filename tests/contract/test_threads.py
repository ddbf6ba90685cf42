"""Threads share the games of a process, from its very first answer on."""

import subprocess
import sys

import pytest

from tests.contract.every_game import EVERY

# A process that has just started: many threads are the first to read a position.
FIRST_ANSWERS = """
import sys
from pathlib import Path
from threading import Barrier, Thread

from tests.contract.every_game import EVERY

game = EVERY[sys.argv[1]]
stored = Path(sys.argv[2]).read_bytes()
sys.setswitchinterval(1e-6)
together = Barrier(8)

def read():
    together.wait()
    game.decode(stored)

threads = [Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.mark.parametrize("id", EVERY)
def test_many_threads_are_the_first_to_read_a_position(id: str) -> None:
    stored = f"tests/snapshots/{id}-{EVERY[id].version}.json"
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", FIRST_ANSWERS, id, stored], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
