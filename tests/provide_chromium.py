"""Prints the path of a Chromium for the browser tests; installs one if there is none."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MISSING = "No Chromium for the browser tests: run `apt-get install chromium` as root, or set CHROMIUM to its path."


def find() -> str | None:
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return shutil.which(chosen)
    return next((path for path in map(shutil.which, NAMES) if path), None) or downloaded()


def downloaded() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> str | None:
    print("No Chromium found: installing one for the browser tests.", file=sys.stderr)
    if os.geteuid() == 0 and shutil.which("apt-get"):
        attempt("apt-get", "-qq", "update")
        attempt("apt-get", "-qq", "-y", "--no-install-recommends", "install", "chromium")
        if path := shutil.which("chromium"):
            return path
    attempt(sys.executable, "-m", "playwright", "install", "chromium")
    return downloaded()


def attempt(*command: str) -> None:
    """Silent, since standard output is for the path and only the browser being there afterwards counts."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(command, env=environment, capture_output=True, timeout=600, check=False)


def provide() -> str:
    if path := find():
        return path
    if chosen := os.environ.get("CHROMIUM"):
        sys.exit(f"CHROMIUM names no program: {chosen}")
    return install() or sys.exit(MISSING)


if __name__ == "__main__":
    print(provide())
