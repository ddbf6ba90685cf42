"""`make audit`: whether a package that a server runs is known to be unsafe. Says so when nobody can be asked."""

import json
import subprocess
import sys

LOCK = "requirements.lock"
COMMAND = ("uv", "tool", "run", "--quiet", "pip-audit", "--requirement", LOCK, "--disable-pip", "--require-hashes",
           "--format", "json", "--progress-spinner", "off")  # fmt: skip
PATIENCE = 300  # seconds


def main() -> int:
    try:
        ran = subprocess.run(COMMAND, capture_output=True, text=True, timeout=PATIENCE, check=False)
        packages = json.loads(ran.stdout)["dependencies"]
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        packages = []
    audited = [package for package in packages if "vulns" in package]
    if not audited:
        print("audit: the list of known faults cannot be reached from here, so nothing was looked at")
        return 0
    faults = [(package, fault) for package in audited for fault in package["vulns"]]
    for package, fault in faults:
        fixed = ", ".join(fault["fix_versions"]) or "no release yet"
        print(f"audit: {package['name']} {package['version']}: {fault['id']}, mended in {fixed}")
    print(f"audit: {len(audited)} of {len(packages)} packages looked at, {len(faults)} known faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
