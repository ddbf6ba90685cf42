"""narrow keys: a random word of each person in every key; links in mailboxes go on working as keys of their seat"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("word", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("seats", sa.Column("has_old_links", sa.Boolean(), server_default=sa.false(), nullable=False))
    connection = op.get_bind()
    users = sa.table("users", sa.column("id", sa.Integer), sa.column("word", sa.BigInteger))
    for (id,) in connection.execute(sa.select(users.c.id)).all():
        connection.execute(sa.update(users).where(users.c.id == id).values(word=secrets.randbits(47) + 1))
    connection.execute(sa.text("UPDATE seats SET has_old_links = (user_id IS NOT NULL)"))


def downgrade() -> None:
    op.drop_column("seats", "has_old_links")
    op.drop_column("users", "word")
