"""The stored things, a file each. They hold data; everything that writes is in `pbem.actions`."""

from pbem.models.absence import Absence
from pbem.models.act import Act
from pbem.models.address import Address
from pbem.models.ask import Ask
from pbem.models.bounce import Bounce
from pbem.models.failure import Failure
from pbem.models.imap_mark import ImapMark
from pbem.models.inbound_mail import InboundMail
from pbem.models.line import Line
from pbem.models.mail import Mail
from pbem.models.note import Note
from pbem.models.proposal import Ballot, Proposal
from pbem.models.pulse import Pulse
from pbem.models.reply_key import ReplyKey
from pbem.models.seat import Seat
from pbem.models.table import Table
from pbem.models.talk import Talk
from pbem.models.user import User

__all__ = [
    "Absence",
    "Act",
    "Address",
    "Ask",
    "Ballot",
    "Bounce",
    "Failure",
    "ImapMark",
    "InboundMail",
    "Line",
    "Mail",
    "Note",
    "Proposal",
    "Pulse",
    "ReplyKey",
    "Seat",
    "Table",
    "Talk",
    "User",
]
