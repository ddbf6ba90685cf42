"""Films: packed in two formats that show the same, made once for a finished table, shown where its end is shown."""

import io
from itertools import islice
from urllib.parse import urlsplit

import pytest
from PIL import Image, ImageSequence

from engine.core.play import play, start
from engine.core.record import read_record
from engine.games import GAMES
from pbem.base.service import Reel, Service
from pbem.mail_out.film import A_LINE, THE_END, WIDTH, Cast, Shot, film_of
from pbem.mail_out.films import MOST_TRIES, call_for_films, make_film
from pbem.store.links import Links
from pbem.web.app import create_app
from tests.pbem.sample_tables import lines, near_its_end, play_one, seats
from tests.records.take import FOLDER

MOST_BYTES = 3_000_000


def shots(stem: str) -> tuple[Cast, list[Shot]]:
    record = read_record((FOLDER / f"{stem}.txt").read_text("utf-8"))
    game = GAMES[record.game]
    opening = start(game, record.seats, record.seed, record.options)
    found = [Shot(opening.state, opening.events)]
    for entry in record.entries:
        before = found[-1].state
        played = play(game, before, record.seats.index(entry.by), game.read(entry.text, before))
        found.append(Shot(played.state, played.events + played.settled))
    return Cast(game, tuple(record.seats), "en"), found


def frames(film: bytes) -> list[Image.Image]:
    with Image.open(io.BytesIO(film)) as opened:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(opened)]


@pytest.mark.slow
def test_both_formats_show_the_same_pictures() -> None:
    cast, every = shots("whistle-stop-1")
    some = list(islice(every, 0, 12, 3))
    webp, gif = film_of(cast, some, "webp"), film_of(cast, [*some, some[-1]], "gif")
    assert len(frames(webp)) == len(some)
    assert frames(webp)[0].width == WIDTH
    assert [frame.tobytes() for frame in frames(gif)] == [frame.tobytes() for frame in frames(webp)]
    with Image.open(io.BytesIO(gif)) as opened:
        times = [frame.info["duration"] for frame in ImageSequence.Iterator(opened)]
    assert times == [A_LINE] * (len(some) - 1) + [THE_END]


@pytest.mark.soak
@pytest.mark.parametrize("format", ["webp", "gif"])
@pytest.mark.parametrize(
    "stem", ["age-of-steam-3", "railroad-tycoon-5", "railways-of-the-world-5", "spike-1", "whistle-stop-2"]
)
def test_the_film_of_a_whole_game_is_small_enough(stem: str, format: str) -> None:
    assert len(film_of(*shots(stem), "gif" if format == "gif" else "webp")) <= MOST_BYTES


def test_a_finished_table_gets_its_film_once(sqlite_service: Service) -> None:
    service, reels, hints = sqlite_service, list[Reel](), list[str]()
    service.filmer = lambda reel: reels.append(reel) or b"a film"  # type: ignore[func-returns-value]
    service.hint = lambda task, _: hints.append(task)
    table_id = near_its_end(service, "whistle-stop-1", 1)
    board = urlsplit(Links(service).turn(seats(service, table_id)[0], None)).path
    client = create_app(service).test_client()
    call_for_films(service)
    assert not make_film(service), "the game is still running"
    assert "film" not in hints
    play_one(service, table_id)
    call_for_films(service)
    assert "film" in hints
    assert "film.webp" not in client.get(board).text
    assert client.get(f"{board}/film.webp").status_code == 404
    assert make_film(service)
    assert not make_film(service)
    assert len(reels[0].shots) == len(lines(service, table_id))
    assert f"{board}/film.webp" in client.get(board).text
    answer = client.get(f"{board}/film.webp")
    assert (answer.data, answer.mimetype) == (b"a film", "image/webp")


def test_a_film_that_cannot_be_made_is_given_up(sqlite_service: Service) -> None:
    def fails(_: Reel) -> bytes:
        raise ValueError("no picture")

    sqlite_service.filmer = fails
    play_one(sqlite_service, near_its_end(sqlite_service, "whistle-stop-1", 1))
    for _ in range(MOST_TRIES):
        with pytest.raises(ValueError, match="no picture"):
            make_film(sqlite_service)
    assert not make_film(sqlite_service)
