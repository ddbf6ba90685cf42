"""Pages are sent compressed to browsers that ask for it.

Compressing a page that holds a secret beside something that a stranger can put there tells the stranger about the
secret by its length (BREACH). A stranger would have to make the reader's browser ask for such a page. Ours hold the
keys of the reader, but they are found only under an address that holds a key itself, so nobody else can ask for them.
What is shown because of a cookie or a password is another matter, and is never compressed.
"""

import gzip
import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache

from flask import Response, request

from pbem.web.inlays import Still
from pbem.web.request import header

LEAST = 1_000  # bytes: less is hardly worth it
LEVEL = 3  # the next one takes two thirds longer for a thirtieth of the bytes
TEXTS = ("text/", "application/json", "application/javascript", "image/svg+xml")


def compressed(response: Response) -> Response:
    """The response, compressed where that is wanted, allowed and of use."""
    if not (response.mimetype or "").startswith(TEXTS) or response.status_code in (204, 304):
        return response
    response.vary.add("Accept-Encoding")
    if not wanted() or "Content-Encoding" in response.headers:
        return response
    response.direct_passthrough = False  # a file that is sent as it is
    response.make_sequence()
    plain = list(response.iter_encoded())
    if sum(map(len, plain)) < LEAST:
        return response
    is_file = request.path.startswith("/static/")
    response.set_data(_kept(b"".join(plain)) if is_file else _page(plain))
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


def _page(parts: Sequence[bytes]) -> bytes:
    """As gzip. A map refers to nothing before it and nothing refers to it, so that it is compressed only once."""
    packer, packed, crc = _packer(LEVEL), [gzip.compress(b"", mtime=0)[:10]], 0
    for part in parts:
        crc = zlib.crc32(part, crc)
        packed += [packer.flush(zlib.Z_FULL_FLUSH), _map(part)] if isinstance(part, Still) else [packer.compress(part)]
    packed += [packer.flush(), struct.pack("<LL", crc, sum(map(len, parts)))]
    return b"".join(packed)


@lru_cache(maxsize=32)
def _map(plain: Still) -> bytes:
    packer = _packer(9)
    return packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH)


def _packer(level: int) -> "zlib._Compress":
    """Without the head and tail of a file of its own."""
    return zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
