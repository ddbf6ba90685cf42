"""What mails say: every kind, in both languages, about the largest game there is."""

import html
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from engine.core.game import SEAT_COLOURS
from engine.core.move import write_line
from engine.core.reader import Reader
from engine.draw.theme import SEATS
from pbem.base.reply_mark import reply_mark
from pbem.mail_out import letter_parts, letters, plain
from pbem.mail_out.desk_words import OPEN, SHUT, Told, typed, unmarked
from pbem.mail_out.drawings import drawings
from pbem.mail_out.letter_text import LONGEST_FIRST_LINE, write
from tests.pbem.late_game import GAME, NAMES, late_game
from tests.pbem.mail_out.samples import LANGUAGES, SAMPLES, UNTIL, desk, head, samples, written

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.slow  # a whole game is played first
EVERY = pytest.mark.parametrize(("name", "lang"), [(name, lang) for name in SAMPLES for lang in LANGUAGES])
URL = re.compile(r"https?://[^\s\"<>]+")
HREF = re.compile(r'href="([^"]*)"')


def shown(markup: str) -> str:
    """The words of HTML, as a reader without styles sees them."""
    body = re.sub(r"<(style|title)[^>]*>.*?</\1>", "", markup, flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", body)).replace("\N{NO-BREAK SPACE}", " "))


def squeezed(text: str) -> str:
    """Without what line breaks and discs add."""
    return re.sub(r"\s+", "", text)


def test_every_kind_is_among_the_samples() -> None:
    made = samples("en")
    assert tuple(made) == SAMPLES
    assert {type(letter) for letter in made.values()} == {
        kind for kind in vars(letters).values() if isinstance(kind, type) and "KIND" in vars(kind)
    }


@EVERY
def test_every_action_of_the_html_is_in_the_text(name: str, lang: str) -> None:
    mail = written(name, lang)
    links = {html.unescape(link) for link in HREF.findall(mail.html)}
    assert links
    assert links <= set(mail.text.split("\n")), "each on a line of its own"
    assert set(URL.findall(mail.text)) <= links | {"https://play.example.org"}
    assert all(len(link) <= 400 for link in links)


@EVERY
def test_nothing_is_left_of_the_marks_and_the_layout(name: str, lang: str) -> None:
    mail = written(name, lang)
    for part in (mail.subject, mail.sender_name, mail.text, mail.html):
        assert not re.search(f"[{OPEN}{SHUT}]", part)
        assert "{{" not in part
        assert "%(" not in part
        assert not re.search(r"\bNone\b|\bUndefined\b", part)
    assert "\n" not in mail.subject
    assert not re.search(r"\n{4,}", mail.text)
    assert max(map(plain.width, filter(lambda line: not URL.match(line), mail.text.split("\n")))) <= 130  # commands
    long = [line for line in mail.text.split("\n") if plain.width(line) > plain.WIDTH and not URL.match(line)]
    assert all(re.search(r"[0-9a-f]{64}", line) for line in long)


@EVERY
def test_pictures_are_by_content_id_and_have_words(name: str, lang: str) -> None:
    mail = written(name, lang)
    images = re.findall(r"<img [^>]*>", mail.html)
    sources = re.findall(r'src="([^"]*)"', mail.html)
    assert sorted(sources) == [f"cid:{picture.cid}" for picture in mail.pictures]
    assert len(images) == len(sources)
    for image in images:
        alt = re.search(r'alt="([^"]+)"', image)
        assert alt is not None
        assert alt[1].strip()
        assert 'width="600"' in image
        assert " height=" not in image, "a picture that is not shown leaves no hole"
    for picture in mail.pictures:
        assert picture.png.startswith(b"\x89PNG")


@EVERY
def test_the_html_is_what_mail_programs_understand(name: str, lang: str) -> None:
    mail = written(name, lang)
    assert mail.html.count("<style") == 1
    style = re.search(r"<style>(.*?)</style>", mail.html, re.DOTALL)
    assert style is not None
    assert len(style[1]) <= 16_000
    assert style[1].startswith("@media")
    assert "prefers-color-scheme" in style[1]
    assert not re.search(r"<(form|svg|script|link|iframe|video|object)\b", mail.html)
    assert not re.search(r"display:\s*(flex|grid)|background-image|url\(|@import", mail.html)
    for tag in re.findall(r"<(\w+)[^>]*max-width", mail.html.replace(style[0], "")):
        assert tag == "table"
    assert f'<html lang="{lang}">' in mail.html


@EVERY
def test_the_first_line_is_the_preview_and_the_cut(name: str, lang: str) -> None:
    mail = written(name, lang)
    mark = reply_mark(lang)
    first = mail.text.split("\n")[0]
    assert first.endswith(mark)
    assert len(first) <= LONGEST_FIRST_LINE
    assert mail.text.count(mark) == mail.html.count(mark) == 1
    paragraph = re.search(r"<body.*?<p[^>]*>(.*?)</p>", mail.html, re.DOTALL)
    assert paragraph is not None
    assert shown(paragraph[1]).split() == first.split()
    assert not shown(mail.html.partition("<body")[0]).strip(), "nothing stands above it, hidden or not"


def test_without_a_reply_address_nothing_invites_an_answer() -> None:
    letter = samples("en")["turn"]
    mail = write(head("en", reply_to=""), letter)
    assert reply_mark("en") not in mail.text + mail.html
    assert "Or answer this mail" not in mail.html
    assert "copy the indented lines" not in mail.text


@EVERY
def test_every_seat_is_disc_letter_and_name(name: str, lang: str) -> None:
    mail = written(name, lang)
    desks = getattr(samples(lang)[name], "desk", None)
    if desks is None:
        return
    for colour, player in zip(SEAT_COLOURS, NAMES, strict=True):
        paint = SEATS[colour]
        disc = rf"<span[^>]*background-color:\s*{paint.colour}[^>]*>{paint.letter}</span>&nbsp;{player}"
        # A name without its disc is one too many: the alternative text of the picture names nobody.
        assert len(re.findall(disc, mail.html)) == mail.html.count(player) - mail.html.count(f"{player}&#39;")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["turn", "turn, numbers", "news", "over", "receipt", "default"])
def test_both_parts_tell_the_same(name: str, lang: str) -> None:
    mail, letter = written(name, lang), samples(lang)[name]
    assert isinstance(
        letter, letters.YourTurn | letters.News | letters.GameOver | letters.Receipt | letters.DefaultPlayed
    )
    told = Told(letter.desk)
    in_html = squeezed(re.sub(r"\b[OGSMNW] (?=\S)", "", shown(mail.html)))
    in_text = squeezed(mail.text)
    sentences = [change.text for change in told.changes]
    sentences += [cell.replace("-", "−") for player in told.players for cell in player.cells]
    sentences += [line for section in told.words for line in (*section.joined, *(row.text for row in section.rows))]
    if told.question is not None:
        choices = (*told.moves, told.question.default)
        sentences += [text for choice in choices for text in (choice.label, choice.note)]
        sentences += list(told.question.notes)
    assert sentences
    for sentence in map(unmarked, sentences):
        assert squeezed(sentence) in in_text
        assert squeezed(sentence) in in_html
    assert told.text_board in mail.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_to_copy_is_read_as_it_was_meant(lang: str) -> None:
    match = late_game()
    for phase in ("issue", "auction", "actions", "build", "goods", "production"):
        told = Told(desk(match.scene(match.last(phase), lang)))
        assert told.question is not None
        phase_verbs = {move.VERB: move for move in GAME.phase_named[phase].MOVES}
        reader = Reader(GAME.words, phase_verbs, GAME.verbs, GAME.lexicon(told.scene.state.options))
        for choice in (*told.moves, told.question.default):
            assert write_line(reader.read("\n".join(typed(choice.line))).line) == choice.line


def test_a_question_of_numbers_has_its_answers_before_the_board() -> None:
    mail = written("turn, numbers", "en")
    assert mail.html.index("Your moves") < mail.html.index("<img ")
    mail = written("turn", "en")
    assert mail.html.index("<img ") < mail.html.index("Your moves")


def test_a_long_absence_is_cut_and_says_so() -> None:
    mail = written("turn, no deadline", "en")
    told = Told(samples("en")["turn, no deadline"].desk)  # type: ignore[attr-defined]
    assert told.left_out > 0
    assert f"{told.left_out} earlier changes are in the history" in mail.text
    listed = {change.number for change in told.changes if change.number is not None}
    assert listed == {number for numbers in told.scene.marks.changes.values() for number in numbers}
    assert min(listed) == 1
    everything = samples("en")["turn, no deadline"].desk.scene  # type: ignore[attr-defined]
    board, *_ = drawings(samples("en")["turn, no deadline"])
    drawing = board.drawing
    assert drawing.moving != everything.drawing(addresses=everything.question.on_the_board).moving
    assert "This table has no deadlines" in mail.text
    assert "If you say nothing" not in mail.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reminder_begins_with_the_most_urgent_table(lang: str) -> None:
    letter = samples(lang)["reminder"]
    assert isinstance(letter, letters.Reminder)
    order = [waiting.until for waiting in letter.most_urgent_first]
    assert order == sorted(order, key=lambda at: at or datetime.max.replace(tzinfo=UTC))
    assert len(drawings(letter)) == 2
    mail = written("reminder", lang)
    assert mail.html.count("<img ") == 2
    boards = [Told(waiting.desk).text_board for waiting in letter.most_urgent_first]
    in_html = html.unescape(mail.html).replace("\N{NO-BREAK SPACE}", " ")
    assert mail.html.count('class="boardtext"') == 4
    assert all(board in in_html for board in boards[2:6])
    assert all(board in mail.text for board in boards[:6])
    untimed = replace(letter, waiting=(replace(letter.waiting[0], until=None), *letter.waiting[1:]))
    assert untimed.most_urgent_first[-1].until is None


def test_a_missing_picture_is_replaced_by_the_text_board() -> None:
    letter = samples("en")["turn"]
    mail = write(head("en"), letter)
    assert "<img" not in mail.html
    assert Told(letter.desk).text_board in html.unescape(mail.html)  # type: ignore[attr-defined]


def test_pictures_that_would_make_the_mail_too_long_are_left_out() -> None:
    letter = samples("en")["reminder"]
    for sizes, kept in (((70_000, 70_000), 2), ((95_000, 95_000), 1), ((200_000, 10), 0)):
        mail = write(head("en"), letter, [bytes(size) for size in sizes])
        assert len(mail.pictures) == mail.html.count("<img ") == kept
        assert mail.html.count('class="boardtext"') == 6 - kept


def test_the_last_mail_has_every_score_and_leads_to_the_proof() -> None:
    mail = written("over", "en")
    assert "/proof.txt\n" in mail.text
    assert "sha256" not in mail.text.lower()
    for points in (standing.score for standing in GAME.standings(late_game().states[-1])):
        assert f": {points}".replace("-", "−") in mail.text


# Names come from anybody.

HOSTILE = "Eve\u202e\r\nBcc: a@b.c\x00\ue000O\ue001 <b>\u2066" + "x" * 60


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_cannot_break_out(lang: str) -> None:
    names = (HOSTILE, *NAMES[1:])
    for name, letter in samples(lang, names).items():
        mail = write(head(lang, name=HOSTILE), letter)
        for part in (mail.subject, mail.sender_name, mail.text, mail.html):
            assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\r\ue000\ue001]", part), name
        assert "<b>xx" not in mail.html
        assert "\nBcc:" not in mail.text
    assert "&lt;b&gt;" in write(head(lang), samples(lang, names)["news"]).html


def test_titles_and_talk_cannot_break_out() -> None:
    scene = late_game().scene(late_game().last("goods"), "en", seat=1)
    said = letter_parts.Said(0, "One\r\n<script>\u202etwo\x07", UNTIL)
    mail = write(head("en"), letters.Talk(desk(scene, HOSTILE), said))
    assert "<script" not in mail.html
    assert "  One\n  <script>two\n" in mail.text
    assert not re.search("[\u202e\x07\r]", mail.subject + mail.text + mail.html)


def test_deadlines_are_told_in_the_readers_zone() -> None:
    letter = samples("en")["turn"]
    for zone, expected in (("Europe/Paris", "18:00 (Paris)"), ("America/New_York", "12:00 (New York)")):
        mail = write(head("en", zone=zone), letter)
        assert f"Thursday 19 November, {expected}" in mail.text
        assert f"Thursday 19 November, {expected}" in shown(mail.html)


def test_the_first_line_says_what_and_until_when() -> None:
    assert written("turn", "en").text.startswith("Build track by Thu 19 Nov, 18:00.  — reply above this line —\n")
    assert written("turn", "fr").text.replace("\N{NO-BREAK SPACE}", " ").startswith("À vous avant le 19 nov., 18 h 00.")
