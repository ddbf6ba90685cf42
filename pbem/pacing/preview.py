"""What a setting will mean, in plain words and in the reader's own time."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from pbem.pacing import times
from pbem.pacing.local import ZERO
from pbem.pacing.pace import Pace
from pbem.pacing.reminder_times import read_points, schedule
from pbem.pacing.rest import Rest

Gettext = Callable[[str], str]

# Up to here the name of a day says enough; later on it would be ambiguous.
_SOON = timedelta(days=6)


def preview(
    pace: Pace,
    reminders: str,
    rest: Rest,
    now: datetime,
    lang: str,
    gettext: Gettext,
    *,
    bank: timedelta = ZERO,
    asks_host: bool = False,
) -> str:
    """What would happen with a question asked now."""
    deadline = pace.deadline(now, rest.away, bank)
    moments = schedule(read_points(reminders), pace, now, deadline, rest)
    return preview_sentence(moments, deadline, now, rest.zone, lang, gettext, asks_host=asks_host)


def preview_sentence(
    moments: Sequence[datetime],
    deadline: datetime,
    now: datetime,
    zone: str,
    lang: str,
    gettext: Gettext,
    *,
    asks_host: bool = False,
) -> str:
    """`You will hear from us on Tuesday 18:00 and Wednesday 09:00; the default is played on Wednesday 21:00 (Rome).`"""
    is_soon = deadline - now < _SOON
    say = times.day if is_soon else times.short
    told = [say(at, zone, lang) for at in moments]
    values = {
        "times": _listed(told, ", " if is_soon else "; ", gettext),
        "deadline": say(deadline, zone, lang),
        "city": times.city(zone, lang),
    }
    if asks_host and told:
        text = gettext("You will hear from us on %(times)s; the host is asked on %(deadline)s (%(city)s).")
    elif asks_host:
        text = gettext("You get no reminder; the host is asked on %(deadline)s (%(city)s).")
    elif told:
        text = gettext("You will hear from us on %(times)s; the default is played on %(deadline)s (%(city)s).")
    else:
        text = gettext("You get no reminder; the default is played on %(deadline)s (%(city)s).")
    return text % values


def _listed(told: Sequence[str], comma: str, gettext: Gettext) -> str:
    if len(told) < 2:
        return "".join(told)
    return gettext("%(these)s and %(last)s") % {"these": comma.join(told[:-1]), "last": told[-1]}
