"""Somebody follows docs/deploy.md on a new machine, word by word: it becomes a server that is played on by mail.

Faked is only the world around it: the authority for certificates, the place that the release is fetched from, and the
mail server of the player.
"""

import json
import os
import re
import shutil
import smtplib
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from tests.pbem.mail_in.letters import letter
from tests.processes.deploy_blocks import DOCUMENT, section
from tests.processes.scratch_machine import Machine, booted, install
from tests.processes.system import ROOT, wait_until
from tests.services import Sink

IN_DNS = {"mx", "spf", "dkim", "dmarc"}  # what `railpost check` misses here
PORTS = (25, 80, 443, 6379, 8000)
NAME, OPERATOR = "play.example.org", "you@example.org"
CERTBOT = f"""#!/bin/sh
folder=/etc/letsencrypt/live/{NAME}
mkdir -p $folder
openssl req -x509 -nodes -newkey rsa:2048 -subj /CN={NAME} -keyout $folder/privkey.pem -out $folder/fullchain.pem
"""


def repository(root: Path) -> None:
    """What is committed here, under the names of the releases in the document."""
    place = root / "var/tmp/railpost.git"
    subprocess.run(["git", "clone", "--quiet", "--bare", ROOT, place], check=True)
    for release in re.findall(r"^RELEASE=(\S+)$", DOCUMENT.read_text("utf-8"), re.MULTILINE):
        subprocess.run(["git", "tag", f"v{release}"], cwd=place, check=True)
    (url,) = set(re.findall(r"https://\S+\.git", DOCUMENT.read_text("utf-8")))
    written = f'[url "file:///var/tmp/railpost.git"]\n\tinsteadOf = {url}\n[safe]\n\tdirectory = *\n'
    (root / "etc/gitconfig").write_text(written)


def in_use(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        pytest.skip("as root: apt-get install --no-install-recommends debootstrap")
    taken = [port for port in PORTS if in_use(port)]
    if taken:
        pytest.skip(f"the ports {taken} of this machine are in use")
    root = tmp_path / "machine"
    install(root)
    repository(root)
    certbot = root / "usr/local/bin/certbot"
    certbot.write_text(CERTBOT)
    certbot.chmod(0o755)
    with (root / "etc/hosts").open("a") as hosts:
        hosts.write(f"127.0.0.1 localhost {NAME}\n")
    with booted(root, "play") as made:
        yield made
    shutil.rmtree(root)


def follow(machine: Machine, heading: str) -> set[str]:
    """Writes the files of that part and types its steps, and prints how long each took. Returns what `railpost check`
    misses, if it is among them."""
    missing = set[str]()
    for kind, path, text in section(heading):
        if path:
            machine.write(path, text)
            print(f"        {path}")
        elif kind == "sh":
            steps, check, options = text.partition("railpost check")
            began = time.monotonic()
            done = machine.run(steps)
            assert done.returncode == 0, f"{steps}\n{done.stdout[-1000:]}\n{done.stderr[-3000:]}"
            if check:
                missing = missed_by(machine.run(f"{check} --json {options}"))
            print(f"{time.monotonic() - began:5.1f} s {text.rstrip()}")
    return missing


def missed_by(check: "subprocess.CompletedProcess[str]") -> set[str]:
    """Parts, tables and complaints. Its status is not 0 here, since nothing is in the DNS."""
    assert check.stdout, check.stderr[-3000:]
    told = json.loads(check.stdout)
    parts = {part["part"] for part in told["parts"] if not part["fit"]}
    tables = {f"table {table['table']}: {table['why']}" for table in told["tables"] if table["why"]}
    return parts | tables | {complaint["says"] for complaint in told["complaints"]}


def let_mail_reach(sink: Sink, machine: Machine) -> None:
    """The mail server of the operator, who is the player too."""
    done = machine.run(
        f"postconf -e 'default_transport = smtp:[127.0.0.1]:{sink.port}'\npostfix reload\npostqueue -f\n"
    )
    assert done.returncode == 0, done.stderr


def health() -> str:
    with closing(HTTPSConnection("127.0.0.1", context=ssl._create_unverified_context())) as connection:
        connection.request("GET", "/healthz", headers={"Host": NAME})
        return connection.getresponse().read().decode()


def answer(question: EmailMessage, text: str) -> None:
    """As the mail server of the player brings it."""
    to = str(question["Reply-To"])
    with smtplib.SMTP("127.0.0.1", 25) as connection:
        connection.starttls(context=ssl._create_unverified_context())
        connection.sendmail(OPERATOR, to, letter(to, text, id=f"<{text}@example.org>", From=OPERATOR))


def questions(sink: Sink) -> list[EmailMessage]:
    """The invitation first, then the questions of the game."""
    return [got.message for got in sink.received if got.message["Reply-To"]]


def lines_by_mail(machine: Machine) -> int:
    asked = "runuser -u postgres -- psql -At railpost -c \"select count(*) from lines where how = 'mail'\""
    return int(machine.run(asked).stdout or 0)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_newcomer_follows_the_document(machine: Machine, smtp_sink: Sink) -> None:
    began = time.monotonic()
    missing = follow(machine, "## One machine")
    print(f"{(time.monotonic() - began) / 60:.1f} minutes for one machine")
    assert missing <= IN_DNS
    let_mail_reach(smtp_sink, machine)
    follow(machine, "## A first table")
    wait_until("the invitation", lambda: questions(smtp_sink))
    answer(questions(smtp_sink)[0], "join")
    wait_until("the first question", lambda: len(questions(smtp_sink)) == 2)
    question = questions(smtp_sink)[1]
    assert question["DKIM-Signature"]
    answer(question, "1")
    wait_until("the line", lambda: lines_by_mail(machine) == 1)
    assert health() == "ok\n"

    follow(machine, "## Backup and restore")
    assert lines_by_mail(machine) == 1
    assert follow(machine, "## Upgrading while tables run") <= IN_DNS
    running = machine.run("readlink /proc/$(systemctl show --property MainPID --value railpost@web)/cwd").stdout
    assert running == machine.run("readlink /srv/railpost/current").stdout, "web has gone to the new release"
    wait_until("health", lambda: health() == "ok\n")
