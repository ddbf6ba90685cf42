"""The service on the embedded default: playing a line, drawing, rendering mails, how soon it answers."""

import itertools
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from bench.rows import Row, timed
from engine.core.game import SEAT_COLOURS
from engine.core.promises import play_out
from engine.core.record import replay
from engine.core.sheet import Marks
from engine.games import GAMES
from pbem.actions.playing import append_line, begin_turn, open_asks, play_line, seats_of
from pbem.actions.posting import post
from pbem.actions.sending import deliver_due
from pbem.actions.tables import Joining, NewSeat, NewTable, create_table, join
from pbem.config import embedded_config
from pbem.mail.compose import render
from pbem.mail.transport import Mailbox
from pbem.models import Ask, Mail, Table
from pbem.pictures import png_of
from pbem.positions import state_at
from pbem.schema import migrate
from pbem.service import Service, make_service

GAME = GAMES["age-of-steam"]
SEATS = 4
LINES = 120


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        service = make_service(embedded_config({"DATA": folder}))
        migrate(service.db)
        yield from playing(service)
        yield from mails(service)
        service.db.close()
    yield from pictures()
    yield starting()


def new_table(service: Service) -> int:
    people = tuple(NewSeat(f"Player {n}", f"p{n}-{time.time_ns()}@mail.localhost") for n in range(SEATS))
    table_id = create_table(service, NewTable(GAME.id, "Bench", people))
    with service.db.reading() as session:
        seats = seats_of(session, table_id)
    for seat in seats:
        join(service, seat.id, Joining())
    return table_id


def recorded(service: Service, table_id: int) -> list[str]:
    """The lines of a greedy game with this table's seed."""
    with service.db.reading() as session:
        table = session.get_one(Table, table_id)
        colours = [seat.colour for seat in seats_of(session, table_id)]
    report = play_out(GAME, colours, table.seed, {}, ["greedy"] * SEATS, "none")
    return [entry.text for entry in report.record.entries]


def playing(service: Service) -> Iterator[Row]:
    """Against a stub that writes the same rows without an engine."""
    table_id = new_table(service)
    lines = iter(recorded(service, table_id))

    def play_next() -> None:
        with service.db.reading() as session:
            ask = open_asks(session, table_id)[0]
        play_line(service, ask.seat_id, ask.id, next(lines), "page")

    def play_all() -> None:
        for _ in range(LINES):
            play_next()

    real = timed(play_all) / LINES
    with service.db.reading() as session:
        state = state_at(session, session.get_one(Table, table_id))

    def write_all() -> None:
        for number in range(LINES):
            write_rows(service, table_id, state, number)

    stub = timed(write_all) / LINES
    yield Row(
        "playing a line against a stub that only writes", f"{stub / real:.2f} × the rate, {real:.1f} ms", "≥ 0.6 ×"
    )


def write_rows(service: Service, table_id: int, state: object, number: int) -> None:
    """What a line writes: the line, an ask closed and one opened, a mail."""
    now = service.now()
    with service.db.writing() as session:
        table = session.get_one(Table, table_id)
        turn = begin_turn(service, session, table, "page")
        seats = turn.seats
        ask = open_asks(session, table_id)[0]
        append_line(turn, 0, "pass", "page", state, (), "turn", ask)
        ask.closed_at = now
        new = Ask(table_id=table_id, seat_id=seats[0].id, ply=table.ply, default="pass", opened_at=now, starts_at=now)
        session.add_all([ask, new])
        session.flush()
        key, later = f"stub:{number}", now + timedelta(days=1)
        post(service, session, "turn", key, seats[0].user_id or 0, table=table, seat=seats[0], ask=new, due_at=later)


def mails(service: Service) -> Iterator[Row]:
    table_id = new_table(service)
    for line in itertools.islice(recorded(service, table_id), LINES):
        with service.db.reading() as session:
            ask = open_asks(session, table_id)[0]
        play_line(service, ask.seat_id, ask.id, line, "link")
    while deliver_due(service, Mailbox(), render):
        pass
    with service.db.writing() as session:
        sent = [mail for mail in session.query(Mail).all() if mail.kind == "turn" and mail.raw is not None][:40]
    took = timed(lambda: [render(service, mail) for mail in sent])
    yield Row(
        "turn mails rendered, pictures from the cache", f"{1000 * len(sent) / took:.0f}/s a core", "≥ 60/s handed over"
    )
    size = max(len(mail.raw or b"") for mail in sent)
    yield Row("largest turn mail of a game", f"{size / 1024:.0f} KB", "≤ 300 KB")


def pictures() -> Iterator[Row]:
    report = play_out(GAME, SEAT_COLOURS[:SEATS], "bench-pictures", {}, ["greedy"] * SEATS, "none")
    states = replay(GAME, report.record).states[::4]
    views = [GAME.view(state, None) for state in states]
    png_of(GAME.draw(views[0], Marks(names=("A", "B", "C", "D"))))
    sizes: list[int] = []

    def draw_all() -> None:
        sizes.extend(len(png_of(GAME.draw(view, Marks(names=("A", "B", "C", "D"))))) for view in views)

    took = timed(draw_all)
    yield Row("board pictures, 1200 px", f"{1000 * len(views) / took:.1f}/s a core", "≥ 15/s a core")
    middle, late = sizes[len(sizes) // 2], max(sizes[-10:])
    yield Row("board picture, mid-game and late", f"{middle / 1024:.0f} and {late / 1024:.0f} KB", "≤ 75 and ≤ 95 KB")


def starting() -> Row:
    """From the start of the process to the first answer."""
    with tempfile.TemporaryDirectory() as folder:
        port = 18000 + os.getpid() % 1000
        began = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "pbem", "up"],
            env={**os.environ, "DATA": folder, "PORT": str(port)},
            stdout=subprocess.DEVNULL,
        )
        while not _answers(port):
            time.sleep(0.02)
        took = time.monotonic() - began
        process.terminate()
        process.wait(30)
        Path(folder, "running").unlink(missing_ok=True)
    return Row("embedded start to the first answer", f"{took:.2f} s", "≤ 2 s")


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
            return True
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False
