"""The listener: mail comes in by SMTP or LMTP, on a port or a socket.

It takes mail for our own addresses and for nobody else, and says so before it sees the mail. It says 250 when the mail
is committed and not before. The database is asked in threads, so that one slow answer does not hold up the others.
"""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy.exc import SQLAlchemyError

from pbem.base.limits import place
from pbem.base.logs import told
from pbem.base.service import Service
from pbem.base.tallies import INBOUND
from pbem.mail_in.letterbox import TooBig, TooMany, Unknown, check_rate, check_recipient, store_raw
from pbem.mail_in.parse.guards import MOST_BYTES
from pbem.store.signs import SIGN_SECONDS, sign_of_life

T = TypeVar("T")

MOST_RECIPIENTS = 10
MOST_SESSIONS = 100  # each may hold a mail of the largest size in memory
MOST_FROM_ONE = 20  # from one place: one idle client must not take the room of all others
THREADS = 4
TIMEOUT = 300  # seconds from a command to the next, and for a whole mail: what RFC 5321 demands at least
MOMENT = 0.05  # seconds, for a connection that is just being made
SOCKET_MODE = 0o660

TAKEN = "250 2.0.0 Taken"
LATER = "451 4.3.0 Not now, please try again later"
TOO_BIG = f"552 5.3.4 No mail above {MOST_BYTES} bytes is taken"
NO_SUCH_ADDRESS = "550 5.1.1 There is no such address here"
NOT_OURS = "550 5.7.1 Nothing is passed on to other servers"
TOO_OFTEN = "451 4.7.1 Too many mails within the hour, please try again later"
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients"
FULL = "421 4.3.2 Too many are talking here, please try again later"
NOT_DONE = "502 5.5.1 That is not done here"

log = logging.getLogger(__name__)


class Door:
    """What is asked and answered at the door, for all sessions of one listener."""

    def __init__(self, service: Service, transport: str) -> None:
        self.service = service
        self.transport = transport
        self.threads = ThreadPoolExecutor(THREADS, "inbound")
        self.conversations: set[Conversation] = set()

    async def in_thread(self, work: Callable[..., T], *given: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.threads, work, *given)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address.lower() == "postmaster":  # which every server must know without a domain, too
            address = f"postmaster@{self.service.config.mail_domain}"
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY_RECIPIENTS
        answer = await self.in_thread(self._may_come, envelope.mail_from or "", address)
        if answer:
            self._refused(envelope.mail_from or "", address, answer)
        else:
            envelope.rcpt_tos.append(address)
        return answer or "250 2.1.5 Known"

    async def handle_exception(self, error: Exception) -> str:
        log.error("a session failed", exc_info=error)
        return LATER

    async def take(self, raw: bytes, envelope: Envelope) -> list[str]:
        """An answer for each recipient."""
        return await self.in_thread(self._store, raw, envelope.mail_from or "", tuple(envelope.rcpt_tos))

    def _may_come(self, sender: str, address: str) -> str:
        try:
            check_recipient(self.service, address)
            check_rate(self.service, sender, address)
        except Unknown as unknown:
            return NO_SUCH_ADDRESS if unknown.is_ours else NOT_OURS
        except TooMany:
            return TOO_OFTEN
        except SQLAlchemyError as error:
            return _database_away(error)
        return ""

    def _refused(self, sender: str, recipient: str, answer: str) -> None:
        self.service.tallies.count(INBOUND, result="refused")
        told(log, "mail refused", sender=sender, recipient=recipient, why=answer)

    def _store(self, raw: bytes, sender: str, recipients: tuple[str, ...]) -> list[str]:
        return [self._store_one(raw, sender, recipient) for recipient in recipients]

    def _store_one(self, raw: bytes, sender: str, recipient: str) -> str:
        try:
            stored = store_raw(self.service, raw, sender, recipient, self.transport)
        except TooBig:
            self._refused(sender, recipient, TOO_BIG)
            return TOO_BIG
        except SQLAlchemyError as error:
            return _database_away(error)
        except Exception as error:  # ours, and so no reason for the sender to lose the mail
            log.error("a mail could not be stored", exc_info=error)
            return LATER
        told(log, "mail received", inbound=stored.id, bytes=len(raw), again=not stored.is_new)
        return TAKEN


def _database_away(error: SQLAlchemyError) -> str:
    log.warning("mail is put off, the database does not answer: %s", type(error).__name__)
    return LATER


class Conversation(SMTP):
    """One connection. The library speaks the protocol; what is ours is here."""

    def __init__(self, door: Door, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(
            door,
            data_size_limit=MOST_BYTES,
            enable_SMTPUTF8=True,
            hostname=door.service.config.mail_domain,
            ident="Railpost",
            timeout=TIMEOUT,
            command_call_limit={"*": 100, "MAIL": 1000, "RCPT": 10_000, "DATA": 1000, "RSET": 2000},
            loop=loop,
        )
        self.door = door
        self.speaks_lmtp = door.transport == "lmtp"
        self.peer = ""  # where it comes from; empty for a socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        address = transport.get_extra_info("peername")
        self.peer = place(address[0]) if isinstance(address, tuple) else ""
        self.door.conversations.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.door.conversations.discard(self)
        super().connection_lost(error)

    def hang_up(self) -> None:
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()

    async def _handle_client(self) -> None:
        if len(self.door.conversations) <= MOST_SESSIONS and self._has_room():
            await super()._handle_client()
        elif self.transport is not None:
            await self.push(FULL)
            self.transport.close()

    def _has_room(self) -> bool:
        """Mail servers on this machine, and those behind a socket, speak for everybody."""
        return self.peer in ("", "127.0.0.1", "::1") or self._from_here() <= MOST_FROM_ONE

    def _from_here(self) -> int:
        return sum(other.peer == self.peer for other in self.door.conversations)

    async def smtp_LHLO(self, arg: str) -> None:
        await (super().smtp_EHLO(arg) if self.speaks_lmtp else self.push(NOT_DONE))

    async def smtp_EHLO(self, arg: str) -> None:
        await (self.push(NOT_DONE) if self.speaks_lmtp else super().smtp_EHLO(arg))

    async def smtp_HELO(self, arg: str) -> None:
        await (self.push(NOT_DONE) if self.speaks_lmtp else super().smtp_HELO(arg))

    async def smtp_AUTH(self, arg: str) -> None:
        await self.push(NOT_DONE)

    async def smtp_VRFY(self, arg: str) -> None:
        await self.push(NOT_DONE)

    async def smtp_EXPN(self, arg: str) -> None:
        await self.push(NOT_DONE)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        try:
            return super()._getaddr(arg)
        except Exception:  # the standard library's parser stumbles over some that are none
            return None, None

    async def smtp_DATA(self, arg: str) -> None:
        """Instead of the library's, which answers once for all recipients and keeps an endless line in memory."""
        if await self.check_helo_needed("LHLO" if self.speaks_lmtp else "EHLO"):
            return
        envelope = self.envelope
        assert envelope is not None
        if not envelope.rcpt_tos:
            await self.push("503 5.5.1 Whom is it for? RCPT comes first")
            return
        if arg:
            await self.push("501 5.5.4 DATA stands alone")
            return
        await self.push("354 Go on, and end with a line that holds only a dot")
        raw = await self._read_content()
        self._reset_timeout()
        answers = [TOO_BIG] * len(envelope.rcpt_tos) if raw is None else await self.door.take(raw, envelope)
        self.envelope = self._create_envelope()
        await self.push("\r\n".join(answers) if self.speaks_lmtp else _one_of(answers))

    async def _read_content(self) -> bytes | None:
        """Up to the lone dot; None when it is too big.

        Only CRLF ends a line: a dot between other line ends is a part of the mail, and so nothing can be smuggled in
        behind it.
        """
        pieces: list[bytes] = []
        size, begins_line = 0, True
        while True:
            try:
                piece = await self._reader.readuntil(b"\r\n")
            except asyncio.LimitOverrunError as long:
                piece = await self._reader.read(long.consumed)
            if begins_line and piece == b".\r\n":
                return b"".join(pieces) if size <= MOST_BYTES else None
            if begins_line and piece.startswith(b"."):
                piece = piece[1:]
            begins_line = piece.endswith(b"\r\n")
            size += len(piece)
            if size <= MOST_BYTES:
                pieces.append(piece)
            else:
                pieces.clear()


def _one_of(answers: list[str]) -> str:
    """SMTP knows one answer for all recipients: the sender tries again what was stored for some, which does no harm."""
    return next((answer for answer in answers if answer != TAKEN), TAKEN)


class Listener:
    """Bound when it is made, so that a port in use is an OSError there; serves in a thread or here."""

    def __init__(self, service: Service, url: str) -> None:
        self.url = urlsplit(url)
        self.path = unquote(self.url.path) if not self.url.netloc else ""
        self.door = Door(service, self.url.scheme)
        self.socket = _bound_to_path(self.path) if self.path else _bound_to_port(self.url.hostname or "", self.url.port)
        self.ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stop: asyncio.Event | None = None
        self._was_stopped = False

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    def start(self) -> None:
        logging.getLogger("mail.log").setLevel(logging.ERROR)  # it would write down the keys in our addresses
        self._thread = threading.Thread(target=self.run, name="listener", daemon=True)
        self._thread.start()
        self.ready.wait()

    def run(self) -> None:
        logging.getLogger("mail.log").setLevel(logging.ERROR)
        asyncio.run(self._serve())

    def stop(self) -> None:
        """May be called from a signal handler or another thread."""
        self._was_stopped = True
        if self._loop is not None and self._stop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stop.set)
        if self._thread is not None:
            self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        loop = self._loop

        def new() -> Conversation:
            return Conversation(self.door, loop)

        make: Any = loop.create_unix_server if self.path else loop.create_server
        server = await make(new, sock=self.socket)
        self.ready.set()
        signs = loop.create_task(self._keep_signing())
        try:
            if not self._was_stopped:
                await self._stop.wait()
        finally:
            signs.cancel()
            await asyncio.sleep(MOMENT)
            server.close()
            for conversation in self.door.conversations:
                conversation.hang_up()
            await asyncio.sleep(0)
            self.door.threads.shutdown()
            if self.path:
                _remove(self.path)

    async def _keep_signing(self) -> None:
        """From the loop that takes mail in: if that hangs, the process is silent."""
        while True:
            await self.door.in_thread(sign_of_life, self.door.service, "inbound")
            await asyncio.sleep(SIGN_SECONDS)


def _bound_to_port(host: str, port: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port or 0))
    except OSError:
        made.close()
        raise
    return made


def _bound_to_path(path: str) -> socket.socket:
    """For its owner and its group only, before anybody can connect."""
    if _is_served(path):
        raise OSError("another process listens there")
    _remove(path)
    made = socket.socket(socket.AF_UNIX)
    try:
        made.bind(path)
        Path(path).chmod(SOCKET_MODE)
    except OSError:
        made.close()
        raise
    return made


def _is_served(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except OSError:
            return False
        return True


def _remove(path: str) -> None:
    """A socket that a killed process left behind; never a file that is something else."""
    if Path(path).is_socket():
        Path(path).unlink(missing_ok=True)
