"""The release that this process runs."""

from functools import cache
from importlib.metadata import version


@cache
def release() -> str:
    return version("railpost")
