"""What one can ask for about a plan by mail: to see it, to take what a mail suggests, to drop it; or to plan alone."""

from contextlib import suppress

from engine.core.plan import Intention
from pbem.base.service import Service
from pbem.mail_in.answers import Done
from pbem.mail_in.plans import PlannedAnswer, Sight, sight_of
from pbem.mail_in.reply import AtTable, Reply
from pbem.play.plan_ahead import forget_plan, outlook_at, plan_ahead
from pbem.play.plan_words import plan_in_words, steps
from pbem.play.plans import CannotPlan, MovedOn
from pbem.store.models import Seat, Table

MOST_TRIES = 5  # somebody may play while a plan is worked out


def show_plan(service: Service, reply: Reply, at: AtTable) -> Done:
    sight = _sight(service, reply, at)
    if sight is None:
        return _off(reply)
    planned, suggested = reply.gettext("planned"), reply.gettext("suggested")
    lines = [
        f"{step.number}. {step.question}: {step.answer} ({planned if step.is_planned else suggested})"
        for step in steps(sight.outlook, sight.scene, reply.gettext)
    ]
    if not lines:
        return Done(reply.gettext("Your plan"), [reply.gettext("No question to come can be foreseen now.")])
    told = reply.gettext("These questions come next. Answer “plan all” to take what is suggested.")
    return Done(reply.gettext("Your plan"), [told], lines, link="plan")


def take_plan(service: Service, reply: Reply, at: AtTable, numbers: tuple[int, ...]) -> Done:
    """Numbers are those of the mail that is answered. What is suggested is looked up in the present position."""
    for _ in range(MOST_TRIES):
        sight = _sight(service, reply, at)
        if sight is None:
            return _off(reply)
        keys = _keys(service, sight, numbers)
        wanted = [one.intention for one in sight.outlook.soon if one.key in keys and not one.planned]
        with suppress(MovedOn):
            replaced = plan_ahead(service, at.seat.id, sight.outlook.ply, wanted)
            return _taken(sight, wanted, replaced, len(keys))
    return _too_quick(reply)


def _keys(service: Service, sight: Sight, numbers: tuple[int, ...]) -> list[str]:
    """The questions that the mail has printed beside these numbers; without numbers all."""
    at = sight.at
    with service.db.reading() as session:
        table, seat = session.get_one(Table, at.table.id), session.get_one(Seat, at.seat.id)
        printed = outlook_at(session, table, seat, at.ply).soon if at.ply is not None else sight.outlook.soon
    if not numbers:
        return [one.key for one in sight.outlook.soon]
    return [one.key for number, one in enumerate(printed, 1) if number in numbers]


def _taken(sight: Sight, wanted: list[Intention], replaced: tuple[Intention, ...], asked_for: int) -> Done:
    gettext = sight.gettext
    if not wanted:
        told = gettext("There is nothing to plan under this number any more: the game has gone on, or it is planned.")
        return Done(gettext("Not planned"), [told])
    notes = [gettext("Planned: %(plan)s.") % {"plan": plan_in_words(wanted, sight.scene, gettext)}]
    if replaced:
        instead = plan_in_words(replaced, sight.scene, gettext)
        notes.append(gettext("This replaces what you had planned: %(plan)s.") % {"plan": instead})
    if len(wanted) < asked_for:
        notes.append(gettext("The other questions are planned already, or no longer to come."))
    notes.append(gettext("To drop all of it, answer “no plan”."))
    return Done(gettext("Planned"), notes, link="plan")


def drop_plan(service: Service, reply: Reply, at: AtTable) -> Done:
    sight = _sight(service, reply, at)
    dropped = forget_plan(service, at.seat.id)
    if not dropped or sight is None:
        return Done(reply.gettext("No plan"), [reply.gettext("You had planned nothing.")])
    what = plan_in_words(dropped, sight.scene, reply.gettext)
    return Done(reply.gettext("No plan"), [reply.gettext("Dropped: %(plan)s.") % {"plan": what}])


def plan_alone(service: Service, answer: PlannedAnswer) -> Done:
    """An answer that plays nothing now."""
    sight, gettext = answer.sight, answer.sight.gettext
    wanted = [intention for _, intention in answer.text.understood.found]
    try:
        replaced = plan_ahead(service, sight.at.seat.id, sight.outlook.ply, wanted)
    except CannotPlan:
        return _off(sight.reply)
    except MovedOn:
        return _too_quick(sight.reply)
    heading = gettext("Planned") if wanted else gettext("Not planned")
    return Done(heading, sight.told(answer.text.understood, replaced), link="plan")


def _sight(service: Service, reply: Reply, at: AtTable) -> Sight | None:
    with service.db.reading() as session:
        return sight_of(session, reply, at)


def _too_quick(reply: Reply) -> Done:
    told = reply.gettext("Somebody has played while your mail was read. Please look at the board and plan again.")
    return Done(reply.gettext("Not planned"), [told])


def _off(reply: Reply) -> Done:
    return Done(reply.gettext("No plan"), [reply.gettext("Nobody plans ahead at this table.")])
