"""The package as people install it: a wheel in an empty environment, far from the checkout."""

import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.e2e.server import running
from tests.processes.system import ROOT
from tests.services import PATIENCE

# Where the folders of the checkout lie in the wheel.
FOLDERS = {
    "engine": "engine",
    "pbem": "pbem",
    "worker": "worker",
    "templates": "pbem/templates",
    "docs/rules": "pbem/rules",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the wheel installed; the libraries are those of the tests, so that nothing is fetched."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    install = ["uv", "pip", "install", "--offline", "--no-deps", "--python", str(folder / "bin/python"), str(wheel)]
    done = subprocess.run([sys.executable, "-m", *install], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return folder


def shipped(folder: str) -> set[str]:
    files = (file for file in (ROOT / folder).rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return {f"{FOLDERS[folder]}/{file.relative_to(ROOT / folder)}" for file in files}


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_the_wheel_has_every_file(wheel: Path, folder: str) -> None:
    """Templates, rules, words, maps, static files, fonts and translations among them."""
    wanted = shipped(folder)
    assert wanted
    assert wanted <= set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.slow
def test_the_server_runs_from_the_wheel(environment: Path, tmp_path: Path) -> None:
    python = str(environment / "bin/python")
    found = subprocess.run(
        [python, "-c", "import pbem; print(pbem.__file__)"], capture_output=True, text=True, cwd=tmp_path
    )
    assert Path(found.stdout.strip()).is_relative_to(environment), found.stderr
    with running(tmp_path, (str(environment / "bin/pbem"),), PYTHONPATH="") as url:
        assert "Railpost" in page(url)
        assert "par courriel" in page(f"{url}/?lang=fr")
        rules = page(f"{url}/rules/age-of-steam")
        assert 'id="aos-5.3"' in rules
        assert rules.index("/rules/age-of-steam/1.en.png") < rules.index('id="aos-1.1"')
        with urllib.request.urlopen(f"{url}/rules/age-of-steam/1.en.png", timeout=PATIENCE) as picture:
            assert picture.read().startswith(b"\x89PNG")
        assert "{" in page(f"{url}/static/railpost.css")


def page(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return str(answer.read().decode())
