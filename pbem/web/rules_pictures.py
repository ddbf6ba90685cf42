"""Drawings inside the rules of a game, which the Markdown names as pictures.

`emblems/straight` is a piece or a sign of the game by its name (`Game.emblems`), drawn in the line of the text. A part
of the recorded game that ships with the program is written so:

    ![What is seen](records/spike.txt#ply=5&seat=sky&xywh=300,480,520,320 "What happens, below the drawing")

`ply=28.2` is the position after the first two moves of the line that follows ply 28, and `since=9` also numbers what
happened before, after ply 9. `seat` is whose secrets are seen, `panel` counts what stands beside the board from 1, and
`xywh` cuts a part out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import parse_qsl

from markdown_it.token import Token

from engine.core.sheet import Drawing
from engine.draw.svg import cut_out, placed
from engine.games import GAMES
from pbem.play.sample_games import record_of, recorded
from pbem.play.scene import Scene

_SOURCE = re.compile(r"records/([a-z-]+)\.txt#(.+)")
_EMBLEM = "emblems/"
IN_A_LINE = 0.6  # of the size on a board: a cube is as high as a line of text
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


def put_pictures(tokens: Sequence[Token], game: str, lang: str, before: int = 0) -> tuple[Picture, ...]:
    """Draws emblems where they are named; a paragraph that is a picture becomes a figure with its caption.

    Gives the pictures of recorded games, which have addresses of their own: their numbers follow those that stand
    `before` on the page.
    """
    found: list[Picture] = []
    for opening, inline, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        children = inline.children or []
        alone = opening.type == "paragraph_open" and [child.type for child in children] == ["image"]
        if alone and not _source(children[0]).startswith(_EMBLEM):
            found.append(read_picture(_source(children[0])))
            opening.tag = closing.tag = "figure"
            url = f"/rules/{game}/{before + len(found)}.{lang}.png"
            inline.children = [_html(_figure(children[0], found[-1], url, lang))]
        else:
            scale = 1 if alone else IN_A_LINE
            inline.children = [_emblem(one, game, lang, scale) if one.type == "image" else one for one in children]
    return tuple(found)


def _figure(image: Token, picture: Picture, url: str, lang: str) -> str:
    _, _, wide, high = picture.box or (0, 0, *_size(picture, lang))
    return (
        f'<img src="{url}" width="{wide}" height="{high}" alt="{escape(image.content)}" loading="lazy">'
        f"<figcaption>{escape(str(image.attrGet('title') or ''))}</figcaption>"
    )


def _size(picture: Picture, lang: str) -> tuple[int, int]:
    drawing = picture.drawing(lang)
    return drawing.width, drawing.height


def _emblem(image: Token, game: str, lang: str, scale: float) -> Token:
    """Without a label the words beside it say the same."""
    piece, label = GAMES[game].emblems(lang)[_source(image).removeprefix(_EMBLEM)], escape(image.content)
    left, top, wide, high = piece.box
    named = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return _html(
        f'<svg class="emblem" viewBox="{left + piece.x} {top + piece.y} {wide} {high}" width="{wide * scale:.0f}" '
        f'height="{high * scale:.0f}" {named}>{placed(piece)}</svg>'
    )


def _source(image: Token) -> str:
    return str(image.attrGet("src"))


def _html(content: str) -> Token:
    return Token("html_inline", "", 0, content=content)
