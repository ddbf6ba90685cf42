"""given up: mails that were given up are found without walking over all mails"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

GIVEN_UP = sa.text("status = 'dead'")


def upgrade() -> None:
    op.create_index("mails_given_up", "mails", ["created_at"], sqlite_where=GIVEN_UP, postgresql_where=GIVEN_UP)


def downgrade() -> None:
    op.drop_index("mails_given_up", "mails")
