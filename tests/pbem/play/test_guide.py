"""A first game with a guide: each question of the first turn says why it is asked, on the page and in the mail."""

import re

from sqlmodel import select

from engine.core.words import LANGUAGES
from engine.games import GAMES
from pbem.base.service import Service
from pbem.mail_out.authors import letter_for
from pbem.mail_out.letter_text import write
from pbem.mail_out.letters import YourTurn
from pbem.play.bots import answer_bot
from pbem.play.sample_games import recorded
from pbem.store.links import Links
from pbem.store.mail_kind import MailKind
from pbem.store.models import Mail, Seat, User
from pbem.tables.trial import try_it
from pbem.web.app import create_app
from tests.pbem.mail_out.samples import head


def test_every_question_of_the_first_turn_has_two_sentences_of_why() -> None:
    game = recorded("age-of-steam", 60)
    guided = set()
    for ply, entry in enumerate(game.record.entries[:60]):
        seat = game.record.seats.index(entry.by)
        for lang in LANGUAGES:
            told = game.scene(lang, ply, reader=seat).guide
            if game.states[ply].turn == 1:
                assert len(re.findall(r"[a-zé]\.(?: |$)", told)) == 2, told
                guided.add(game.states[ply].phase)
            else:
                assert told == ""
    assert guided == {"issue", "auction", "actions", "build", "goods"}
    assert GAMES["age-of-steam"].words.tongues["en"].say["guide-production"]


def test_who_is_not_asked_is_told_nothing() -> None:
    game = recorded("age-of-steam", 1)
    other = 1 - game.record.seats.index(game.record.entries[1].by) % 2
    assert game.scene("en", 1, reader=None).guide == ""
    assert game.scene("en", 1, reader=other).guide == ""


def test_page_and_mail_tell_it_until_it_is_ended(sqlite_service: Service) -> None:
    table = try_it(sqlite_service, "age-of-steam", False, "en", guided=True)
    while answer_bot(sqlite_service, table):
        pass
    with sqlite_service.db.reading() as session:
        seat = session.exec(select(Seat).where(Seat.table_id == table, Seat.number == 0)).one()
        mail = session.exec(select(Mail).where(Mail.seat_id == seat.id, Mail.kind == MailKind.TURN)).one()
        letter = letter_for(sqlite_service, session, mail, session.get_one(User, mail.user_id))
    assert isinstance(letter, YourTurn)
    assert letter.guide.startswith("You build with what is left")
    written = write(head("en"), letter)
    assert letter.guide[:60] in " ".join(written.text.split())
    assert "Without the guide" in written.html
    client = create_app(sqlite_service).test_client()
    token = Links(sqlite_service).turn_token(seat, None)
    assert letter.guide in client.get(f"/t/{token}").text
    assert client.post(f"/t/{token}/guide").status_code == 303
    assert letter.guide not in client.get(f"/t/{token}").text
