"""All settings: environment variables, read once and typed here. A wrong one stops the start with one sentence.

`pbem up` is the embedded default: it needs none of them. The processes of the Procfile are the production mode and
demand `PUBLIC_URL`, `DATABASE_URL`, `SECRET_KEYS` and `MAIL_FROM`.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

OpenTables = Literal["verified", "list", "nobody", "anybody"]


class BadConfig(ValueError):
    """A setting that is missing or wrong: the sentence says which and what to do."""


@dataclass(frozen=True)
class Config:
    embedded: bool
    data: Path
    host: str
    port: int
    public_url: str  # every link in a mail begins with it; without a slash at its end
    database_url: str
    redis_url: str
    smtp_url: str
    secret_keys: tuple[str, ...]  # the last one signs, all verify
    mail_from: str
    mail_domain: str  # of reply and bounce addresses
    mail_disabled: bool
    cooling_off: int  # seconds in which a mover may take a line back before others hear of it
    open_tables: OpenTables
    openers: tuple[str, ...]  # addresses and @domains for OPEN_TABLES=list
    operator_secret: str
    daily_mail_cap: int
    dkim_key: str  # path of the private key; empty: a relay signs, or nobody
    dkim_selector: str
    trusted_proxies: int  # how many proxies before us name the address of whoever asks

    @property
    def public_host(self) -> str:
        return urlsplit(self.public_url).hostname or "localhost"

    @property
    def instance(self) -> str:
        """Stands in every mail of this server, so that it knows its own when they come back."""
        return sha256(f"{self.public_url}\n{self.secret_keys[0]}".encode()).hexdigest()[:16]

    @property
    def is_loopback(self) -> bool:
        """Only this computer reaches the server."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def mail_leaves(self) -> bool:
        """Not where the built-in mailbox keeps all of it: there nobody can be bothered."""
        return bool(self.smtp_url) or not self.embedded

    @property
    def is_https(self) -> bool:
        return self.public_url.startswith("https:")


def embedded_config(env: Mapping[str, str]) -> Config:
    data = Path(env.get("DATA", "var")).absolute()
    host, port = env.get("HOST", "127.0.0.1"), _number(env, "PORT", 8000)
    return _config(
        env,
        embedded=True,
        data=data,
        host=host,
        port=port,
        public_url=env.get("PUBLIC_URL", f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"),
        database_url=env.get("DATABASE_URL", f"sqlite:///{data / 'railpost.sqlite'}"),
        secret_keys=_kept_secret(data / "secret") if not env.get("SECRET_KEYS") else _list(env, "SECRET_KEYS"),
        mail_from=env.get("MAIL_FROM", "turns@railpost.localhost"),
        open_tables="anybody",
        cooling_off=0,
    )


def production_config(env: Mapping[str, str]) -> Config:
    for name, why in {
        "PUBLIC_URL": "the address of the site, such as https://play.example.org: every link in a mail begins with it",
        "DATABASE_URL": "a PostgreSQL address such as postgresql://user@host/railpost",
        "SECRET_KEYS": "at least one long random key, several separated by commas; the last one signs",
        "MAIL_FROM": "the sender's address of all mails, such as turns@play.example.org",
    }.items():
        if not env.get(name):
            raise BadConfig(f"{name} is not set; it is {why}")
    keys = _list(env, "SECRET_KEYS")
    if any(len(key) < 32 for key in keys):
        raise BadConfig("each key in SECRET_KEYS needs at least 32 characters; `openssl rand -hex 32` makes one")
    return _config(
        env,
        embedded=False,
        data=Path(env.get("DATA", "var")).absolute(),
        host=env.get("HOST", "127.0.0.1"),
        port=_number(env, "PORT", 8000),
        public_url=env["PUBLIC_URL"],
        database_url=env["DATABASE_URL"],
        secret_keys=keys,
        mail_from=env["MAIL_FROM"],
        open_tables="verified",
        cooling_off=180,
    )


def _config(
    env: Mapping[str, str],
    *,
    embedded: bool,
    data: Path,
    host: str,
    port: int,
    public_url: str,
    database_url: str,
    secret_keys: tuple[str, ...],
    mail_from: str,
    open_tables: OpenTables,
    cooling_off: int,
) -> Config:
    url = urlsplit(public_url)
    if url.scheme not in ("http", "https") or not url.hostname or url.query or url.fragment:
        raise BadConfig(f"PUBLIC_URL must be an address such as https://play.example.org, not {public_url!r}")
    if mail_from.count("@") != 1 or mail_from.startswith("@") or mail_from.endswith("@"):
        raise BadConfig(f"MAIL_FROM must be one mail address, not {mail_from!r}")
    if database_url.startswith("postgres://"):
        database_url = "postgresql://" + database_url.removeprefix("postgres://")
    if database_url.startswith("postgresql://"):
        database_url = "postgresql+psycopg://" + database_url.removeprefix("postgresql://")
    if not database_url.startswith(("sqlite:", "postgresql+psycopg:")):
        raise BadConfig("DATABASE_URL must begin with postgresql:// or sqlite:///")
    return Config(
        embedded=embedded,
        data=data,
        host=host,
        port=port,
        public_url=public_url.rstrip("/"),
        database_url=database_url,
        redis_url=env.get("REDIS_URL", ""),
        smtp_url=_smtp_url(env),
        secret_keys=secret_keys,
        mail_from=mail_from,
        mail_domain=env.get("MAIL_DOMAIN", mail_from.rpartition("@")[2]),
        mail_disabled=env.get("MAIL_DISABLED", "") not in ("", "0", "no"),
        cooling_off=_number(env, "COOLING_OFF", cooling_off),
        open_tables=_choice(env, "OPEN_TABLES", open_tables),
        openers=_list(env, "OPENERS"),
        operator_secret=env.get("OPERATOR_SECRET", ""),
        daily_mail_cap=_number(env, "DAILY_MAIL_CAP", 100),
        dkim_key=env.get("DKIM_KEY", ""),
        dkim_selector=env.get("DKIM_SELECTOR", "railpost"),
        trusted_proxies=_number(env, "TRUSTED_PROXIES", 0),
    )


def _smtp_url(env: Mapping[str, str]) -> str:
    url = env.get("SMTP_URL", "")
    if url and (urlsplit(url).scheme not in ("smtp", "smtps", "smtp+starttls") or not urlsplit(url).hostname):
        raise BadConfig("SMTP_URL must look like smtp+starttls://user:password@mail.example.org:587")
    return url


def _number(env: Mapping[str, str], name: str, standard: int) -> int:
    text = env.get(name, "")
    if not text:
        return standard
    if not text.isdigit():
        raise BadConfig(f"{name} must be a whole number, not {text!r}")
    return int(text)


def _list(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in env.get(name, "").split(",") if part.strip())


def _choice(env: Mapping[str, str], name: str, standard: OpenTables) -> OpenTables:
    text = env.get(name, standard)
    choices: tuple[OpenTables, ...] = ("verified", "list", "nobody", "anybody")
    for choice in choices:
        if text == choice:
            return choice
    raise BadConfig(f"{name} must be one of {', '.join(choices)}, not {text!r}")


def _kept_secret(file: Path) -> tuple[str, ...]:
    """Made at the first start and kept beside the data, so that links stay good."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(secrets.token_hex(32) + "\n")
    return tuple(file.read_text().split())
