"""The service on the embedded default: playing a line, drawing, rendering mails."""

import gc
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlsplit

from aiosmtpd.controller import Controller
from flask import redirect
from sqlmodel import select
from werkzeug.wrappers import Response as AnyResponse

from bench.many_tables import sweeping
from bench.rows import Row, free_port, timed
from engine.core.game import SEAT_COLOURS
from engine.core.promises import play_out
from engine.core.record import Record, replay
from engine.core.sheet import Marks
from engine.games import GAMES
from pbem.base.config import embedded_config
from pbem.base.service import Service, make_service
from pbem.mail_out.compose import render
from pbem.mail_out.pictures import png_of
from pbem.mail_out.transport import Smtp
from pbem.play.outbox import About, cancel_about, post
from pbem.play.play_line import append_line, play_line
from pbem.play.turn import begin_turn, seats_of
from pbem.store.asks import open_asks
from pbem.store.links import PLAY, Links
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Mail, Seat, Table
from pbem.store.schema import migrate
from pbem.tables.open_table import Joining, NewSeat, NewTable, create_table, join
from pbem.web.app import create_app

GAME = GAMES["age-of-steam"]
SEATS = 4
LINES = 120
WARM_UP = 5


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        service = make_service(embedded_config({"DATA": folder}))
        migrate(service.db)
        yield from posting(service)
        yield from mails(service)
        yield sweeping(service)
        service.db.close()
    yield from pictures()


def new_table(service: Service) -> int:
    people = tuple(NewSeat(f"Player {n}", f"p{n}-{time.time_ns()}@mail.localhost") for n in range(SEATS))
    table_id = create_table(service, NewTable(GAME.id, "Bench", people))
    with service.db.reading() as session:
        seats = seats_of(session, table_id)
    for seat in seats:
        join(service, seat.id, Joining())
    return table_id


def recorded(service: Service, table_id: int) -> Record:
    """A greedy game with this table's seed."""
    with service.db.reading() as session:
        table = session.get_one(Table, table_id)
        colours = [seat.colour for seat in seats_of(session, table_id)]
    return play_out(GAME, colours, table.seed, {}, ["greedy"] * SEATS, "none").record


def posting(service: Service) -> Iterator[Row]:
    """A POST that plays a line, against a route that writes the same rows without an engine, in turns."""
    table_id, other_table = new_table(service), new_table(service)
    record = recorded(service, table_id)
    state = replay(GAME, record, to=LINES // 2).now
    app = create_app(service)

    @app.post("/stub/<int:number>")
    def stub(number: int) -> AnyResponse:
        write_rows(service, other_table, state, number)
        return redirect("/", 303)

    client = app.test_client()

    def post_next() -> float:
        """Only the POST is timed, not what a player brings along: the link of the mail."""
        with service.db.reading() as session:
            ask = open_asks(session, table_id)[0]
            url = Links(service).turn(session.get_one(Seat, ask.seat_id), ask)
        draft = record.entries[ask.ply].text.replace(" ", "~")  # forced lines were played meanwhile
        form = {"ask": str(ask.id), "draft": draft, "sign": service.tokens.sign(PLAY, ask.id, draft)}
        return timed(lambda: answered(client.post(urlsplit(url).path, data=form)))

    def post_to_stub(number: int) -> float:
        return timed(lambda: answered(client.post(f"/stub/{number}")))

    pairs = [(post_next(), post_to_stub(number)) for number in range(WARM_UP + LINES)]
    # Languages and templates are loaded when they are first needed.
    real, bare = (sum(times) / LINES for times in zip(*pairs[WARM_UP:], strict=True))
    yield Row(
        "a POST that plays a line, against a stub that only writes",
        f"{bare / real:.2f} × the rate, {real:.1f} ms",
        "≥ 0.6 ×",
    )


def answered(response: AnyResponse) -> None:
    assert response.status_code == 303


def write_rows(service: Service, table_id: int, state: object, number: int) -> None:
    """What a line writes: the line, an ask closed and one opened, its mail cancelled and another posted."""
    now = service.now()
    with service.db.writing() as session:
        table = session.get_one(Table, table_id)
        turn = begin_turn(service, session, table, "page")
        seats = turn.seats
        ask = turn.asks[0]
        append_line(turn, 0, "pass", "page", state, (), "turn", ask)
        ask.closed_at = now
        cancel_about(session, turn.waiting, [ask])
        new = Ask(table_id=table_id, seat_id=seats[0].id, ply=table.ply, default="pass", opened_at=now, starts_at=now)
        session.add_all([ask, new])
        session.flush()
        key, later = f"stub:{number}", now + timedelta(days=1)
        post(
            service,
            session,
            MailKind.TURN,
            key,
            seats[0].user_id or 0,
            About.news(table, seats[0], new),
            due_at=later,
        )


def mails(service: Service) -> Iterator[Row]:
    """The turn mails of a whole game: rendered with and without the pictures, and handed to an SMTP server."""
    table_id = new_table(service)
    sent: list[Mail] = []
    record = recorded(service, table_id)
    for _ in range(LINES):
        with service.db.reading() as session:
            ask = open_asks(session, table_id)[0]
            mail = session.exec(select(Mail).where(Mail.ask_id == ask.id, Mail.kind == "turn")).first()
        if mail is not None:
            sent.append(mail)
        play_line(service, ask.seat_id, ask.id, record.entries[ask.ply].text, "link")
    sent = sent[:: max(len(sent) // 40, 1)]
    gc.freeze()  # a server does not hold whole games for its collector to look through
    without = timed(lambda: [render(service, mail) for mail in sent])
    rendered: list[bytes] = []
    cached = timed(lambda: rendered.extend(render(service, mail) for mail in sent))
    rate = 1000 * len(sent)
    yield Row("turn mails rendered, each picture drawn", f"{rate / without:.0f}/s a core", "")
    yield Row("turn mails rendered, pictures from the cache", f"{rate / cached:.0f}/s a core", "≥ 40/s a core")
    handed = timed(lambda: hand_over(rendered))
    yield Row("turn mails handed to an SMTP server", f"{rate / handed:.0f}/s a core", "≥ 60/s a core")
    yield Row("largest turn mail of a game", f"{max(map(len, rendered)) / 1024:.0f} KB", "≤ 300 KB")


def hand_over(rendered: list[bytes]) -> None:
    """Over one connection to a server of its own, both sides counted."""
    server = Controller(Sink(), hostname="127.0.0.1", port=free_port())
    server.start()
    with Smtp(f"smtp://127.0.0.1:{server.port}", "bench.localhost") as postman:
        for raw in rendered:
            postman.send("b@bench.localhost", "p@bench.localhost", raw)
    server.stop()


class Sink:
    async def handle_DATA(self, _server: object, _session: object, _envelope: object) -> str:
        return "250 OK"


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
    panels: list[int] = []

    def draw_panels() -> None:
        for view in views:
            panels.extend(len(png_of(panel.drawing)) for panel in GAME.panels(view, Marks()))

    took = timed(draw_panels)
    yield Row("goods charts as pictures", f"{1000 * len(panels) / took:.1f}/s a core", "")
    yield Row("largest goods chart", f"{max(panels) / 1024:.0f} KB", "≤ 50 KB")
    yield Row("board picture, mid-game and late", f"{middle / 1024:.0f} and {late / 1024:.0f} KB", "≤ 75 and ≤ 95 KB")
