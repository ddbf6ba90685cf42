"""the numbered choices that a mail printed, so that its numbers keep their meaning however late they are answered"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reply_keys", sa.Column("choices", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("reply_keys", "choices")
