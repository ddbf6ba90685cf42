"""Reminders as choices: the points that most people want, and those that somebody has set otherwise."""

from collections.abc import Sequence

from flask_babel import gettext, ngettext

from pbem.base.fields import printable
from pbem.pacing.reminder_times import NoPoint, Part, read_point
from pbem.web.models import Option

OFFERED = ("1/2", "3/4", "24h", "4h", "1h")


def reminder_choices(ticked: str | Sequence[str]) -> tuple[Option, ...]:
    chosen = printable(ticked if isinstance(ticked, str) else " ".join(ticked)).split()
    return tuple(Option(point, in_words(point)) for point in dict.fromkeys((*OFFERED, *chosen)))


def in_words(point: str) -> str:
    try:
        read = read_point(point)
    except NoPoint:  # as it was typed, beside the message that says what is wrong with it
        return point
    if isinstance(read, Part):
        known = {"1/2": gettext("when half of the time is over"), "3/4": gettext("when three quarters are over")}
        return known.get(point) or str(gettext("when %(part)s of the time is over", part=point))
    hours, minutes = divmod(round(read.length.total_seconds() / 60), 60)
    if minutes or not hours:
        return str(ngettext("%(num)d minute before", "%(num)d minutes before", minutes + 60 * hours))
    if hours % 24 == 0:
        return str(ngettext("a day before", "%(num)d days before", hours // 24))
    return str(ngettext("an hour before", "%(num)d hours before", hours))
