"""Trying it out on the embedded default: a table that needs nobody else."""

from engine.games import GAMES
from pbem.base.service import Service
from pbem.pacing.counted_time import CountedTime
from pbem.pacing.pace import Pace
from pbem.store.models.user import NO_ZONE
from pbem.tables.open_table import Joining, NewSeat, NewTable, create_table

TRY_NAMES = ("Anna", "Bruno", "Chloé", "David", "Elsa", "Farid")
TRY_SEATS = 4


def try_it(
    service: Service, game_id: str, all_by_mail: bool, lang: str, zone: str = NO_ZONE, guided: bool = False
) -> int:
    """The visitor with bots, or several people whose mails all arrive in the mailbox."""
    seats = GAMES[game_id].seats
    number = min(max(TRY_SEATS, seats[0]), seats[-1])
    people = [
        NewSeat(name, f"{_plain(name)}@railpost.localhost") if all_by_mail or at == 0 else NewSeat(name, "", "greedy")
        for at, name in enumerate(TRY_NAMES[:number])
    ]
    title = "À l'essai" if lang == "fr" else "Trying it out"
    pace = Pace(counts=CountedTime(zone=zone))
    new = NewTable(game_id, title, tuple(people), lang=lang, pace=pace)
    joins = None if all_by_mail else Joining(lang=lang, zone=zone, guided=guided)
    return create_table(service, new, host_joins=joins)


def _plain(name: str) -> str:
    return name.lower().replace("é", "e")
