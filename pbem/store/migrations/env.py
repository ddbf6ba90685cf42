"""Alembic's entry: `pbem.store.schema` hands over a connection, and the models say what the schema should be."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import AutoString

import pbem.store.models

assert pbem.store.models.__all__, "importing the models fills the metadata"


def plainly(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """SQLModel's strings as plain ones: a migration should not depend on SQLModel's insides."""
    return "sa.String()" if kind == "type" and isinstance(item, AutoString) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,  # SQLite cannot alter a column in place
    render_item=plainly,
)
with context.begin_transaction():
    context.run_migrations()
