"""mails are found by address, by Message-ID and by their reply address"""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("mails_to_one", "mails", ["email", "sent_at"])
    op.create_index("ix_mails_message_id", "mails", ["message_id"])
    op.create_index("ix_reply_keys_mail_id", "reply_keys", ["mail_id"])


def downgrade() -> None:
    op.drop_index("ix_reply_keys_mail_id", "reply_keys")
    op.drop_index("ix_mails_message_id", "mails")
    op.drop_index("mails_to_one", "mails")
