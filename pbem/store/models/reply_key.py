"""The secret part of a reply address: who answers, and which question. Without a mail, it is for unsubscribing."""

from sqlalchemy import JSON
from sqlmodel import Field, SQLModel

# What the mail printed, by the id of its question: how many of the choices a question back offers, and each choice as
# its number, its line and its words.
Printed = dict[str, tuple[int, list[tuple[int, str, str]]]]


class ReplyKey(SQLModel, table=True):
    __tablename__ = "reply_keys"

    key: str = Field(primary_key=True)  # 26 characters of lower-case base32
    user_id: int = Field(foreign_key="users.id", index=True)
    seat_id: int | None = Field(default=None, foreign_key="seats.id", index=True)
    ask_id: int | None = Field(default=None, foreign_key="asks.id")
    mail_id: int | None = Field(default=None, foreign_key="mails.id", index=True)
    choices: Printed | None = Field(default=None, sa_type=JSON)  # None: a mail of a release that printed no numbers
