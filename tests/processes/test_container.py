"""The image of Containerfile: it is built, started process by process, and a whole game is played in it.

Built by buildah on a base of Debian's own packages, so that no image registry is needed. The processes have the
network of the machine, and PostgreSQL, Redis and the mail server are those of the other tests.
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from pbem.store.models.mail import SENT
from pbem.store.models.table import OVER
from tests.pbem.sample_tables import lines, mails, table
from tests.processes.players import Game, answer, press_or_write
from tests.processes.scratch_machine import CERTIFICATES
from tests.processes.system import ROOT, System, procfile, settings_for, wait_until
from tests.processes.test_disturbed import all_sent
from tests.services import PATIENCE, Sink, free_port

BASE, IMAGE = "localhost/railpost-bookworm", "localhost/railpost-tested"
BUILDAH = {"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}  # what works inside another container, too
MOST_MEGABYTES = 350
LEFT_OUT = (
    "usr/share/doc",
    "usr/share/man",
    "usr/share/locale",
    "usr/share/info",
    "var/lib/apt/lists",
    "var/cache/apt",
)
PROCESSES = ("web", "worker", "sender", "beat", "inbound")


def buildah(*words: str, folder: Path = ROOT) -> str:
    done = subprocess.run(
        ["buildah", *words], env={**os.environ, **BUILDAH}, cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip()


def make_base(folder: Path) -> None:
    """Debian's smallest system without what its slim image leaves out; made once, and kept among the images here. It
    trusts whom this machine trusts."""
    if BASE in buildah("images", "--format", "{{.Name}}").split():
        return
    tree = folder / "base"
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", str(tree)], check=True, capture_output=True)
    for path in LEFT_OUT:
        shutil.rmtree(tree / path)
    excluded = "".join(f"path-exclude /{path}/*\n" for path in LEFT_OUT if path.startswith("usr"))
    (tree / "etc/dpkg/dpkg.cfg.d/slim").write_text(excluded)
    (tree / "var/lib/apt/lists/partial").mkdir(parents=True)
    (tree / "var/cache/apt/archives/partial").mkdir(parents=True)
    shutil.copy(CERTIFICATES, tree / "etc/outer-certificates.crt")
    (tree / "etc/pip.conf").write_text("[global]\ncert = /etc/outer-certificates.crt\n")
    container = buildah("from", "scratch")
    buildah("copy", container, str(tree), "/")
    buildah("commit", "--rm", container, BASE)
    shutil.rmtree(tree)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> str:
    missing = [name for name in ("buildah", "debootstrap") if shutil.which(name) is None]
    if os.geteuid() != 0 or missing:
        pytest.skip(f"as root: apt-get install --no-install-recommends {' '.join(missing)}")
    make_base(tmp_path_factory.mktemp("base"))
    buildah("build", "--format", "docker", "--layers=false", "--build-arg", f"BASE={BASE}", "--tag", IMAGE, ".")
    return IMAGE


@dataclass
class Contained(System):
    """The same processes by the same commands, each in the container."""

    container: str = ""
    volumes: list[str] = field(default_factory=list)

    def _command(self, name: str) -> tuple[list[str], tuple[int, ...]]:
        # The toy game and what makes sweeps quicker come from the checkout, the server itself from the image.
        toys = {"PYTHONPATH": "/toys:/toys/tests/processes/surgery", "SURGERY": json.dumps(self.surgery)}
        given = [f"--env={key}={value}" for key, value in {**self.settings, **toys, "HOST": "127.0.0.1"}.items()]
        mounted = [f"--volume={path}" for path in (f"{ROOT / 'tests'}:/toys/tests:ro", *self.volumes)]
        set_so = [f"{key}={value}" for key, value in BUILDAH.items()]
        return ["env", *set_so, "buildah", "run", *mounted, *given, self.container, "--", *procfile()[name]], ()

    def release(self) -> None:
        command, _ = self._command("release")
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def server(image: str, tmp_path: Path, empty_postgres: str, empty_redis: str, smtp_sink: Sink) -> Iterator[Contained]:
    settings = settings_for(
        empty_postgres,
        empty_redis,
        smtp_sink.url,
        INBOUND_URL=f"smtp://127.0.0.1:{free_port()}",
        WORKER_CONCURRENCY="1",
    )
    # PostgreSQL of the tests listens on a socket in its folder, which the user inside must reach.
    (folder,) = parse_qs(urlsplit(empty_postgres).query)["host"]
    mode = Path(folder).stat().st_mode
    Path(folder).chmod(mode | 0o011)
    container = buildah("from", image)
    made = Contained(tmp_path, settings, {"toys": True, "sweep": 1}, container=container)
    made.volumes = [f"{folder}:{folder}"]
    try:
        with made.ended():
            made.release()
            yield made
    finally:
        buildah("rm", container)
        Path(folder).chmod(mode)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_whole_game_is_played_in_the_image(server: Contained, image: str, smtp_sink: Sink) -> None:
    size, unit = buildah("images", "--format", "{{.Size}}", image).split()
    print(f"the image has {size} {unit}")
    assert unit == "MB"
    assert float(size) <= MOST_MEGABYTES
    assert buildah("inspect", "--type", "image", "--format", "{{.OCIv1.Config.User}}", image) == "railpost"
    service = server.service()
    server.start(*PROCESSES)
    server.wait_for_web()
    wait_until("health", lambda: server.health() == "ok\n")
    games = (Game("parlour", 2, rounds="1", by_mail=True), Game("parlour", 3))
    tables = {game.begin(service, number): game for number, game in enumerate(games, 1)}
    until, going = time.monotonic() + 8 * PATIENCE, list(tables)
    while going:
        assert time.monotonic() < until, going
        going = [at for at in going if answer(service, at, press_or_write(tables[at]))]
        time.sleep(0.05)
    wait_until("the last mails", lambda: all_sent(service))
    for at, game in tables.items():
        assert table(service, at).status == OVER
        played = {line.how for line in lines(service, at) if line.seat is not None}
        assert ("mail" if game.by_mail else "page") in played
    assert len(mails(service, kind="over", status=SENT)) == 5
    assert len(smtp_sink.received) >= len(mails(service, status=SENT))
