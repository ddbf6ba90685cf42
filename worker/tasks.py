"""The tasks: three lines each, calling actions. What fails is written down; the sweep does it again."""

from pbem.actions.answering import read_mail
from pbem.actions.bots import answer_bot
from pbem.actions.failing import recorded
from pbem.actions.replaying import replay_tonight
from pbem.actions.sending import BATCH, deliver_due
from pbem.actions.sweeping import sweep
from pbem.mail.compose import render
from pbem.mail.transport import make_postman
from worker.app import celery, service


@celery.task(name="deliver")
def deliver_task() -> None:
    with recorded(service(), "deliver"):
        if deliver_due(service(), make_postman(service().config), render) == BATCH:
            service().hint("deliver", None)


@celery.task(name="answer")
def answer_task(table_id: int) -> None:
    with recorded(service(), f"answer {table_id}"):
        if answer_bot(service(), table_id):
            service().hint("answer", table_id)


@celery.task(name="sweep")
def sweep_task() -> None:
    with recorded(service(), "sweep"):
        sweep(service())


@celery.task(name="read", soft_time_limit=10, time_limit=20)
def read_task(inbound_id: int) -> None:
    with recorded(service(), f"read {inbound_id}"):
        read_mail(service(), inbound_id)


@celery.task(name="replay")
def replay_task(after: int = 0) -> None:
    with recorded(service(), "replay"):
        if last := replay_tonight(service(), after):
            service().hint("replay", last)


@celery.task(name="fetch")
def fetch_task() -> None:
    from pbem.fetching import fetch_mail  # few servers poll a mailbox

    with recorded(service(), "fetch"):
        if fetch_mail(service()):
            service().hint("fetch", None)
