"""Whatever mail of ours is quoted, and however: only the answer is left."""

import pytest
from inscriptis import get_text

from pbem.mail_in.parse.body import read_body
from pbem.mail_in.parse.guards import take
from pbem.mail_in.parse.orders import read_orders
from pbem.mail_in.parse.quotes import cut
from pbem.mail_in.parse.webtext import text_of
from tests.mails.corpus.clients import headers, html_part, wire
from tests.pbem.mail_in.parse.sample_orders import tables, told
from tests.pbem.mail_out.samples import LANGUAGES, SAMPLES, written

pytestmark = pytest.mark.slow  # a game is played and drawn for it

TYPED = "lay K10 straight 1\nlay L9 straight 1\ndone"
LEAD = "On Thu, Nov 12, 2026 at 10:03 AM Railpost · your turn <\nturns@play.example.org> wrote:"
BLOCK = "_" * 32 + "\nFrom: Railpost <turns@play.example.org>\nSent: Thursday\nTo: Bob\nSubject: x\n"


def quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SAMPLES)
def test_the_text_of_our_mail_is_cut(name: str, lang: str) -> None:
    ours = written(name, lang)
    for text in (ours.text, get_text(ours.html)):
        assert cut(f"{TYPED}\n\n{LEAD}\n\n{quoted(text)}").text == TYPED
        assert cut(f"{LEAD}\n{quoted(text)}\n\n{TYPED}").text == TYPED
        assert cut(f"{TYPED}\n\n{BLOCK}\n{text}").text == TYPED
        assert cut(f"{LEAD}\n{quoted(text)}").text == ""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SAMPLES)
def test_the_html_of_our_mail_is_cut(name: str, lang: str) -> None:
    ours = written(name, lang)
    answer = "".join(f"<div>{line}</div>" for line in TYPED.split("\n"))
    known = f'<div dir="ltr">{answer}</div><div class="gmail_quote"><blockquote>{ours.html}</blockquote></div>'
    assert [line for line in text_of(known).split("\n") if line.strip()] == TYPED.split("\n")
    mail = take(wire(headers("x", 1) + html_part(known)))
    assert told(read_orders(cut(read_body(mail).text).text, tables("build"))) == [
        "moves lay.K10.straight.1 lay.L9.straight.1 done"
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["turn", "turn, numbers", "news", "receipt", "refused", "reminder", "talk"])
def test_the_mark_alone_is_enough(name: str, lang: str) -> None:
    """A mail program that nobody knows, which quotes without any sign of it."""
    ours = written(name, lang)
    assert cut(f"{TYPED}\n{ours.text}").text == TYPED
    assert cut(f"{TYPED}\n{text_of(ours.html)}").text == TYPED
