"""what a seat had when it answered"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("asks", sa.Column("bank_before", sa.Integer(), nullable=True))
    op.add_column("asks", sa.Column("defaults_before", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("asks", "defaults_before")
    op.drop_column("asks", "bank_before")
