"""The plan page of a sample game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pbem.play.plan_ahead import Outlook
from pbem.play.plan_words import choice_in_words
from pbem.play.plans import NOTHING
from pbem.play.scene import Scene
from pbem.web import models
from pbem.web.board_model import position_of
from pbem.web.look import Addresses, Look
from pbem.web.models import Chrome, Form, Link, Option, TableHead
from pbem.web.turn_model import open_draft, turn_of


def plan_pages(
    scene: Scene, chrome: Chrome, head: TableHead, tabs: tuple[Link, ...], base: str
) -> Iterator[tuple[str, str, Any]]:
    """The overview with a limit, a list and a single move, and one question on the board."""
    assert scene.reader is not None, "a seat plans"
    outlook = Outlook(scene.game, scene.state, scene.reader, 0, NOTHING)
    steps = []
    for number, one in enumerate(outlook.questions, 1):
        choices = tuple(
            models.PlanChoice(place, choice_in_words(choice, scene), ("$5",), ("!",), place == 2)
            for place, choice in enumerate((*one.intention.choices, *one.intention.choices)[:2], 1)
        )
        form = Form(base, hidden={"key": one.key})
        steps.append(
            models.PlanStep(
                number,
                one.key,
                scene.say(one.prompt),
                number == 1,
                choices,
                form,
                Form(base, {"limit": "5"}) if number == 2 else None,
                more=(Option("pass", "–"),),
                board_url=f"{base}/{number}",
                has_cost=True,
            )
        )
    position = position_of(scene, Addresses(base, Look()))
    yield "plan", "plan.html", models.PlanPage(chrome, head, tabs, tuple(steps), Form(base), position, True)
    yield "plan-empty", "plan.html", models.PlanPage(chrome, head, tabs, (), Form(base), position)
    one = outlook.questions[0]
    there = replace(scene, state=one.state)
    draft = open_draft(there.game, there.state, scene.reader, one.intention.choices[0].form.replace(" ", "~"))
    turn, board = turn_of(there, draft, Addresses(f"{base}/1", Look()))
    yield (
        "plan-step",
        "plan_step.html",
        models.PlanStepPage(chrome, head, tabs, 1, there.say(one.prompt), turn, board, Form(base), base),
    )
