"""The sweep, every 30 seconds: what is due by the clock, and whatever a lost hint or a crash has left undone.

Each step is bounded and repeatable, so that two sweeps at once do no harm. A failure is recorded and does
not hold up anything else.
"""

from pbem.base.service import Service
from pbem.mail_in.read_mail import read_waiting
from pbem.mail_out.films import call_for_films
from pbem.play.bots import answer_bot, bots_due
from pbem.play.follow_plan import follow_plan, tables_to_follow
from pbem.play.patient_bots import call_thinkers
from pbem.store.faults import recorded
from pbem.store.signs import forget_machines
from pbem.tables.invitations import forget_unconfirmed
from pbem.upkeep.daily_news import send_daily_news
from pbem.upkeep.deadlines import treat_overdue
from pbem.upkeep.pulse import wake_up
from pbem.upkeep.reminders import remind
from pbem.upkeep.retention import drop_raw
from pbem.upkeep.troubles import render_again
from pbem.upkeep.watchdog import guard

MOST_ROUNDS = 20


def sweep(service: Service) -> None:
    """Each step and each table by itself, but none before it is known how long the server was down."""
    wake_up(service)
    for step in STEPS:
        with recorded(service, f"sweep {step.__name__}"):
            step(service)
    service.hint("deliver", None)


def answer_bots(service: Service) -> None:
    """One line per table in turn, so that a long game of bots does not hold up other tables."""
    for _ in range(MOST_ROUNDS):
        with service.db.reading() as session:
            tables = dict.fromkeys(ask.table_id for ask, _ in bots_due(service, session))
        for table_id in tables:
            with recorded(service, f"answer {table_id}"):
                answer_bot(service, table_id)
        if not tables:
            break


def follow_plans(service: Service) -> None:
    """One line per table in turn. It comes before the deadlines, which pass only for those who have planned nothing."""
    for _ in range(MOST_ROUNDS):
        tables = tables_to_follow(service)
        for table_id in tables:
            with recorded(service, f"follow {table_id}"):
                follow_plan(service, table_id)
        if not tables:
            break


STEPS = (
    follow_plans, treat_overdue, remind, read_waiting, send_daily_news, forget_unconfirmed, answer_bots, call_thinkers,
    call_for_films, guard, render_again, drop_raw, forget_machines,
)  # fmt: skip
