"""Nothing that a reader may not know gets into a mail, a page or the history of a running table.

Two tables are the same but for what one reader cannot see. Everything that reader is shown must be the same in both.
"""

import re

import pytest
from sqlmodel import col, select

from engine.core.rng import Rng
from engine.games import GAMES
from pbem.base.service import Service
from pbem.mail_out.compose import render
from pbem.store.links import Links
from pbem.store.models import Line, Mail, Seat, Table
from pbem.store.positions import game_of, pack_state, unpack_state
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.pbem.sample_tables import asks, mails, play_one, seats, started, table

SECRETIVE = [id for id in (*GAMES, "parlour") if id != "age-of-steam"]


def scrambled(service: Service, table_id: int, reader: int) -> None:
    """Replaces every stored position by one that this reader cannot tell apart from it."""
    with service.db.writing() as session:
        here = session.get_one(Table, table_id)
        game = game_of(here)
        for line in session.exec(select(Line).where(Line.table_id == table_id)).all():
            state = unpack_state(game, line.snapshot)
            line.snapshot = pack_state(game, game.imagine(game.view(state, reader), Rng("another world")))
            session.add(line)


def shown(service: Service, seat: Seat, mail: Mail | None) -> list[str]:
    """What this reader gets: the turn page, the history, and the last mail."""
    client = create_app(service).test_client()
    ask = next((ask for ask in asks(service, seat.table_id) if ask.seat_id == seat.id), None)
    base = f"/t/{Links(service).turn_token(seat, ask)}"
    texts = [client.get(base + rest).text for rest in ("", "/history")]
    if mail is not None:
        message = opened(mail.model_copy(update={"raw": render(service, mail)}))
        texts += [text_of(message, "plain"), text_of(message, "html")]
    # Signatures and reply addresses are made anew each time.
    return [re.sub(r'p\+[a-z2-7]{26}|value="[^"]*\.[A-Za-z0-9_-]{20,}"', "", text) for text in texts]


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize("plies", [0, pytest.param(5, marks=pytest.mark.soak), 14])
def test_what_a_seat_sees_is_the_same_in_every_world_it_cannot_tell_apart(
    sqlite_service: Service, game: str, plies: int
) -> None:
    table_id = started(sqlite_service, game, people=max(GAMES[game].seats[0], 3))
    for _ in range(plies):
        if asks(sqlite_service, table_id):
            play_one(sqlite_service, table_id)
    before: dict[int, list[str]] = {}
    last: dict[int, Mail | None] = {}
    assert table(sqlite_service, table_id).ply >= plies
    stored = _snapshots(sqlite_service, table_id)
    for seat in seats(sqlite_service, table_id):
        written = [mail for mail in mails(sqlite_service, seat_id=seat.id) if mail.ply is not None]
        last[seat.number] = written[-1] if written else None
        before[seat.number] = shown(sqlite_service, seat, last[seat.number])
        scrambled(sqlite_service, table_id, seat.number)
        assert _snapshots(sqlite_service, table_id) != stored, "it is another world"
        assert shown(sqlite_service, seat, last[seat.number]) == before[seat.number]
        _restore(sqlite_service, stored)


def _snapshots(service: Service, table_id: int) -> list[tuple[int, bytes]]:
    with service.db.reading() as session:
        lines = session.exec(select(Line).where(Line.table_id == table_id).order_by(col(Line.ply))).all()
        return [(line.id, line.snapshot) for line in lines]


def _restore(service: Service, stored: list[tuple[int, bytes]]) -> None:
    with service.db.writing() as session:
        for id, snapshot in stored:
            line = session.get_one(Line, id)
            line.snapshot = snapshot
            session.add(line)
