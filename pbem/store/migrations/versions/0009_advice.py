"""advice: players of a table may ask what a patient bot would play"""

import sqlalchemy as sa
from alembic import op

import pbem.base.db

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_WANTED = sa.text("closed_at IS NULL AND advice_wanted_at IS NOT NULL AND advice = ''")


def upgrade() -> None:
    op.add_column("tables", sa.Column("has_advice", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("asks", sa.Column("advice_wanted_at", pbem.base.db.Utc(), nullable=True))
    op.add_column("asks", sa.Column("advice", sa.String(), server_default="", nullable=False))
    op.create_index("asks_advice", "asks", ["advice_wanted_at"], sqlite_where=_WANTED, postgresql_where=_WANTED)


def downgrade() -> None:
    op.drop_index("asks_advice", "asks")
    op.drop_column("asks", "advice")
    op.drop_column("asks", "advice_wanted_at")
    op.drop_column("tables", "has_advice")
