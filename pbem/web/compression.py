"""Pages are sent compressed to browsers that ask for it.

Compressing a page that holds a secret beside something that a stranger can put there tells the stranger about the
secret by its length (BREACH). A stranger would have to make the reader's browser ask for such a page. Ours hold the
keys of the reader, but they are found only under an address that holds a key itself, so nobody else can ask for them.
What is shown because of a cookie or a password is another matter, and is never compressed.
"""

import gzip
import struct
import zlib
from functools import lru_cache

from flask import Response, request

from pbem.web.request import header

LEAST = 1_000  # bytes: less is hardly worth it
LEVEL = 4  # more takes half as long again for a twentieth of the bytes
# Around the layer of a board that never changes, which is most of a page (`board_model.py`).
STILL, MOVING = '<g class="still">', '<g class="moving">'
TEXTS = ("text/", "application/json", "application/javascript", "image/svg+xml")


def compressed(response: Response) -> Response:
    """The response, compressed where that is wanted, allowed and of use."""
    if not (response.mimetype or "").startswith(TEXTS) or response.status_code in (204, 304):
        return response
    response.vary.add("Accept-Encoding")
    if not wanted() or "Content-Encoding" in response.headers:
        return response
    response.direct_passthrough = False  # a file that is sent as it is
    plain = response.get_data()
    if len(plain) < LEAST:
        return response
    is_file = request.path.startswith("/static/")
    response.set_data(_kept(plain) if is_file else _page(plain))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)  # the same text in other bytes
    return response


def wanted() -> bool:
    is_shown_to_one = header("Cookie") is not None or header("Authorization") is not None
    return request.method == "GET" and not is_shown_to_one and "gzip" in (header("Accept-Encoding") or "")


@lru_cache(maxsize=8)
def _kept(plain: bytes) -> bytes:
    """The stylesheet and the script, once for a process."""
    return gzip.compress(plain, 9, mtime=0)


def _page(plain: bytes) -> bytes:
    """As gzip: three parts that refer to nothing before them, so that the map in the middle is compressed only once."""
    start = plain.find(STILL.encode())
    end = plain.find(MOVING.encode(), start)
    if start < 0 or end < 0:
        return gzip.compress(plain, LEVEL, mtime=0)
    before, after = _part(plain[:start], LEVEL, zlib.Z_FULL_FLUSH), _part(plain[end:], LEVEL, zlib.Z_FINISH)
    head, tail = gzip.compress(b"", mtime=0)[:10], struct.pack("<LL", zlib.crc32(plain), len(plain))
    return b"".join((head, before, _map(plain[start:end]), after, tail))


@lru_cache(maxsize=32)
def _map(plain: bytes) -> bytes:
    """The maps of all games in all languages; a stranger puts nothing there."""
    return _part(plain, 9, zlib.Z_FULL_FLUSH)


def _part(plain: bytes, level: int, flush: int) -> bytes:
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(plain) + packer.flush(flush)
