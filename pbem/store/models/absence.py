"""Days on which a person is away: their clocks are stopped, and they get no reminders."""

from datetime import date

from sqlmodel import Field, SQLModel


class Absence(SQLModel, table=True):
    __tablename__ = "absences"

    id: int = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    first: date  # by the person's own clock
    last: date  # included
