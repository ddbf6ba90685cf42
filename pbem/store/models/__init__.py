"""The stored things, a file each. They hold data; what writes them is in `play`, `tables`, `people` and `upkeep`."""

from pbem.store.models.absence import Absence
from pbem.store.models.act import Act
from pbem.store.models.address import Address
from pbem.store.models.ask import Ask
from pbem.store.models.bounce import Bounce
from pbem.store.models.failure import Failure
from pbem.store.models.film import Film
from pbem.store.models.imap_mark import ImapMark
from pbem.store.models.inbound_mail import InboundMail
from pbem.store.models.intention import Intention
from pbem.store.models.line import Line
from pbem.store.models.mail import Mail
from pbem.store.models.note import Note
from pbem.store.models.proposal import Ballot, Proposal
from pbem.store.models.pulse import Pulse
from pbem.store.models.reply_key import ReplyKey
from pbem.store.models.seat import Seat
from pbem.store.models.sign import Sign
from pbem.store.models.table import Table
from pbem.store.models.talk import Talk
from pbem.store.models.tally import Tally
from pbem.store.models.user import User

__all__ = [
    "Absence",
    "Act",
    "Address",
    "Ask",
    "Ballot",
    "Bounce",
    "Failure",
    "Film",
    "ImapMark",
    "InboundMail",
    "Intention",
    "Line",
    "Mail",
    "Note",
    "Proposal",
    "Pulse",
    "ReplyKey",
    "Seat",
    "Sign",
    "Table",
    "Talk",
    "Tally",
    "User",
]
