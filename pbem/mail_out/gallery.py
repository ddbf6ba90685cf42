"""Pictures of boards, each distinct one drawn once: kept as files under the hash of what they show."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from engine.core.kept import Found
from engine.core.sheet import Drawing
from pbem.mail_out.drawings import ToDraw

MOST_FILES = 5_000
# Every 256th new picture, whoever draws it, throws the oldest ones away: a gallery lives no longer than a mail.
SWEEPS = "00"


# By what pictures are drawn from, in this process: one that is there is found without being drawn again as SVG.
NAMES: Found[str] = Found(MOST_FILES)


def file_name(drawing: Drawing) -> str:
    content = "\0".join((str(drawing.width), str(drawing.height), drawing.still, drawing.moving))
    return f"{sha256(content.encode()).hexdigest()}.png"


@dataclass
class Gallery:
    folder: Path
    drawer: Callable[[Drawing], bytes]
    drawn: int = field(default=0, init=False)  # how many were not there yet

    def png(self, wanted: ToDraw) -> bytes:
        file = self.folder / NAMES.of(wanted.key, lambda: file_name(wanted.drawing))
        try:
            data = file.read_bytes()
            os.utime(file)  # the longest unused ones are thrown away first
            return data
        except FileNotFoundError:
            pass
        data = self.drawer(wanted.drawing)
        self.drawn += 1
        self._keep(file, data)
        return data

    def _keep(self, file: Path, data: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        half = file.with_suffix(f".{os.getpid()}.part")
        half.write_bytes(data)
        half.replace(file)  # at once, so that nobody reads half a picture
        if file.name.startswith(SWEEPS):
            self._thin_out()

    def _thin_out(self) -> None:
        files = sorted(self.folder.glob("*.png"), key=lambda file: file.stat().st_mtime)
        for file in files[: max(0, len(files) - MOST_FILES)]:
            file.unlink(missing_ok=True)
