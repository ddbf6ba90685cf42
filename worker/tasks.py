"""The tasks: three lines each, calling actions."""

from pbem.actions.bots import answer_bot
from pbem.actions.sending import BATCH, deliver_due
from pbem.actions.sweeping import sweep
from pbem.mail.compose import render
from pbem.mail.transport import make_postman
from worker.app import celery, service


@celery.task(name="deliver")
def deliver_task() -> None:
    if deliver_due(service(), make_postman(service().config), render) == BATCH:
        service().hint("deliver", None)


@celery.task(name="answer")
def answer_task(table_id: int) -> None:
    if answer_bot(service(), table_id):
        service().hint("answer", table_id)


@celery.task(name="sweep")
def sweep_task() -> None:
    sweep(service())


@celery.task(name="fetch")
def fetch_task() -> None:
    from pbem.fetching import fetch_mail  # few servers poll a mailbox

    if fetch_mail(service()):
        service().hint("fetch", None)
