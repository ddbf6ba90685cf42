"""`pbem up` as a newcomer starts it: how soon it answers, and how quickly while patient bots think."""

import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bench.rows import Row, free_port
from pbem.base.config import embedded_config
from pbem.base.service import Service, make_service
from pbem.play.play_line import play_line
from pbem.play.turn import seats_of
from pbem.store.asks import open_asks
from pbem.store.links import Links
from pbem.store.models import Seat
from pbem.store.schema import migrate
from pbem.tables.open_table import Joining, NewSeat, NewTable, create_table, join

GAME = "age-of-steam"
PLAYOUTS = "400"  # so that the bots think as long as pages are asked for
PAGES = 40
PAUSE = 0.25  # seconds between two pages, as a person who looks around


def rows() -> Iterator[Row]:
    yield starting()
    yield thinking()


def starting() -> Row:
    """From the start of the process to the first answer: the very first time, when Python compiles all modules, and
    once more, as after an installation that has compiled them."""
    with tempfile.TemporaryDirectory() as compiled:
        kept = {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        first, again = _start(kept), _start(kept)
    return Row(
        "embedded start to the first answer", f"{again:.2f} s, {first:.2f} s before anything is compiled", "≤ 2 s"
    )


def _start(settings: Mapping[str, str]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        with running(folder, free_port(), **settings):
            return time.monotonic() - began


def thinking() -> Row:
    """One person and three patient bots: the person's page while a bot thinks about its question."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        service = make_service(embedded_config({"DATA": folder, "PORT": str(port)}))
        migrate(service.db)
        bots = tuple(NewSeat(f"Bot {n}", bot="patient") for n in range(3))
        table_id = create_table(service, NewTable(GAME, "Bench", (NewSeat("Anna", "anna@mail.localhost"), *bots)))
        with service.db.reading() as session:
            seat = seats_of(session, table_id)[0]
        join(service, seat.id, Joining())
        url = _until_a_bot_is_asked(service, table_id, seat)
        service.db.close()
        with running(folder, port, BOT_PLAYOUTS=PLAYOUTS):
            times = [_page(url) for _ in range(PAGES)]
    found = f"median {median(times):.0f} ms, slowest {max(times):.0f} ms"
    return Row("a page while three patient bots think", found, "≤ 300 ms")


def _until_a_bot_is_asked(service: Service, table_id: int, person: Seat) -> str:
    """The address of the person's page."""
    while True:
        with service.db.reading() as session:
            ask = open_asks(session, table_id)[0]
            if ask.seat_id != person.id:
                return Links(service).turn(session.get_one(Seat, person.id), None)
        play_line(service, person.id, ask.id, ask.default, "page")


def _page(url: str) -> float:
    """Milliseconds of wall time."""
    time.sleep(PAUSE)
    began = time.monotonic()
    with urllib.request.urlopen(url, timeout=30) as answer:
        answer.read()
    return 1000 * (time.monotonic() - began)


@contextmanager
def running(data: str, port: int, **settings: str) -> Iterator[None]:
    """The server from its first answer on; stopped at the end as Ctrl-C does."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pbem", "up"],
        env={**os.environ, "DATA": data, "PORT": str(port), **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _answers(port):
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(30)
        Path(data, "running").unlink(missing_ok=True)


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
            return True
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False
