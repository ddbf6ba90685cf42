"""A Debian machine to follow a document on: its files in a folder, and its own systemd as process 1.

It has namespaces of its own for processes, mounts and control groups, so that nothing that it starts is seen outside
and everything ends with it. The network is that of this machine. It needs root and debootstrap, and no image.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.processes.system import wait_until

CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"  # of this machine: it may be behind a proxy that has its own
THEIRS = "/etc/outer-certificates.crt"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# What belongs to the machine around: devices, the network, the clock.
NOT_OURS = (
    "networking.service", "systemd-udevd.service", "systemd-udev-trigger.service", "systemd-udevd-control.socket",
    "systemd-udevd-kernel.socket", "systemd-sysctl.service", "systemd-modules-load.service",
    "systemd-timesyncd.service", "console-getty.service", "getty@tty1.service",
)  # fmt: skip
UP = ("running", "degraded")
_GROUP = Path("/sys/fs/cgroup/systemd")  # where processes are counted by name only
_BOOT = """
mount --make-rprivate /
mount --bind {root} {root}
cd {root}
mount -t proc proc proc
mount --bind proc/sys proc/sys && mount -o remount,ro,bind proc/sys
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
{groups}
mount -t tmpfs -o mode=755 tmpfs dev
cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty dev/
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
hostname {name}
mkdir -p outer
pivot_root . outer
umount -l /outer
exec env -i container=scratch PATH={path} /lib/systemd/systemd --show-status=no
"""
_LEGACY = "mkdir sys/fs/cgroup/systemd && mount -t cgroup -o none,name=systemd,xattr cgroup sys/fs/cgroup/systemd"
_UNIFIED = "mount -t cgroup2 cgroup2 sys/fs/cgroup"


@dataclass(frozen=True)
class Machine:
    root: Path
    init: int  # its process 1, as it is numbered outside

    def run(self, script: str) -> "subprocess.CompletedProcess[str]":
        """As root, by a shell that stops at the first mistake."""
        inside = ["nsenter", "--target", str(self.init), "--mount", "--pid", "--uts", "--ipc", "--cgroup", "--root"]
        env = {
            "PATH": PATH,
            "LANG": "C.UTF-8",
            "HOME": "/root",
            "PIP_CERT": THEIRS,
            "DEBIAN_FRONTEND": "noninteractive",
        }
        given = [f"{name}={value}" for name, value in env.items()]
        return subprocess.run(
            [*inside, "env", "-i", *given, "sh", "-e"], input=f"cd /\n{script}", capture_output=True, text=True
        )

    def write(self, path: str, text: str) -> None:
        """From inside, where the folders of a running machine are."""
        done = self.run(f"mkdir -p '{Path(path).parent}'; cat > '{path}' <<'END OF FILE'\n{text}END OF FILE\n")
        assert done.returncode == 0, done.stderr


def install(root: Path) -> None:
    """What somebody has who rents a machine: Debian, a network, names."""
    done = subprocess.run(["debootstrap", "bookworm", str(root)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:]
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    shutil.copy(CERTIFICATES, root / THEIRS.lstrip("/"))
    for unit in NOT_OURS:
        masked = root / "etc/systemd/system" / unit
        masked.unlink(missing_ok=True)
        masked.symlink_to("/dev/null")


@contextmanager
def booted(root: Path, name: str) -> Iterator[Machine]:
    groups = _LEGACY if _GROUP.exists() else _UNIFIED
    own = (_GROUP if _GROUP.exists() else _GROUP.parent) / f"scratch-{name}"
    own.mkdir(exist_ok=True)
    boot = _BOOT.format(root=root, groups=groups, name=name, path=PATH)
    apart = ["unshare", "--mount", "--pid", "--uts", "--ipc", "--cgroup", "--fork", "--kill-child", "sh", "-e"]
    joined = f'echo $$ > {own}/cgroup.procs && exec "$@"'
    outer = subprocess.Popen(
        ["sh", "-c", joined, "sh", *apart, "-c", boot], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    children = Path(f"/proc/{outer.pid}/task/{outer.pid}/children")
    try:
        wait_until("process 1", lambda: outer.poll() is not None or children.read_text().split())
        assert outer.poll() is None, "the namespaces are not allowed here"
        machine = Machine(root, int(children.read_text().split()[0]))
        wait_until("its services", lambda: machine.run("systemctl is-system-running || true").stdout.strip() in UP)
        yield machine
    finally:
        outer.kill()  # process 1 with it, and with that everything inside
        outer.wait()
        wait_until("the end of its processes", lambda: _removed(own))


def _removed(groups: Path) -> bool:
    """Whether its control groups are gone: they can be removed when the last process has ended."""
    folders = [groups, *(path for path in groups.rglob("*") if path.is_dir())]
    with suppress(OSError):
        for folder in sorted(folders, key=lambda path: len(path.parts), reverse=True):
            folder.rmdir()
    return not groups.exists()
