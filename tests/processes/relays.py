"""Mail servers that take their time, each in its way."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from tests.services import Sink, on_free_port, start_smtp

if TYPE_CHECKING:
    from aiosmtpd.smtp import SMTP, Envelope, Session

AnySink = TypeVar("AnySink", bound=Sink)


@contextmanager
def listening(sink: AnySink) -> Iterator[AnySink]:
    controller = on_free_port(lambda port: start_smtp(sink, port))
    sink.port = controller.port
    yield sink
    controller.stop()


@dataclass
class SlowSink(Sink):
    """Thinks about every mail, and answers nobody while it is shut."""

    seconds: float = 0.0
    is_shut: bool = False
    thinks_of: int = 0  # mails that it has at this moment

    async def handle_DATA(self, server: "SMTP", session: "Session", envelope: "Envelope") -> str:
        self.thinks_of += 1
        await asyncio.sleep(self.seconds)
        while self.is_shut:
            await asyncio.sleep(0.05)
        self.thinks_of -= 1
        return await super().handle_DATA(server, session, envelope)


@dataclass
class PairingSink(Sink):
    """Keeps every mail until another connection has brought one too, and then answers both."""

    waiting: "asyncio.Future[None] | None" = None
    pairs: int = 0

    async def handle_DATA(self, server: "SMTP", session: "Session", envelope: "Envelope") -> str:
        if self.waiting is None:
            self.waiting = asyncio.get_running_loop().create_future()
            await self.waiting
        else:
            self.waiting.set_result(None)
            self.waiting = None
            self.pairs += 1
        return await super().handle_DATA(server, session, envelope)
