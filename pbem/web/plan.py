"""The plan page: a seat answers questions that are not asked yet.

Every press is kept at once, so there is nothing to lose and two windows do not disturb each other. GET changes nothing.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask_babel import gettext
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from engine.core.ahead import Ahead, read_choice
from engine.core.move import write_line
from engine.core.phase_plans import planning_of
from engine.core.plan import Choice, Intention
from engine.core.play import suggest
from engine.core.refusal import MoveError
from engine.core.standing_forms import UpTo, read_form
from pbem.base.cpu_limit import TakesTooLong, cpu_limit
from pbem.base.fields import printable
from pbem.play.plan_ahead import Outlook, changed_plan, forget_plan, outlook, plan_ahead
from pbem.play.plan_words import asked, choice_in_words, plan_in_words
from pbem.play.plans import CannotPlan, MovedOn, may_plan
from pbem.play.scene import Scene, sentence
from pbem.play.stored_scenes import scene_at
from pbem.store.asks import open_ask
from pbem.web.board_model import position_of
from pbem.web.frame import Seated, chrome, language, message, seated, service
from pbem.web.look import Addresses, read_look
from pbem.web.models import Form, Link, Option, PlanChoice, PlanPage, PlanStep, PlanStepPage
from pbem.web.seat_frame import head_of, tabs_of
from pbem.web.turn_model import open_draft, turn_of

pages = Blueprint("plan", __name__)

MOST_CPU = 4.0  # seconds that looking ahead may take
MOST_MORE = 12  # lines that can be added from a list
MOST_TRIES = 5  # somebody may play while a plan is worked out


class Refused(Exception):
    """What was pressed cannot be planned; the sentence says why."""


@pages.get("/t/<token>/plan")
def plan(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
        return plan_page(session, who)


def plan_page(session: Session, who: Seated, told: str = "", is_bad: bool = False) -> AnyResponse:
    if not may_plan(who.table, who.seat):
        return _no_plans(who)
    ahead, scene = _looked_ahead(session, who)
    base = f"/t/{who.token}"
    try:
        with cpu_limit(MOST_CPU):
            questions = ahead.questions
            steps = tuple(_step(who, scene, ahead, number, one) for number, one in enumerate(questions, 1))
    except TakesTooLong:
        told, is_bad, questions, steps = gettext("This takes too long to work out now."), True, (), ()
    shown = replace(scene, state=questions[-1].state) if questions else scene
    page = PlanPage(
        chrome(told, is_bad),
        head_of(who, scene),
        tabs_of(session, who, "plan"),
        steps,
        Form(f"{base}/plan"),
        position_of(shown, Addresses(f"{base}/plan", read_look(request.args))),
        open_ask(session, who.seat.id) is not None,
        f"{base}/if/{who.table.ply}",
    )
    return Response(render_template("pages/plan.html", page=page), 422 if is_bad else 200)


def _looked_ahead(session: Session, who: Seated) -> tuple[Outlook, Scene]:
    """The questions to come, and the position as the seat sees it now."""
    return outlook(session, who.table, who.seat), scene_at(session, who.table, who.seat.number, language())


def _no_plans(who: Seated) -> Response:
    back = Link(gettext("To the table"), f"/t/{who.token}")
    return message(gettext("No plan"), gettext("Nobody plans ahead at this table."), links=(back,))


def _step(who: Seated, scene: Scene, ahead: Outlook, number: int, one: Ahead[Any]) -> PlanStep:
    base, choices = f"/t/{who.token}/plan", one.intention.choices
    there = replace(scene, state=one.state)
    limit = next((form for choice in choices if isinstance(form := read_form(choice.form), UpTo)), None)
    has_cost = any("cost" in effect for choice in choices for effect in choice.effect or ())
    shown = tuple(
        PlanChoice(
            place,
            choice_in_words(choice, there),
            # One event says no more than the button, unless something has its price.
            tuple(there.say(told) for told in choice.told) if has_cost or len(choice.told) > 1 else (),
            tuple(there.say(danger) for danger in choice.dangers),
            place == len(choices),
        )
        for place, choice in enumerate(choices, 1)
    )
    hidden = {"key": one.key, "seen": _mark(one.intention)}
    return PlanStep(
        number,
        one.key,
        asked(there.say(one.prompt), gettext),
        one.planned,
        shown,
        Form(base, hidden=hidden),
        Form(base, {"limit": str(limit.limit)}, hidden=hidden) if limit is not None else None,
        limit is not None and limit.ask,
        () if one.blind else tuple(_more(there, one)),
        "" if one.blind or limit is not None else f"{base}/{number}",
        one.intention.always,
        one.intention.any_cost,
        has_cost,
        one.later and not one.planned,
    )


def _more(there: Scene, one: Ahead[Any]) -> list[Option]:
    """Further suggestions for the same question, to be added to the list."""
    assert there.reader is not None, "a seat plans"
    known = {choice.form for choice in one.intention.choices}
    tips = suggest(there.game, there.view, there.reader, MOST_MORE)
    lines = {write_line(tip.line): sentence(there.say(tip.label)) for tip in tips}
    return [Option(line, label) for line, label in lines.items() if line not in known]


# One question on the board


@pages.get("/t/<token>/plan/<int:number>")
@pages.get("/t/<token>/plan/<int:number>/<draft>")
def step_on_board(token: str, number: int, draft: str = "") -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
        if not may_plan(who.table, who.seat):
            return _no_plans(who)
        ahead, scene = _looked_ahead(session, who)
        back = f"/t/{token}/plan"
        try:
            with cpu_limit(MOST_CPU):
                if not 1 <= number <= len(ahead.questions):
                    return redirect(back, 303)
                one = ahead.questions[number - 1]
                there = replace(scene, state=one.state)
                text = printable(draft)
                turn, position = turn_of(
                    there,
                    open_draft(there.game, there.state, who.seat.number, text),
                    Addresses(f"{back}/{number}", read_look(request.args)),
                    text,
                    printable(request.args.get("on", "")),
                )
        except TakesTooLong:
            return redirect(back, 303)
        page = PlanStepPage(
            chrome(),
            head_of(who, scene),
            tabs_of(session, who, "plan"),
            number,
            asked(there.say(one.prompt), gettext),
            turn,
            position,
            Form(back, hidden={"key": one.key, "act": "add"}),
            back,
        )
    return Response(render_template("pages/plan_step.html", page=page))


# What is pressed


@pages.post("/t/<token>/plan")
def press(token: str) -> AnyResponse:
    form = request.form.to_dict()
    for _ in range(MOST_TRIES):
        with service().db.reading() as session:
            who = seated(session, token)
            if not may_plan(who.table, who.seat):
                return _no_plans(who)
            ahead = outlook(session, who.table, who.seat)
            scene = scene_at(session, who.table, who.seat.number, language())
        try:
            with cpu_limit(MOST_CPU):
                wanted, dropped = _wanted(ahead, scene, form)
            forget_plan(service(), who.seat.id, dropped)
            replaced = plan_ahead(service(), who.seat.id, ahead.ply, wanted)
        except MovedOn:
            continue  # somebody has played: the same press, in the new position
        except CannotPlan:
            return _no_plans(who)
        except (Refused, MoveError, TakesTooLong) as wrong:
            why = scene.say(wrong.say()) if isinstance(wrong, MoveError) else str(wrong)
            with service().db.reading() as session:
                return plan_page(session, seated(session, token), why or gettext("This cannot be planned."), True)
        elsewhere = [each for each in replaced if each.key == form.get("key") and _mark(each) != form.get("seen")]
        if elsewhere:  # in another window, or by mail
            instead = plan_in_words(elsewhere, scene, gettext)
            with service().db.reading() as session:
                told = gettext("This replaces what you had planned: %(plan)s.", plan=instead)
                return plan_page(session, seated(session, token), told)
        return redirect(f"/t/{token}/plan", 303)
    abort(503)


def _mark(intention: Intention) -> str:
    """What a page has shown of an answer: so a press can tell that it was changed meanwhile."""
    return " ".join(choice.form for choice in intention.choices)


def _wanted(ahead: Outlook, scene: Scene, form: Mapping[str, str]) -> tuple[list[Intention], list[str] | None]:
    """What is planned by this press, and the questions whose plans it drops; None: all of them."""
    act, key = form.get("act", ""), form.get("key", "")
    if act == "all":
        return [one.intention for one in ahead.soon if not one.planned and one.intention.choices], []
    if act == "none":
        return [], None
    one = next((one for one in ahead.questions if one.key == key), None)
    if act == "drop":
        return [], [key]
    if one is None:
        raise Refused(gettext("This question has been asked meanwhile, or it does not come any more."))
    changed = _changed(ahead, scene, one, act, form)
    if not changed.choices:
        return [], [key]
    stands_no_more = one.intention.always and not changed.always
    return list(changed_plan(ahead, changed)), [key] if stands_no_more else []


def _changed(ahead: Outlook, scene: Scene, one: Ahead[Any], act: str, form: Mapping[str, str]) -> Intention:
    choices = list(one.intention.choices)
    what, _, place = act.partition("-")
    at = int(place) - 1 if place.isdecimal() and len(place) < 3 and 1 <= int(place) <= len(choices) else None
    if at is not None and form.get("seen", "") != _mark(one.intention):
        raise Refused(gettext("What you had planned here was changed in another window. This is your plan now."))
    if what == "up" and at is not None and at > 0:
        choices[at - 1 : at + 1] = [choices[at], choices[at - 1]]
    elif what == "down" and at is not None and at + 1 < len(choices):
        choices[at : at + 2] = [choices[at + 1], choices[at]]
    elif what == "out" and at is not None:
        del choices[at]
    elif act == "limit":
        choices = [_limit(ahead, one, form)]
    elif act == "add":
        added = _read(ahead, one, form.get("add") or form.get("draft", ""))
        # What was only suggested stays behind it where others may take everything, as in a choice of actions.
        lists_all = planning_of(ahead.game.phase_named[one.state.phase]).lists_all
        others = [choice for choice in choices if choice.form != added.form] if one.planned or lists_all else []
        choices = [added, *others]
    always, any_cost = one.intention.always, one.intention.any_cost
    if act == "options":
        always, any_cost = "always" in form, "any_cost" in form
    return Intention(one.key, tuple(choices), always, any_cost)


def _limit(ahead: Outlook, one: Ahead[Any], form: Mapping[str, str]) -> Choice:
    limit = form.get("limit", "").strip()
    if not limit.isdecimal() or len(limit) > 4:
        raise Refused(gettext("Write the highest bid as a number."))
    known = next((found for choice in one.intention.choices if isinstance(found := read_form(choice.form), UpTo)), None)
    shares = known is not None and known.shares
    return _read(ahead, one, str(UpTo(int(limit), "ask" in form, shares)))


def _read(ahead: Outlook, one: Ahead[Any], text: str) -> Choice:
    line = printable(text).replace("~", " ").strip()
    if not line:
        raise Refused(gettext("Choose a move first."))
    return read_choice(ahead.game, one, ahead.number, line, ahead.state)
