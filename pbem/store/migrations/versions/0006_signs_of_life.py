"""signs of life: when each process last did its work"""

import sqlalchemy as sa
from alembic import op

import pbem.base.db

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "signs",
        sa.Column("process", sa.String(), nullable=False),
        sa.Column("machine", sa.String(), nullable=False),
        sa.Column("seen_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("process", "machine"),
    )


def downgrade() -> None:
    op.drop_table("signs")
