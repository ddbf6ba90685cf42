"""The sweep, every 30 seconds: what is due by the clock, and whatever a lost hint or a crash has left undone.

Each step is bounded and repeatable, so that two sweeps at once do no harm.
"""

from pbem.actions.answering import read_waiting
from pbem.actions.bots import answer_bot
from pbem.actions.daily import send_daily_news
from pbem.actions.deadlines import feel_pulse, treat_overdue
from pbem.actions.failing import recorded
from pbem.actions.opening import forget_unconfirmed
from pbem.actions.playing import bots_asked
from pbem.actions.reminding import remind
from pbem.service import Service

MOST = 100


def sweep(service: Service) -> None:
    """Each step and each table by itself: what fails is written down and holds nothing else up."""
    for step in STEPS:
        with recorded(service, f"sweep {step.__name__}"):
            step(service)
    service.hint("deliver", None)


def answer_bots(service: Service) -> None:
    with service.db.reading() as session:
        tables = dict.fromkeys(ask.table_id for ask, _ in bots_asked(session))
    for table_id in tables:
        with recorded(service, f"answer {table_id}"):
            for _ in range(MOST):
                if not answer_bot(service, table_id):
                    break


STEPS = (feel_pulse, treat_overdue, remind, read_waiting, send_daily_news, forget_unconfirmed, answer_bots)
