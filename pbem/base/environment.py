"""Where settings come from, so that nothing secret has to stand on a command line:

    SECRET_KEYS=…                        the environment variable itself
    SECRET_KEYS_FILE=/run/secrets/keys   a file that holds the value, as container systems hand secrets over
    RAILPOST_ENV=/etc/railpost.env       a file of lines NAME=value, for everything else

A variable wins over the file that `RAILPOST_ENV` names. A setting and its `_FILE` together are a mistake.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import fields

from pbem.base.config import BadConfig, Settings

ENV_FILE = "RAILPOST_ENV"
_SUFFIX = "_FILE"
_LINE = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")


def setting_names() -> tuple[str, ...]:
    return tuple(field.encode_name for field in fields(Settings))


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """The variables with everything that files add to them."""
    env = {**(_read_env_file(given[ENV_FILE]) if given.get(ENV_FILE) else {}), **given}
    for name in setting_names():
        path = env.get(name + _SUFFIX)
        if not path:
            continue
        if env.get(name):
            raise BadConfig(f"{name} and {name}{_SUFFIX} are both set; remove one of them")
        env[name] = _text_of(name + _SUFFIX, path).strip()
    return env


def settings_found(given: Mapping[str, str]) -> list[str]:
    """The names of the settings that are set, wherever; their values may be secret."""
    env = environment(given)
    return [name for name in setting_names() if env.get(name)]


def _read_env_file(path: str) -> dict[str, str]:
    """As systemd reads an EnvironmentFile: comments stand on lines of their own, quotes around a value are dropped."""
    found: dict[str, str] = {}
    for number, line in enumerate(_text_of(ENV_FILE, path).splitlines(), 1):
        line = line.strip()
        if not line or line.startswith(("#", ";")):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise BadConfig(f"line {number} of {path} is not of the form NAME=value")
        found[match[1]] = _unquoted(match[2].strip())
    return found


def _unquoted(value: str) -> str:
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value


def _text_of(name: str, path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError as error:
        raise BadConfig(f"{name} names {path}, which cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadConfig(f"{name} names {path}, which holds no text") from error
