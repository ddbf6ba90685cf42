"""Something that the server needs is away: its end is as interesting as its beginning, and what lies between is not."""

import logging
import time

log = logging.getLogger(__name__)


class Outage:
    """One line when it begins, one when it ends, however often both are noticed."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._since: float | None = None

    def noticed(self, why: str) -> None:
        if self._since is None:
            self._since = time.monotonic()
            log.warning("%s does not answer: %s", self.what, why)

    def over(self) -> None:
        since, self._since = self._since, None
        if since is not None:
            log.warning("%s answers again after %d seconds", self.what, time.monotonic() - since)
