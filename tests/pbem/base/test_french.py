"""One kind of apostrophe and one kind of spacing in everything that is said in French."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from pbem.base.translations import catalogue
from pbem.base.translations.catalogues import read
from pbem.base.translations.french import with_french_spaces

ENGINE = Path(engine.__file__).parent
WORD_FILES = sorted(ENGINE.rglob("words/fr.toml"))
PLACEHOLDER = re.compile(r"%\(\w+\)0?\d?[sd]|\{[^{}]*\}")
WRONG = re.compile(
    r"[\N{RIGHT SINGLE QUOTATION MARK}\N{NARROW NO-BREAK SPACE}]"
    r"|(?<! )[;?!»]|(?<! ):(?![\d/])|«(?! )"  # without a plain space; 22:00 and https:// have none
)


def faults(text: str) -> list[str]:
    plain = PLACEHOLDER.sub("x", text)
    return [plain[max(found.start() - 12, 0) : found.end() + 12] for found in WRONG.finditer(plain)]


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


@pytest.mark.parametrize(
    "text", ["l’hôte", "Prix\N{NO-BREAK SPACE}: 3", "Prix: 3", "Quoi?", "%(name)s!", "« x»", "«x »", "{who:seat}; fin"]
)
def test_what_breaks_the_rule_is_found(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize(
    "text", ["l'hôte", "« {move} » : de 22:00 à 07:00 ?", "%(title)s : https://example.org", " ; "]
)
def test_what_keeps_the_rule_is_left_alone(text: str) -> None:
    assert faults(text) == []


def test_the_catalogue_is_typed_in_one_way() -> None:
    assert [fault for entry in read("fr") if entry.id for text in strings(entry.string) for fault in faults(text)] == []


def test_word_files_are_found() -> None:
    assert {path.parents[1].name for path in WORD_FILES} >= {"core", "draw", "spike"}


@pytest.mark.parametrize("path", WORD_FILES, ids=lambda path: path.parents[1].name)
def test_words_are_typed_in_one_way(path: Path) -> None:
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    assert [fault for text in strings(said) for fault in faults(text)] == []


def test_spaces_are_no_break_where_a_text_is_shown() -> None:
    assert with_french_spaces("« oui » : 3 $ ?") == "«_oui_»_: 3_$_?".replace("_", "\N{NO-BREAK SPACE}")
    assert catalogue("fr").gettext("%(label)s:") == "%(label)s\N{NO-BREAK SPACE}:"
