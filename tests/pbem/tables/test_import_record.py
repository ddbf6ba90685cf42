"""A record that goes on as a table: whoever has the record knows its seed, and yet not what falls next."""

from dataclasses import replace

from engine.core.play import start
from engine.core.record import CHANCE, read_record, replay
from engine.games import GAMES
from pbem.base.service import Service
from pbem.play.turn import locked_table
from pbem.store.models import Table
from pbem.store.positions import state_at
from pbem.tables.import_record import import_record
from pbem.tables.records import record_of
from pbem.tables.rewind import go_back
from pbem.tables.rules_upgrade import SAME, bring_up_to_date
from tests.pbem.sample_tables import lines, near_its_end, play_one, table
from tests.records.take import FOLDER


def exported(service: Service, table_id: int) -> str:
    with service.db.reading() as session:
        return str(record_of(session, session.get_one(Table, table_id)))


def test_the_known_seed_does_not_foretell_the_dice(sqlite_service: Service) -> None:
    service = sqlite_service
    table_id = near_its_end(service, "age-of-steam-2", 30)
    with service.db.reading() as session:
        now = state_at(session, table(service, table_id))
    known = read_record((FOLDER / "age-of-steam-2.txt").read_text("utf-8"))
    assert start(GAMES[known.game], known.seats, known.seed, known.options).state.rng.seed == known.seed
    assert now.rng.seed != known.seed
    assert known.seed not in table(service, table_id).secret, "nor what the bots do"
    assert now.rng.seed not in "".join(line.text for line in lines(service, table_id)), "the history is public"


def test_what_was_exported_leads_to_the_same_position(sqlite_service: Service) -> None:
    """Also after going back to before the import, and when it is imported once more."""
    service = sqlite_service
    table_id = near_its_end(service, "age-of-steam-2", 30)
    for _ in range(3):
        play_one(service, table_id)
    with service.db.writing() as session:
        here = locked_table(session, table_id)
        before = next(line.ply for line in lines(service, table_id) if line.text == CHANCE) - 1
        go_back(service, session, here, before)
    play_one(service, table_id)
    assert bring_up_to_date(service, table_id).outcome == SAME
    record = read_record(exported(service, table_id))
    with service.db.reading() as session:
        now = state_at(session, table(service, table_id))
    assert replay(GAMES[record.game], record).now == now
    assert now.rng.seed == record.chance[0] != record.seed
    people = {colour: f"seat{number}@mail.localhost" for number, colour in enumerate(record.seats)}
    again = import_record(service, record, people, "Once more")
    second = read_record(exported(service, again))
    assert len(second.chance) == len(set(second.chance)) == 2
    assert bring_up_to_date(service, again).outcome == SAME
    assert read_record(str(replace(second, result=""))) == replace(second, result="")
