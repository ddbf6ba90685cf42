"""The secret part of a reply address: who answers, and which question. Without a mail, it is for unsubscribing."""

from sqlmodel import Field, SQLModel


class ReplyKey(SQLModel, table=True):
    __tablename__ = "reply_keys"

    key: str = Field(primary_key=True)  # 26 characters of lower-case base32
    user_id: int = Field(foreign_key="users.id", index=True)
    seat_id: int | None = Field(default=None, foreign_key="seats.id", index=True)
    ask_id: int | None = Field(default=None, foreign_key="asks.id")
    mail_id: int | None = Field(default=None, foreign_key="mails.id", index=True)
