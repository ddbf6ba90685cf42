"""What players ask for in words and the game works out: links, deliveries, builds, trains (`Game.grant`)."""

import pytest

from engine.core.clauses import clauses, wishes
from engine.core.phrases import understand
from engine.core.wish import Wish
from engine.games import GAMES
from tests.engine.test_phrases import situation, told

SPIKE = situation("spike-2", "turn", 17)
PLACE = situation("whistle-stop-3", "place", 0)
TRAINS = situation("whistle-stop-3", "turn", 0)
TYCOON = situation("railroad-tycoon-5", "actions", 20)


@pytest.mark.parametrize(
    ("asked", "text", "meant"),
    [
        (SPIKE, "draw two cards", "draw | draw"),
        (SPIKE, "draw red", "take.red"),
        (SPIKE, "take the green card", "take.green"),
        (PLACE, "put a train on I5", "place.I5"),
        (PLACE, "place I5, then I11, then I12", "place.I5 | then i11 | then i12"),
        (TRAINS, "run I11 north-west", "run.I11.nw"),
        (TRAINS, "buy the caboose", "buy.caboose"),
        (TYCOON, "deliver blue from New York to Philadelphia", "deliver.blue.new-york to.philadelphia"),
        (TYCOON, "livrer le cube bleu de New York à Philadelphie", "deliver.blue.new-york to.philadelphia"),
        (TYCOON, "build Baltimore to Washington", "lay.V13.gentle.0"),
        (TYCOON, "connect Washington with Baltimore", "lay.V13.gentle.0"),
        (TYCOON, "take the Baltimore hotel", "take.hotel-baltimore"),
        (TYCOON, "upgrade my engine", "loco"),
    ],
)
def test_a_wish_is_granted(asked: object, text: str, meant: str) -> None:
    assert told(understand(asked, text)) == meant  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "text"),
    [(SPIKE, "build to Boston"), (SPIKE, "take two green cards"), (TYCOON, "build from Boston to Dallas")],
)
def test_what_cannot_be_done_is_asked(asked: object, text: str) -> None:
    assert told(understand(asked, text)).startswith("? ")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("deliver red from Boston to Chicago", Wish(frozenset({"deliver"}), ("red",), (), "boston", "chicago")),
        ("livrer rouge de Boston à Chicago", Wish(frozenset({"deliver"}), ("red",), (), "boston", "chicago")),
        (
            "deliver red from Boston to Chicago via Albany and Toledo",
            Wish(frozenset({"deliver"}), ("red",), (), "boston", "chicago", ("albany", "toledo")),
        ),
    ],
)
def test_prepositions_are_the_grammar_of_routes(text: str, wish: Wish) -> None:
    marks = TYCOON.vocabulary.read(text, TYCOON.reader.verbs)
    (clause,) = clauses(marks, TYCOON.wordless)
    assert wish in list(wishes(clause))


def test_every_game_grants_wishes() -> None:
    assert all(game.grant is not None for game in GAMES.values())


def test_the_ends_of_a_wish_are_two_places() -> None:
    assert Wish(names=("a", "b")).ends({"a", "b"}) == ("a", "b")
    assert Wish(names=("b",), start="a").ends({"a", "b"}) == ("a", "b")
    assert Wish(names=("a",)).ends({"a"}) is None
    assert Wish(names=("a", "red", "b")).others({"a", "b"}) == ("red",)
    assert Wish().names_verb("lay")
    assert not Wish(frozenset({"bid"})).names_verb("lay")
