"""Reading in sentences: what is played, what is asked, and what never is."""

from functools import cache
from pathlib import Path

import pytest

from engine.core.move import write_line
from engine.core.phrases import Chat, Unclear, understand
from engine.core.play import actors
from engine.core.reader import Reading
from engine.core.record import read_record, replay
from engine.core.situation import Printed, Situation
from engine.games import GAMES

RECORDS = Path(__file__).parents[1] / "records"


@cache
def states(record: str) -> tuple[str, list[object]]:
    found = read_record((RECORDS / f"{record}.txt").read_text("utf-8"))
    return found.game, replay(GAMES[found.game], found, None).states


def situation(record: str, phase: str, number: int = 0, **more: object) -> Situation:
    """The so-manieth position of this phase in a record."""
    game, all_states = states(record)
    state = [state for state in all_states if state.phase == phase][number]  # type: ignore[attr-defined]
    return Situation(GAMES[game], state, actors(GAMES[game], state)[0], **more)  # type: ignore[arg-type]


def told(found: object) -> str:
    match found:
        case Reading(line, _, sure, then):
            return write_line(line) + ("" if sure else " (unsure)") + "".join(f" | {part}" for part in then)
        case Unclear(why, choices):
            return f"? {why.id}" + (f" {write_line(choices[0])}" if choices else "")
        case Chat(polite):
            return "thanks" if polite else "chat"
    raise AssertionError(found)


ISSUE = situation("age-of-steam-4", "issue")
AUCTION = situation("age-of-steam-4", "auction", 2)
ACTIONS = situation("age-of-steam-4", "actions")
BUILD = situation("age-of-steam-4", "build", 9)


@pytest.mark.parametrize(
    ("asked", "text", "meant"),
    [
        (ISSUE, "I'd like to issue two shares, please", "issue.2"),
        (ISSUE, "J'émets 2 actions", "issue.2"),
        (ISSUE, "isue 2", "issue.2 (unsure)"),
        (ISSUE, "Could I issue 2 shares?", "issue.2 (unsure)"),
        (ISSUE, "no shares this time", "pass"),
        (ISSUE, "I won't issue any", "pass"),
        (ISSUE, "issue 3\nbid 2\nengineer", "issue.3 | bid 2 | engineer"),
        (ISSUE, "issue 40 shares", "issue.40"),  # a rule forbids it, and says why
        (AUCTION, "je mise trois dollars", "bid.3"),
        (AUCTION, "bdi 3", "bid.3 (unsure)"),
        (AUCTION, "$3", "bid.3 (unsure)"),
        (AUCTION, "I'm out", "pass"),
        (ACTIONS, "I'll take the Engineer", "take.engineer"),
        (ACTIONS, "Engineer", "take.engineer (unsure)"),
        (ACTIONS, "engneer", "take.engineer (unsure)"),
        (BUILD, "build from Chicago to Rock Island", "lay.G7.straight.1 lay.F7.stub.1"),
        (BUILD, "relier Chicago à Rock Island", "lay.G7.straight.1 lay.F7.stub.1"),
        (BUILD, "nothing", "done"),
        (BUILD, "pass", "done"),
    ],
)
def test_what_is_played(asked: Situation, text: str, meant: str) -> None:
    assert told(understand(asked, text)) == meant


@pytest.mark.parametrize(
    ("asked", "text", "question"),
    [
        (ISSUE, "issue 2 or 3", "? reading-doubtful issue.2"),
        (ISSUE, "I will not issue 2 shares", "? reading-doubtful issue.2"),
        (ISSUE, "Should I issue 2 shares?", "? reading-doubtful issue.2"),
        (ISSUE, "issue 2, issue 3", "? reading-contradicts issue.2"),
        (AUCTION, "bid up to 6", "? reading-doubtful bid.6"),
        (AUCTION, "miser jusqu'à 6", "? reading-doubtful bid.6"),
        (AUCTION, "no, bid 3", "? reading-doubtful bid.3"),
        (AUCTION, "bid minus 3", "? reading-doubtful bid.3"),
        (ACTIONS, "Bob should take the engineer", "? reading-doubtful take.engineer"),
        (ACTIONS, "engineer or locomotive", "? reading-doubtful take.engineer"),
    ],
)
def test_what_is_asked(asked: Situation, text: str, question: str) -> None:
    assert told(understand(asked, text)) == question


def test_somebody_else_is_not_the_writer() -> None:
    asked = situation("age-of-steam-4", "actions", people=("Bruno",))
    assert told(understand(asked, "Bruno takes the engineer")).startswith("? reading-doubtful")


@pytest.mark.parametrize("text", ["Thanks!", "Merci beaucoup !", "Nice game everyone", "well done", "bien joué"])
def test_courtesies_are_no_order(text: str) -> None:
    assert told(understand(ISSUE, text)) == "thanks"


@pytest.mark.parametrize("text", ["What a lovely evening", "haha, brilliant stuff Bruno"])
def test_chat_is_no_order(text: str) -> None:
    assert told(understand(AUCTION, text)) == "chat"


PRINTED = (
    Printed(1, "pass", ("Issue no shares", "N'émettre aucun titre")),
    Printed(2, "issue.1", ("Issue 1 share for $5", "Émettre 1 titre pour 5 $")),
    Printed(3, "issue.2", ("Issue 2 shares for $10",)),
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2", "issue.1"),
        ("#2 please", "issue.1"),
        ("option 3, thanks", "issue.2"),
        ("the second one", "issue.1"),
        ("le 2 svp", "issue.1"),
        ("Issue 2 shares for $10.", "issue.2"),
        ("3. Issue 2 shares for $10", "issue.2"),
        ("Émettre 1 titre pour 5 $, merci", "issue.1"),
        ("$2", "issue.2 (unsure)"),
        ("two", "issue.2 (unsure)"),
    ],
)
def test_a_choice_is_answered_by_its_number_or_its_words(text: str, meant: str) -> None:
    asked = situation("age-of-steam-4", "issue", printed=PRINTED)
    assert told(understand(asked, text)) == meant


def test_a_number_that_no_choice_has_brings_the_choices_again() -> None:
    asked = situation("age-of-steam-4", "actions", printed=(Printed(1, "take.engineer", ("Take Engineer",)),))
    found = understand(asked, "7")
    assert isinstance(found, Unclear)
    assert (found.why.id, found.why.params["number"]) == ("reading-no-choice", 7)
    assert [write_line(line) for line in found.choices] == ["take.engineer"]


@pytest.mark.parametrize("text", ["yes", "Oui !", "ok", "1", "yes please", "d'accord, merci"])
def test_consent_takes_the_first_choice_of_a_question_back(text: str) -> None:
    asked = situation("age-of-steam-4", "issue", printed=PRINTED, asked_back=True)
    assert told(understand(asked, text)) == "pass"


def test_consent_to_nothing_is_chat() -> None:
    assert told(understand(situation("age-of-steam-4", "issue", printed=PRINTED), "yes")) == "thanks"


@pytest.mark.parametrize(
    "text",
    [
        "bid 3\N{ZERO WIDTH SPACE}0",
        "bid \N{RIGHT-TO-LEFT OVERRIDE}03",
        "b\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}d 3",
        "bid 3\N{SUPERSCRIPT TWO}",
        "bid \N{VULGAR FRACTION ONE HALF}",
        "bid \N{ARABIC-INDIC DIGIT THREE}",
        "bid -3",
        "bid 3.5",
        "word " * 100_000,
        "bid 3 " * 5_000,
    ],
)
def test_strange_letters_and_long_texts_are_never_played(text: str) -> None:
    found = understand(AUCTION, text)
    assert not isinstance(found, Reading) or found.line != ISSUE.line("pass"), text
    assert not isinstance(found, Reading), told(found)
