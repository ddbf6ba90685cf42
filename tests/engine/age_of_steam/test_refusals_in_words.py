"""Every refusal of the game, given by the rules in some position, can be said in both languages."""

import ast
from pathlib import Path

import pytest

import engine.games.age_of_steam as package
from engine.core.play import actors, refuse
from engine.core.words import LANGUAGES
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.phases import actions
from tests.engine.age_of_steam.boards import building, draft, drawn, fresh_table, go, go_on, line_of, moving, producing
from tests.engine.age_of_steam.test_illegal_lays import ROWS
from tests.engine.age_of_steam.test_moving_goods import THREE_TURNS
from tests.engine.age_of_steam.test_shares_and_order import bidding

SOURCES = sorted(Path(package.__path__[0]).rglob("*.py"))
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


def refusals_in_code():
    """Reason, rule and parameters of every refusal that the game can give."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refusal":
                reason, rule = (ast.literal_eval(arg) for arg in node.args)
                yield reason, rule, frozenset(str(keyword.arg) for keyword in node.keywords)


REFUSALS = sorted(refusals_in_code(), key=lambda row: row[0])


def others():
    """One of each refusal that is not of a tile: the position, the draft whose last move is refused."""
    held = go(bidding(3, hold="orange"), "hold")
    three = moving(THREE_TURNS, "evansville:BY", engine=2)
    built = building(action="urbanization", cities="M6.a")
    cubes = drawn(producing({"w1": "RRR"}, bag="RB"))
    return {
        "no-shares-is-pass": (fresh_table(), "issue.0"),
        "too-many-shares": (fresh_table(), "issue.14"),
        "no-turn-order-pass": (bidding(), "hold"),
        "turn-order-pass-used": (go_on(held, "bid.1", "bid.2"), "hold"),
        "bid-too-low": (bidding(), "bid.0"),
        "bid-too-high": (bidding(), "bid.11"),
        "action-taken-by": (go(actions.begin(fresh_table()), "take.engineer"), "take.engineer"),
        "not-urbanizing": (building(), "urbanize.toledo.a"),
        "urbanize-comes-first": (built, "lay.K10.straight.1 urbanize.indianapolis.b"),
        "urbanized-already": (built, "urbanize.indianapolis.b urbanize.buffalo.c"),
        "new-city-placed": (built, "urbanize.indianapolis.a"),
        "already-new-city": (built, "urbanize.toledo.b"),
        "no-such-cube": (three, "deliver.red.evansville.cincinnati"),
        "no-link": (three, "deliver.blue.evansville.chicago"),
        "via-needs-stop": (three, "deliver.blue.evansville.via-orange"),
        "via-wrong": (three, "deliver.blue.evansville.via-green.cincinnati"),
        "via-needed": (three, "deliver.blue.evansville.indianapolis.cincinnati"),
        "engine-too-weak": (moving(THREE_TURNS, "evansville:B", engine=1), TWO_LINKS),
        "stop-twice": (three, "deliver.yellow.evansville.cincinnati.evansville"),
        "must-stop": (moving(AROUND, "cincinnati:B", cities="K9.b"), "deliver.blue.cincinnati.evansville.indianapolis"),
        "wrong-city": (three, "deliver.yellow.evansville.cincinnati"),
        "engine-at-most": (moving(engine=6), "loco"),
        "engine-raised-already": (go_on(moving(), "loco", "pass", "pass", "pass"), "loco"),
        "drawn-already": (cubes, "draw"),
        "must-place": (cubes, "pass"),
        "draw-first": (producing(), "place.red.w1.1"),
        "not-drawn": (cubes, "place.yellow.w2.1"),
        "no-such-box": (cubes, "place.red.w2.4"),
        "box-full": (cubes, "place.red.w1.1"),
    }


TWO_LINKS = "deliver.blue.evansville.indianapolis.via-green.cincinnati"
AROUND = "K10.straight.1:o L9.straight.1:o J9.gentle.1:o"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("reason", "rule", "params"), REFUSALS)
def test_words_of_a_refusal(reason, rule, params, lang):
    template = GAME.words.tongues[lang].say[reason]
    assert template.parameters <= params
    assert template.parameters == GAME.words.tongues["en"].say[reason].parameters


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refused_tile_is_told(lang):
    for reason, _, text, track, special in ROWS:
        s = building(track, **special)
        *before, last = line_of(s, text)
        s = draft(s, " ".join(map(str, before)))
        refused = refuse(GAME, s, s.asked[0], last)
        assert refused is not None
        sentence = GAME.words.render(refused.say(), lang, NAMES)
        assert "{" not in sentence, reason
        assert sentence.endswith(".")
        if "owner" in refused.params:
            assert "Ben" in sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_other_refusal_is_told(lang):
    told = others()
    assert {*told, *(reason for reason, *_ in ROWS)} == {reason for reason, _, _ in REFUSALS}
    for reason, (s, text) in told.items():
        *before, last = line_of(s, text)
        s = draft(s, " ".join(map(str, before)))
        refused = refuse(GAME, s, actors(GAME, s)[0], last)
        assert refused is not None
        assert refused.reason == reason
        sentence = GAME.words.render(refused.say(), lang, NAMES)
        assert "{" not in sentence
        assert sentence.endswith(".")
