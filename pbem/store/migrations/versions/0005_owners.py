"""belonging: mails that came in, notes and talk belong to persons, not to seats or addresses"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# A seat that has always been the same person's: every mail about it went to that person.
_SAME_PERSON = """
    (SELECT seats.user_id FROM seats WHERE seats.id = {seat} AND NOT EXISTS
        (SELECT 1 FROM mails WHERE mails.seat_id = seats.id AND mails.user_id <> seats.user_id))
"""
# An address that is proven to be somebody's; what somebody has only claimed selects nothing.
_OWNER = """
    (SELECT addresses.user_id FROM addresses WHERE addresses.email = inbound_mails.sender
        AND (addresses.is_main OR addresses.confirmed_at IS NOT NULL))
"""


def upgrade() -> None:
    for table, *columns in (("inbound_mails", "user_id"), ("notes", "user_id"), ("talks", "user_id", "to_user_id")):
        with op.batch_alter_table(table) as batch:
            for column in columns:
                batch.add_column(sa.Column(column, sa.Integer(), nullable=True))
                batch.create_foreign_key(f"fk_{table}_{column}", "users", [column], ["id"])
                batch.create_index(f"ix_{table}_{column}", [column])
    op.add_column("inbound_mails", sa.Column("excerpt", sa.String(), server_default="", nullable=False))
    op.execute(f"UPDATE notes SET user_id = {_SAME_PERSON.format(seat='notes.seat_id')}")
    op.execute(f"UPDATE talks SET user_id = {_SAME_PERSON.format(seat='talks.seat_id')}")
    op.execute(f"UPDATE talks SET to_user_id = {_SAME_PERSON.format(seat='talks.to_seat_id')}")
    op.execute(
        f"UPDATE inbound_mails SET user_id = {_OWNER} WHERE status = 'accepted' AND error NOT LIKE 'for the operator%'"
    )


def downgrade() -> None:
    op.drop_column("inbound_mails", "excerpt")
    for table, *columns in (("talks", "to_user_id", "user_id"), ("notes", "user_id"), ("inbound_mails", "user_id")):
        with op.batch_alter_table(table) as batch:
            for column in columns:
                batch.drop_index(f"ix_{table}_{column}")
                batch.drop_constraint(f"fk_{table}_{column}", type_="foreignkey")
                batch.drop_column(column)
