"""Something that all processes together have counted or timed, for `/metrics`."""

from sqlmodel import Field, SQLModel


class Tally(SQLModel, table=True):
    __tablename__ = "tallies"

    name: str = Field(primary_key=True)
    labels: str = Field(primary_key=True)  # as Prometheus writes them: kind="turn",result="sent"
    part: str = Field(primary_key=True)  # of a histogram: one of its buckets, or its sum; otherwise empty
    value: float
