"""Fields that people fill in: what is accepted, and the message at the field if it is not."""

import re
import unicodedata

from pbem.base.outside import admitted

LONGEST_NAME = 40
LONGEST_WORDS = 300
LONGEST_TYPED = 500  # of a name or an address before it is looked at: blanks around it, letters that are dropped
# What every mail system accepts: a mail to any other address would fail in the worker for ever.
_ATOM, _LABEL = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+", r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
_ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@){_ATOM}(\.{_ATOM})*@{_LABEL}(\.{_LABEL})+")
# What mail programs turn into a link: a scheme, or letters, a dot and at least two more letters.
_LINK = re.compile(r"https?:|www\.|://|[\w-]\.[^\W\d_]{2}", re.IGNORECASE)


class BadField(ValueError):
    """A field whose value cannot be accepted: which field, and why (a message to translate)."""

    def __init__(self, field: str, why: str, **params: object) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why
        self.params = {name: printable(value) if isinstance(value, str) else value for name, value in params.items()}


def printable(text: str) -> str:
    """Without control and bidi characters, and without those for private use."""
    return "".join(char for char in text if unicodedata.category(char)[0] != "C")


def clean_name(text: str, field: str = "name") -> str:
    """A name or title: no control or bidi characters, no links, at most 40 characters."""
    name = " ".join(printable(admitted(text, LONGEST_TYPED)).split())[:LONGEST_NAME].strip()
    if not name:
        raise BadField(field, "Write a name.")
    if _LINK.search(name):
        raise BadField(field, "A name cannot hold a link. Put a space after each dot.")
    return name


def clean_words(text: str, field: str) -> str:
    """A few lines of somebody to people who do not know our mails yet: no links, at most 300 characters."""
    typed = admitted(text, LONGEST_WORDS * 4).replace("\r\n", "\n").replace("\r", "\n")
    words = "\n".join(" ".join(printable(line).split()) for line in typed.split("\n")).strip()
    if len(words) > LONGEST_WORDS:
        raise BadField(field, "This is too long by %(more)d characters.", more=len(words) - LONGEST_WORDS)
    if _LINK.search(words):
        raise BadField(field, "These words cannot hold a link. Put a space after each dot.")
    return words


def clean_address(text: str, field: str = "email") -> str:
    email = unicodedata.normalize("NFKC", admitted(text, LONGEST_TYPED)).strip().lower()
    if len(email) > 254 or not _ADDRESS.fullmatch(email):
        raise BadField(field, "This is not a mail address. It looks like anna@example.org.")
    return email
