"""Where the templates and the rules are: inside the package when it is installed, beside it in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
RULES = (_PACKAGE / "rules", _PACKAGE.parent / "docs" / "rules")
# One game of each kind, played to its end: the first pages of the rules tell of it.
RECORDS = next((folder for folder in RULES if folder.is_dir()), RULES[-1]) / "records"


def templates_folder() -> Path:
    installed = _PACKAGE / "templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"
