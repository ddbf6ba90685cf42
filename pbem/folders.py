"""Where the templates lie."""

from pathlib import Path


def templates_folder() -> Path:
    """Inside the package when it is installed, beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent / "templates"
