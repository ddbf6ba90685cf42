"""Cutting the quotation and everything that mail programs add."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.reply_mark import reply_mark
from pbem.base.translations import LANGUAGES
from pbem.mail_in.parse.furniture import introduces, is_phone_signature
from pbem.mail_in.parse.quotes import LONGEST_ANSWER, Answer, cut

MARK = reply_mark("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_our_own_mark_in_every_language(lang: str) -> None:
    mark = reply_mark(lang)
    assert cut(f"bid 3\n\nAnswer by noon.  {mark}\npass") == Answer("bid 3", marked=True)
    assert cut(f"bid 3\n> Answer.  {mark}\n> pass") == Answer("bid 3", marked=True)
    assert cut(f"> Answer.  {mark}\n> pass\nbid 3") == Answer("bid 3", marked=True)
    for changed in (mark.replace("—", "-"), mark.replace("—", "?"), mark.upper(), mark.replace(" ", "\xa0")):
        assert cut(f"bid 3\n{changed}\npass").text == "bid 3"


def test_an_answer_above_wins_and_what_stands_below_is_told() -> None:
    assert cut(f"bid 3\n> x {MARK}\n> y\npass\n-- \nBob") == Answer("bid 3", ("pass",), marked=True)


def test_nothing_above_an_unquoted_mark_is_nothing() -> None:
    assert cut(f"\n{MARK}\npass") == Answer("", marked=True)


def test_lines_that_begin_with_an_angle_go() -> None:
    assert cut("> pass\n>> pass\n  > pass\nbid 3\n> pass").text == "bid 3"


INTRODUCTIONS = [
    "On Thu, Nov 12, 2026 at 10:03 AM Anna <anna@example.net> wrote:",
    "Le jeu. 12 nov. 2026 à 10:03, Anna <anna@example.net> a écrit :",
    "Am Do., 12. Nov. 2026 um 10:03 Uhr schrieb Anna <anna@example.net>:",
    "czw., 12 lis 2026 o 10:03 Anna <anna@example.net> napisał(a):",
    "Em qui., 12 de nov. de 2026 às 10:03, Anna <anna@example.net> escreveu:",
    "El jue, 12 nov 2026 a las 10:03, Anna (<anna@example.net>) escribió:",
    "Il giorno gio 12 nov 2026 alle ore 10:03 Anna <anna@example.net> ha scritto:",
    "Op do 12 nov 2026 om 10:03 schreef Anna <anna@example.net>:",
    "Den tors 12 nov. 2026 kl 10:03 skrev Anna <anna@example.net>:",
    "W dniu 12.11.2026 o 10:03, Anna pisze:",
]


@pytest.mark.parametrize("lead", INTRODUCTIONS)
def test_introductions_of_many_languages(lead: str) -> None:
    assert introduces(lead)
    for quoted in ("> pass", "> pass\n> x"):
        assert cut(f"bid 3\n\n{lead}\n\n{quoted}").text == "bid 3"
        assert cut(f"bid 3\n{lead}\n{quoted}").text == "bid 3"
        assert cut(f"{lead}\n{quoted}\n\nbid 3").text == "bid 3"
    words = lead.split(" ")
    for at in range(3, len(words) - 1):
        broken = " ".join(words[:at]) + "\n" + " ".join(words[at:])
        assert cut(f"bid 3\n\n{broken}\n\n> pass").text == "bid 3", broken


@pytest.mark.parametrize(
    "text",
    [
        "away 2026-12-20 to 2027-01-03",
        "say Anna wrote at 10:03",
        "say: meet at 10:03",
        "rules 5.3",
        "quiet 22:00-07:00",
        "note he wrote to me:",
        "tell anna mail me at bob@example.net",
        "lay K10 straight 1\nlay L9 straight 1\ndone",
        "say on 12.11.2026 I wrote",
        "say Anna wrote at 10:03:",
    ],
)
def test_orders_are_never_taken_for_furniture(text: str) -> None:
    assert cut(text).text == text
    assert cut(f"{text}\n\nOn Thu, Nov 12, 2026 at 10:03 AM Anna <a@b.example> wrote:\n> pass").text == text


@pytest.mark.parametrize(
    "block",
    [
        "From: Anna <a@b.example>\nSent: Thursday\nTo: Bob\nSubject: x",
        "*From:* Anna\n*Sent:* Thursday\n*To:* Bob",
        "De : Anna\nEnvoyé : jeudi\nÀ : Bob\nObjet : x",
        "Von: Anna\nGesendet: Donnerstag\nAn: Bob\nBetreff: x",
        "Od: Anna\nWysłano: czwartek\nDo: Bob\nTemat: x",
        "De: Anna\nEnviado: quinta-feira\nPara: Bob\nAssunto: x",
        "-----Original Message-----\nanything",
        "-------- Oryginalna wiadomość --------\nanything",
        "---------- Forwarded message ---------\nanything",
        "________________________________\nanything",
        "Begin forwarded message:\n\nanything",
    ],
)
def test_blocks_and_separators(block: str) -> None:
    assert cut(f"bid 3\n\n{block}\n\npass").text == "bid 3"


@pytest.mark.parametrize("mark", ["-- ", "--", "—", "–"])
def test_a_lone_dash_begins_the_signature(mark: str) -> None:
    assert cut(f"bid 3\n{mark}\nBob\npass").text == "bid 3"
    assert cut(f"{mark}\nBob") == Answer("")


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "Envoyé de mon iPhone",
        "Von meinem iPhone gesendet",
        "Wysłane z iPhone'a",
        "Enviado do meu iPhone",
        "Sent from Outlook for Android",
        "Get Outlook for iOS",
        "Sent with Proton Mail secure email.",
        "Gesendet mit der GMX Mail App",
        "Sent from Yahoo Mail for iPhone",
        "Envoyé à partir de Outlook pour Android",
    ],
)
def test_signatures_of_phones(line: str) -> None:
    assert is_phone_signature(line)
    assert cut(f"bid 3\n{line}").text == "bid 3"


def test_a_long_answer_is_cut_and_says_so() -> None:
    long = "\n".join(["say hello"] * 2000)
    assert cut(long).too_long
    assert len(cut(long).text) <= LONGEST_ANSWER
    assert not cut("bid 3").too_long
    quoted = "\n\n-----Original Message-----\n" + "x\n" * 9_000
    assert cut(f"bid 3{quoted}") == Answer("bid 3")


@given(st.text(max_size=300))
def test_nothing_is_ever_added(text: str) -> None:
    lines = {line.rstrip() for line in text.split("\n")}
    assert {line for line in cut(text).text.split("\n") if line} <= lines
