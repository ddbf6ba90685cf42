"""Handing a finished mail over: to an SMTP server, or to nobody when the built-in mailbox keeps it."""

import smtplib
import ssl
from types import TracebackType
from typing import Protocol, Self
from urllib.parse import unquote, urlsplit

from pbem.base.config import Config

TIMEOUT = 30


class Refused(Exception):
    """The server said a final no. `at_recipient` tells that the address is the reason."""

    def __init__(self, answer: str, at_recipient: bool) -> None:
        super().__init__(answer)
        self.at_recipient = at_recipient


class Unreachable(Exception):
    """No answer, or "later": worth another try."""


class Away(Exception):
    """The server itself cannot be talked to, or does not let us in: no mail would get through now."""


class Postman(Protocol):
    """Used in a `with`: one connection serves a whole batch."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...
    def send(self, sender: str, recipient: str, raw: bytes) -> None: ...


class Mailbox:
    """Keeps everything: the bytes are in the outbox, and `/mailbox` shows them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nothing to close."""

    def send(self, sender: str, recipient: str, raw: bytes) -> None:
        """Nothing to do."""


class Smtp:
    """An SMTP server by `SMTP_URL`. It connects when the first mail of a batch comes."""

    def __init__(self, url: str, hostname: str) -> None:
        self.url = urlsplit(url)
        self.hostname = hostname
        self.connection: smtplib.SMTP | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.connection is not None:
            try:
                self.connection.quit()
            except (smtplib.SMTPException, OSError):
                self.connection.close()
            self.connection = None

    def send(self, sender: str, recipient: str, raw: bytes) -> None:
        connection = self._connected()
        try:
            connection.sendmail(sender, [recipient], raw)
        except smtplib.SMTPRecipientsRefused as error:
            code, answer = next(iter(error.recipients.values()))
            self._answer(code, answer, at_recipient=True)
        except smtplib.SMTPResponseException as error:
            self._answer(error.smtp_code, error.smtp_error, at_recipient=False)
        except (smtplib.SMTPException, OSError) as error:
            self.connection = None
            raise Unreachable(f"{type(error).__name__}: {error}") from error

    def _answer(self, code: int, answer: bytes | str, at_recipient: bool) -> None:
        text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
        if 500 <= code < 600:
            raise Refused(f"{code} {text}", at_recipient)
        raise Unreachable(f"{code} {text}")

    def _connected(self) -> smtplib.SMTP:
        if self.connection is None:
            try:
                self.connection = self._connect()
            except (smtplib.SMTPException, OSError) as error:
                raise Away(f"{type(error).__name__}: {error}") from error
        return self.connection

    def _connect(self) -> smtplib.SMTP:
        host, scheme = self.url.hostname or "localhost", self.url.scheme
        if scheme == "smtps":
            context = ssl.create_default_context()
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                host, self.url.port or 465, self.hostname, timeout=TIMEOUT, context=context
            )
        else:
            connection = smtplib.SMTP(
                host, self.url.port or (587 if "starttls" in scheme else 25), self.hostname, TIMEOUT
            )
        try:
            if scheme == "smtp+starttls":
                connection.starttls(context=ssl.create_default_context())
            connection.ehlo_or_helo_if_needed()
            if self.url.username:
                connection.login(unquote(self.url.username), unquote(self.url.password or ""))
        except (smtplib.SMTPException, OSError):
            connection.close()
            raise
        return connection

    def greet(self) -> None:
        """Connects and logs in, and sends nothing; raises Away."""
        with self:
            self._connected()


def make_postman(config: Config) -> Postman:
    return Smtp(config.smtp_url, config.public_host) if config.smtp_url else Mailbox()
