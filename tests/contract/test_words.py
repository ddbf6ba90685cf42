"""The words of a game: complete, the same in both languages, and never mistaken for a verb or a command."""

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.event import Event, kebab
from engine.core.game import AnyGame
from engine.core.play import start
from engine.core.reader import tokens
from engine.core.words import LANGUAGES, Template, load_words
from tests.contract.every_game import ROOT, calls, colours, folder, package, syntax, texts

# What a mail may say besides moves.
ENGLISH = "help board history standings scores rules try undo say tell note away remind quiet news resign plan"
FRENCH = "aide plateau historique classement regles essai annuler dire note absent rappel silence nouvelles abandonner"
COMMANDS = frozenset(f"{ENGLISH} {FRENCH}".split())
WAYS = {"", "seat", "name", "names", "money"}


def own_words(game: AnyGame, lang: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((folder(game) / "words" / f"{lang}.toml").read_text("utf-8"))


def spelled(text: str) -> str:
    return "-".join(tokens(text))


def verb_spellings(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Every way to write a verb, with the verb."""
    for verb in game.verbs:
        yield verb, verb
        for tongue in game.words.tongues.values():
            yield from ((spelled(spelling), verb) for spelling in tongue.verbs.get(verb, ()))


def word_spellings(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Every way to write a word of the lexicon, with the word."""
    for word in {word: None for words in game.lexicon(game.full_options({})).values() for word in words}:
        yield word, word
        for tongue in game.words.tongues.values():
            for spelling in (*filter(None, [tongue.names.get(word)]), *tongue.read.get(word, ())):
                yield spelled(spelling), word


def test_no_word_is_a_verb_or_a_command(game: AnyGame) -> None:
    taken = {spelling for spelling, _ in verb_spellings(game)} | COMMANDS
    assert [word for spelling, word in word_spellings(game) if spelling in taken] == []


def test_no_verb_is_a_command_or_two_verbs(game: AnyGame) -> None:
    meanings: dict[str, set[str]] = {}
    for spelling, verb in verb_spellings(game):
        meanings.setdefault(spelling, set()).add(verb)
    assert {spelling: verbs for spelling, verbs in meanings.items() if len(verbs) > 1} == {}
    assert COMMANDS & meanings.keys() == set()


def test_words_are_made_of_small_letters_digits_and_hyphens(game: AnyGame) -> None:
    lexicon = game.lexicon(game.full_options({}))
    words = {word for kind in lexicon.values() for word in kind} | set(game.verbs)
    assert [word for word in sorted(words) if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word)] == []


def test_a_verb_belongs_to_one_kind_of_move(game: AnyGame) -> None:
    for phase in game.phases:
        for cls in getattr(phase, "MOVES", ()):
            assert game.verbs[cls.VERB] is cls


def test_every_kind_of_word_has_a_lexicon_and_a_name(game: AnyGame) -> None:
    kinds = {slot.kind.name for cls in game.verbs.values() for slot in cls.slots()}
    assert kinds - {"number", "hex"} <= game.lexicon(game.full_options({})).keys()
    for tongue in game.words.tongues.values():
        assert kinds <= tongue.names.keys(), tongue.lang


def test_both_languages_have_the_same_ids(game: AnyGame) -> None:
    english, french = (own_words(game, lang) for lang in LANGUAGES)
    for part in ("say", "names"):
        assert english[part].keys() == french[part].keys(), part


def test_every_verb_has_its_french(game: AnyGame) -> None:
    assert game.verbs.keys() <= game.words.tongues["fr"].verbs.keys()


def test_both_languages_name_the_same_parameters(game: AnyGame) -> None:
    english, french = (game.words.tongues[lang].say for lang in LANGUAGES)
    assert {id for id, template in english.items() if french[id].parameters != template.parameters} == set()


def test_templates_write_parameters_in_known_ways(game: AnyGame) -> None:
    for tongue in game.words.tongues.values():
        for id, template in tongue.say.items():
            for text in filter(None, (template.zero, template.one, template.other)):
                ways = {way for _, name, way, _ in string.Formatter().parse(text) if name is not None}
                assert ways <= WAYS, (tongue.lang, id)


def test_every_event_can_be_told(game: AnyGame) -> None:
    for event in game.events:
        for tongue in game.words.tongues.values():
            template = tongue.say[kebab(event.__name__)]
            assert template.parameters <= set(event.__struct_fields__), (tongue.lang, event.__name__)


def _all_events(cls: type[Event] = Event) -> Iterator[type[Event]]:
    for child in cls.__subclasses__():
        yield child
        yield from _all_events(child)


def test_a_game_lists_all_its_events(game: AnyGame) -> None:
    own = {cls for cls in _all_events() if cls.__module__.startswith(f"{package(game)}.")}
    assert own == set(game.events)


def matching(text: str, say: Any) -> list[Template]:
    """The templates that an id in the source can mean."""
    if text.endswith("*"):
        return [template for id, template in say.items() if id.startswith(text[:-1])]
    return [say[text]] if text in say else []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_is_said_has_words(game: AnyGame, lang: str) -> None:
    say = game.words.tongues[lang].say
    for call in calls(folder(game), "say", "Say", "refusal"):
        for text in texts(call.args[0]):
            templates = matching(text, say)
            assert templates, f"{text} (line {call.lineno})"
            named = {keyword.arg for keyword in call.keywords}
            if None not in named and not _is_plain_say(call):
                assert all(template.parameters <= named for template in templates), f"{text} (line {call.lineno})"


def _is_plain_say(call: ast.Call) -> bool:
    """`Say("id", {…})` has its parameters in a mapping, which the promises check in play."""
    return isinstance(call.func, ast.Name) and call.func.id == "Say"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_core_has_words_for_what_it_says(lang: str) -> None:
    say = load_words().tongues[lang].say
    for call in calls(ROOT / "engine" / "core", "say", "Say", "refusal"):
        for text in texts(call.args[0]) if call.args else ():
            assert text in say, text


def test_no_words_are_left_over(game: AnyGame) -> None:
    spoken_for = (folder(game), ROOT / "engine" / "rail")  # rail speaks with the words of the games
    written = {text for place in spoken_for for tree in syntax(place).values() for text in _strings(tree)}
    used = written | {kebab(event.__name__) for event in game.events}
    used |= load_words().tongues["en"].say.keys()  # what core says, a game may say in its own way: thousands of dollars
    prefixes = tuple(text[:-1] for text in written if text.endswith("*"))
    assert [id for id in own_words(game, "en")["say"] if id not in used and not id.startswith(prefixes)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_headings_of_the_table_of_players_fit_a_phone(game: AnyGame, lang: str) -> None:
    """A word of more letters has a soft hyphen, and is broken there."""
    opening = start(game, colours(game.seats[0]), "words").state
    headings = [game.words.render(column, lang) for column in game.sheet(game.view(opening, None)).columns]
    assert [part for heading in headings for part in re.split(r"[\s\u00ad]", heading) if len(part) > 8] == []


def _strings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr | ast.Constant):
            yield from texts(node)
