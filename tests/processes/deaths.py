"""Work done in a process that is killed (SIGKILL) at a named point, and what such a process is told."""

import multiprocessing
import os
import signal
import smtplib
import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import update
from sqlmodel import col

from engine.core import patient
from engine.games import GAMES
from pbem.base.config import production_config
from pbem.base.service import Service, make_service
from pbem.mail_in import answers, carry_out, read_mail
from pbem.mail_out import deliver as delivery
from pbem.mail_out.compose import render
from pbem.mail_out.transport import make_postman
from pbem.play import bots, follow_plan, patient_bots, play_line, thinking_process
from pbem.store.models import Mail
from pbem.store.models.mail import SENDING as LEASED
from tests.toys.parlour import GAME as PARLOUR

_PROCESSES = multiprocessing.get_context("forkserver")  # clean of the threads of the tests, and quick to start
_PROCESSES.set_forkserver_preload([__name__])

Place = tuple[Any, str, str]  # a module or class, a function of it, before or after

# Where a process can die while it sends. Only after the server's 250 may the mail go out twice.
SENDING: Mapping[str, Place] = {
    "before the claim": (delivery, "claim", "before"),
    "after the claim": (delivery, "claim", "after"),
    "after rendering": (delivery, "_store", "before"),
    "after storing": (delivery, "_store", "after"),
    "after RCPT": (smtplib.SMTP, "rcpt", "after"),
    "after 250": (smtplib.SMTP, "data", "after"),
    "after the commit": (delivery, "_mark", "after"),
}
# And while it plays a line.
PLAYING: Mapping[str, Place] = {
    "before the line": (play_line, "append_line", "before"),
    "after the line": (play_line, "append_line", "after"),
    "before the commit": (play_line, "notify", "after"),
    "after the commit": (play_line, "play_line", "after"),
}
# And while it thinks for a patient bot.
THINKING: Mapping[str, Place] = {
    "before the thought": (thinking_process, "think", "before"),
    "in the middle of it": (patient, "_played_on", "after"),
    "after the thought": (thinking_process, "think", "after"),
    **PLAYING,
}
# And while it follows a plan: up to the line, or up to the question if the plan does not fit.
FOLLOWING: Mapping[str, Place] = {
    "before the answer": (follow_plan, "planned_answer", "before"),
    "after the answer": (follow_plan, "planned_answer", "after"),
    **PLAYING,
}
ASKING: Mapping[str, Place] = {
    "before the answer": (follow_plan, "planned_answer", "before"),
    "after the answer": (follow_plan, "planned_answer", "after"),
    "before the mail": (follow_plan, "ask_after_all", "before"),
    "before the commit": (follow_plan, "ask_after_all", "after"),
    "after the commit": (follow_plan, "_ask", "after"),
}
# And while it deals with a mail that came in.
READING: Mapping[str, Place] = {
    "before the claim": (read_mail, "_claim", "before"),
    "after the claim": (read_mail, "_claim", "after"),
    "after reading": (carry_out, "read_orders", "after"),
    "after the line": (play_line, "append_line", "after"),
    "before the commit": (answers.Answers, "finish", "after"),
    "after the commit": (play_line, "play_line", "after"),
}


class FrozenClock:
    def __init__(self, time: datetime) -> None:
        self.time = time

    def now(self) -> datetime:
        return self.time


def dies_in(place: Place, work: str, settings: Mapping[str, str], now: datetime, *given: Any) -> None:
    """Runs the work in a process of its own that must end at that place."""
    process = _PROCESSES.Process(target=_work, args=(name_of(place), work, dict(settings), now, given))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL, f"the process ended with {process.exitcode}, not at {name_of(place)}"


def _work(place: str, work: str, settings: dict[str, str], now: datetime, given: tuple[Any, ...]) -> None:
    GAMES[PARLOUR.id] = PARLOUR  # type: ignore[index]
    _die_at(place)
    service = make_service(production_config(settings))
    service.clock = FrozenClock(now)
    works: dict[str, Callable[..., Any]] = {
        "deliver": deliver,
        "answer": bots.answer_bot,
        "follow": follow_plan.follow_plan,
        "think": patient_bots.think_once,
        "play": play_line.play_line,
        "read": read_mail.read_mail,
    }
    works[work](service, *given)


def deliver(service: Service) -> int:
    return delivery.deliver_due(service, make_postman(service.config), render)


def name_of(place: Place) -> str:
    return " ".join((place[0].__name__, *place[1:]))


def die_once_at_each(folder: Path) -> None:
    """In a process that lives on: whichever of its children comes to one of the places first dies there.

    It leaves a mark with the Message-ID of the mail that it was sending. The lease of that mail ends at once instead of
    minutes later; no other lease does, so nobody but the dead can cause a second copy.
    """
    folder.mkdir(parents=True, exist_ok=True)
    held: list[tuple[Service, Mail]] = []
    claim = delivery.claim

    def claiming(service: Service) -> Mail | None:
        mail = claim(service)
        held[:] = [] if mail is None else [(service, mail)]
        return mail

    delivery.claim = claiming
    for name in EVERYWHERE:
        _die_at(name, partial(_is_first, folder / name, held))


def _is_first(mark: Path, held: list[tuple[Service, Mail]]) -> bool:
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    for service, mail in held:
        mark.write_text(mail.message_id)
        end_leases(service, mail.id)
    return True


def end_leases(service: Service, *mail_ids: int) -> None:
    """As if their time were over."""
    with service.db.writing() as session:
        ours = col(Mail.id).in_(mail_ids) & (col(Mail.status) == LEASED)
        session.exec(update(Mail).where(ours).values(lease_until=service.now()))


def _die_at(place: str, is_time: Callable[[], bool] = lambda: True) -> None:
    module, name, when = EVERYWHERE[place]
    work: Callable[..., Any] = getattr(module, name)

    def dying(*given: Any, **named: Any) -> Any:
        if when == "before" and is_time():
            os.kill(os.getpid(), signal.SIGKILL)
        done = work(*given, **named)
        if when == "after" and is_time():
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(module, name, dying)
    for other in list(sys.modules.values()):  # where it was taken over by name
        if getattr(other, "__name__", "").startswith("pbem.") and getattr(other, name, None) is work:
            setattr(other, name, dying)


EVERYWHERE = {
    name_of(place): place for points in (SENDING, THINKING, FOLLOWING, ASKING, READING) for place in points.values()
}
