"""A whole game of each kind, played with nothing but the mails and their links."""

import pytest

from engine.games import GAMES
from pbem.base.service import Service
from pbem.play.bots import answer_bot
from pbem.store.models.table import OVER
from pbem.web.app import create_app
from tests.e2e.player import Post, Presser, move_links
from tests.pbem.sample_tables import asks, mails, seats, started, table

# With few players a game is over in reasonable time.
PLAYED = [(id, 4 if id == "age-of-steam" else game.seats[0]) for id, game in GAMES.items()] + [("parlour", 2)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "people"), PLAYED)
def test_a_whole_game_by_mail(sqlite_service: Service, game: str, people: int) -> None:
    """Half of the players answer by the best move in their mail, the other half by the default, its last one."""
    table_id = started(sqlite_service, game, people)
    post, presser = Post(sqlite_service), Presser(create_app(sqlite_service, with_mailbox=True))
    numbers = {seat.id: seat.number for seat in seats(sqlite_service, table_id)}
    for _ in range(3000):
        if table(sqlite_service, table_id).status == OVER:
            break
        waiting = {ask.id for ask in asks(sqlite_service, table_id)}
        for mail in post.arrive():
            if mail.kind == "turn" and mail.ask_id in waiting:
                choices = move_links(mail)
                assert choices, "a turn mail offers moves"
                page = presser.play(choices[0 if numbers[mail.seat_id or 0] % 2 == 0 else -1])
                assert page.status_code == 200
        while answer_bot(sqlite_service):
            pass
        sqlite_service.clock.forward(minutes=11)  # type: ignore[attr-defined]
    assert table(sqlite_service, table_id).status == OVER
    post.arrive()
    over = mails(sqlite_service, kind="over", status="sent")
    assert len(over) == people
    assert not mails(sqlite_service, status="dead")
