<%!
def own(text):
    """Without the remarks that Alembic writes around it."""
    return "\n".join(line for line in text.splitlines() if "# ###" not in line).strip() or "pass"
%>"""${message}"""

import sqlalchemy as sa
from alembic import op

import pbem.base.db

revision = "${up_revision}"
down_revision = ${repr(down_revision).replace("'", '"')}
branch_labels = None
depends_on = None


def upgrade() -> None:
    ${own(upgrades)}


def downgrade() -> None:
    ${own(downgrades)}
