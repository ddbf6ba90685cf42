"""The log as the story of a game: chapters, the filter by address, pictures, and one line alone."""

import re
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from pbem.base.service import Service
from pbem.store.links import Links
from pbem.store.positions import game_of
from pbem.web.app import create_app
from tests.pbem.sample_tables import lines, near_its_end, play_one, seats, table


@pytest.fixture
def ended(sqlite_service: Service) -> tuple[Service, int, str]:
    """A game that is over, and where its first seat reads the log."""
    table_id = near_its_end(sqlite_service, "whistle-stop-1", 1)
    play_one(sqlite_service, table_id)
    log = Links(sqlite_service).history(seats(sqlite_service, table_id)[0])
    return sqlite_service, table_id, urlsplit(log).path


def listed(page: str) -> list[int]:
    return [int(ply) for ply in re.findall(r'data-ply="(\d+)"', page)]


def test_rounds_are_chapters_and_key_moments_are_marked(ended: tuple[Service, int, str]) -> None:
    service, table_id, log = ended
    page = create_app(service).test_client().get(log).text
    assert listed(page) == [line.ply for line in lines(service, table_id)]
    chapters = re.findall(r"<h3>((?:Turn|Round) \d+)", page)
    assert chapters == [f"{chapters[0].split()[0]} {number}" for number in range(1, len(chapters) + 1)]
    assert len(chapters) > 2
    moments = re.findall(r'<b class="key">.*?</span> (.*?)</b>', page)
    assert sum(moment.startswith("Turning point.") for moment in moments) == 3
    assert any(moment.startswith("The best move of ") for moment in moments)


def test_the_filter_stands_in_the_address(ended: tuple[Service, int, str]) -> None:
    service, table_id, log = ended
    client, every = create_app(service).test_client(), lines(service, table_id)
    colours = [seat.colour for seat in seats(service, table_id)]
    first = next(line for line in every if line.seat == 0)
    verb = first.text.partition(" ")[0].partition(".")[0]
    wanted = [line.ply for line in every if line.seat == 0 and re.match(rf"{verb}\b", line.text)]
    page = client.get(f"{log}/{wanted[0]}?by={colours[0]}&kind={verb}").text
    assert listed(page) == wanted
    after = re.search(r'href="([^"]+)" data-step="next"', page)
    assert after is not None
    assert after[1].replace("&amp;", "&") == f"{log}/{wanted[1]}?by={colours[0]}&kind={verb}"
    unknown = client.get(f"{log}?by=purple&kind=nonsense").text
    assert listed(unknown) == [line.ply for line in every], "what makes no sense filters nothing"
    unused = next(
        verb for verb in game_of(table(service, table_id)).verbs if not any(verb in row.text for row in every)
    )
    assert "No line of this kind was played." in client.get(f"{log}?kind={unused}").text


def test_a_line_comes_alone_for_the_script_and_has_a_picture(ended: tuple[Service, int, str]) -> None:
    service, _, log = ended
    client = create_app(service).test_client()
    part = client.get(f"{log}/5?part=line").text
    assert part.count("<html") == 0
    assert "After line 5 of" in part
    assert listed(part) == []
    picture = client.get(f"{log}/5.svg")
    assert picture.mimetype == "image/svg+xml"
    assert ElementTree.fromstring(picture.text).tag == "{http://www.w3.org/2000/svg}svg"
    assert client.get(f"{log}/9999.svg").status_code == 404
