"""The blocks of docs/deploy.md: files, each with its place, and steps for a shell."""

import re
import subprocess
from pathlib import Path

from tests.processes.system import ROOT

_BLOCK = re.compile(r"^```(\w+)(?: (/\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
DOCUMENT = ROOT / "docs/deploy.md"


def blocks() -> list[tuple[str, str, str]]:
    """Language, path (empty for steps) and text of each, in order."""
    return [(kind, path, text) for kind, path, text in _BLOCK.findall(DOCUMENT.read_text("utf-8"))]


def files() -> dict[str, str]:
    return {path: text for _, path, text in blocks() if path}


def section(heading: str) -> list[tuple[str, str, str]]:
    """The blocks below this heading, up to the next of its rank."""
    rank = heading.partition(" ")[0]
    text = DOCUMENT.read_text("utf-8").partition(f"\n{heading}\n")[2]
    return _BLOCK.findall(re.split(rf"^{rank} ", text, maxsplit=1, flags=re.MULTILINE)[0])


def steps(heading: str) -> list[str]:
    """Those for a shell."""
    return [block for kind, path, block in section(heading) if kind == "sh" and not path]


def make_certificate(folder: Path) -> None:
    """Under the names that Let's Encrypt uses."""
    subject = ["-subj", "/CN=play.example.org", "-days", "1", "-newkey", "rsa:2048", "-nodes", "-x509"]
    written = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(["openssl", "req", *subject, *written], check=True, capture_output=True)
