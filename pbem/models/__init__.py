"""The stored things, a file each. They hold data; everything that writes is in `pbem.actions`."""

from pbem.models.address import Address
from pbem.models.ask import Ask
from pbem.models.line import Line
from pbem.models.mail import Mail
from pbem.models.note import Note
from pbem.models.reply_key import ReplyKey
from pbem.models.seat import Seat
from pbem.models.table import Table
from pbem.models.talk import Talk
from pbem.models.user import User

__all__ = ["Address", "Ask", "Line", "Mail", "Note", "ReplyKey", "Seat", "Table", "Talk", "User"]
