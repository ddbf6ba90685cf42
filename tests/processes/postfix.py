"""Debian's Postfix as docs/deploy.md configures it, on ports and folders of its own."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.processes.deploy_blocks import files, make_certificate
from tests.processes.system import wait_until
from tests.services import free_port

COMMAND = "apt-get install --no-install-recommends postfix swaks"
DOMAIN = "railpost.localhost"
PLAYERS = ("seat0", "seat1")
HOME = "mail.localhost"  # where the players have their Maildirs
# Without Debian's folder of its own (chroot), and with the listener on a free port.
MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""


def missing() -> str:
    """Why there is no Postfix here, and what would bring it; empty when there is one."""
    if os.geteuid() != 0:
        return f"Postfix is started by root only; as root: {COMMAND}"
    if not (shutil.which("postfix") and shutil.which("swaks")) and not _installed():
        return f"Postfix and swaks are not here and could not be installed; try: {COMMAND}"
    return ""


def _installed() -> bool:
    """Without a configuration, and so without a server that would start."""
    if not (shutil.which("apt-get") and shutil.which("debconf-set-selections")):
        return False
    choice = b"postfix postfix/main_mailer_type select No configuration\n"
    subprocess.run(["debconf-set-selections"], input=choice, check=False)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run([*COMMAND.split(), "-y", "-q"], env=env, capture_output=True, timeout=240)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


@dataclass(frozen=True)
class Postfix:
    folder: Path
    port: int

    @property
    def socket(self) -> Path:
        return self.folder / "run/inbound.sock"

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def log(self) -> str:
        file = self.folder / "log/mail.log"
        return file.read_text(errors="replace") if file.exists() else ""

    def mails(self, name: str) -> list[bytes]:
        """What lies in a player's Maildir, the oldest first."""
        files = sorted((self.folder / f"home/{name}/new").glob("*"), key=lambda file: file.stat().st_mtime_ns)
        return [file.read_bytes() for file in files]

    def run(self, command: str) -> None:
        done = subprocess.run(["postfix", "-c", self.folder / "etc", command], capture_output=True, text=True)
        assert done.returncode == 0, f"{done.stderr}\n{self.log()}"

    def swaks(self, *words: str, data: bytes = b"") -> "subprocess.CompletedProcess[str]":
        """As a stranger: from an address of the machine that is none of its own to Postfix."""
        file = self.folder / "sent.eml"
        file.write_bytes(data)
        called = ["swaks", "--server", "127.0.0.1", "--port", str(self.port), "--local-interface", "127.0.0.2"]
        called += ["--helo", "client.localhost", "--timeout", "60", "--data", f"@{file}", *words]
        return subprocess.run(called, capture_output=True, text=True, timeout=120)


@contextmanager
def postfix() -> Iterator[Postfix]:
    # Not inside pytest's folder, which lets nobody in but us: Postfix delivers as a user of its own.
    folder = Path(tempfile.mkdtemp(prefix="railpost-postfix-"))
    folder.chmod(0o755)
    made = Postfix(folder, free_port())
    for name in ("etc", "spool", "data", "run", "log", "home"):
        (folder / name).mkdir()
    shutil.chown(folder / "data", "postfix")
    shutil.chown(folder / "home", "postfix", "postfix")
    shutil.chown(folder / "run", "root", "postfix")  # as /etc/tmpfiles.d says
    (folder / "run").chmod(0o2750)
    make_certificate(folder / "etc")
    (folder / "etc/main.cf").write_text(_main(made))
    (folder / "etc/master.cf").write_text(MASTER.format(port=made.port))
    try:
        made.run("start")
        wait_until("Postfix", lambda: "daemon started" in made.log())
        yield made
    finally:
        subprocess.run(["postfix", "-c", folder / "etc", "stop"], capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


def _main(made: Postfix) -> str:
    names = files()["/etc/postfix/main.cf"].replace("/etc/letsencrypt/live/play.example.org", str(made.folder / "etc"))
    names = names.replace("play.example.org", DOMAIN).replace(r"play\.example\.org", re.escape(DOMAIN))
    user, group = (shutil._get_uid("postfix"), shutil._get_gid("postfix"))  # type: ignore[attr-defined]
    return f"""{names.replace("/run/railpost/inbound.sock", str(made.socket))}
queue_directory = {made.folder}/spool
data_directory = {made.folder}/data
maillog_file = {made.folder}/log/mail.log
maillog_file_prefixes = {made.folder}
inet_protocols = ipv4
virtual_mailbox_domains = {HOME}
virtual_mailbox_base = {made.folder}/home
virtual_mailbox_maps = inline:{{ {" ".join(f"{name}@{HOME}={name}/" for name in PLAYERS)} }}
virtual_uid_maps = static:{user}
virtual_gid_maps = static:{group}
"""
