"""films of finished games"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "films",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id"),
    )
    wanted = sa.text("data IS NULL")
    op.create_index("films_wanted", "films", ["table_id"], sqlite_where=wanted, postgresql_where=wanted)


def downgrade() -> None:
    op.drop_table("films")
