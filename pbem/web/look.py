"""How the reader looks at a board: now or with the draft, with or without marks, the whole of it or a part.

It stands in the query of every link of the page, so that it stays as it is while a draft grows, without a script.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape
from urllib.parse import urlencode

from engine.core.sheet import Drawing
from engine.core.words import LANGUAGES

STEP = 0.5  # a pan moves by half of what is seen
ZOOM = 1.5
MOST_ZOOM = 4.0
PRESSED = 3.0  # for a board that does not say itself which part matters
_CROP = re.compile(r"(\d{1,5})-(\d{1,5})-(\d{3})")


@dataclass(frozen=True)
class Crop:
    """A part of a drawing: its middle, and how many times larger it is shown."""

    x: float
    y: float
    zoom: float

    def inside(self, drawing: Drawing) -> "Crop":
        """Moved so that it shows nothing beyond the drawing."""
        zoom = min(max(self.zoom, 1.0), MOST_ZOOM)
        half_wide, half_high = drawing.width / 2 / zoom, drawing.height / 2 / zoom
        return Crop(
            min(max(self.x, half_wide), drawing.width - half_wide),
            min(max(self.y, half_high), drawing.height - half_high),
            zoom,
        )

    def transform(self, drawing: Drawing) -> str:
        x, y = drawing.width / 2 - self.x * self.zoom, drawing.height / 2 - self.y * self.zoom
        return f"translate({x:.1f} {y:.1f}) scale({self.zoom:.2f})"

    def __str__(self) -> str:
        return f"{self.x:.0f}-{self.y:.0f}-{self.zoom * 100:.0f}"


@dataclass(frozen=True)
class Look:
    now: bool = False  # the position without the draft
    changes: bool | None = None  # None: as long as nothing is drafted
    legal: bool = True
    whole: bool = False  # on a phone too
    crop: Crop | None = None
    lang: str = ""  # when it is not the reader's own

    def kept(self) -> dict[str, str]:
        """As it stands in a query, or in the hidden fields of a form that leads to the same page."""
        wanted = {
            "board": "now" if self.now else "",
            "changes": {None: "", True: "yes", False: "no"}[self.changes],
            "legal": "" if self.legal else "no",
            "at": "whole" if self.whole else str(self.crop or ""),
            "lang": self.lang,
        }
        return {name: value for name, value in wanted.items() if value}

    def query(self, **more: str) -> str:
        kept = self.kept() | {name: value for name, value in more.items() if value}
        return f"?{urlencode(kept)}" if kept else ""


def read_look(arguments: Mapping[str, str]) -> Look:
    """From the query of a request; what makes no sense is as if it were not there."""
    at = arguments.get("at", "")
    found = _CROP.fullmatch(at)
    lang = arguments.get("lang", "")
    return Look(
        now=arguments.get("board") == "now",
        changes={"yes": True, "no": False}.get(arguments.get("changes", "")),
        legal=arguments.get("legal") != "no",
        whole=at == "whole",
        crop=Crop(int(found[1]), int(found[2]), int(found[3]) / 100) if found else None,
        lang=lang if lang in LANGUAGES else "",
    )


@dataclass(frozen=True)
class Addresses:
    """Where a page and its drafts are: `/t/<token>`, and behind it the draft."""

    page: str
    look: Look = Look()
    before: str = ""  # what stands before every draft: the lines of a game that is played on for a try
    kept: Mapping[str, str] = field(default_factory=dict)  # what else stays in the query
    here: str = ""  # the path that was asked for

    def draft(self, text: str, look: Look | None = None, on: str = "") -> str:
        """`on` is a place: the page lists what may be played there."""
        behind = self.before + text
        return self.page + (f"/{behind}" if behind else "") + (look or self.look).query(on=on, **self.kept)

    def near(self, address: str) -> str:
        """The address as it may be written on this page: hundreds of places that lead to the page itself need not
        repeat its path, which holds a key."""
        path, _, query = address.partition("?")
        return f"?{query}" if query and path == self.here else address


def focus_of(drawing: Drawing, first: str = "") -> Crop | None:
    """The part that a small screen shows when nobody has said which; `first` is where the best press leads."""
    if drawing.focus is None:
        pressed = f'href="{escape(first)}"' if first else ""
        piece = next((piece for piece in drawing.pieces if pressed and pressed in piece.svg), None)
        if piece is None:
            return None
        left, top, across, down = piece.box
        return Crop(piece.x + left + across / 2, piece.y + top + down / 2, max(drawing.near, PRESSED)).inside(drawing)
    x, y, wide, high = drawing.focus
    crop = Crop(x + wide / 2, y + high / 2, drawing.width / wide).inside(drawing)
    return crop if crop.zoom > 1 else None


def pans(drawing: Drawing, look: Look, at: Crop | None) -> dict[str, Look]:
    """Where the links around the board lead: sideways, nearer and farther."""
    here = at or Crop(drawing.width / 2, drawing.height / 2, 1)
    across, down = STEP * drawing.width / here.zoom, STEP * drawing.height / here.zoom
    crops = {
        "left": Crop(here.x - across, here.y, here.zoom),
        "up": Crop(here.x, here.y - down, here.zoom),
        "down": Crop(here.x, here.y + down, here.zoom),
        "right": Crop(here.x + across, here.y, here.zoom),
        "in": Crop(here.x, here.y, max(here.zoom * ZOOM, drawing.near)),
        "out": Crop(here.x, here.y, here.zoom / ZOOM),
    }
    looks = {}
    for name, crop in crops.items():
        held = crop.inside(drawing)
        looks[name] = replace(look, crop=held if held.zoom > 1 else None, whole=held.zoom <= 1)
    looks["whole"] = replace(look, crop=None, whole=True)
    return looks
