"""From the text of an answer to orders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail_in.parse.commands import is_command
from pbem.mail_in.parse.order_types import Trouble
from pbem.mail_in.parse.orders import MOST_LINES, read_orders
from tests.contract.test_words import COMMANDS
from tests.pbem.mail_in.parse.sample_orders import read, table, told, wrongs


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("help", "help"),
        ("HELP!", "help"),
        ("help bid", "help bid"),
        ("aide", "help"),
        ("board", "board"),
        ("Board.", "board"),
        ("plateau", "board"),
        ("history", "history"),
        ("historique", "history"),
        ("standings", "standings"),
        ("classement", "standings"),
        ("rules", "rules"),
        ("rules 5.3", "rules 5.3"),
        ("Rules: 5.3.", "rules 5.3"),
        ("rules aos-5.3", "rules 5.3"),
        ("règles 5.3", "rules 5.3"),
        ("regles 12", "rules 12"),
        ("undo", "undo"),
        ("annuler", "undo"),
        ("resign", "resign"),
        ("abandonner", "resign"),
        ("try lay K10 straight 1", "try lay.K10.straight.1"),
        ("essai poser K10 droite 1", "try lay.K10.straight.1"),
        ("try: bid 3", "try bid.3"),
        ("say Hello, all!", "say Hello, all!"),
        ("say: Hello", "say Hello"),
        ("Say — hello", "say hello"),
        ("dire Bonjour à tous", "say Bonjour à tous"),
        ("dire à tous : bonjour", "say bonjour"),
        ("dire à bientôt", "say à bientôt"),
        ("say to be or not to be", "say to be or not to be"),
        ("say 3", "say 3"),
        ("say ?", "say ?"),
        ("say 😀", "say 😀"),
        ("tell orange hello", "tell 0 hello"),
        ("tell Anna: hello", "tell 0 hello"),
        ("tell anna hello anna", "tell 0 hello anna"),
        ("tell to anna hello", "tell 0 hello"),
        ("tell bob miller psst", "tell 1 psst"),
        ("tell vert psst", "tell 1 psst"),
        ("tell zoe salut", "tell 2 salut"),
        ("dire à Zoé salut", "tell 2 salut"),
        ("say to Zoé salut", "tell 2 salut"),
        ("note watch Détroit", "note watch Détroit"),
        ("away 2026-12-20 to 2027-01-03", "away 2026-12-20 2027-01-03"),
        ("away from 2026-12-20 until 2027-01-03", "away 2026-12-20 2027-01-03"),
        ("away 2026-12-20 - 2027-01-03", "away 2026-12-20 2027-01-03"),
        ("away 2026-12-20 – 2027-01-03", "away 2026-12-20 2027-01-03"),
        ("away 20.12.2026 to 3.1.2027", "away 2026-12-20 2027-01-03"),
        ("away 3/8/2027", "away 2027-08-03 2027-08-03"),
        ("absent du 3/8/2027 au 05/08/2027", "away 2027-08-03 2027-08-05"),
        ("away 2026-12-20", "away 2026-12-20 2026-12-20"),
        ("away until 2027-01-03", "away now 2027-01-03"),
        ("away off", "away over"),
        ("absent 2026-12-20 au 2027-01-03", "away 2026-12-20 2027-01-03"),
        ("absent du 2026-12-20 au 2027-01-03", "away 2026-12-20 2027-01-03"),
        ("absent jusqu’au 2027-01-03", "away now 2027-01-03"),
        ("absent non", "away over"),
        ("remind 24h 4h", "remind 24 4"),
        ("remind 4h, 24h", "remind 24 4"),
        ("remind 24 4", "remind 24 4"),
        ("remind 1 day and 4 hours", "remind 24 4"),
        ("remind 1/2", "remind 1/2"),
        ("remind 30m", "remind 30m"),
        ("remind 24h + 1/2, 30 minutes", "remind 1/2 24 30m"),
        ("remind off", "remind never"),
        ("rappel 24 h", "remind 24"),
        ("rappel 2 jours et 4 heures", "remind 48 4"),
        ("rappel jamais", "remind never"),
        ("quiet 22:00-07:00", "quiet 22:00 07:00"),
        ("quiet 22:00 to 7:30", "quiet 22:00 07:30"),
        ("quiet 22–7", "quiet 22:00 07:00"),
        ("quiet 22.30-7.15", "quiet 22:30 07:15"),
        ("quiet 22:30h to 24:00", "quiet 22:30 00:00"),
        ("silence 22h 07h", "quiet 22:00 07:00"),
        ("silence de 22 h 30 à 7 h", "quiet 22:30 07:00"),
        ("quiet off", "quiet never"),
        ("silence 22h-7h", "quiet 22:00 07:00"),
        ("silence de 22h30 à 7h", "quiet 22:30 07:00"),
        ("silence non", "quiet never"),
        ("news daily", "news daily"),
        ("news every round", "news round"),
        ("news line", "news line"),
        ("news off", "news turn"),
        ("nouvelles par jour", "news daily"),
        ("nouvelles chaque manche", "news round"),
        ("nouvelles jamais", "news turn"),
        ("- help", "help"),
        ("*help*", "help"),
    ],
)
def test_commands(typed: str, order: str) -> None:
    assert told(read(typed)) == [order]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("board please", "words-after"),
        ("undo 3", "words-after"),
        ("resign the game", "words-after"),
        ("rules of play", "rule-number"),
        ("try", "try-what"),
        ("try bid three", "word-unknown"),
        ("say", "no-text"),
        ("note :", "no-text"),
        ("tell", "tell-whom"),
        ("tell nobody hello", "tell-whom"),
        ("tell an hello", "tell-whom"),  # names are never guessed
        ("tell anna", "no-text"),
        ("dire à Ane salut", "tell-whom"),
        ("away", "away-dates"),
        ("away 2026-02-30", "away-dates"),
        ("away 2027-01-03 to 2026-12-20", "away-dates"),
        ("away 12/20/2026 to 01/03/2027", "away-dates"),  # which is the month?
        ("away 2026-12-20 or 2026-12-21", "away-dates"),
        ("remind", "remind-hours"),
        ("remind soon", "remind-hours"),
        ("remind 0h", "remind-hours"),
        ("remind 3/2", "remind-hours"),
        ("remind 999h", "remind-hours"),
        ("quiet", "quiet-hours"),
        ("quiet 22:00", "quiet-hours"),
        ("quiet 25:00-07:00", "quiet-hours"),
        ("quiet 22:61-07:00", "quiet-hours"),
        ("quiet 22:00-22:00", "quiet-hours"),
        ("quiet 22:00-21:30", "quiet-hours"),  # no hour would be left for a mail
        ("quiet 24:30-07:00", "quiet-hours"),
        ("quiet 2200-0700", "quiet-hours"),
        ("quiet night to day", "quiet-hours"),
        ("news", "news-how"),
        ("news weekly", "news-how"),
    ],
)
def test_commands_that_are_not_understood(typed: str, why: str) -> None:
    assert wrongs(read(typed)) == [why]
    assert told(read(typed)) == []


def test_every_command_of_the_contract_is_known() -> None:
    assert all(is_command(word) for word in COMMANDS)


def test_line_breaks_between_moves_are_blanks() -> None:
    for gap in (" ", "\n", "\n\n", "\n\n\n", ", "):
        typed = gap.join(["lay K10 straight 1", "lay L9 straight 1", "done"])
        assert told(read(typed, "build")) == ["moves lay.K10.straight.1 lay.L9.straight.1 done"]


def test_one_line_that_is_not_understood_stops_all() -> None:
    found = read("bid 3\nsay hello\nbid three", "auction")
    assert found.orders == ()
    assert [(line.text, line.moves, line.wrong is None) for line in found.lines] == [
        ("bid 3", "bid.3", True),
        ("say hello", "", True),
        ("bid three", "", False),
    ]


def test_moves_that_fit_alone_but_not_together_are_asked_about() -> None:
    many = "done\n" * 50 + "done " * 160
    assert wrongs(read(many, "build")) == ["line-too-many-words"]


def test_moves_may_stand_around_commands() -> None:
    assert told(read("lay K10 straight 1\nsay hello\nlay L9 straight 1", "build")) == [
        "moves lay.K10.straight.1 lay.L9.straight.1",
        "say hello",
    ]


@pytest.mark.parametrize(
    "after",
    [
        "\nBob",
        "\n\nBob",
        "\nBob\nChicago Office Management\n+33 6 12 34 56 78",
        "Kind regards\nBob",
        "Thanks, Bob",
        "Merci !",
        "\nTake care",
        "Take care, Bob",
        "\nJake",
        "\nDon",
        "\nSee you on Thursday, I am looking forward to it.",
        "END\nBob\nChicago\nlay K9 gentle 2",
        "FIN\nBob",
    ],
)
def test_manners_after_the_order(after: str) -> None:
    assert told(read(f"bid 3\n{after}", "auction")) == ["moves bid.3"]


@pytest.mark.parametrize(
    "after",
    [
        "Bob",
        "\nbid 4x",
        "\nbdi 4",
        "\npss",
        "\nPlace Vendôme 3",
        "\nlay K9 gentle 2",
        "\nK9 gentle 2",
        "\nred pitsburgh wheeling",
        "\nThanks\n\nbid four",
        "\nChicago",
        "please",
    ],
)
def test_what_looks_like_an_order_is_never_passed_over(after: str) -> None:
    found = read(f"bid 3\n{after}", "auction")
    assert found.orders == ()
    assert found.wrong


@pytest.mark.parametrize("before", ["Hi", "Hello all,", "Bonjour à tous !", "Dear Anna,", "Hallo zusammen,", "Salut"])
def test_a_greeting_is_passed_over_at_the_top_only(before: str) -> None:
    assert told(read(f"{before}\n\nbid 3", "auction")) == ["moves bid.3"]
    assert read(f"say x\n{before}\nbid 3", "auction").orders == ()


@pytest.mark.parametrize("typed", ["Hi, pass", "Thanks, pass", "Hello help", "Merci, passer"])
def test_an_order_in_a_greeting_is_not_lost(typed: str) -> None:
    assert read(f"{typed}\n\nsay x", "auction").orders == ()


def test_end_is_a_move_where_the_game_has_one() -> None:
    assert told(read("lay K10 straight 1\nEND\nBob", "build")) == ["moves lay.K10.straight.1 done"]
    assert told(read("lay K10 straight 1\nfin\ndire Voilà", "build")) == ["moves lay.K10.straight.1 done", "say Voilà"]
    assert told(read("lay K10 straight 1\nend\nlay L9 straight 1", "build")) == [
        "moves lay.K10.straight.1 done lay.L9.straight.1"
    ]


def test_a_short_name_below_a_route_is_asked_about() -> None:
    assert wrongs(read("deliver red pittsburgh wheeling\n\nLex", "goods")) == ["whose-line"]
    assert wrongs(read("deliver red pittsburgh wheeling\nLex", "goods")) == ["whose-line"]
    assert told(read("deliver red pittsburgh wheeling\nlexington", "goods")) == [
        "moves deliver.red.pittsburgh.wheeling.lexington"
    ]


LONG = "say I would be glad if we could meet on Thursday, at the usual table and at"


def test_a_long_talk_may_be_broken_by_the_mail_program() -> None:
    assert told(read(f"{LONG}\nthe usual hour\n\nbid 3", "auction")) == [f"{LONG} the usual hour", "moves bid.3"]
    assert told(read("say hello\nbid 3", "auction")) == ["say hello", "moves bid.3"]


def test_an_order_right_below_a_long_talk_is_asked_about() -> None:
    assert wrongs(read(f"{LONG}\nbid 3", "auction")) == ["whose-line"]
    assert wrongs(read(f"{LONG}\nend\n\nbid 3", "auction")) == ["whose-line"]
    assert told(read(f"{LONG}\n\nbid 3", "auction")) == [LONG, "moves bid.3"]


def test_a_try_takes_the_moves_below_it_and_nothing_is_played() -> None:
    assert told(read("try lay K10 straight 1\nlay L9 straight 1\ndone", "build")) == [
        "try lay.K10.straight.1 lay.L9.straight.1 done"
    ]
    assert wrongs(read("try lay K10 straight 1\n\nlay L9 straight 1", "build")) == ["try-or-play"]
    assert wrongs(read("lay L9 straight 1\ntry lay K10 straight 1", "build")) == ["try-or-play"]


@pytest.mark.parametrize(
    ("typed", "orders"),
    [
        ("41 bid 3", ["moves bid.3"]),
        ("41: bid 3", ["moves bid.3"]),
        ("#41 bid 3", ["moves bid.3"]),
        ("Table 41: bid 3", ["moves bid.3"]),
        ("41. bid 3\n42) lay K10 straight 1 done", ["41: moves bid.3", "42: moves lay.K10.straight.1 done"]),
        ("42 lay K10 straight 1\n42 lay L9 straight 1", ["moves lay.K10.straight.1 lay.L9.straight.1"]),
        ("Hi,\n\n41 bid 3\n\nBob", ["moves bid.3"]),
        ("41 tell anna hello\naway off\nhelp", ["tell 0 hello", "away over", "help"]),
        ("41 bid 3\nEND\nChicago", ["moves bid.3"]),
        (
            "42 lay K10 straight 1 lay L9 straight 1 lay M9 straight 1 lay N8 straight 1\ndone",
            ["moves lay.K10.straight.1 lay.L9.straight.1 lay.M9.straight.1 lay.N8.straight.1 done"],
        ),
    ],
)
def test_in_a_digest_each_line_names_its_table(typed: str, orders: list[str]) -> None:
    assert told(read(typed, number=2)) == orders


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("bid 3", ["table-missing"]),
        ("43 bid 3", ["table-unknown"]),
        ("41 bid 3\npass", ["table-missing"]),
        ("say hello", ["table-missing"]),
        ("41 lay K9 gentle 2", ["verb-not-now"]),
        ("41", ["line-empty"]),
    ],
)
def test_in_a_digest_nothing_is_played_for_a_table_that_is_not_named(typed: str, why: list[str]) -> None:
    assert wrongs(read(typed, number=2)) == why
    assert told(read(typed, number=2)) == []


def test_the_number_may_stand_before_orders_for_one_table_too() -> None:
    assert told(read("41: bid 3", "auction")) == ["moves bid.3"]
    assert wrongs(read("42: bid 3", "auction")) == ["no-such-verb"]


def test_nothing_written_is_told_from_nonsense() -> None:
    assert all(read(text).is_empty for text in ("", "\n \n", "Hello", "Thanks!", "Hi\n\nCheers, Bob"))
    assert not read("what now?").is_empty


def test_a_text_of_too_many_lines_is_not_played() -> None:
    found = read("say x\n" * (MOST_LINES + 1))
    assert found.orders == ()
    assert {line.wrong for line in found.lines} == {Trouble.TOO_LONG}
    assert read_orders("bid 3", {41: table("auction")}, too_long=True).orders == ()


def test_a_typing_error_is_told() -> None:
    found = read("deliver blue evansvile cincinnati", "goods")
    assert found.orders[0].order.forgiven == (("evansvile", "evansville"),)  # type: ignore[union-attr]


words = st.sampled_from(
    [
        "bid", "3", "lay", "K10", "straight", "1", "done", "pass", "say", "hello", "try", "END", "Bob", "Lex",
        "chicago", "deliver", "red", "help", "away", "2026-12-20", "41", "42:", "Hi", "Thanks", ",", ".", "-", "", "é",
        "tell", "anna",
    ]
)  # fmt: skip


@given(st.lists(st.lists(words, max_size=6).map(" ".join), max_size=8).map("\n".join), st.integers(1, 2))
def test_any_text_is_understood_whole_or_not_at_all(text: str, number: int) -> None:
    found = read(text, "build", number)
    assert not (found.orders and found.wrong)
    assert [line.text for line in found.lines] == [line.strip() for line in text.split("\n") if line.strip()]
    for line in found.lines:
        assert not (line.passed_over and (line.order or line.wrong))
    if found.lines and not found.orders:
        assert found.wrong or found.is_empty


@given(st.text(max_size=200))
def test_any_letters_are_read_without_an_error(text: str) -> None:
    read(text, "goods")
    read(text, number=2)
