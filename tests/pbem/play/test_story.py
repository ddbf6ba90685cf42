"""The story of a finished game, pure and from the database."""

import re
import subprocess
from dataclasses import replace
from hashlib import sha256
from html import unescape
from urllib.parse import urlsplit

import pytest
from msgspec import structs

from engine.core.course import Reading
from engine.core.play import start
from engine.core.say import say
from engine.core.sheet import Curve
from engine.games import GAMES
from pbem.base.service import Service
from pbem.mail_out.authors import letter_for
from pbem.mail_out.letters import GameOver
from pbem.play.story import Story
from pbem.store.links import Links
from pbem.store.mail_kind import MailKind
from pbem.store.models import Table, User
from pbem.store.models.table import OVER
from pbem.store.positions import state_at
from pbem.tables.open_table import Joining, create_table, join
from pbem.tables.proof import proof_of
from pbem.tables.rematch import next_title
from pbem.web.app import create_app
from tests.pbem.late_game import late_game
from tests.pbem.sample_tables import lines, mails, near_its_end, new_table, play_one, seats, started, table


def told(lang: str = "en") -> Story:
    match = late_game()
    return Story(match.scene(len(match.states) - 1, lang, seat=1), match.course)


def test_the_last_round_is_always_in_the_table() -> None:
    story = told()
    assert len(story.rows(100)) == len(story.course) - 1
    for most in range(1, len(story.course)):
        rows = story.rows(most)
        assert len(rows) <= most
        assert rows[-1] == story.rows(100)[-1]


def test_a_seat_that_is_out_has_a_dash() -> None:
    last = Reading(9, 1, (Curve(say("column-points"), (4, None, 0, 0, 0, -3)),))
    story = replace(told(), course=(told().course[0], last))
    assert story.rows(5)[-1].scores == ("4", "–", "0", "0", "0", "-3")


def test_the_curve_is_kept_apart_from_other_courses_to_the_same_end() -> None:
    story = told()
    shorter = replace(story, course=story.course[1:])
    assert story.panel.drawn_from != shorter.panel.drawn_from


def test_a_shared_win_has_no_turning_points() -> None:
    story = told()
    game, state = story.scene.game, story.scene.state
    level = tuple(structs.replace(row, place=1) for row in game.standings(state))
    shared = replace(story, scene=replace(story.scene, game=replace(game, standings=lambda _: level)))
    assert len(story.turned) == 3
    assert shared.turned == ()
    assert shared.verdict.startswith("Shared win")


def open_to_all(service: Service, table_id: int) -> str:
    """Where spectators see a table from now on."""
    with service.db.writing() as session:
        here = session.get_one(Table, table_id)
        here.is_open = True
        session.add(here)
    return Links(service).watch(table(service, table_id))


def everybodys(service: Service, table_id: int) -> list[str]:
    """Where each seat and a spectator see the end."""
    links = Links(service)
    return [open_to_all(service, table_id), *(links.turn(seat, None) for seat in seats(service, table_id))]


def turning_part(page: str) -> str:
    """The turning points with what they say and the lines that they lead to, whoever reads them."""
    found = re.search(r"<h3>Turning points</h3>\s*<ul.*?</ul>", page, re.DOTALL)
    assert found is not None
    return re.sub(r'href="[^"]*(/history/\d+)"', r"\1", found[0])


def test_a_running_game_shows_its_curve_from_the_end_of_its_first_round_on(sqlite_service: Service) -> None:
    service = sqlite_service
    opened = started(service)
    running = near_its_end(service, "age-of-steam-2", 60)
    client = create_app(service).test_client()
    for table_id, has_curve in ((opened, False), (running, True)):
        board = urlsplit(open_to_all(service, table_id)).path
        for page in (client.get(board).text, client.get(f"{board}/history").text):
            assert ("How the game is going" in page) == has_curve
            assert ("The same as a table" in page) == has_curve
            assert "Best moves" not in page


def test_the_dice_of_a_table_can_be_computed_from_what_its_proof_says(sqlite_service: Service) -> None:
    """Opened as tables are, with words of the players; the setup from the recomputed seed is that of the table."""
    service = sqlite_service
    table_id = create_table(service, new_table(), by_operator=True)
    for seat, word in zip(seats(service, table_id), ("tea", "", "coffee"), strict=True):
        join(service, seat.id, Joining(word=word))
    with service.db.reading() as session:
        known = proof_of(session, table(service, table_id))
    assert sha256(known.secret.encode()).hexdigest() == known.commitment
    assert "tea" in known.seeded_from
    assert "coffee" in known.seeded_from
    seed = sha256(known.seeded_from.encode()).hexdigest()
    assert seed == known.seed
    colours = [seat.colour for seat in seats(service, table_id)]
    game = GAMES["age-of-steam"]
    opening = start(game, colours, seed, table(service, table_id).options).state
    with service.db.reading() as session:
        assert opening == state_at(session, table(service, table_id), 0)


@pytest.mark.parametrize(
    ("title", "is_rematch", "then"),
    [
        ("Tuesday group", False, "Tuesday group 2"),
        ("Tuesday group 2", True, "Tuesday group 3"),
        ("Tuesday group 9", True, "Tuesday group 10"),
        ("Winter 1830", False, "Winter 1830 2"),
        ("7", True, "7 2"),
        ("x" * 40, False, "x" * 38 + " 2"),
    ],
)
def test_the_title_of_a_rematch_is_counted_on(title: str, is_rematch: bool, then: str) -> None:
    assert next_title(title, is_rematch) == then


def test_the_end_of_a_table_is_told_by_mail_and_on_its_page(sqlite_service: Service) -> None:
    service = sqlite_service
    table_id = near_its_end(service, "spike-1", 1)
    while table(service, table_id).status != OVER:
        play_one(service, table_id)
    seat = seats(service, table_id)[0]
    board = Links(service).turn(seat, None)
    with service.db.reading() as session:
        mail = next(mail for mail in mails(service, kind=MailKind.OVER) if mail.seat_id == seat.id)
        letter = letter_for(service, session, mail, session.get_one(User, mail.user_id))
    assert isinstance(letter, GameOver)
    assert letter.rematch_url == f"{board}#rematch"
    story = letter.story
    assert story.course[-1].ply == lines(service, table_id)[-1].ply
    page = create_app(service).test_client().get(urlsplit(board).path).text
    assert story.verdict in unescape(page)
    assert 'id="rematch"' in page
    assert '<span class="figure">0</span>' not in page, "what brought nothing is no part of the score"
    assert len(story.turned) == 3
    for point in story.turned:
        assert f"/history/{point.ply}" in page
    assert {move.seat for move in story.best_moves} == {0, 1, 2}
    for move in story.best_moves:
        assert f"/history/{move.ply}" in page
        assert move.text in unescape(page)
    pages = [create_app(service).test_client().get(urlsplit(url).path).text for url in everybodys(service, table_id)]
    assert len({turning_part(page) for page in pages}) == 1, "the same for every seat and for spectators"
    proof = create_app(service).test_client().get(urlsplit(letter.proof_url).path).text
    assert urlsplit(letter.proof_url).path in page
    hashes = [
        subprocess.run(["sh", "-c", command], capture_output=True, check=True, text=True).stdout.split()[0]
        for command in re.findall(r"^printf (?s:.)*?sha256sum$", proof, re.MULTILINE)
    ]
    with service.db.reading() as session:
        known = proof_of(session, table(service, table_id))
    assert hashes[0] == known.commitment
    assert len(hashes) == 2
    assert known.seed in proof
