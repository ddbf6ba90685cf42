"""${message}"""

import sqlalchemy as sa
from alembic import op

import pbem.db

revision = "${up_revision}"
down_revision = ${repr(down_revision).replace("'", '"')}
branch_labels = None
depends_on = None


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    ${downgrades if downgrades else "pass"}
