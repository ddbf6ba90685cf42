"""Signed links. One salt per purpose, so that a link for one purpose is invalid for every other.

A link can be used any number of times: what has happened is stored in the game, not in the token. It becomes invalid
when the epoch of its seat or person goes up. Only letters, digits, `.`, `-` and `_` occur in it.
"""

import hmac
import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from itsdangerous import BadData, URLSafeSerializer
from itsdangerous.encoding import base64_decode, base64_encode


class BadToken(Exception):
    """Forged, truncated, re-cased, or for another purpose."""


class _Compact:
    """JSON without blanks: links must stay short."""

    loads = staticmethod(json.loads)

    @staticmethod
    def dumps(value: Any, **_: Any) -> str:
        return json.dumps(value, separators=(",", ":"))


class Tokens:
    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = list(keys)

    def _signer(self, purpose: str) -> URLSafeSerializer:
        return URLSafeSerializer(
            self._keys,
            salt=f"railpost.{purpose}",
            serializer=_Compact,
            signer_kwargs={"key_derivation": "hmac", "digest_method": sha256},
        )

    def sign(self, purpose: str, *values: int | str) -> str:
        return str(self._signer(purpose).dumps(list(values)))

    def read(self, purpose: str, token: str, length: int) -> list[Any]:
        """The values that were signed; BadToken for anything else."""
        try:
            if not _is_canonical(token.rpartition(".")[2]):
                raise BadToken(purpose)
            values = self._signer(purpose).loads(token)
        except (BadData, ValueError, RecursionError) as error:
            raise BadToken(purpose) from error
        if not isinstance(values, list) or len(values) != length:
            raise BadToken(purpose)
        return values

    def brand(self, purpose: str, data: bytes) -> bytes:
        """A proof for data that are no link, such as a part of an address. Its first bytes are enough."""
        return _brand(self._keys[-1], purpose, data)

    def has_branded(self, purpose: str, data: bytes, brand: bytes) -> bool:
        return any(hmac.compare_digest(_brand(key, purpose, data)[: len(brand)], brand) for key in self._keys)


def _brand(key: str, purpose: str, data: bytes) -> bytes:
    return hmac.digest(key.encode(), f"railpost.brand.{purpose}\n".encode() + data, "sha256")


def _is_canonical(signature: str) -> bool:
    """The last letter of a signature holds two bits that mean nothing: only one spelling is accepted."""
    return base64_encode(base64_decode(signature)).decode() == signature
