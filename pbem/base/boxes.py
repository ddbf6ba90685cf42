"""Boxes of the host: data files under DATA/boxes/<game>/<name>/, put on the games' shelves when a process starts."""

from pathlib import Path

from engine.core.tables import BadData
from engine.games import GAMES
from pbem.base.config import BadConfig


def load_boxes(folder: Path) -> None:
    """Reads every box there. A folder that is not a valid box stops the start with one sentence."""
    if not folder.is_dir():
        return
    for home in sorted(path for path in folder.iterdir() if path.is_dir()):
        game = GAMES.get(home.name)
        if game is None:
            raise BadConfig(f"{home}: there is no game {home.name!r}; name the folder like one of {', '.join(GAMES)}")
        for box in sorted(path for path in home.iterdir() if path.is_dir()):
            try:
                game.add_box(box.name, {file.name: file.read_text("utf-8") for file in box.iterdir() if file.is_file()})
            except (BadData, UnicodeDecodeError) as wrong:
                raise BadConfig(f"{box}: {wrong}") from wrong
