"""plans: answers to questions that are not asked yet"""

import sqlalchemy as sa
from alembic import op

from pbem.base.db import Utc

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_PLANNED = sa.text("closed_at IS NULL AND is_planned")


def upgrade() -> None:
    op.create_table(
        "intentions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("made_at", Utc(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"]),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("seat_id", "key"),
    )
    op.create_index("ix_intentions_table_id", "intentions", ["table_id"])
    op.create_index("ix_intentions_user_id", "intentions", ["user_id"])
    op.add_column("lines", sa.Column("question", sa.String(), server_default="", nullable=False))
    op.add_column("tables", sa.Column("plans", sa.String(), server_default="offered", nullable=False))
    op.add_column("seats", sa.Column("rounds_unheard", sa.Integer(), server_default="0", nullable=False))
    op.add_column("asks", sa.Column("is_planned", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("asks", sa.Column("why_asked", sa.JSON(), nullable=True))
    op.create_index("asks_planned", "asks", ["starts_at"], sqlite_where=_PLANNED, postgresql_where=_PLANNED)


def downgrade() -> None:
    op.drop_index("asks_planned", "asks")
    op.drop_column("asks", "why_asked")
    op.drop_column("asks", "is_planned")
    op.drop_column("seats", "rounds_unheard")
    op.drop_column("tables", "plans")
    op.drop_column("lines", "question")
    op.drop_table("intentions")
