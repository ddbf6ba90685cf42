"""What docs/deploy.md tells an operator to write and to type is tried: by nginx, Postfix, systemd and a shell."""

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import click
import pytest

from pbem.base.config import production_config
from pbem.base.environment import environment, setting_names
from pbem.cli import main
from tests.processes.deploy_blocks import DOCUMENT, blocks, files, make_certificate, steps
from tests.processes.system import procfile, wait_until
from tests.services import free_port

KEY = "a-key-that-opens-a-seat"
ONE_MACHINE = "## One machine"


def needed(program: str) -> str:
    """Its path. Where it is missing, the reason of the skip says what installs it."""
    found = shutil.which(program, path="/usr/sbin:/usr/bin:/sbin:/bin")
    if found is None:
        pytest.skip(f"there is no {program} here; as root: apt-get install --no-install-recommends {program}")
    return found


def test_every_block_has_a_language_and_a_file_or_steps() -> None:
    lines = DOCUMENT.read_text("utf-8").splitlines()
    fences = [number for number, line in enumerate(lines) if line.startswith("```")]
    assert all(lines[number] == "```" for number in fences[1::2])
    assert [lines[number + 1] for number in fences[::2] if lines[number] == "```"] == ["settings   ok"], "an output"
    assert len(blocks()) == len(fences) // 2 - 1
    assert len(files()) >= 8
    assert len(steps(ONE_MACHINE)) >= 8


@pytest.mark.parametrize("number", range(len([kind for kind, path, _ in blocks() if kind == "sh" and not path])))
def test_a_shell_can_read_each_step(number: int) -> None:
    text = [text for kind, path, text in blocks() if kind == "sh" and not path][number]
    done = subprocess.run(["sh", "-n"], input=text, capture_output=True, text=True)
    assert done.stderr == ""


def test_commands_of_the_steps_exist_with_their_options() -> None:
    text = "\n".join(text for kind, path, text in blocks() if kind == "sh" and not path)
    called = re.findall(r"^railpost (\w+)(.*)$", text, re.MULTILINE)
    assert {name for name, _ in called} == {"migrate", "check", "open", "backup", "restore"}
    for name, rest in called:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        assert set(re.findall(r"--\w+", rest)) <= {option for param in command.params for option in param.opts}


def test_the_file_of_settings_makes_a_server(tmp_path: Path) -> None:
    """With the two keys that the next step appends."""
    make_certificate(tmp_path)
    file = tmp_path / "railpost.env"
    written = files()["/etc/railpost.env"].replace("/etc/railpost-dkim.pem", str(tmp_path / "privkey.pem"))
    file.write_text(f"{written}SECRET_KEYS={'0' * 64}\nOPERATOR_SECRET={'1' * 32}\n")
    appended = "".join(steps(ONE_MACHINE))
    assert "SECRET_KEYS=" in appended
    assert "OPERATOR_SECRET=" in appended
    named = {line.partition("=")[0] for line in file.read_text().splitlines() if line and not line.startswith("#")}
    assert named <= set(setting_names())
    config = production_config(environment({"RAILPOST_ENV": str(file)}))
    assert (config.mail_domain, config.inbound_url) == ("play.example.org", "lmtp:///run/railpost/inbound.sock")


def test_the_units_start_every_process() -> None:
    started = " ".join(steps(ONE_MACHINE))
    for process in set(procfile()) - {"release"}:
        assert f"railpost@{process}" in started
        for heading in ("## Backup and restore", "## Upgrading while tables run"):
            assert f"railpost@{process}" in " ".join(steps(heading))


def test_places_fit_together() -> None:
    """What units, proxies and mail servers name is what the steps make."""
    unit, env, typed = (
        files()["/etc/systemd/system/railpost@.service"],
        files()["/etc/railpost.env"],
        "".join(steps("## One machine")),
    )
    assert "ExecStart=/srv/railpost/current/.venv/bin/pbem %i" in unit
    assert "/srv/railpost/current" in typed
    assert "/srv/railpost/current/.venv/bin/pbem" in files()["/usr/local/bin/railpost"]
    assert "RAILPOST_ENV=/etc/railpost.env" in unit
    assert "DATA=/var/lib/railpost\n" in env
    assert "/var/lib/railpost" in typed
    assert "StateDirectory=railpost\n" in unit
    (socket_place,) = re.findall(r"ListenStream=(\S+)", files()["/etc/systemd/system/railpost@web.socket"])
    assert f"proxy_pass http://{socket_place};" in files()["/etc/nginx/sites-available/railpost"]
    assert "lmtp:unix:/run/railpost/inbound.sock" in files()["/etc/postfix/main.cf"]
    assert files()["/etc/tmpfiles.d/railpost.conf"] == "d /run/railpost 2750 railpost postfix\n"


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    analyze = needed("systemd-analyze")
    for path, text in files().items():
        if path.startswith("/etc/systemd"):
            file = tmp_path / path.lstrip("/")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    units = tmp_path / "etc/systemd/system"
    program = Path(shutil.which("true") or "/bin/true")
    here = units / "railpost@.service"
    here.write_text(here.read_text().replace("/srv/railpost/current/.venv/bin/pbem", str(program)))
    for unit in ("railpost@worker.service", "railpost@web.service", "railpost@web.socket"):
        done = subprocess.run(
            [analyze, "verify", "--recursive-errors=no", units / unit], capture_output=True, text=True
        )
        complaints = [line for line in done.stderr.splitlines() if "railpost" in line]
        assert (done.returncode, complaints) == (0, [])


@dataclass(frozen=True)
class Nginx:
    folder: Path
    http: int
    https: int
    upstream: int

    def told(self) -> str:
        return "".join(file.read_text() for file in (self.folder / "log").iterdir())


@contextmanager
def nginx(folder: Path) -> Iterator[Nginx]:
    """The site of the document on free ports, with a certificate of its own; nobody is behind it."""
    program = needed("nginx")
    made = Nginx(folder, free_port(), free_port(), free_port())
    make_certificate(folder)
    (folder / "log").mkdir()
    site = files()["/etc/nginx/sites-available/railpost"]
    site = site.replace("/etc/letsencrypt/live/play.example.org", str(folder)).replace(
        "/var/log/nginx", f"{folder}/log"
    )
    site = re.sub(r"\b80;", f"{made.http};", site)
    site = re.sub(r"\b443 ssl", f"{made.https} ssl", site).replace("127.0.0.1:8000", f"127.0.0.1:{made.upstream}")
    if not _has_ipv6():
        site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.MULTILINE)
    config = folder / "nginx.conf"
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    own = f"daemon off; pid {folder}/pid; error_log {folder}/log/own.log; events {{}}"
    config.write_text(f"{own} http {{ {paths} include {folder}/site; }}")
    (folder / "site").write_text(site)
    tried = subprocess.run([program, "-t", "-c", config], capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr
    assert "[warn]" not in tried.stderr.replace('the "user" directive', "")
    running = subprocess.Popen([program, "-c", config], stderr=subprocess.DEVNULL)
    try:
        wait_until("nginx", lambda: _answers(made.http))
        yield made
    finally:
        running.terminate()
        running.wait()


def _has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.slow
def test_nginx_redirects_and_keeps_no_key(tmp_path: Path) -> None:
    with nginx(tmp_path) as site:
        unchecked = ssl._create_unverified_context()
        with (
            closing(HTTPConnection("127.0.0.1", site.http)) as plain,
            closing(HTTPSConnection("127.0.0.1", site.https, context=unchecked)) as secure,
        ):
            plain.request("GET", f"/t/{KEY}", headers={"Host": "play.example.org"})
            answer = plain.getresponse()
            assert (answer.status, answer.headers["Location"]) == (301, f"https://play.example.org/t/{KEY}")
            secure.request("GET", f"/t/{KEY}", headers={"Host": "play.example.org"})
            assert secure.getresponse().status == 502, "web is away"
        wait_until("the log", lambda: "GET 502" in site.told())
        assert KEY not in site.told()


@pytest.mark.slow
def test_postfix_accepts_its_configuration(tmp_path: Path) -> None:
    needed("postfix")
    program = needed("postconf")
    shutil.copytree("/etc/postfix", tmp_path / "etc", ignore=shutil.ignore_patterns("main.cf", "*.db"))
    (tmp_path / "etc/main.cf").write_text(files()["/etc/postfix/main.cf"])
    shown = subprocess.run([program, "-c", tmp_path / "etc", "-n"], capture_output=True, text=True)
    assert (shown.returncode, shown.stderr) == (0, "")
    for line in ("smtpd_tls_security_level = may", "smtp_tls_security_level = may", "mydestination ="):
        assert line in shown.stdout
    looked = subprocess.run(
        [program.replace("postconf", "postmap"), "-c", tmp_path / "etc", "-q", "root@play.example.org",
         "inline:{ root@play.example.org=you@example.org }"], capture_output=True, text=True
    )  # fmt: skip
    assert looked.stdout == "you@example.org\n"
