"""The first page of a game's rules, with its drawings: `docs/rules/<game>.start.md`.

A drawing is written as a picture whose address names the record that ships with the program and a part of it:

    ![What is seen](records/spike.txt#ply=5&seat=sky&xywh=300,480,520,320 "What happens, below the drawing")

`ply=28.2` is the position after the first two moves of the line that follows ply 28, and `since=9` also numbers what
happened before, after ply 9. `seat` is whose secrets are seen, `panel` counts what stands beside the board from 1, and
`xywh` cuts a part out.
"""

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from urllib.parse import parse_qsl

from markdown_it.token import Token
from markupsafe import Markup

from engine.core.sheet import Drawing
from engine.draw.svg import cut_out
from pbem.base.introductions import introduction
from pbem.play.recorded import record_of, recorded
from pbem.play.scene import Scene
from pbem.web.models import Link
from pbem.web.rules_text import name_chapters, to_html, tokens_of

_SOURCE = re.compile(r"records/([a-z-]+)\.txt#(.+)")
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Picture:
    """A drawing of a recorded game; `size` is where it stands on the page."""

    game: str
    ply: int
    moves: int = 0  # of the line that follows
    since: int | None = None
    seat: str = ""
    panel: int = 0
    box: Box | None = None

    def scene(self, lang: str) -> Scene:
        reader = record_of(self.game).seats.index(self.seat) if self.seat else None
        if self.moves:
            return recorded(self.game, self.ply).in_the_line(lang, self.ply, self.moves, reader)
        since = max(self.ply - 1, 0) if self.since is None else self.since
        return recorded(self.game, self.ply).scene(lang, self.ply, since, reader)

    def drawing(self, lang: str) -> Drawing:
        scene = self.scene(lang)
        whole = scene.panels()[self.panel - 1].drawing if self.panel else scene.drawing()
        return cut_out(whole, self.box) if self.box is not None else whole


@dataclass(frozen=True)
class StartPage:
    title: str
    html: Markup
    chapters: tuple[Link, ...]
    pictures: tuple[Picture, ...]


@cache
def start_page(game: str, lang: str) -> StartPage | None:
    """In the reader's language, else in English; None for a game that has no such page."""
    text = introduction(game, lang)
    if not text:
        return None
    tokens = tokens_of(text)
    title, chapters = name_chapters(tokens, "start")
    pictures = _put_pictures(tokens, game, lang)
    return StartPage(title, to_html(tokens), chapters, pictures)


def read_picture(source: str) -> Picture:
    found = _SOURCE.fullmatch(source)
    if found is None:
        raise ValueError(f"{source} is no part of a recorded game")
    wanted = dict(parse_qsl(found[2], strict_parsing=True))
    ply, _, moves = wanted.pop("ply").partition(".")
    box = tuple(int(part) for part in wanted.pop("xywh", "").split(",") if part)
    picture = Picture(
        found[1],
        int(ply),
        int(moves or 0),
        int(since) if (since := wanted.pop("since", "")) else None,
        wanted.pop("seat", ""),
        int(wanted.pop("panel", 0)),
        (box[0], box[1], box[2], box[3]) if box else None,
    )
    if wanted:
        raise ValueError(f"{source}: {', '.join(wanted)} is unknown")
    return picture


def _put_pictures(tokens: list[Token], game: str, lang: str) -> tuple[Picture, ...]:
    """Paragraphs that are a picture become figures with their caption."""
    found: list[Picture] = []
    for opening, inline, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        children = inline.children or []
        if opening.type != "paragraph_open" or [child.type for child in children] != ["image"]:
            continue
        picture = read_picture(str(children[0].attrGet("src")))
        found.append(picture)
        drawing = picture.box or (0, 0, *_size(picture, lang))
        figure = Token("html_inline", "", 0)
        figure.content = (
            f'<img src="/rules/{game}/{len(found)}.{lang}.png" width="{drawing[2]}" height="{drawing[3]}"'
            f' alt="{escape(children[0].content)}" loading="lazy">'
            f"<figcaption>{escape(str(children[0].attrGet('title') or ''))}</figcaption>"
        )
        opening.tag = closing.tag = "figure"
        inline.children = [figure]
    return tuple(found)


def _size(picture: Picture, lang: str) -> tuple[int, int]:
    drawing = picture.drawing(lang)
    return drawing.width, drawing.height
