"""Names, moments, plain text, and a game with secrets: what mails are made of, without a long game."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from engine.core.game import SEAT_COLOURS
from engine.core.play import actors, imagined, play, reseeded, start
from engine.core.rng import Rng
from engine.games.railways.phases import actions
from pbem.mail_out import letters, plain
from pbem.mail_out.desk_words import MARK, OPEN, SHUT
from pbem.mail_out.letter_parts import Desk
from pbem.mail_out.letter_text import what_is_asked, write
from pbem.mail_out.letters import Letter
from pbem.mail_out.names import tidy, tidy_lines
from pbem.pacing import times
from pbem.play.scene import Scene
from tests.engine.railways.position import ROTW, opening
from tests.pbem.mail_out.samples import LANGUAGES, UNTIL, desk, head
from tests.pbem.web.samples import NAMES, build_turn
from tests.toys.parlour import GAME as PARLOUR


def test_tidying_names() -> None:
    assert tidy("  Marie\tClaire\n") == "Marie Claire"
    assert tidy("a\u202eb\u200fc\x1bd\ufeff") == "a b c d"
    assert tidy("e\u0301") == "é"
    assert tidy("x" * 41) == "x" * 39 + "…"
    assert tidy("") == ""
    assert tidy_lines("a\r\nb\rc\u2028d\n") == "a\nb\ncd"


def test_marks_are_found_again() -> None:
    assert MARK.findall(f"a {OPEN}OPeter{SHUT} b {OPEN}GAnn Lee{SHUT}") == [("O", "Peter"), ("G", "Ann Lee")]


# Time.


@pytest.mark.parametrize(
    ("at", "zone", "english", "french"),
    [
        (UNTIL, "Europe/Paris", "Thursday 19 November, 18:00 (Paris)", "jeudi 19 novembre, 18 h 00 (Paris)"),
        (UNTIL, "Europe/London", "Thursday 19 November, 17:00 (London)", "jeudi 19 novembre, 17 h 00 (Londres)"),
        (UNTIL, "America/New_York", "Thursday 19 November, 12:00 (New York)", "jeudi 19 novembre, 12 h 00 (New York)"),
        (UNTIL, "Asia/Kolkata", "Thursday 19 November, 22:30 (Kolkata)", "jeudi 19 novembre, 22 h 30 (Kolkata)"),
        (UNTIL, "UTC", "Thursday 19 November, 17:00 (UTC)", "jeudi 19 novembre, 17 h 00 (UTC)"),
        # The clocks go back in Paris in the night of 25 October.
        (
            datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
            "Europe/Paris",
            "Sunday 25 October, 02:30 (Paris)",
            "dimanche 25 octobre, 02 h 30 (Paris)",
        ),
        (
            datetime(2026, 12, 31, 23, 30, tzinfo=UTC),
            "Europe/Paris",
            "Friday 1 January, 00:30 (Paris)",
            "vendredi 1 janvier, 00 h 30 (Paris)",
        ),
    ],
)
def test_moments_are_told_in_the_readers_zone(at: datetime, zone: str, english: str, french: str) -> None:
    for lang, expected in (("en", english), ("fr", french)):
        told = f"{times.long(at, zone, lang)} ({times.city(zone, lang)})"
        assert told.replace("\N{NO-BREAK SPACE}", " ") == expected


def test_a_moment_without_a_zone_is_not_told() -> None:
    with pytest.raises(ValueError, match="without a zone"):
        times.long(datetime(2026, 1, 1), "UTC", "en")  # noqa: DTZ001


def test_what_is_asked_is_said_shortly() -> None:
    assert what_is_asked("Your turn: build track, up to 3 tiles", "en") == "Build track"
    assert (
        what_is_asked("À vous : miser pour l'ordre du tour. Dave mène avec 1 $", "fr") == "Miser pour l'ordre du tour"
    )
    assert what_is_asked("Stake a card, face down.", "en") == "Stake a card"
    assert what_is_asked("Your turn: deliver from St. Louis. You have $3.", "en") == "Deliver from St. Louis"


# Plain text.


def test_no_line_begins_with_a_sign_that_french_sets_apart() -> None:
    for room in range(40, 80):
        text = plain.wrap(f"{'x' * room} Ada : rouge ; Albany « Concession » ?")
        assert not re.search(r"^\s*[:;?!»]|«$", text, re.MULTILINE), text
        assert text.replace("\n", " ") == f"{'x' * room} Ada : rouge ; Albany « Concession » ?"


def test_tables_in_text_keep_their_width() -> None:
    head, row = ["#", "Name", "Cash", ""], ["1", "Łukasz", "$5", "Engineer"]
    assert plain.table(head, [row], 2) == "#  Name    Cash\n1  Łukasz    $5  Engineer"
    wide = plain.table(head, [["1", "n" * 80, "$5", "Engineer"]], 2).split("\n")
    assert max(map(len, wide)) == plain.WIDTH
    assert wide[-1].strip() == "Engineer"
    assert plain.width("日本") == 4
    assert plain.pad("日本", 6) == "日本  "


def test_long_headings_of_a_table_that_is_too_wide_stand_on_two_lines() -> None:
    head = ["Name", "Coal, whistles", "Amé\u00adlio\u00adra\u00adtions", "Res\u00adsources", ""]
    row = ["Łukasz", "0, 4", "2", "2D C 2R 2T 2Y", ""]
    assert plain.table(head, [row]).split("\n")[0] == "Name    Coal, whistles  Améliorations     Ressources"
    wide = plain.table(head, [["n" * 40, *row[1:]]]).split("\n")
    assert [line.split() for line in wide[:2]] == [["Coal,", "Amélio-"], ["Name", "whistles", "rations", "Ressources"]]
    assert max(map(len, wide)) <= plain.WIDTH


# The toy: secrets, and words that do not say whose turn it is.


def toy_scenes(lang: str) -> list[tuple[Scene, Scene]]:
    """Positions as a reader sees them, each with another that the reader cannot tell from it."""
    names = ("Ann", "Bob", "Cyd")
    opening = start(PARLOUR, SEAT_COLOURS[:3], "toy")
    state, events, pairs = opening.state, opening.events, []
    for turn in range(9):
        for reader in (None, 0, 1, 2):
            view = PARLOUR.view(state, reader)
            other = reseeded(PARLOUR.imagine(view, Rng(f"other-{turn}")), Rng("other"))
            known = tuple(seen for event in events if (seen := event.seen_by(reader)) is not None)
            pairs.append(
                (Scene(PARLOUR, state, reader, names, lang, events), Scene(PARLOUR, other, reader, names, lang, known))
            )
        seat = actors(PARLOUR, state)[0]
        scene = Scene(PARLOUR, state, seat, names, lang)
        assert scene.question is not None
        line = PARLOUR.phase_named[state.phase].default(imagined(PARLOUR, scene.view), seat)
        played = play(PARLOUR, state, seat, line)
        state, events = played.state, played.events + played.settled
    return pairs


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_mail_tells_nothing_that_its_reader_may_not_know(lang: str) -> None:
    kinds: list[Callable[[Desk], Letter]] = [letters.News, lambda desk: letters.Started(desk, "3 days.", UNTIL)]
    for scene, other in toy_scenes(lang):
        for make in (*kinds, *([lambda desk: letters.YourTurn(desk, 1, UNTIL)] if scene.is_asked else [])):
            mails = [write(head(lang), make(desk(seen))) for seen in (scene, other)]
            assert mails[0] == mails[1]


def test_every_question_is_announced() -> None:
    asked = next(scene for scene, _ in toy_scenes("en") if scene.is_asked)
    mail = write(head("en"), letters.YourTurn(desk(asked), 1, UNTIL))
    assert "YOUR TURN: STAKE A CARD, FACE DOWN." in mail.text
    assert "Your turn: stake a card, face down." in re.sub("<[^>]*>", "", mail.html)


# The order of a turn mail.


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_long_board_in_words_comes_after_the_moves(lang: str) -> None:
    wide = Scene(ROTW, actions.begin(opening(ROTW, 4).with_order((0, 1, 2, 3))), 0, NAMES, lang)
    small = build_turn().scene(0, lang)
    words, moves = {
        "en": ("The board in words", "Your moves"),
        "fr": ("Le plateau en mots", "Vos coups"),
    }[lang]
    for scene, order in ((wide, [moves, words]), (small, [words, moves])):
        mail = write(head(lang), letters.YourTurn(desk(scene), 57, UNTIL))
        for part in (mail.html, mail.text.lower()):
            found = [part.find(title if part is mail.html else title.lower()) for title in order]
            assert 0 < found[0] < found[1]
