"""What the processes write down: one line for each thing that happened, without people and keys (`redaction.py`).

    told(log, "mail sent", mail=12, kind="turn")

    2026-11-17 16:02:11 INFO mail sent mail=12 kind=turn                                   LOG_FORMAT=text
    {"time": "2026-11-17T16:02:11Z", "level": "INFO", "what": "mail sent", "mail": 12, …}  LOG_FORMAT=json

Written here and not by a library: two formatters are all there is to it.
"""

import json
import logging
import re
import sys
import time
from typing import Any

from pbem.base.redaction import redact

# They report every task, every half minute, even when there is nothing to do.
CHATTY = ("celery.app.trace", "celery.worker.strategy", "celery.beat", "waitress")
# They repeat the same complaint for as long as the broker or the database is away.
REPEATING = ("celery.worker.consumer.consumer", "celery.redirected", "kombu.connection", "celery.beat")
REPEAT_AFTER = 600.0  # seconds after which the same complaint is written down again
_NUMBERS = re.compile(r"\d+(\.\d+)?")


def told(log: logging.Logger, what: str, **about: object) -> None:
    log.info(what, extra={"about": about})


class Readable(logging.Formatter):
    """One line for people: when, how bad, what, and about what."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(record.created))

    def formatMessage(self, record: logging.LogRecord) -> str:
        words = "".join(f" {name}={_word(value)}" for name, value in _about(record).items())
        return super().formatMessage(record) + words


def _word(value: object) -> str:
    text = redact(str(value))
    return json.dumps(text, ensure_ascii=False) if not text or " " in text else text


class Json(logging.Formatter):
    """One JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        row: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname,
            "logger": record.name,
            "what": record.getMessage(),
        }
        for name, value in _about(record).items():
            row[name] = value if isinstance(value, int | float | bool | None) else redact(str(value))
        if record.exc_info or record.exc_text:
            row["traceback"] = record.exc_text or self.formatException(record.exc_info)  # type: ignore[arg-type]
        return json.dumps(row, ensure_ascii=False)


def _about(record: logging.LogRecord) -> dict[str, Any]:
    about: dict[str, Any] = getattr(record, "about", {})
    return about


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": Readable, "json": Json}


class Once(logging.Filter):
    """Lets a complaint pass once in ten minutes; numbers in it, such as seconds of waiting, make no difference."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        key = (record.name, _NUMBERS.sub("#", record.getMessage().partition("\n")[0]))
        if record.created - self._last.get(key, float("-inf")) < REPEAT_AFTER:
            return False
        self._last[key] = record.created
        return True


def write_logs(format: str) -> None:
    """From now on, everything that is logged in this process goes to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FORMATTERS[format]())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    once = Once()
    for name in REPEATING:
        logging.getLogger(name).addFilter(once)
