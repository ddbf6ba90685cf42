"""until when no process tries a mail server that puts everything off"""

import sqlalchemy as sa
from alembic import op

import pbem.base.db

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("pulses", sa.Column("sending_rests_until", pbem.base.db.Utc(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("pulses", "sending_rests_until")
