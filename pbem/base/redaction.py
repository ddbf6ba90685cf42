"""Logs without keys and without people: tokens and mail addresses are blotted out wherever a log record is made.

At the record and not at a handler, so that no library with handlers of its own (gunicorn, Celery, waitress) is missed.
"""

import logging
import re
import socket
import traceback
from typing import Any

# After these words of a URL comes a key, even if it was cut off or changed on its way.
BEFORE_KEYS = ("t", "join", "me", "host", "u", "confirm", "change", "take", "vote", "calendar", "watch")
_IN_PATH = re.compile(rf"/({'|'.join(BEFORE_KEYS)})/[^\s/?#\"'<>\\]+")
_SIGNED = re.compile(r"[\w-]{4,}\.[\w-]{43}(?![\w-])")
_ADDRESS = re.compile(r"[^\s@<>()\[\]\"',;=/{}]+(?:@|%40)[\w.-]+", re.IGNORECASE)


# Who logs in where is no mail address: the machine stays readable, the name and the password do not.
_LOGIN = re.compile(r"(?<=://)[^\s@/]+@(?=[\w.\[-])")
_HERE = f"@{socket.gethostname()}"  # Celery calls its workers so


def redact(text: str) -> str:
    clean = _LOGIN.sub("<login>\N{NULL}", redact_keys(text)).replace(_HERE, "\N{NULL}" + _HERE[1:])
    return _ADDRESS.sub("<address>", clean).replace("\N{NULL}", "@")


def redact_keys(text: str) -> str:
    return _SIGNED.sub("<key>", _IN_PATH.sub(r"/\1/<key>", text))


class _Redacted(logging.LogRecord):
    """A record whose words and traceback are clean from the beginning."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        try:
            said = super().getMessage()
        except (TypeError, ValueError, KeyError):
            said = f"{self.msg} {self.args!r}"  # the caller's mistake: still logged, and still redacted
        self.msg, self.args = redact(said), ()
        if self.exc_info and self.exc_info[0] is not None:
            self.exc_text = redact("".join(traceback.format_exception(*self.exc_info)).rstrip("\n"))


def redact_logs() -> None:
    """From now on, in this process."""
    logging.setLogRecordFactory(_Redacted)
