"""Statement, code and test belong together: each number is found in all three."""

import re
from functools import cache

from engine.core.game import AnyGame
from engine.core.words import LANGUAGES
from tests.contract.every_game import NOTATION, ROOT, calls, folder, rules_file, statements, syntax, texts

LINES = statements(NOTATION)


@cache
def numbers_in_tests() -> frozenset[str]:
    """What stands in the names of all tests: `aos_6_12` for `test_aos_6_12_rivers`."""
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for name in re.findall(r"def test_(\w+)", path.read_text("utf-8")):
            found.update(re.findall(r"(?=(?<![a-z0-9])([a-z]+(?:_[0-9]+)+)(?![0-9]))", name))
    return frozenset(found)


def untested(numbers: list[str]) -> list[str]:
    return [number for number in numbers if re.sub(r"[-.]", "_", number) not in numbers_in_tests()]


def test_both_languages_have_the_same_statements(game: AnyGame) -> None:
    english, french = (statements(rules_file(game, lang)) for lang in LANGUAGES)
    assert english
    assert len(set(english)) == len(english)
    assert french == english


def test_every_refusal_rests_on_a_statement(game: AnyGame) -> None:
    known = {*statements(rules_file(game, "en")), *LINES}
    missing = [
        (rule, call.lineno)
        for call in calls(folder(game), "refusal", "Refusal")
        for rule in texts(call.args[1])
        if rule not in known
    ]
    assert missing == []


def test_every_number_in_the_code_is_a_statement_or_a_chapter(game: AnyGame) -> None:
    numbers = statements(rules_file(game, "en"))
    chapters = {number.partition(".")[0] for number in numbers}
    prefix = numbers[0].partition("-")[0]
    cited = {
        number
        for path in syntax(folder(game))
        for number in re.findall(rf"\b{prefix}-[0-9]+(?:\.[0-9]+)?", path.read_text("utf-8"))
    }
    assert cited - set(numbers) - chapters == set()


def test_every_statement_has_a_test(game: AnyGame) -> None:
    assert untested(statements(rules_file(game, "en"))) == []


def test_the_statements_about_lines_have_tests_and_cover_what_core_refuses() -> None:
    assert LINES[:3] == ["line-1", "line-2", "line-3"]
    assert untested(LINES) == []
    used = {rule for call in calls(ROOT / "engine" / "core", "refusal") for rule in texts(call.args[1])}
    assert used
    assert used <= set(LINES)
