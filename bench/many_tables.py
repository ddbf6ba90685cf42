"""A whole sweep when nothing is due: its cost must not grow with the number of tables that run."""

import time
from collections.abc import Mapping
from statistics import median
from typing import Any

from sqlalchemy import insert, text
from sqlmodel import SQLModel, col, func, select

from bench.rows import Row
from pbem.base.service import Service
from pbem.mail_out.deliver import claim
from pbem.store.models import Ask, Failure, Line, Mail, Seat, Table
from pbem.store.models.mail import SENT
from pbem.tables.open_table import Joining, NewSeat, NewTable, create_table, join
from pbem.upkeep.sweep import sweep

FEW, MANY = 1_000, 100_000
SWEEPS = 40
CHUNK = 1_000
STRIDE = 16  # rows of one kind that a table has at most
KEYS = ("id", "table_id", "seat_id", "ask_id")
# What is stored about a table, and which column says whose it is.
OWNERS: Mapping[type[SQLModel], Any] = {
    Table: Table.id,
    Seat: Seat.table_id,
    Ask: Ask.table_id,
    Line: Line.table_id,
    Mail: Mail.table_id,
}
UNIQUE = ("slug", "key", "message_id", "bounce_key")


def sweeping(service: Service) -> Row:
    with service.db.writing_connection() as connection:
        connection.execute(text("UPDATE mails SET status = 'sent', raw = NULL"))
        connection.execute(text("UPDATE tables SET status = 'over'"))
        connection.execute(text("UPDATE asks SET closed_at = opened_at"))
    rows = rows_of_a_table(service)
    add_tables(service, rows, range(1, FEW + 1))
    few = sweep_ms(service)
    add_tables(service, rows, range(FEW + 1, MANY + 1))
    many = sweep_ms(service)
    return Row(
        f"a sweep with nothing due, {MANY:,} tables against {FEW:,}",
        f"{many / few:.2f} ×, {many:.1f} ms",
        "≤ 1.5 ×",
    )


def rows_of_a_table(service: Service) -> dict[type[SQLModel], list[dict[str, Any]]]:
    """Everything that is stored about a table that has just begun and whose mails have left."""
    people = tuple(NewSeat(f"Player {n}", f"many{n}@mail.localhost") for n in range(2))
    table_id = create_table(service, NewTable("spike", "Many", people))
    with service.db.reading() as session:
        seats = session.exec(select(Seat.id).where(Seat.table_id == table_id)).all()
    for seat in seats:
        join(service, seat, Joining())
    with service.db.writing() as session:
        for mail in session.exec(select(Mail).where(Mail.table_id == table_id)).all():
            mail.status = SENT
            session.add(mail)
    with service.db.reading() as session:
        return {
            model: [row.model_dump() for row in session.exec(select(model).where(col(owner) == table_id)).all()]
            for model, owner in OWNERS.items()
        }


def add_tables(service: Service, rows: dict[type[SQLModel], list[dict[str, Any]]], numbers: range) -> None:
    for start in range(numbers.start, numbers.stop, CHUNK):
        chunk = range(start, min(start + CHUNK, numbers.stop))
        with service.db.writing_connection() as connection:
            for model, templates in rows.items():
                connection.execute(insert(model), [copy(row, number) for number in chunk for row in templates])


def copy(row: dict[str, Any], number: int) -> dict[str, Any]:
    """Far from what was played before, and under names of its own."""
    ids = {key: row[key] + 10_000 + STRIDE * number for key in KEYS if row.get(key) is not None}
    names = {key: f"{row[key]}-{number}" for key in UNIQUE if key in row}
    return row | ids | names


def sweep_ms(service: Service) -> float:
    if service.db.engine.dialect.name == "postgresql":  # which does it by itself within a minute
        with service.db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM ANALYZE"))
    times = []
    for _ in range(SWEEPS):
        began = time.perf_counter()
        sweep(service)
        assert claim(service) is None
        times.append(1000 * (time.perf_counter() - began))
    with service.db.reading() as session:
        assert session.exec(select(func.count()).select_from(Failure)).one() == 0, "the sweep found something to do"
    return median(times)
