"""The words of plans are cut out of an answer; everything else stays as it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail_in.parse.plan_orders import PlanText, Wanted, cut_plan


@pytest.mark.parametrize(
    ("text", "now", "steps"),
    [
        (
            "issue 2 then bid up to 4 then first move",
            "issue 2",
            [Wanted(("upto.4",)), Wanted(("first move",))],
        ),
        ("émettre 2 puis jusqu'à 4 puis premier", "émettre 2", [Wanted(("upto.4",)), Wanted(("premier",))]),
        ("take engineer or locomotive", "", [Wanted(("take engineer", "locomotive"))]),
        ("prendre ingénieur ou locomotive", "", [Wanted(("prendre ingénieur", "locomotive"))]),
        ("I'd bid up to $4, please", "", [Wanted(("upto.4",))]),
        ("je mise jusqu'à 4 dollars", "", [Wanted(("upto.4",))]),
        ("bid up to 6 then ask", "", [Wanted(("upto.6.ask",))]),
        ("don't bid up to 4", "don't bid up to 4", []),
        ("place I5, I11 or I9", "", [Wanted(("place I5", "I11", "I9"))]),
        ("bid up to 6", "", [Wanted(("upto.6",))]),
        ("Up to $6, ask", "", [Wanted(("upto.6.ask",))]),
        ("enchérir jusqu’à 6", "", [Wanted(("upto.6",))]),
        ("always pass", "", [Wanted(("pass",), always=True)]),
        ("Toujours passer", "", [Wanted(("passer",), always=True)]),
        ("issue 1\nthen up to 3\nthen engineer or else locomotive", "issue 1", [
            Wanted(("upto.3",)), Wanted(("engineer", "locomotive")),
        ]),
        ("lay E14 gentle 2, done, then deliver red wheeling", "lay E14 gentle 2, done", [
            Wanted(("deliver red wheeling",)),
        ]),
        ("issue 2", "issue 2", []),
        ("say I build first, then you bid up to 5 or pass", "say I build first, then you bid up to 5 or pass", []),
        ("say a long sentence that goes on\nand then ends", "say a long sentence that goes on\nand then ends", []),
        ("note up to 5\n\nbid up to 4", "note up to 5", [Wanted(("upto.4",))]),
        ("deliver red to Portland", "deliver red to Portland", []),
        (
            "I'd like to issue two shares please, then bid up to 3 and take the engineer or locomotive",
            "I'd like to issue two shares please",
            [Wanted(("upto.3",)), Wanted(("take the engineer", "locomotive"))],
        ),
        ("issue 2, bid up to 3, engineer or locomotive", "issue 2", [
            Wanted(("upto.3",)), Wanted(("engineer", "locomotive")),
        ]),
        ("J'émets deux actions, j'enchéris jusqu'à 3 et je prends l'ingénieur", "J'émets deux actions", [
            Wanted(("upto.3",)), Wanted(("je prends l'ingénieur",)),
        ]),
        ("issue 1. In the auction go up to four dollars, then pass. Then first move", "issue 1", [
            Wanted(("upto.4",)), Wanted(("first move",)),
        ]),
        ("bid up to $4, and then I take urbanization", "", [Wanted(("upto.4",)), Wanted(("I take urbanization",))]),
        ("up to 3, please", "", [Wanted(("upto.3",))]),
        ("bid up to 5 and ask me", "", [Wanted(("upto.5.ask",))]),
        ("bid up to 3 with shares", "", [Wanted(("upto.3.shares",))]),
        ("enchérir jusqu'à 3 avec des actions puis locomotive", "", [
            Wanted(("upto.3.shares",)), Wanted(("locomotive",)),
        ]),
        ("jusqu'à cinq puis passer", "", [Wanted(("upto.5",))]),
        ("first move if it is still free, otherwise engineer", "", [Wanted(("first move", "engineer"))]),
        ("la locomotive si elle est libre, sinon l'ingénieur", "", [Wanted(("la locomotive", "l'ingénieur"))]),
        ("engineer, else locomotive", "", [Wanted(("engineer", "locomotive"))]),
    ],
)  # fmt: skip
def test_what_is_planned_is_cut_out(text: str, now: str, steps: list[Wanted]) -> None:
    found = cut_plan(text)
    assert found.now.strip() == now
    assert list(found.steps) == steps


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_is_cut_without_harm(text: str) -> None:
    found = cut_plan(text)
    assert isinstance(found, PlanText)
    assert all(wanted.choices for wanted in found.steps)
    assert found.now.count("\n") == text.count("\n"), (
        "lines keep their places: what is wrong in one is told by its number"
    )


@given(st.lists(st.sampled_from(["issue 2", "build", "lay E14 gentle 2", "Cheers", ""]), max_size=6))
def test_an_answer_without_these_words_is_untouched(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert cut_plan(text) == PlanText(text)
