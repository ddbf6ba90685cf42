"""What if: a try changes nothing, works by its address, and shows nothing that the reader may not know."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlmodel import SQLModel

from engine.core.play import actors, start
from engine.core.rng import Rng
from engine.core.what_if import example_world, play_on
from engine.games import GAMES
from pbem.base.service import Service
from pbem.store.links import Links
from pbem.store.models import Line, Seat
from pbem.web.app import create_app
from tests.pbem.sample_tables import lines, play_one, seats, started, state, table
from tests.pbem.test_secrecy import scrambled

PRESSES = 4  # of a random walk


def rows(service: Service) -> dict[str, list[tuple[object, ...]]]:
    """The whole database."""
    with service.db.reading() as session:
        names = SQLModel.metadata.tables
        return {
            name: [tuple(row) for row in session.connection().execute(text(f"SELECT * FROM {name}"))] for name in names
        }


def presses(page: str) -> list[str]:
    """The links of a try that lead on in it."""
    return sorted({unescape(url) for url in re.findall(r'href="(/t/[^"]+/if/[^"]*)"', page)})


def walks(service: Service, client: FlaskClient, seat: Seat, count: int) -> Iterator[tuple[str, str]]:
    """So many random tries, each with the last page it came to."""
    rng, last = Rng(f"walks of seat {seat.number}"), table(service, seat.table_id).ply
    for _ in range(count):
        ply, rng = rng.below(last + 1)
        example, rng = rng.below(9)
        url = f"/t/{Links(service).turn_token(seat, None)}/if/{ply}/{example + 1}"
        for _ in range(PRESSES):
            answer = client.get(url, follow_redirects=True)
            assert answer.status_code == 200, url
            url, rng = rng.pick(presses(answer.text))
        yield url, client.get(url, follow_redirects=True).text


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [9, pytest.param(201, marks=pytest.mark.soak)])
def test_a_try_changes_no_row_and_is_the_same_in_every_world_the_reader_cannot_tell_apart(
    sqlite_service: Service, game: str, count: int
) -> None:
    service, people = sqlite_service, 3
    table_id = started(service, game, people=people)
    for _ in range(9):
        play_one(service, table_id)
    client, stored = create_app(service).test_client(), rows(service)
    snapshots = {line.id: line.snapshot for line in lines(service, table_id)}
    for seat in seats(service, table_id):
        found = list(walks(service, client, seat, count // people))
        assert rows(service) == stored
        scrambled(service, table_id, seat.number)
        for url, page in found:
            assert client.get(url, follow_redirects=True).text == page, url
        restore(service, snapshots)


def restore(service: Service, snapshots: dict[int, bytes]) -> None:
    with service.db.writing() as session:
        for id, snapshot in snapshots.items():
            line = session.get_one(Line, id)
            line.snapshot = snapshot
            session.add(line)


@pytest.fixture
def auction(sqlite_service: Service) -> tuple[Service, Seat, str]:
    table_id = started(sqlite_service)
    seat = seats(sqlite_service, table_id)[0]
    return sqlite_service, seat, f"/t/{Links(sqlite_service).turn_token(seat, None)}"


def test_the_turn_page_the_plan_and_every_line_of_the_log_lead_to_a_try(auction: tuple[Service, Seat, str]) -> None:
    service, seat, base = auction
    play_one(service, seat.table_id)
    client = create_app(service).test_client()
    asked = next(one for one in seats(service, seat.table_id) if one.number in actors_now(service, seat.table_id))
    turn = urlsplit(Links(service).turn(asked, None)).path
    assert re.search(r'href="/t/[^"]+/if/1"', client.get(turn).text)
    assert f'href="{base}/if/1"' in client.get(f"{base}/plan").text
    assert f'href="{base}/if/0"' in client.get(f"{base}/history/0").text


def actors_now(service: Service, table_id: int) -> tuple[int, ...]:
    return actors(GAMES[table(service, table_id).game], state(service, table_id))


def test_a_line_is_played_for_anybody_and_taken_back_by_a_press(auction: tuple[Service, Seat, str]) -> None:
    service, seat, base = auction
    client = create_app(service).test_client()
    drafted = client.get(f"{base}/if/0/1/issue.2").text
    assert f'href="{base}/if/0/1/issue.2~~"' in drafted
    after = client.get(f"{base}/if/0/1/issue.2~~").text
    assert "You decide for" in after
    assert f'href="{base}/if/0/1"' in after
    refused = client.get(f"{base}/if/0/1/issue.2~~bid.3~~").text
    assert 'class="told badly"' in refused
    others = client.get(f"{base}/if/0/1/issue.2~~?others=yes")
    assert others.status_code == 303
    then = client.get(others.location).text
    assert "You decide:" in then
    assert table(service, seat.table_id).ply == 0


def test_an_address_that_makes_no_sense_is_answered(auction: tuple[Service, Seat, str]) -> None:
    service, _, base = auction
    client = create_app(service).test_client()
    assert [client.get(f"{base}/if/{rest}").status_code for rest in ("7", "0/0", "0/1000")] == [404, 404, 404]
    assert client.get(f"{base}/if/0/1/" + "issue.1~~" * 300).status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_an_example_has_nothing_of_the_true_chance(game: str) -> None:
    rules = GAMES[game]
    opening = start(rules, ("orange", "green", "sky"), "the true seed").state
    one, two = (example_world(rules, rules.view(opening, 0), number) for number in (1, 2))
    assert one.rng != two.rng
    assert opening.rng.seed not in (one.rng.seed, two.rng.seed)
    assert rules.view(one, 0) == rules.view(opening, 0)
    assert play_on(rules, one, ()).state is one
