"""Checks what the server needs: database, broker, mail server, and the DNS records of the mail domain."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from sqlalchemy.exc import OperationalError, ProgrammingError

from pbem.base.broker import broker_trouble
from pbem.base.config import Config
from pbem.base.db import Database
from pbem.mail_out.compose import dkim_key
from pbem.mail_out.mime import signed
from pbem.mail_out.transport import Away, Smtp
from pbem.store.schema import is_current, lacking
from pbem.store.signs import expected, silent

DNS_SECONDS = 5.0
_SAMPLE = b"From: a@localhost\r\nSubject: sample\r\n\r\nsample\r\n"


@dataclass(frozen=True)
class Finding:
    part: str
    fit: bool
    says: str  # "ok", or what to do


class NoAnswer(Exception):
    """The name servers cannot be asked."""


class Names(Protocol):
    """What is looked up in the DNS; a name that does not exist has no records."""

    def txt(self, name: str) -> list[str]: ...
    def mx(self, name: str) -> list[str]: ...


class Dns:
    """The name servers of this machine."""

    def txt(self, name: str) -> list[str]:
        return [b"".join(record.strings).decode("utf-8", "replace") for record in self._records(name, "TXT")]

    def mx(self, name: str) -> list[str]:
        return [str(record.exchange) for record in self._records(name, "MX")]

    def _records(self, name: str, kind: str) -> list[Any]:
        import dns.exception
        import dns.resolver

        try:
            return list(dns.resolver.resolve(name, kind, lifetime=DNS_SECONDS))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except dns.exception.DNSException as error:
            raise NoAnswer(f"{type(error).__name__} for {name}") from error


def findings(config: Config, names: Names) -> Iterator[Finding]:
    yield Finding("settings", True, "ok")
    yield _database(config)
    yield _broker(config)
    yield _smtp(config)
    if not config.embedded:
        yield from _processes(config)
        for part, look in (("mx", _mx), ("spf", _spf), ("dkim", _dkim), ("dmarc", _dmarc)):
            try:
                missing = look(config, names)
            except NoAnswer as error:
                missing = f"the name servers do not answer ({error}); try again"
            yield Finding(part, not missing, missing or "ok")


def _database(config: Config) -> Finding:
    db = Database(config.database_url)
    try:
        current = is_current(db)
        missing = lacking(db) if current else []
    except OperationalError as error:
        why = str(error.orig).strip().partition("\n")[0]
        return Finding("database", False, f"it does not answer ({why}); start it, or correct DATABASE_URL")
    finally:
        db.close()
    if missing:
        return Finding("database", False, f"it lacks {missing[0]}: its migrations were changed; restore a backup")
    return Finding("database", current, "ok" if current else "it is behind this release; run `pbem migrate`")


def _processes(config: Config) -> Iterator[Finding]:
    """Which of the processes that these settings need do their work, as far as the database knows."""
    db = Database(config.database_url)
    try:
        with db.reading() as session:
            missing = {silence.process: silence for silence in silent(session, config, datetime.now(UTC))}
    except (OperationalError, ProgrammingError):
        return  # the database is away or behind, which is said already
    finally:
        db.close()
    for process in expected(config):
        silence = missing.get(process)
        start = "set right IMAP_URL" if process == "imap" else f"start `pbem {process}`"
        yield Finding(process, silence is None, "ok" if silence is None else f"{silence}; {start}")


def _broker(config: Config) -> Finding:
    trouble = broker_trouble(config)
    says = f"it does not answer ({trouble}); start Redis, or correct REDIS_URL" if trouble else "ok"
    return Finding("broker", not trouble, says)


def _smtp(config: Config) -> Finding:
    if config.mail_disabled:
        return Finding("smtp", False, "no mail leaves: MAIL_DISABLED is set")
    if not config.smtp_url:
        return Finding("smtp", True, "ok, mails stay in the mailbox")
    try:
        Smtp(config.smtp_url, config.public_host).greet()
    except Away as away:
        return Finding("smtp", False, f"{away}; start the mail server, or correct SMTP_URL")
    return Finding("smtp", True, "ok")


# Each says what is missing, and which record to add.


def _mx(config: Config, names: Names) -> str:
    if names.mx(config.mail_domain):
        return ""
    return f"replies and bounces find no way here; add: {config.mail_domain}. MX 10 {config.public_host}."


def _spf(config: Config, names: Names) -> str:
    """Of the envelope sender, to which bounces go."""
    found = [text for text in names.txt(config.mail_domain) if text.lower().split(" ")[0] == "v=spf1"]
    if len(found) == 1:
        return ""
    if found:
        return f"{config.mail_domain} has {len(found)} SPF records, and so none is valid; keep one"
    record = f'{config.mail_domain}. TXT "v=spf1 mx -all"'
    return f"nobody is said to send for {config.mail_domain}; add: {record}, or what your relay tells you"


def _dkim(config: Config, names: Names) -> str:
    if not config.dkim_key:
        return ""  # then the relay signs, under a selector that only the relay knows
    import dkim

    key = dkim_key(config)
    name = f"{key.selector}._domainkey.{key.domain}"
    records = names.txt(name)
    if not records:
        return f'{name} has no record; add: {name}. TXT "v=DKIM1; k=rsa; p=…" with the public half of DKIM_KEY'
    if not dkim.verify(signed(_SAMPLE, key), dnsfunc=lambda *_, **__: records[0].encode()):
        return f"the record of {name} does not belong to DKIM_KEY; replace one of them"
    return ""


def _dmarc(config: Config, names: Names) -> str:
    domain = config.mail_from.rpartition("@")[2]
    parts = domain.split(".")
    above = [".".join(parts[at:]) for at in range(max(len(parts) - 1, 1))]
    if any(text.lower().startswith("v=dmarc1") for name in above for text in names.txt(f"_dmarc.{name}")):
        return ""
    record = f'_dmarc.{domain}. TXT "v=DMARC1; p=none; rua=mailto:postmaster@{domain}"'
    return f"large mail providers refuse such mails; add: {record}"
