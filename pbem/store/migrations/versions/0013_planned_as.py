"""planned as: how a planned line was spelled when it was planned"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("lines", sa.Column("planned_as", sa.String(), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("lines", "planned_as")
