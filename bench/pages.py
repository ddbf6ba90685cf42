"""Pages as browsers ask for them: the turn page late in each game, and the mailbox with many mails."""

import gc
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from statistics import median
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from sqlmodel import select

from bench.rows import Row, timed
from engine.core.game import SEAT_COLOURS
from engine.core.promises import play_out
from engine.games import GAMES
from pbem.base.config import embedded_config
from pbem.base.service import Service, make_service
from pbem.mail_out.compose import render
from pbem.mail_out.deliver import deliver_due
from pbem.mail_out.transport import Mailbox
from pbem.play.play_line import play_line
from pbem.store.asks import open_asks
from pbem.store.links import Links
from pbem.store.models import Mail, Seat
from pbem.store.models.mail import SENT
from pbem.store.schema import migrate
from pbem.tables.import_record import import_record
from pbem.web.app import create_app

LATE = 0.75  # of the lines of a game
QUESTIONS = 12
MAILS = 500
BROWSER = {"Accept-Encoding": "gzip"}


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        service = make_service(embedded_config({"DATA": folder}))
        migrate(service.db)
        client = create_app(service, with_mailbox=True).test_client()
        for game in GAMES:
            yield turn_pages(service, client, game)
        yield mailbox(service, client)
        service.db.close()


def turn_pages(service: Service, client: FlaskClient, id: str) -> Row:
    """Every question of a while late in the game, looked at several times as a draft grows."""
    game = GAMES[id]
    seats = 4 if 4 in game.seats else game.seats[-1]
    colours = SEAT_COLOURS[:seats]
    record = play_out(game, colours, "bench-pages", {}, ["greedy"] * seats, "none").record
    cut = int(len(record.entries) * LATE)
    people = {colour: f"{id}-{colour}@mail.localhost" for colour in colours}
    table_id = import_record(service, replace(record, entries=record.entries[:cut]), people, "Bench")
    times: list[float] = []
    sizes: list[int] = []
    gc.freeze()  # a server does not hold whole games for its collector to look through
    for entry in record.entries[cut : cut + QUESTIONS]:
        with service.db.reading() as session:
            ask = open_asks(session, table_id)[0]
            path = urlsplit(Links(service).turn(session.get_one(Seat, ask.seat_id), ask)).path
        verb = entry.text.partition(".")[0]
        looks = (path, f"{path}/{verb}", path)  # as it is opened, a kind of moves, and once more
        times += [timed(partial(_look, client, look, sizes)) for look in looks]
        if entry.by != record.seats[_number(service, ask.seat_id)]:
            break  # a line that is forced was played already
        play_line(service, ask.seat_id, ask.id, entry.text, "page")
    said = f"median {median(times):.0f} ms, most {max(times):.0f} ms, {max(sizes) / 1024:.0f} KB"
    return Row(f"the turn page late in {id}, compressed", said, "≤ 25 ms, ≤ 60 KB")


def _look(client: FlaskClient, path: str, sizes: list[int]) -> None:
    answer = client.get(path, headers=BROWSER)
    assert answer.status_code == 200, path
    sizes.append(len(answer.data))


def _number(service: Service, seat_id: int) -> int:
    with service.db.reading() as session:
        return session.get_one(Seat, seat_id).number


def mailbox(service: Service, client: FlaskClient) -> Row:
    """With mails of the games above, each many times."""
    while deliver_due(service, Mailbox(), render):
        pass
    with service.db.writing() as session:
        sent = list(session.exec(select(Mail).where(Mail.status == SENT)).all())
        for number in range(MAILS - len(sent)):
            known = sent[number % len(sent)].model_dump(exclude={"id"})
            session.add(Mail(**{**known, "key": f"bench:{number}", "bounce_key": f"bench-{number}"}))
    first = timed(lambda: client.get("/mailbox", headers=BROWSER))
    again = [timed(lambda: client.get("/mailbox", headers=BROWSER)) for _ in range(9)]
    said = f"median {median(again):.0f} ms, at first {first:.0f} ms"
    return Row(f"the mailbox with {MAILS} mails", said, "≤ 30 ms")
