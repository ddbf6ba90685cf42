"""The tasks: three lines each, calling functions of pbem. A failure is recorded, and the sweep repeats the work."""

from pbem.mail_in.read_mail import read_mail
from pbem.mail_out.compose import render
from pbem.mail_out.deliver import CROWD, deliver_due, is_due
from pbem.mail_out.films import make_film
from pbem.mail_out.transport import make_postman
from pbem.play.bots import answer_bot
from pbem.play.follow_plan import follow_plan
from pbem.play.patient_bots import think_once
from pbem.store.faults import recorded
from pbem.store.signs import is_silent, sign_of_life
from pbem.tables.rules_upgrade import replay_tonight
from pbem.upkeep.sweep import sweep
from worker.app import LONGEST_THOUGHT, celery, service


@celery.task(name="deliver")
def deliver_task() -> None:
    with recorded(service(), "deliver"):
        if is_due(service(), CROWD):
            service().hint("deliver", None)  # for another process, if one is free
        if deliver_due(service(), make_postman(service().config), render) and is_due(service()):
            service().hint("deliver", None)


@celery.task(name="answer")
def answer_task(table_id: int) -> None:
    with recorded(service(), f"answer {table_id}"):
        if answer_bot(service(), table_id):
            service().hint("answer", table_id)


@celery.task(name="follow")
def follow_task(table_id: int) -> None:
    with recorded(service(), f"follow {table_id}"):
        if follow_plan(service(), table_id):
            service().hint("follow", table_id)


@celery.task(name="think", soft_time_limit=LONGEST_THOUGHT, time_limit=LONGEST_THOUGHT + 20)
def think_task(table_id: int | None = None) -> None:
    with recorded(service(), f"think {table_id or ''}".strip()):
        if think_once(service(), table_id) and table_id is None:
            service().hint("think", None)


@celery.task(name="film", soft_time_limit=LONGEST_THOUGHT, time_limit=LONGEST_THOUGHT + 20)
def film_task() -> None:
    with recorded(service(), "film"):
        if make_film(service()):
            service().hint("film", None)


@celery.task(name="sweep")
def sweep_task() -> None:
    with recorded(service(), "sweep"):
        sweep(service())
    if is_silent(service(), "sender"):
        deliver_task()


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
    from pbem.mail_in.imap import fetch_mail  # few servers poll a mailbox

    with recorded(service(), "fetch"):
        more = fetch_mail(service())
        sign_of_life(service(), "imap")
        if more:
            service().hint("fetch", None)
