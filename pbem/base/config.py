"""All settings: environment variables, read once and typed here. A wrong setting stops the start with one sentence.

`pbem up` is the embedded default: it needs none of them. The processes of the Procfile are the production mode and
need `PUBLIC_URL`, `DATABASE_URL`, `REDIS_URL`, `SMTP_URL`, `SECRET_KEYS` and `MAIL_FROM`.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, TypeVar, get_args
from urllib.parse import SplitResult, urlsplit

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import fields

MOST_PORT = 65535
SHORTEST_SECRET = 16
OpenTables = Literal["verified", "list", "nobody", "anybody"]
LogFormat = Literal["text", "json"]
S = TypeVar("S", bound=Struct)


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
    cooling_off: int  # seconds in which a player may take a line back before others are told
    open_tables: OpenTables
    openers: tuple[str, ...]  # addresses and @domains for OPEN_TABLES=list
    operator_secret: str
    daily_mail_cap: int
    dkim_key: str  # path of the private key; empty: a relay signs, or nobody
    dkim_selector: str
    authserv_id: str  # the name of our mail system in Authentication-Results; empty: nobody vouches for a sender
    web_processes: int
    worker_processes: int
    bot_playouts: int  # a patient bot's budget of a question; 0: each game's own
    inbound_url: str  # where mail comes in: lmtp or smtp, a port or a socket; empty: nowhere
    inbound_secret: str  # opens POST /inbound; empty: there is no such address
    imap_url: str  # a mailbox that is polled; empty: none
    keep_raw_days: int  # after which the bytes of mails, in and out, are dropped
    trusted_proxies: int  # how many proxies in front of us add the address of the client
    log_format: LogFormat

    @property
    def public_host(self) -> str:
        return urlsplit(self.public_url).hostname or "localhost"

    @property
    def instance(self) -> str:
        """Every mail of this server carries it, so that the server recognises its own mails when they come back."""
        return sha256(f"{self.public_url}\n{self.secret_keys[0]}".encode()).hexdigest()[:16]

    @property
    def is_loopback(self) -> bool:
        """Only this computer can reach the server."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def mail_leaves(self) -> bool:
        """False with the built-in mailbox, which keeps all mail: nobody can be disturbed there."""
        return bool(self.smtp_url) or not self.embedded

    @property
    def is_https(self) -> bool:
        return self.public_url.startswith("https:")


def embedded_config(env: Mapping[str, str]) -> Config:
    place = _settings(env, Place)
    data, host, port = Path(place.data).absolute(), place.host, place.port
    return _config(
        {
            "PUBLIC_URL": f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}",
            "DATABASE_URL": f"sqlite:///{data / 'railpost.sqlite'}",
            "SECRET_KEYS": "" if env.get("SECRET_KEYS") else _kept_secret(data / "secret"),
            "MAIL_FROM": "turns@railpost.localhost",
            "OPEN_TABLES": "verified" if env.get("SMTP_URL") else "anybody",
            "COOLING_OFF": "0",
            "INBOUND_URL": f"smtp://127.0.0.1:{port + 1}" if port < MOST_PORT else "off",
        },
        env,
        embedded=True,
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
    if any(len(key) < 32 for key in _list(env["SECRET_KEYS"])):
        raise BadConfig("each key in SECRET_KEYS needs at least 32 characters; `openssl rand -hex 32` makes one")
    return _config({"OPEN_TABLES": "verified", "COOLING_OFF": "180", "INBOUND_URL": "off"}, env, embedded=False)


# A description completes the sentence "… must be …".
_LARGEST = 10**9
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?"
_DOMAIN = rf"{_LABEL}(\.{_LABEL})*\Z"
_Whole = Annotated[int, Meta(ge=0, le=_LARGEST, description="a whole number of at least 0")]
_FromOne = Annotated[int, Meta(ge=1, le=_LARGEST, description="a whole number of at least 1")]
_Days = Annotated[int, Meta(ge=1, le=36500, description="a whole number from 1 to 36500")]
_Port = Annotated[int, Meta(ge=1, le=MOST_PORT, description=f"a whole number from 1 to {MOST_PORT}")]
_Openness = Annotated[OpenTables, Meta(description=f"one of {', '.join(get_args(OpenTables))}")]
_LogFormat = Annotated[LogFormat, Meta(description=f"one of {', '.join(get_args(LogFormat))}")]
_Domain = Annotated[str, Meta(pattern=f"^{_DOMAIN}", description="a domain such as play.example.org")]
_Word = Annotated[str, Meta(pattern=f"^{_DOMAIN}", description="a word such as railpost")]
_MailAddress = Annotated[str, Meta(pattern=f"^[^@]+@{_DOMAIN}", description="one mail address")]


class Place(Struct, rename="upper"):
    """The host and port of the server; the embedded default derives the rest from them."""

    data: str = "var"
    host: str = "127.0.0.1"
    port: _Port = 8000


class Settings(Place, rename="upper", kw_only=True):
    """The settings as they are given; an empty one counts as missing."""

    public_url: str
    database_url: str
    secret_keys: str
    mail_from: _MailAddress
    mail_domain: _Domain
    open_tables: _Openness
    cooling_off: _Whole
    inbound_url: str
    redis_url: str = ""
    smtp_url: str = ""
    mail_disabled: str = ""
    openers: str = ""
    operator_secret: str = ""
    daily_mail_cap: _FromOne = 100
    dkim_key: str = ""
    dkim_selector: _Word = "railpost"
    authserv_id: str = ""
    web_concurrency: _FromOne = 2
    worker_concurrency: _FromOne = 2
    bot_playouts: _Whole = 0
    inbound_secret: str = ""
    imap_url: str = ""
    keep_raw_days: _Days = 30
    trusted_proxies: _Whole = 0
    log_format: _LogFormat = "text"


def _settings(env: Mapping[str, str], kind: type[S]) -> S:
    try:
        return convert({name: text for name, text in env.items() if text}, kind, strict=False)
    except ValidationError as error:
        name = str(error).rpartition("$.")[2].rstrip("`")
        kinds = {field.encode_name: field.type for field in fields(kind)}
        raise BadConfig(f"{name} must be {kinds[name].__metadata__[0].description}, not {env[name]!r}") from error


def _config(standards: Mapping[str, str], given: Mapping[str, str], *, embedded: bool) -> Config:
    env = {**standards, **{name: text for name, text in given.items() if text}}
    its = _settings({**env, "MAIL_DOMAIN": env.get("MAIL_DOMAIN") or env["MAIL_FROM"].rpartition("@")[2]}, Settings)
    url = _address("PUBLIC_URL", its.public_url, ("http", "https"), "https://play.example.org")
    if url.query or url.fragment:
        raise BadConfig("PUBLIC_URL must be an address such as https://play.example.org, without ? and #")
    openers = _list(its.openers)
    if its.open_tables == "list" and not openers:
        raise BadConfig("OPEN_TABLES=list needs OPENERS: the addresses and @domains that may open tables")
    if any("@" not in opener for opener in openers):
        raise BadConfig("OPENERS must be addresses such as anna@example.org and domains such as @example.org")
    return Config(
        embedded=embedded,
        data=Path(its.data).absolute(),
        host=its.host,
        port=its.port,
        public_url=its.public_url.rstrip("/"),
        database_url=_database_url(its.database_url),
        redis_url=_redis_url(its.redis_url),
        smtp_url=_smtp_url(its.smtp_url),
        secret_keys=_list(its.secret_keys),
        mail_from=its.mail_from,
        mail_domain=its.mail_domain,
        mail_disabled=its.mail_disabled not in ("", "0", "no"),
        cooling_off=its.cooling_off,
        open_tables=its.open_tables,
        openers=openers,
        operator_secret=_secret("OPERATOR_SECRET", its.operator_secret),
        daily_mail_cap=its.daily_mail_cap,
        dkim_key=_dkim_key(its.dkim_key),
        dkim_selector=its.dkim_selector,
        web_processes=its.web_concurrency,
        worker_processes=its.worker_concurrency,
        bot_playouts=its.bot_playouts,
        inbound_url=_inbound_url(its.inbound_url),
        inbound_secret=_secret("INBOUND_SECRET", its.inbound_secret),
        imap_url=_imap_url(its.imap_url),
        keep_raw_days=its.keep_raw_days,
        trusted_proxies=its.trusted_proxies,
        authserv_id=its.authserv_id.strip(),
        log_format=its.log_format,
    )


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _address(name: str, url: str, schemes: tuple[str, ...], example: str) -> SplitResult:
    """The parts of an address. The message does not repeat the value, which may hold a password."""
    wrong = BadConfig(f"{name} must look like {example}")
    try:
        parts = urlsplit(url)
        if parts.scheme not in schemes or not parts.hostname or parts.port == 0:
            raise wrong
    except ValueError as error:
        raise wrong from error
    return parts


def _database_url(url: str) -> str:
    if url.startswith("postgres://"):
        url = "postgresql://" + url.removeprefix("postgres://")
    if url.startswith("postgresql://"):
        url = "postgresql+psycopg://" + url.removeprefix("postgresql://")
    if not url.startswith(("sqlite:", "postgresql+psycopg:")):
        raise BadConfig("DATABASE_URL must begin with postgresql:// or sqlite:///")
    return url


def _secret(name: str, secret: str) -> str:
    if secret and len(secret) < SHORTEST_SECRET:
        raise BadConfig(f"{name} needs at least {SHORTEST_SECRET} characters; `openssl rand -hex 16` makes one")
    return secret


def _smtp_url(url: str) -> str:
    if url:
        example = "smtp+starttls://user:password@mail.example.org:587"
        _address("SMTP_URL", url, ("smtp", "smtps", "smtp+starttls"), example)
    return url


def _redis_url(url: str) -> str:
    if url and not url.startswith("redis+socket:///"):
        _address("REDIS_URL", url, ("redis", "rediss"), "redis://host:6379/0")
    return url


def _inbound_url(url: str) -> str:
    """A port needs its host: which interface accepts connections is set explicitly, never guessed."""
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


def _imap_url(url: str) -> str:
    if url:
        example = "imaps://user:password@mail.example.org/INBOX"
        parts = _address("IMAP_URL", url, ("imap", "imaps", "imap+starttls"), example)
        if not parts.username or not parts.password or parts.path.strip("/") == "":
            raise BadConfig(f"IMAP_URL must look like {example}")
    return url


def _dkim_key(path: str) -> str:
    if not path:
        return ""
    try:
        pem = Path(path).read_bytes()
    except OSError as error:
        raise BadConfig(f"DKIM_KEY names {path}, which cannot be read: {error.strerror}") from error
    from dkim.crypto import UnparsableKeyError, parse_pem_private_key  # slow to load, and few servers sign mails

    try:
        parse_pem_private_key(pem)
    except (UnparsableKeyError, ValueError) as error:
        raise BadConfig(f"DKIM_KEY names {path}, which holds no RSA private key in PEM form") from error
    return path


def _kept_secret(file: Path) -> str:
    """Made at the first start and kept beside the data, so that links stay valid."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(secrets.token_hex(32) + "\n")
    return ",".join(file.read_text().split())
