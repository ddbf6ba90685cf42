"""the first tables"""

import sqlalchemy as sa
from alembic import op

import pbem.base.db

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "failures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("first_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.Column("last_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("failures", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_failures_last_at"), ["last_at"], unique=False)

    op.create_table(
        "imap_marks",
        sa.Column("mailbox", sa.String(), nullable=False),
        sa.Column("validity", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Integer(), nullable=False),
        sa.Column("lease_until", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("mailbox"),
    )
    op.create_table(
        "inbound_mails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("transport", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease_until", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.Column("received_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.Column("done_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    with op.batch_alter_table("inbound_mails", schema=None) as batch_op:
        batch_op.create_index(
            "inbound_waiting",
            ["received_at"],
            unique=False,
            sqlite_where=sa.text("status IN ('pending', 'processing')"),
            postgresql_where=sa.text("status IN ('pending', 'processing')"),
        )
        batch_op.create_index(
            "inbound_with_bytes",
            ["received_at"],
            unique=False,
            sqlite_where=sa.text("raw IS NOT NULL"),
            postgresql_where=sa.text("raw IS NOT NULL"),
        )
        batch_op.create_index(batch_op.f("ix_inbound_mails_recipient"), ["recipient"], unique=False)
        batch_op.create_index(batch_op.f("ix_inbound_mails_sender"), ["sender"], unique=False)

    op.create_table(
        "pulses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("swept_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.Column("guarded_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("lang", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("news", sa.String(), nullable=False),
        sa.Column("quiet_from", sa.String(), nullable=False),
        sa.Column("quiet_to", sa.String(), nullable=False),
        sa.Column("reminders", sa.String(), nullable=False),
        sa.Column("wants_reminders", sa.Boolean(), nullable=False),
        sa.Column("next_news_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("link_epoch", sa.Integer(), nullable=False),
        sa.Column("invitations_blocked", sa.Boolean(), nullable=False),
        sa.Column("created_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_users_next_news_at"), ["next_news_at"], unique=False)

    op.create_table(
        "absences",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("absences", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_absences_user_id"), ["user_id"], unique=False)

    op.create_table(
        "addresses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("is_main", sa.Boolean(), nullable=False),
        sa.Column("confirmed_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("bounce_score", sa.Integer(), nullable=False),
        sa.Column("bounced_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("suspended_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("addresses", schema=None) as batch_op:
        batch_op.create_index(
            "addresses_settled",
            ["email"],
            unique=True,
            sqlite_where=sa.text("is_main OR confirmed_at IS NOT NULL"),
            postgresql_where=sa.text("is_main OR confirmed_at IS NOT NULL"),
        )
        batch_op.create_index(batch_op.f("ix_addresses_email"), ["email"], unique=False)
        batch_op.create_index(batch_op.f("ix_addresses_user_id"), ["user_id"], unique=False)

    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("host_id", sa.Integer(), nullable=False),
        sa.Column("lang", sa.String(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("pace", sa.JSON(), nullable=False),
        sa.Column("at_deadline", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("base_ply", sa.Integer(), nullable=False),
        sa.Column("most_defaults", sa.Integer(), nullable=False),
        sa.Column("paused_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("rematch_of", sa.Integer(), nullable=True),
        sa.Column("warned_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("created_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.Column("started_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("ended_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["host_id"],
            ["users.id"],
        ),
        sa.ForeignKeyConstraint(
            ["rematch_of"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("slug"),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tables_host_id"), ["host_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_tables_status"), ["status"], unique=False)
        batch_op.create_index(
            "tables_begun",
            ["id"],
            unique=False,
            sqlite_where=sa.text("status IN ('running', 'paused')"),
            postgresql_where=sa.text("status IN ('running', 'paused')"),
        )

    op.create_table(
        "acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("done_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("acts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_acts_table_id"), ["table_id"], unique=False)

    op.create_table(
        "lines",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("ask_id", sa.Integer(), nullable=True),
        sa.Column("shows", sa.Boolean(), nullable=False),
        sa.Column("taken_back", sa.Boolean(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("snapshot", sa.LargeBinary(), nullable=False),
        sa.Column("played_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.Column("settled_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_id", "ply"),
    )
    with op.batch_alter_table("lines", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_lines_table_id"), ["table_id"], unique=False)

    op.create_table(
        "proposals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("made_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.Column("closed_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("proposals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_proposals_table_id"), ["table_id"], unique=False)

    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("bot", sa.String(), nullable=False),
        sa.Column("colour", sa.String(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("link_epoch", sa.Integer(), nullable=False),
        sa.Column("told_ply", sa.Integer(), nullable=False),
        sa.Column("defaults_in_a_row", sa.Integer(), nullable=False),
        sa.Column("bank", sa.Integer(), nullable=False),
        sa.Column("wants_to_leave", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_id", "number"),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_table_id"), ["table_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_seats_user_id"), ["user_id"], unique=False)
        batch_op.create_index(
            "seats_by_bots",
            ["table_id", "id"],
            unique=False,
            sqlite_where=sa.text("status IN ('bot', 'open')"),
            postgresql_where=sa.text("status IN ('bot', 'open')"),
        )

    op.create_table(
        "asks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("for_bot", sa.Boolean(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("default", sa.String(), nullable=False),
        sa.Column("opened_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.Column("starts_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.Column("deadline_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("next_reminder_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("reminders_sent", sa.Integer(), nullable=False),
        sa.Column("reminded_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("alive_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("deadline_moves", sa.Integer(), nullable=False),
        sa.Column("moved_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("is_fixed", sa.Boolean(), nullable=False),
        sa.Column("host_asked_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("closed_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("closed_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seats.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("asks", schema=None) as batch_op:
        batch_op.create_index(
            "asks_deadline",
            ["deadline_at"],
            unique=False,
            sqlite_where=sa.text("closed_at IS NULL"),
            postgresql_where=sa.text("closed_at IS NULL"),
        )
        batch_op.create_index(
            "asks_for_bots",
            ["id"],
            unique=False,
            sqlite_where=sa.text("closed_at IS NULL AND for_bot"),
            postgresql_where=sa.text("closed_at IS NULL AND for_bot"),
        )
        batch_op.create_index(
            "asks_open",
            ["table_id", "seat_id"],
            unique=False,
            sqlite_where=sa.text("closed_at IS NULL"),
            postgresql_where=sa.text("closed_at IS NULL"),
        )
        batch_op.create_index(
            "asks_reminder",
            ["next_reminder_at"],
            unique=False,
            sqlite_where=sa.text("closed_at IS NULL"),
            postgresql_where=sa.text("closed_at IS NULL"),
        )

    op.create_table(
        "ballots",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("proposal_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("agrees", sa.Boolean(), nullable=False),
        sa.Column("given_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["proposal_id"],
            ["proposals.id"],
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seats.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("proposal_id", "seat_id"),
    )
    with op.batch_alter_table("ballots", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ballots_proposal_id"), ["proposal_id"], unique=False)

    op.create_table(
        "notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("written_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seats.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notes_seat_id"), ["seat_id"], unique=False)

    op.create_table(
        "talks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("to_seat_id", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("said_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seats.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.ForeignKeyConstraint(
            ["to_seat_id"],
            ["seats.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("talks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_talks_table_id"), ["table_id"], unique=False)

    op.create_table(
        "mails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("ask_id", sa.Integer(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("since_ply", sa.Integer(), nullable=True),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("bounce_key", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("due_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.Column("useful_until", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("lease_until", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.Column("sent_at", pbem.base.db.Utc(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["ask_id"],
            ["asks.id"],
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seats.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("bounce_key"),
        sa.UniqueConstraint("key"),
    )
    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_mails_ask_id"), ["ask_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_mails_table_id"), ["table_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_mails_user_id"), ["user_id"], unique=False)
        batch_op.create_index(
            "mails_waiting",
            ["due_at"],
            unique=False,
            sqlite_where=sa.text("status IN ('pending', 'sending')"),
            postgresql_where=sa.text("status IN ('pending', 'sending')"),
        )
        batch_op.create_index(
            "mails_with_bytes",
            ["created_at"],
            unique=False,
            sqlite_where=sa.text("raw IS NOT NULL"),
            postgresql_where=sa.text("raw IS NOT NULL"),
        )

    op.create_table(
        "bounces",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("came_at", pbem.base.db.Utc(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["mail_id"],
            ["mails.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("mail_id", "digest"),
    )
    op.create_table(
        "reply_keys",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("ask_id", sa.Integer(), nullable=True),
        sa.Column("mail_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["ask_id"],
            ["asks.id"],
        ),
        sa.ForeignKeyConstraint(
            ["mail_id"],
            ["mails.id"],
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seats.id"],
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
        ),
        sa.PrimaryKeyConstraint("key"),
    )
    with op.batch_alter_table("reply_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reply_keys_seat_id"), ["seat_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_reply_keys_user_id"), ["user_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("reply_keys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_reply_keys_user_id"))
        batch_op.drop_index(batch_op.f("ix_reply_keys_seat_id"))

    op.drop_table("reply_keys")
    op.drop_table("bounces")
    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.drop_index(
            "mails_with_bytes", sqlite_where=sa.text("raw IS NOT NULL"), postgresql_where=sa.text("raw IS NOT NULL")
        )
        batch_op.drop_index(
            "mails_waiting",
            sqlite_where=sa.text("status IN ('pending', 'sending')"),
            postgresql_where=sa.text("status IN ('pending', 'sending')"),
        )
        batch_op.drop_index(batch_op.f("ix_mails_user_id"))
        batch_op.drop_index(batch_op.f("ix_mails_table_id"))
        batch_op.drop_index(batch_op.f("ix_mails_ask_id"))

    op.drop_table("mails")
    with op.batch_alter_table("talks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_talks_table_id"))

    op.drop_table("talks")
    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notes_seat_id"))

    op.drop_table("notes")
    with op.batch_alter_table("ballots", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ballots_proposal_id"))

    op.drop_table("ballots")
    with op.batch_alter_table("asks", schema=None) as batch_op:
        batch_op.drop_index(
            "asks_reminder", sqlite_where=sa.text("closed_at IS NULL"), postgresql_where=sa.text("closed_at IS NULL")
        )
        batch_op.drop_index(
            "asks_open", sqlite_where=sa.text("closed_at IS NULL"), postgresql_where=sa.text("closed_at IS NULL")
        )
        batch_op.drop_index(
            "asks_for_bots",
            sqlite_where=sa.text("closed_at IS NULL AND for_bot"),
            postgresql_where=sa.text("closed_at IS NULL AND for_bot"),
        )
        batch_op.drop_index(
            "asks_deadline", sqlite_where=sa.text("closed_at IS NULL"), postgresql_where=sa.text("closed_at IS NULL")
        )

    op.drop_table("asks")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(
            "seats_by_bots",
            sqlite_where=sa.text("status IN ('bot', 'open')"),
            postgresql_where=sa.text("status IN ('bot', 'open')"),
        )
        batch_op.drop_index(batch_op.f("ix_seats_user_id"))
        batch_op.drop_index(batch_op.f("ix_seats_table_id"))

    op.drop_table("seats")
    with op.batch_alter_table("proposals", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_proposals_table_id"))

    op.drop_table("proposals")
    with op.batch_alter_table("lines", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_lines_table_id"))

    op.drop_table("lines")
    with op.batch_alter_table("acts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_acts_table_id"))

    op.drop_table("acts")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index(
            "tables_begun",
            sqlite_where=sa.text("status IN ('running', 'paused')"),
            postgresql_where=sa.text("status IN ('running', 'paused')"),
        )
        batch_op.drop_index(batch_op.f("ix_tables_status"))
        batch_op.drop_index(batch_op.f("ix_tables_host_id"))

    op.drop_table("tables")
    with op.batch_alter_table("addresses", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_addresses_user_id"))
        batch_op.drop_index(batch_op.f("ix_addresses_email"))
        batch_op.drop_index(
            "addresses_settled",
            sqlite_where=sa.text("is_main OR confirmed_at IS NOT NULL"),
            postgresql_where=sa.text("is_main OR confirmed_at IS NOT NULL"),
        )

    op.drop_table("addresses")
    with op.batch_alter_table("absences", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_absences_user_id"))

    op.drop_table("absences")
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_users_next_news_at"))

    op.drop_table("users")
    op.drop_table("pulses")
    with op.batch_alter_table("inbound_mails", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inbound_mails_sender"))
        batch_op.drop_index(batch_op.f("ix_inbound_mails_recipient"))
        batch_op.drop_index(
            "inbound_with_bytes", sqlite_where=sa.text("raw IS NOT NULL"), postgresql_where=sa.text("raw IS NOT NULL")
        )
        batch_op.drop_index(
            "inbound_waiting",
            sqlite_where=sa.text("status IN ('pending', 'processing')"),
            postgresql_where=sa.text("status IN ('pending', 'processing')"),
        )

    op.drop_table("inbound_mails")
    op.drop_table("imap_marks")
    with op.batch_alter_table("failures", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_failures_last_at"))

    op.drop_table("failures")
