"""A draft in an address costs no more than a page, however long it is; and one that does is ended."""

import pytest
from flask import Flask

from pbem.base.service import Service
from pbem.store.links import Links
from pbem.web import turn
from pbem.web.turn_model import open_draft
from tests.pbem.sample_tables import asks, seats, started
from tests.safety.cost import MOST_TIMES, cpu

HOSTILE = {
    "words": "deliver." + ".".join("a" * 900),
    "cities": "deliver.red." + ".".join(["chicago"] * 200),
    "moves": "~".join(["pass"] * 400),
    "nothing": "~" * 1_500,
    "dots": "." * 1_500,
}


def turn_page(service: Service, game: str) -> str:
    table_id = started(service, game=game)
    ask = asks(service, table_id)[0]
    asked = next(seat for seat in seats(service, table_id) if seat.id == ask.seat_id)
    return Links(service).turn(asked, ask).removeprefix(service.config.public_url)


@pytest.mark.parametrize("game", ["age-of-steam", "railways-of-the-world", "spike", "whistle-stop"])
def test_a_hostile_draft_costs_no_more_than_some_pages(service: Service, app: Flask, game: str) -> None:
    page = turn_page(service, game)
    client = app.test_client()
    plain = cpu(lambda: client.get(page))
    for name, draft in HOSTILE.items():
        assert client.get(f"{page}/{draft}").status_code == 200
        assert cpu(lambda draft=draft: client.get(f"{page}/{draft}")) <= MOST_TIMES * plain, name  # type: ignore[misc]
        assert cpu(lambda draft=draft: client.get(page, query_string={"line": draft})) <= MOST_TIMES * plain, name  # type: ignore[misc]


def test_a_draft_that_takes_too_long_is_said_so_and_the_page_comes(
    service: Service, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = turn_page(service, "age-of-steam")

    def endless(game: object, state: object, seat: int, text: str) -> object:
        while text:
            pass
        return open_draft(game, state, seat, text)  # type: ignore[arg-type]

    monkeypatch.setattr(turn, "open_draft", endless)
    monkeypatch.setattr(turn, "MOST_CPU", 0.2)
    answer = app.test_client().get(f"{page}/pass")
    assert answer.status_code == 422
    assert "takes too long" in answer.text
    assert "<svg" in answer.text, "the board is there, and the draft can be begun anew"
