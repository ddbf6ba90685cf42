"""the address that a host has typed for a seat, which is all that the host may read of the player's addresses"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

# What was typed is known only where the player has a single address, and was invited.
_TYPED = """
    (SELECT min(addresses.email) FROM addresses WHERE addresses.user_id = seats.user_id
        AND EXISTS (SELECT 1 FROM mails WHERE mails.seat_id = seats.id AND mails.kind = 'invitation'
            AND mails.user_id = seats.user_id)
        AND EXISTS (SELECT 1 FROM tables WHERE tables.id = seats.table_id AND tables.rematch_of IS NULL)
        GROUP BY addresses.user_id HAVING count(*) = 1)
"""


def upgrade() -> None:
    op.add_column("seats", sa.Column("typed_email", sa.String(), server_default="", nullable=False))
    op.execute(f"UPDATE seats SET typed_email = coalesce({_TYPED}, '')")


def downgrade() -> None:
    op.drop_column("seats", "typed_email")
