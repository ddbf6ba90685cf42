"""The story of a finished game, pure and from the database."""

import re
import subprocess
from dataclasses import replace
from html import unescape
from urllib.parse import urlsplit

from msgspec import structs

from engine.core.course import Reading
from engine.core.say import say
from engine.core.sheet import Curve
from pbem.base.service import Service
from pbem.mail_out.authors import letter_for
from pbem.mail_out.letters import GameOver
from pbem.play.story import Story
from pbem.store.links import Links
from pbem.store.mail_kind import MailKind
from pbem.store.models import User
from pbem.store.models.table import OVER
from pbem.tables.proof import proof_of
from pbem.web.app import create_app
from tests.pbem.late_game import late_game
from tests.pbem.sample_tables import lines, mails, near_its_end, play_one, seats, table


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
    assert len(story.turned) == 3
    for point in story.turned:
        assert f"/history/{point.ply}" in page
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
