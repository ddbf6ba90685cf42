"""What the engine says: a message id and its parameters. The sentences live in `words/*.toml`."""

from collections.abc import Mapping
from typing import Union

import msgspec

Param = Union[int, str, "Say", tuple["Param", ...]]


class Say(msgspec.Struct, frozen=True):
    id: str
    params: Mapping[str, Param] = {}


def say(id: str, /, **params: Param) -> Say:
    return Say(id, params)
