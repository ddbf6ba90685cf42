"""Chapter 14: the notation, and kind reading in both languages."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from engine.core.move import read_line
from engine.core.reading import Reader, tokens
from engine.games.railways.box import DEEDS, TYCOON_GOALS
from engine.games.railways.events import EVENTS
from engine.games.railways.moves import TILES
from tests.engine.railways.position import BOTH, RT, acting, cubes, has, linked, plays

ENGLISH_COMMANDS = "help board history rules try undo say tell note away remind quiet news resign"
FRENCH_COMMANDS = "aide plateau historique regles essai annuler dire absent rappel silence nouvelles abandonner"
COMMANDS = {*tokens(ENGLISH_COMMANDS), *tokens(FRENCH_COMMANDS)}
    "help",
    "board",
    "history",
    "rules",
    "try",
    "undo",
    "say",
    "tell",
    "note",
    "away",
    "remind",
    "quiet",
    "news",
    "resign",
    "aide",
    "plateau",
    "historique",
    "regles",
    "essai",
    "annuler",
    "dire",
    "note",
    "absent",
    "rappel",
    "silence",
    "nouvelles",
    "abandonner",
]


@pytest.mark.parametrize(
    "text",
    [
        "bid.3",
        "pass",
        "issue.2",
        "lay.H18.gentle.2 lay.H19.straight.0 done",
        "redirect.H18.gentle.2",
        "deliver.red.detroit to.toledo over.green.chicago",
        "urbanize.albany.blue",
        "loco",
        "west.des-moines",
        "take.hotel-boston",
        "use.land-grant",
        "take.city-growth grow.boston",
    ],
)
@pytest.mark.parametrize("game", BOTH)
def test_rw_14_1_moves_are_words_with_dots(game, text):
    line = read_line(text, game.verbs, game.lexicon({}))
    assert " ".join(map(str, line)) == text


def test_rw_14_1_a_line_is_played_whole():
    s = acting()
    assert plays(s, 0, "lay.G16.gentle.5 lay.G15.straight.2").state.links
    with pytest.raises(Exception, match="line-unfinished"):
        plays(s, 0, "lay.G16.gentle.5")
    with pytest.raises(Exception, match="line-too-long"):
        plays(s, 0, "loco loco")


def reader(game, phase="actions"):
    verbs = {move.VERB: move for move in game.phase_named[phase].MOVES}
    return Reader(game.words, verbs, game.verbs, game.lexicon({}))


def test_rw_14_2_bids_and_shares_in_both_languages():
    assert str(reader(RT, "auction").read("Bid $3").line[0]) == "bid.3"
    assert str(reader(RT, "auction").read("mise 3").line[0]) == "bid.3"
    assert str(reader(RT).read("émettre 2").line[0]) == "issue.2"


def test_rw_14_3_rotations():
    assert TILES["straight"].rotations == (((0, 3),), ((1, 4),), ((2, 5),))
    assert TILES["gentle"].rotations[0] == ((0, 2),)
    assert TILES["gentle"].rotations[5] == ((1, 5),)
    assert str(reader(RT).read("pose h18 courbe 2").line[0]) == "lay.H18.gentle.2"


def test_rw_14_4_a_delivery_as_people_write_it():
    line = reader(RT).read("Deliver red Detroit to Toledo to Chicago").line
    assert " ".join(map(str, line)) == "deliver.red.detroit to.toledo to.chicago"
    french = reader(RT).read("livrer rouge Détroit vers Toledo par vert Chicago").line
    assert " ".join(map(str, french)) == "deliver.red.detroit to.toledo over.green.chicago"
    s = has(linked(cubes(acting(), detroit="R"), 0, "detroit", "toledo", "chicago"), 0, engine=2)
    assert plays(s, 0, " ".join(map(str, line))).state.players[0].points == 2


def test_rw_14_5_the_other_actions_as_people_write_them():
    read = reader(RT).read
    assert str(read("urbanize Albany blue").line[0]) == "urbanize.albany.blue"
    assert str(read("take Hotel St. Louis").line[0]) == "take.hotel-st-louis"
    assert str(read("western link Des Moines").line[0]) == "west.des-moines"
    assert str(read("loco").line[0]) == "loco"
    assert str(read("prendre Croissance urbaine agrandir La Nouvelle-Orléans").line[1]) == "grow.new-orleans"
    assert str(read("use land grant").line[0]) == "use.land-grant"


@pytest.mark.parametrize("game", BOTH)
def test_no_word_is_a_verb_or_a_mail_command(game):
    verbs = set(game.verbs)
    for tongue in game.words.tongues.values():
        verbs |= {"-".join(tokens(spelling)) for verb in game.verbs for spelling in tongue.verbs.get(verb, ())}
    words = {word for kind in game.lexicon({}).values() for word in kind}
    for tongue in game.words.tongues.values():
        words |= {"-".join(tokens(tongue.names[word])) for word in words if word in tongue.names}
        words |= {"-".join(tokens(other)) for word in words for other in tongue.read.get(word, ())}
    assert not words & verbs
    assert not (words | verbs) & COMMANDS


def sayings(lang):
    text = (files("engine.games.railways") / "words" / f"{lang}.toml").read_text("utf-8")
    return tomllib.loads(text)


def test_both_languages_say_the_same():
    en, fr = RT.words.tongues["en"], RT.words.tongues["fr"]
    assert set(en.say) == set(fr.say)
    assert set(sayings("en")["names"]) == set(sayings("fr")["names"])
    assert set(en.verbs) == set(fr.verbs)
    for id, template in en.say.items():
        assert template.parameters == fr.say[id].parameters, id


def test_every_event_and_word_can_be_said():
    for tongue in RT.words.tongues.values():
        for event in EVENTS:
            id = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", event.__name__).lower()
            assert tongue.say[id].parameters <= set(event.__struct_fields__), id
        for kind, words in RT.lexicon({}).items():
            for word in (kind, *words):
                assert word in tongue.names, word
        for deed in DEEDS:
            assert f"about-{deed}" in tongue.say
        for goal in TYCOON_GOALS:
            assert f"goal-{goal}" in tongue.say


def test_every_refusal_and_message_in_the_code_can_be_said():
    package = Path(str(files("engine.games.railways")))
    used = set()
    for source in package.rglob("*.py"):
        text = source.read_text("utf-8")
        used |= set(re.findall(r'(?:say|refusal)\(\s*"([a-z0-9-]+)"', text))
    assert len(used) > 90
    for tongue in RT.words.tongues.values():
        assert used <= set(tongue.say)


def test_every_refusal_names_a_statement():
    package = Path(str(files("engine.games.railways")))
    rules = set()
    for source in package.rglob("*.py"):
        rules |= set(re.findall(r'"(rw-[0-9.]+)"', source.read_text("utf-8")))
    for lang in ("", ".fr"):
        stated = set(
            re.findall(r"^\*\*(rw-[0-9.]+)\*\*", Path(f"docs/rules/railways{lang}.md").read_text("utf-8"), re.MULTILINE)
        )
        assert rules <= stated


def rules(lang):
    return Path(f"docs/rules/railways{lang}.md").read_text("utf-8")


def test_every_statement_is_in_both_languages_and_has_a_test():
    english, french = (
        re.findall(
            r"^\*\*(rw-[0-9.]+)\*\* (\[\w+\])", Path(f"docs/rules/railways{lang}.md").read_text("utf-8"), re.MULTILINE
        )
        for lang in ("", ".fr")
    )
    assert english == french
    tests = "".join(path.read_text("utf-8") for path in Path("tests/engine/railways").glob("test_*.py"))
    for number, _ in english:
        assert f"def test_{number.replace('-', '_').replace('.', '_')}_" in tests, number
