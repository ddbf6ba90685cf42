"""greetings: the host's own words in the invitations"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("greeting", sa.String(), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("tables", "greeting")
