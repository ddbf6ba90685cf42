"""An IMAP4rev1 server with one mailbox, as much of it as a poller needs, and as strict as a real one."""

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Message:
    raw: bytes
    flags: set[str] = field(default_factory=set)


@dataclass
class Mailbox:
    validity: int = 1
    messages: dict[int, Message] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)  # what clients have asked
    fetched: int = 0  # bytes of mails that have left
    password: str = "pass word"
    dies_at: str = ""  # the connection ends when this command comes
    port: int = 0

    @property
    def url(self) -> str:
        return f"imap://anna%40mail.localhost:pass%20word@127.0.0.1:{self.port}/INBOX"

    def put(self, raw: bytes) -> int:
        uid = max(self.messages, default=0) + 1
        self.messages[uid] = Message(raw)
        return uid

    def seen(self) -> list[int]:
        return [uid for uid, message in self.messages.items() if "\\Seen" in message.flags]


class _Conversation(socketserver.StreamRequestHandler):
    box: Mailbox

    def handle(self) -> None:
        self.say("* OK ready")
        selected = False
        while line := self.rfile.readline():
            tag, _, command = line.decode().strip().partition(" ")
            self.box.commands.append(command)
            if self.box.dies_at and command.startswith(self.box.dies_at):
                return
            if command == "CAPABILITY":
                self.say("* CAPABILITY IMAP4rev1")
            elif command == "LOGOUT":
                self.say("* BYE", f"{tag} OK bye")
                return
            elif command.startswith("LOGIN"):
                if command != f'LOGIN "anna@mail.localhost" "{self.box.password}"':
                    self.say(f"{tag} NO wrong password")
                    continue
            elif command == 'SELECT "INBOX"':
                selected = True
                self.say("* FLAGS (\\Seen)", f"* {len(self.box.messages)} EXISTS")
                self.say(f"* OK [UIDVALIDITY {self.box.validity}] valid")
            elif not selected or not self.answer(command):
                self.say(f"{tag} BAD {command}")
                continue
            self.say(f"{tag} OK done")

    def answer(self, command: str) -> bool:
        if found := re.fullmatch(r"UID SEARCH UID (\d+):\*", command):
            uids = sorted(self.box.messages)
            wanted = [uid for uid in uids if uid >= int(found[1])] or uids[-1:]
            self.say(" ".join(("* SEARCH", *map(str, wanted))))
        elif found := re.fullmatch(r"UID FETCH (\d+) \(RFC822.SIZE BODY.PEEK\[HEADER\]<0.(\d+)>\)", command):
            if message := self.box.messages.get(int(found[1])):
                head = message.raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
                # Servers may tell in any order: the size comes last here.
                self.literal(found[1], "BODY[HEADER]<0>", head[: int(found[2])], f" RFC822.SIZE {len(message.raw)}")
        elif found := re.fullmatch(r"UID FETCH (\d+) \(BODY.PEEK\[\]<0.(\d+)>\)", command):
            if message := self.box.messages.get(int(found[1])):
                self.box.fetched += len(message.raw)
                self.literal(found[1], "BODY[]<0>", message.raw[: int(found[2])], "")
        elif found := re.fullmatch(r"UID STORE (\d+) \+FLAGS.SILENT \((\S+)\)", command):
            self.box.messages[int(found[1])].flags.add(found[2])
        else:
            return False
        return True

    def literal(self, uid: str, name: str, data: bytes, after: str) -> None:
        number = sorted(self.box.messages).index(int(uid)) + 1
        self.wfile.write(f"* {number} FETCH (UID {uid} {name} {{{len(data)}}}\r\n".encode() + data)
        self.say(f"{after})")

    def say(self, *lines: str) -> None:
        self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())


@contextmanager
def imap_server() -> Iterator[Mailbox]:
    box = Mailbox()

    class Conversation(_Conversation):
        pass

    Conversation.box = box
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation) as server:
        server.daemon_threads = True
        box.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield box
        server.shutdown()
        thread.join()
