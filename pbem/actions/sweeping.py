"""The sweep, every 30 seconds: what is due by the clock, and whatever a lost hint or a crash has left undone.

Each step is bounded and repeatable, so that two sweeps at once do no harm.
"""

from pbem.actions.bots import answer_bot
from pbem.actions.daily import send_daily_news
from pbem.actions.deadlines import feel_pulse, treat_overdue
from pbem.actions.forgetting import forget_raw
from pbem.actions.opening import forget_unconfirmed
from pbem.actions.reminding import remind
from pbem.service import Service

MOST = 100


def sweep(service: Service) -> None:
    feel_pulse(service)
    treat_overdue(service)
    remind(service)
    send_daily_news(service)
    forget_unconfirmed(service)
    forget_raw(service)
    for _ in range(MOST):
        if not answer_bot(service):
            break
    service.hint("deliver", None)
