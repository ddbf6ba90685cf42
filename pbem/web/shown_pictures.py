"""Boards as PNG files on pages: from the same gallery as those in mails, so that each is drawn once."""

from collections.abc import Callable

from flask import Response

from engine.core.sheet import Drawing
from pbem.mail_out.drawings import ToDraw
from pbem.mail_out.gallery import Gallery
from pbem.web.frame import service

A_DAY = 24 * 3600


def drawn(key: str, draw: Callable[[], Drawing]) -> bytes:
    """The key names all that the picture is drawn from."""
    gallery = Gallery(service().config.data / "pictures", service().drawer or _png_of)
    return gallery.png(ToDraw(key.encode(), draw))


def _png_of(drawing: Drawing) -> bytes:
    from pbem.mail_out.pictures import png_of  # the rasteriser is slow to load, and few pages need it

    return png_of(drawing)


def picture_response(png: bytes) -> Response:
    response = Response(png, mimetype="image/png")
    response.headers["Cache-Control"] = f"public, max-age={A_DAY}"
    return response
