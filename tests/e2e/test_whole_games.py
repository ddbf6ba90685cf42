"""A game of each kind, played to its end with nothing but the mails and their links."""

import pytest

from engine.games import GAMES
from pbem.base.service import Service
from pbem.play.bots import answer_bot
from pbem.store.models.table import OVER
from pbem.web.app import create_app
from tests.e2e.player import Post, Presser, move_links
from tests.pbem.sample_tables import asks, mails, near_its_end, seats, started, table

# With few players a game is over in reasonable time.
WHOLE = [("age-of-steam", 4), *((id, game.seats[0]) for id, game in GAMES.items() if id != "age-of-steam")]
# A record of each game.
LATE = ("age-of-steam-1", "railroad-tycoon-3", "railways-of-the-world-3", "spike-2", "whistle-stop-1")
LATE_LINES = 8


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "people"), [("parlour", 2), *(pytest.param(*at, marks=pytest.mark.soak) for at in WHOLE)]
)
def test_a_whole_game_by_mail(sqlite_service: Service, game: str, people: int) -> None:
    play_by_links(sqlite_service, started(sqlite_service, game, people))


@pytest.mark.slow
@pytest.mark.parametrize("record", LATE)
def test_the_end_of_a_game_by_mail(sqlite_service: Service, record: str) -> None:
    play_by_links(sqlite_service, near_its_end(sqlite_service, record, LATE_LINES))


def play_by_links(service: Service, table_id: int) -> None:
    """Half of the players answer by the best move in their mail, the other half by the default, its last one."""
    post, presser = Post(service), Presser(create_app(service, with_mailbox=True))
    numbers = {seat.id: seat.number for seat in seats(service, table_id)}
    for _ in range(3000):
        if table(service, table_id).status == OVER:
            break
        waiting = {ask.id for ask in asks(service, table_id)}
        for mail in post.arrive():
            if mail.kind == "turn" and mail.ask_id in waiting:
                choices = move_links(mail)
                assert choices, "a turn mail offers moves"
                page = presser.play(choices[0 if numbers[mail.seat_id or 0] % 2 == 0 else -1])
                assert page.status_code == 200
        while answer_bot(service):
            pass
        service.clock.forward(minutes=11)  # type: ignore[attr-defined]
    assert table(service, table_id).status == OVER
    post.arrive()
    assert len(mails(service, kind="over", status="sent")) == len(numbers)
    assert not mails(service, status="dead")
