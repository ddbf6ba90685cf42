"""The board in a page: hundreds of thousands of letters, most of which never change.

A template copies what it is given once for every macro that it passes through, and for a whole board that takes longer
than drawing it. So the template gets a short mark, and the board takes its place when the page is finished.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from flask import Flask, Response, g, has_request_context

# No text of a person can look like it: what templates are given is escaped.
_MARK = "<!--inlay {}-->"
_MARKS = re.compile(rb"<!--inlay (\d+)-->")


@dataclass(frozen=True)
class Inlay:
    """Markup that is put into a page at the end, around a part of it that is the same on every page (a map)."""

    before: str
    still: str
    after: str

    def __str__(self) -> str:
        return self.before + self.still + self.after

    def __html__(self) -> str:
        """What a template writes: the mark, where somebody replaces it."""
        if not has_request_context() or "inlays" not in g:
            return str(self)
        g.inlays.append(self)
        return _MARK.format(len(g.inlays) - 1)

    def parts(self) -> Iterator[bytes]:
        yield self.before.encode()
        yield _still(self.still)
        yield self.after.encode()


class Still(bytes):
    """A part of a page that other pages have too, to be compressed only once."""


@lru_cache(maxsize=32)
def _still(text: str) -> Still:
    """The maps of all games in all languages; a stranger puts nothing there."""
    return Still(text.encode())


def fill_pages(app: Flask) -> None:
    """Called after other functions are registered: what is registered last sees the response first."""
    app.before_request(_begins)
    app.after_request(_filled)


def _begins() -> None:
    g.inlays = []


def _filled(response: Response) -> Response:
    if g.get("inlays"):
        parts = list(_parts(response.get_data()))
        response.response = parts
        response.content_length = sum(map(len, parts))
    return response


def _parts(page: bytes) -> Iterator[bytes]:
    """The page with its inlays, in parts, so that the still ones can be told from the rest."""
    texts = _MARKS.split(page)
    yield texts[0]
    for number, text in zip(texts[1::2], texts[2::2], strict=True):
        yield from g.inlays[int(number)].parts()
        yield text
