"""All settings: environment variables, read once and typed here. A wrong one stops the start with one sentence.

`pbem up` is the embedded default: it needs none of them. The processes of the Procfile are the production mode and
demand `PUBLIC_URL`, `DATABASE_URL`, `REDIS_URL`, `SMTP_URL`, `SECRET_KEYS` and `MAIL_FROM`.
"""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, urlsplit

MOST_PORT = 65535
SHORTEST_SECRET = 16
OpenTables = Literal["verified", "list", "nobody", "anybody"]

_DOMAIN = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*")


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
    authserv_id: str  # the name of our mail system in Authentication-Results; empty: nobody vouches for a sender
    web_processes: int
    worker_processes: int
    inbound_url: str  # where mail comes in: lmtp or smtp, a port or a socket; empty: nowhere
    inbound_secret: str  # opens POST /inbound; empty: there is no such address
    imap_url: str  # a mailbox that is polled; empty: none
    keep_raw_days: int  # after which the bytes of mails, in and out, are dropped
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
    host, port = env.get("HOST", "127.0.0.1"), _number(env, "PORT", 8000, least=1, most=MOST_PORT)
    return _config(
        env,
        embedded=True,
        data=data,
        host=host,
        port=port,
        public_url=env.get("PUBLIC_URL") or f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}",
        database_url=env.get("DATABASE_URL") or f"sqlite:///{data / 'railpost.sqlite'}",
        secret_keys=_kept_secret(data / "secret") if not env.get("SECRET_KEYS") else _list(env, "SECRET_KEYS"),
        mail_from=env.get("MAIL_FROM") or "turns@railpost.localhost",
        open_tables="verified" if env.get("SMTP_URL") else "anybody",
        cooling_off=0,
        inbound_url=f"smtp://127.0.0.1:{port + 1}" if port < MOST_PORT else "off",
    )


def production_config(env: Mapping[str, str]) -> Config:
    for name, why in {
        "PUBLIC_URL": "the address of the site, such as https://play.example.org: every link in a mail begins with it",
        "DATABASE_URL": "a PostgreSQL address such as postgresql://user@host/railpost",
        "REDIS_URL": "the broker of the workers, such as redis://host:6379/0",
        "SMTP_URL": "where mails leave, such as smtp+starttls://user:password@mail.example.org:587",
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
        port=_number(env, "PORT", 8000, least=1, most=MOST_PORT),
        public_url=env["PUBLIC_URL"],
        database_url=env["DATABASE_URL"],
        secret_keys=keys,
        mail_from=env["MAIL_FROM"],
        open_tables="verified",
        cooling_off=180,
        inbound_url="off",
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
    inbound_url: str,
) -> Config:
    url = _address("PUBLIC_URL", public_url, ("http", "https"), "https://play.example.org")
    if url.query or url.fragment:
        raise BadConfig("PUBLIC_URL must be an address such as https://play.example.org, without ? and #")
    if mail_from.count("@") != 1 or mail_from.startswith("@") or not _DOMAIN.fullmatch(mail_from.rpartition("@")[2]):
        raise BadConfig(f"MAIL_FROM must be one mail address, not {mail_from!r}")
    mail_domain = env.get("MAIL_DOMAIN") or mail_from.rpartition("@")[2]
    if not _DOMAIN.fullmatch(mail_domain):
        raise BadConfig(f"MAIL_DOMAIN must be a domain such as play.example.org, not {mail_domain!r}")
    if database_url.startswith("postgres://"):
        database_url = "postgresql://" + database_url.removeprefix("postgres://")
    if database_url.startswith("postgresql://"):
        database_url = "postgresql+psycopg://" + database_url.removeprefix("postgresql://")
    if not database_url.startswith(("sqlite:", "postgresql+psycopg:")):
        raise BadConfig("DATABASE_URL must begin with postgresql:// or sqlite:///")
    open_tables, openers = _choice(env, "OPEN_TABLES", open_tables), _list(env, "OPENERS")
    if open_tables == "list" and not openers:
        raise BadConfig("OPEN_TABLES=list needs OPENERS: the addresses and @domains that may open tables")
    if any("@" not in opener for opener in openers):
        raise BadConfig("OPENERS must be addresses such as anna@example.org and domains such as @example.org")
    return Config(
        embedded=embedded,
        data=data,
        host=host,
        port=port,
        public_url=public_url.rstrip("/"),
        database_url=database_url,
        redis_url=_redis_url(env),
        smtp_url=_smtp_url(env),
        secret_keys=secret_keys,
        mail_from=mail_from,
        mail_domain=mail_domain,
        mail_disabled=env.get("MAIL_DISABLED", "") not in ("", "0", "no"),
        cooling_off=_number(env, "COOLING_OFF", cooling_off),
        open_tables=open_tables,
        openers=openers,
        operator_secret=_secret(env, "OPERATOR_SECRET"),
        daily_mail_cap=_number(env, "DAILY_MAIL_CAP", 100, least=1),
        dkim_key=_dkim_key(env),
        dkim_selector=_dkim_selector(env),
        web_processes=_number(env, "WEB_CONCURRENCY", 2, least=1),
        worker_processes=_number(env, "WORKER_CONCURRENCY", 2, least=1),
        inbound_url=_inbound_url(env, inbound_url),
        inbound_secret=_secret(env, "INBOUND_SECRET"),
        imap_url=_imap_url(env),
        keep_raw_days=_number(env, "KEEP_RAW_DAYS", 30, least=1, most=36500),
        trusted_proxies=_number(env, "TRUSTED_PROXIES", 0),
        authserv_id=env.get("AUTHSERV_ID", "").strip(),
    )


def _address(name: str, url: str, schemes: tuple[str, ...], example: str) -> SplitResult:
    """The parts of an address. What was given is not repeated: it may hold a password."""
    wrong = BadConfig(f"{name} must look like {example}")
    try:
        parts = urlsplit(url)
        if parts.scheme not in schemes or not parts.hostname or parts.port == 0:
            raise wrong
    except ValueError as error:
        raise wrong from error
    return parts


def _secret(env: Mapping[str, str], name: str) -> str:
    secret = env.get(name, "")
    if secret and len(secret) < SHORTEST_SECRET:
        raise BadConfig(f"{name} needs at least {SHORTEST_SECRET} characters; `openssl rand -hex 16` makes one")
    return secret


def _smtp_url(env: Mapping[str, str]) -> str:
    url = env.get("SMTP_URL", "")
    if url:
        example = "smtp+starttls://user:password@mail.example.org:587"
        _address("SMTP_URL", url, ("smtp", "smtps", "smtp+starttls"), example)
    return url


def _redis_url(env: Mapping[str, str]) -> str:
    url = env.get("REDIS_URL", "")
    if url and not url.startswith("redis+socket:///"):
        _address("REDIS_URL", url, ("redis", "rediss"), "redis://host:6379/0")
    return url


def _inbound_url(env: Mapping[str, str], standard: str) -> str:
    """A port always with its host: on which side of the machine strangers may knock is to be said, not guessed."""
    url = env.get("INBOUND_URL") or standard
    if url == "off":
        return ""
    wrong = BadConfig(
        "INBOUND_URL must look like lmtp:///run/railpost/inbound.sock or smtp://127.0.0.1:8025, or be off"
    )
    try:
        parts = urlsplit(url)
        is_port = bool(parts.hostname and parts.port) and parts.path in ("", "/")
        is_socket = not parts.netloc and parts.path.startswith("/") and parts.path != "/"
    except ValueError as error:
        raise wrong from error
    if parts.scheme not in ("lmtp", "smtp") or not (is_port or is_socket) or parts.username:
        raise wrong
    return url


def _imap_url(env: Mapping[str, str]) -> str:
    url = env.get("IMAP_URL", "")
    if url:
        example = "imaps://user:password@mail.example.org/INBOX"
        parts = _address("IMAP_URL", url, ("imap", "imaps", "imap+starttls"), example)
        if not parts.username or not parts.password or parts.path.strip("/") == "":
            raise BadConfig(f"IMAP_URL must look like {example}")
    return url


def _dkim_key(env: Mapping[str, str]) -> str:
    path = env.get("DKIM_KEY", "")
    if not path:
        return ""
    try:
        pem = Path(path).read_bytes()
    except OSError as error:
        raise BadConfig(f"DKIM_KEY names {path}, which cannot be read: {error.strerror}") from error
    from dkim.crypto import UnparsableKeyError, parse_pem_private_key  # slow to load, and few servers sign themselves

    try:
        parse_pem_private_key(pem)
    except (UnparsableKeyError, ValueError) as error:
        raise BadConfig(f"DKIM_KEY names {path}, which holds no RSA private key in PEM form") from error
    return path


def _dkim_selector(env: Mapping[str, str]) -> str:
    selector = env.get("DKIM_SELECTOR") or "railpost"
    if not _DOMAIN.fullmatch(selector):
        raise BadConfig(f"DKIM_SELECTOR must be a word such as railpost, not {selector!r}")
    return selector


def _number(env: Mapping[str, str], name: str, standard: int, least: int = 0, most: int = 10**9) -> int:
    text = env.get(name, "")
    if not text:
        return standard
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        span = f"from {least} to {most}" if most < 10**9 else f"of at least {least}"
        raise BadConfig(f"{name} must be a whole number {span}, not {text!r}")
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
