"""What the child process does: it reads requests from its input and writes answers to its output, until the input ends.

A request and an answer are each a length of four bytes and a MessagePack value. A mail that takes too much memory is
answered as unreadable; one that takes too much time ends the process, and whoever asked starts another.
"""

import resource
import sys
from typing import Any, BinaryIO

import msgspec

from pbem.mail_in.parse.bounces import Bounce, Complaint
from pbem.mail_in.parse.guards import Unreadable
from pbem.mail_in.parse.letter import Letter, bounce_in, complaint_in, read_letter

MOST_CPU = 5  # seconds for one mail
MOST_MEMORY = 512 * 1024 * 1024  # bytes above what the libraries take

TYPES: dict[str, Any] = {"letter": Letter, "bounce": Bounce, "complaint": Complaint}


class Request(msgspec.Struct):
    what: str
    raw: bytes
    domain: str = ""


class Reply(msgspec.Struct):
    value: bytes = b""  # encoded by itself, for its type depends on what was asked
    trouble: str = ""


def read_frame(stream: BinaryIO) -> bytes | None:
    """None at the end of the stream, also when it ends in the middle."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    data = stream.read(int.from_bytes(head))
    return data if len(data) == int.from_bytes(head) else None


def write_frame(stream: BinaryIO, data: bytes) -> None:
    stream.write(len(data).to_bytes(4) + data)
    stream.flush()


def serve() -> None:
    _limit_memory()
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    while (data := read_frame(incoming)) is not None:
        _limit_cpu()
        write_frame(outgoing, msgspec.msgpack.encode(_answered(msgspec.msgpack.decode(data, type=Request))))


def _answered(request: Request) -> Reply:
    try:
        return Reply(msgspec.msgpack.encode(_read(request)))
    except Unreadable as wrong:
        return Reply(trouble=wrong.reason)
    except MemoryError:
        return Reply(trouble="too-big")
    except RecursionError:
        return Reply(trouble="too-deep")


def _read(request: Request) -> Letter | Bounce | Complaint:
    if request.what == "bounce":
        return bounce_in(request.raw)
    if request.what == "complaint":
        return complaint_in(request.raw, request.domain)
    return read_letter(request.raw)


def _limit_memory() -> None:
    pages = int(open("/proc/self/statm").read().split()[0]) if sys.platform == "linux" else 0  # noqa: PTH123, SIM115
    if pages:
        most = pages * resource.getpagesize() + MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _limit_cpu() -> None:
    """The limit counts from the beginning of the process, so it moves on with each mail."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    ends = int(used.ru_utime + used.ru_stime) + 1 + MOST_CPU
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (ends, hard))
