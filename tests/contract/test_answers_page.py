"""docs/answers.md tells the truth, and the words by which sentences are read fit together."""

from collections.abc import Iterator
from typing import get_args

import pytest

from engine.core.game import AnyGame
from engine.core.grammar import grammar, verb_meant
from engine.core.vocabulary import Sort
from engine.core.words import LANGUAGES
from engine.games import GAMES
from tests.contract.answers_table import table, written
from tests.contract.test_words import COMMANDS, spelled


def test_the_page_has_the_grammar_of_every_game() -> None:
    """If it has not: `python -m tests.contract.answers_table`."""
    assert written() == table()


def other_words(game: AnyGame) -> Iterator[tuple[str, str]]:
    for lang in LANGUAGES:
        for word, spellings in game.words.tongues[lang].other.items():
            yield from ((word, spelled(spelling)) for spelling in spellings)


def test_other_words_are_for_verbs_and_words_of_the_game(game: AnyGame) -> None:
    known = {word for words in game.lexicon(game.full_options({})).values() for word in words} | set(game.verbs)
    core = {"pass", "done"}  # which not every game has
    assert {word for word, _ in other_words(game)} - known - core == set()


def test_no_other_word_is_a_command(game: AnyGame) -> None:
    assert {spelling for _, spelling in other_words(game)} & COMMANDS == set()


def test_a_thing_is_called_like_a_verb_only_where_that_verb_cannot_be_played(game: AnyGame) -> None:
    """`loco` is a verb of Age of Steam, and another word for the Locomotive where actions are chosen."""
    lexicon = game.lexicon(game.full_options({}))
    for phase in game.phases:
        moves = getattr(phase, "MOVES", ())
        things = {word for cls in moves for slot in cls.slots() for word in lexicon.get(slot.kind.name, ())}
        tongues = game.words.tongues.values()
        verbs = {
            spelled(each) for cls in moves for tongue in tongues for each in (cls.VERB, *tongue.verbs.get(cls.VERB, ()))
        }
        called = {spelling for word, spelling in other_words(game) if word in things}
        assert called & verbs == set(), phase.NAME


def test_what_is_read_around_moves_is_known(game: AnyGame) -> None:
    for lang in LANGUAGES:
        uses = set(game.words.tongues[lang].reading)
        assert uses - {"numbers", "nths"} <= set(get_args(Sort)), lang


def test_numbers_have_the_same_words_in_both_languages(game: AnyGame) -> None:
    english, french = (game.words.tongues[lang].reading for lang in LANGUAGES)
    assert len(english["numbers"]) == len(french["numbers"])
    assert len(english["nths"]) == len(french["nths"])


def test_the_grammar_has_every_verb(game: AnyGame) -> None:
    for lang in LANGUAGES:
        rules = grammar(game, lang)
        assert [rule.verb for rule in rules] == list(game.verbs)
        assert all(rule.form.startswith(rule.shown) for rule in rules)


@pytest.mark.parametrize(
    ("game", "text", "verb"),
    [
        ("age-of-steam", "bid", "bid"),
        ("age-of-steam", "build", "lay"),
        ("age-of-steam", "miser", "bid"),
        ("spike", "draw", "draw"),
        ("spike", "go", None),  # run, restart or extra
        ("whistle-stop", "the moon", None),
    ],
)
def test_a_verb_is_known_by_any_word_for_it(game: str, text: str, verb: str | None) -> None:
    assert verb_meant(GAMES[game], text) == verb
