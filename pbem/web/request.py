"""Requests whose every text has passed the door (`pbem.base.outside`): form fields, arguments and parts of the path."""

from collections.abc import Iterable
from typing import Any

from flask import Request, request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.routing import Map, PathConverter, UnicodeConverter

from pbem.base.outside import admitted


class Fields(ImmutableMultiDict[str, str]):
    """What a form or a query holds; names pass the door like values."""

    def __init__(self, mapping: Any = None) -> None:
        pairs: Iterable[tuple[str, str]]
        if isinstance(mapping, MultiDict):
            pairs = mapping.items(multi=True)
        else:
            pairs = mapping.items() if hasattr(mapping, "items") else mapping or ()
        super().__init__([(admitted(name), admitted(value)) for name, value in pairs])


class GuardedRequest(Request):
    parameter_storage_class = Fields


def header(name: str) -> str | None:
    """The only way in which pages read a header by its name."""
    value = request.headers.get(name)
    return None if value is None else admitted(value)


class Word(UnicodeConverter):
    def to_python(self, value: str) -> str:
        return admitted(super().to_python(value))


class Words(PathConverter):
    def to_python(self, value: str) -> str:
        return admitted(super().to_python(value))


def guard_paths(map: Map) -> None:
    map.converters.update(default=Word, string=Word, path=Words)
