"""Parsing in a child process: a mail may be made to use up memory and time, and then only that process ends.

Each process of ours has one child, started with its first mail and kept. A mail that the child cannot read, or dies
of, is unreadable; nothing else waits for it.
"""

import atexit
import os
import select
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

from pbem.mail_in.parse.bounces import Bounce, Complaint
from pbem.mail_in.parse.child import MOST_CPU, TYPES, Reply, Request, read_frame, write_frame
from pbem.mail_in.parse.guards import MOST_BYTES, Unreadable
from pbem.mail_in.parse.letter import Letter, unreadable

PATIENCE = 12 * MOST_CPU  # seconds of waiting, on a machine that has other things to do


class Parser:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._owner = 0  # the process that started the child: one that was forked from it needs its own

    def letter(self, raw: bytes) -> Letter:
        """Never raises for what the mail holds: one that cannot be read is a letter that says so."""
        try:
            found: Letter = self._ask(Request("letter", raw))
        except Unreadable as wrong:
            return unreadable(raw, wrong.reason)
        return found

    def bounce(self, raw: bytes) -> Bounce:
        """A report that cannot be read says nothing."""
        try:
            found: Bounce = self._ask(Request("bounce", raw))
        except Unreadable:
            return Bounce(())
        return found

    def complaint(self, raw: bytes, domain: str) -> Complaint:
        try:
            found: Complaint = self._ask(Request("complaint", raw, domain))
        except Unreadable:
            return Complaint("not-spam", (), ())
        return found

    def close(self) -> None:
        with self._lock:
            self._end()

    def _ask(self, request: Request) -> Any:
        if len(request.raw) > MOST_BYTES:
            raise Unreadable("too-big")
        with self._lock:
            try:
                answer = self._exchanged(msgspec.msgpack.encode(request))
            except BaseException:  # such as the time limit of a task
                self._end()  # or its answer would be taken for the one to the next mail
                raise
            if answer is None:
                self._end()
                raise Unreadable("malformed")
        reply = msgspec.msgpack.decode(answer, type=Reply)
        if reply.trouble:
            raise Unreadable(reply.trouble)  # type: ignore[arg-type]
        return msgspec.msgpack.decode(reply.value, type=TYPES[request.what])

    def _exchanged(self, data: bytes) -> bytes | None:
        """None when the child has died of it or takes too long."""
        child = self._started()
        stdin, stdout = child.stdin, child.stdout
        assert stdin is not None, "it was opened with a pipe"
        assert stdout is not None, "it was opened with a pipe"
        try:
            write_frame(_plain(stdin), data)
        except OSError:
            return None
        ready, _, _ = select.select([stdout], [], [], PATIENCE)
        return read_frame(_plain(stdout)) if ready else None

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._child is not None and (self._owner != os.getpid() or self._child.poll() is not None):
            self._end()
        if self._child is None:
            self._child = subprocess.Popen(
                [sys.executable, "-m", "pbem.mail_in.parse"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us; the child ends when we close its input
            )
            self._owner = os.getpid()
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not written yet need not be
                    pipe.close()
        if self._owner == os.getpid():
            child.kill()
            child.wait()


def _plain(stream: Any) -> BinaryIO:
    return stream  # type: ignore[no-any-return]


PARSER = Parser()
atexit.register(PARSER.close)
