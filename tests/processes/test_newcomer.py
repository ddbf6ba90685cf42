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
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

import pytest
import trustme

from tests.pbem.mail_in.letters import letter
from tests.processes.deploy_blocks import DOCUMENT, section
from tests.processes.scratch_machine import Machine, booted, install
from tests.processes.system import ROOT, wait_until
from tests.services import Sink, on_free_port, start_smtp

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
        print(made.run("journalctl --no-pager --lines 200 --unit 'railpost@*' --unit 'postfix*'").stdout)
    shutil.rmtree(root)


def follow(machine: Machine, heading: str) -> None:
    """Writes the files of that part and types its steps, and prints how long each took. Looks at `railpost check`, if
    it is among them, until it misses nothing: processes that have just been started are not there yet."""
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
                wait_until("all parts", partial(nothing_is_missing, machine, f"{check} --json {options}"))
            print(f"{time.monotonic() - began:5.1f} s {text.rstrip()}")


def nothing_is_missing(machine: Machine, check: str) -> bool:
    return missed_by(machine.run(check)) <= IN_DNS


def missed_by(check: "subprocess.CompletedProcess[str]") -> set[str]:
    """Parts, tables and complaints. Its status is not 0 here, since nothing is in the DNS."""
    assert check.stdout, check.stderr[-3000:]
    told = json.loads(check.stdout)
    parts = {part["part"] for part in told["parts"] if not part["fit"]}
    tables = {f"table {table['table']}: {table['why']}" for table in told["tables"] if table["why"]}
    return parts | tables | {complaint["says"] for complaint in told["complaints"]}


def let_mail_reach(sink: Sink, machine: Machine) -> None:
    done = machine.run(
        f"postconf -e 'default_transport = smtp:[127.0.0.1]:{sink.port}'\npostfix reload\npostqueue -f\n"
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def home() -> Iterator[Sink]:
    """The mail server of the operator, who is the player too. It takes TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("mail.example.org").configure_cert(context)
    sink = Sink()
    controller = on_free_port(lambda port: start_smtp(sink, port, context))
    sink.port = controller.port
    yield sink
    print(*(one.message["Subject"] for one in sink.received), sep="\n")
    controller.stop()


def got(path: str, host: str = "127.0.0.1", **headers: str) -> tuple[HTTPResponse, bytes]:
    with closing(HTTPSConnection(host, context=ssl._create_unverified_context())) as connection:
        connection.request("GET", path, headers={"Host": NAME, **headers})
        response = connection.getresponse()
        return response, response.read()


def health() -> str:
    return got("/healthz")[1].decode()


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


def turn_page(question: EmailMessage) -> str:
    body = question.get_body(("plain",))
    assert body is not None
    found = re.search(rf"https://{NAME}(/t/[\w.-]+)", body.get_content())
    assert found is not None
    return found[1]


def is_served_well(question: EmailMessage) -> None:
    """Over IPv6 too, compressed where it may be, and never without TLS."""
    page = turn_page(question)
    for host in ("127.0.0.1", "[::1]"):
        assert got(page, host)[0].status == 200
    assert got("/", **{"Accept-Encoding": "gzip"})[0].headers["Content-Encoding"] == "gzip"
    with closing(HTTPConnection("127.0.0.1")) as connection:
        connection.request("GET", page, headers={"Host": NAME})
        redirect = connection.getresponse()
        assert (redirect.status, redirect.headers["Location"]) == (301, f"https://{NAME}{page}")


def tells_no_secrets(machine: Machine, question: EmailMessage) -> None:
    """Neither a log, also while web is away, nor the list of processes."""
    page = turn_page(question)
    machine.run("systemctl stop railpost@web.socket railpost@web")
    assert got(page)[0].status == 502
    machine.run("systemctl start railpost@web.socket railpost@web")
    wait_until("the page", lambda: got(page)[0].status == 200)
    settings = machine.run("cat /etc/railpost.env").stdout
    keys = re.findall(r"^(?:SECRET_KEYS|OPERATOR_SECRET)=(\S+)$", settings, re.MULTILINE)
    assert len(keys) == 2
    said = machine.run("journalctl --no-pager; cat /var/log/nginx/*; ps axeww").stdout
    assert "railpost" in said
    assert not [secret for secret in (page, *keys) if secret in said]


def mail_for_root_reaches_the_operator(machine: Machine, home: Sink) -> None:
    machine.run("printf 'Subject: from cron\n\nAll is well.\n' | sendmail root")
    wait_until("root's mail", lambda: [one for one in home.received if one.message["Subject"] == "from cron"])
    assert {recipient for one in home.received for recipient in one.recipients} == {OPERATOR}


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_newcomer_follows_the_document(machine: Machine, home: Sink) -> None:
    began = time.monotonic()
    follow(machine, "## One machine")
    print(f"{(time.monotonic() - began) / 60:.1f} minutes for one machine")
    let_mail_reach(home, machine)
    follow(machine, "## A first table")
    wait_until("the invitation", lambda: questions(home))
    answer(questions(home)[0], "join")
    wait_until("the first question", lambda: len(questions(home)) == 2)
    question = questions(home)[1]
    assert question["DKIM-Signature"]
    answer(question, "1")
    wait_until("the line", lambda: lines_by_mail(machine) == 1)
    assert health() == "ok\n"
    is_served_well(question)
    tells_no_secrets(machine, question)
    mail_for_root_reaches_the_operator(machine, home)
    assert all(one.by_tls for one in home.received)

    follow(machine, "## Backup and restore")
    assert lines_by_mail(machine) == 1
    follow(machine, "## Upgrading while tables run")
    running = machine.run("readlink /proc/$(systemctl show --property MainPID --value railpost@web)/cwd").stdout
    assert running == machine.run("readlink /srv/railpost/current").stdout, "web has gone to the new release"
    wait_until("health", lambda: health() == "ok\n")
