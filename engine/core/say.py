"""What the engine says: a message id and its parameters. The sentences live in `words/*.toml`."""

from collections.abc import Mapping
from typing import Union

import msgspec

Atom = Union[int, str, "Say"]
Param = Union[int, str, "Say", tuple[Atom, ...]]


class Say(msgspec.Struct, frozen=True):
    id: str
    params: Mapping[str, Union[int, str, "Say", tuple[Union[int, str, "Say"], ...]]] = {}


def say(id: str, /, **params: Param) -> Say:
    return Say(id, params)
