"""How the processes start, and how they refuse to: one sentence and status 2, before anything else happens."""

from pathlib import Path

import pytest

from pbem.base.config import BadConfig, embedded_config, production_config
from pbem.base.service import make_service
from pbem.store.schema import is_current, migrate
from tests.processes.system import procfile, ran, settings_for

NOBODY = "127.0.0.1:9"  # the discard port: nothing listens there


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    return {
        **settings_for(f"sqlite:///{tmp_path / 'db.sqlite'}", f"redis://{NOBODY}/0", f"smtp://{NOBODY}"),
        "DATA": str(tmp_path),
    }


WRONG = [
    ("PUBLIC_URL", "", "PUBLIC_URL is not set"),
    ("PUBLIC_URL", "play.example.org", "PUBLIC_URL must look like"),
    ("PUBLIC_URL", "https://play.example.org:http", "PUBLIC_URL must look like"),
    ("PUBLIC_URL", "https://play.example.org/?a=b", "without ? and #"),
    ("DATABASE_URL", "", "DATABASE_URL is not set"),
    ("DATABASE_URL", "mysql://host/db", "DATABASE_URL must begin with"),
    ("REDIS_URL", "", "REDIS_URL is not set"),
    ("REDIS_URL", "http://host", "REDIS_URL must look like"),
    ("SMTP_URL", "", "SMTP_URL is not set"),
    ("SMTP_URL", "mail.example.org", "SMTP_URL must look like"),
    ("SMTP_URL", "smtp://mail.example.org:many", "SMTP_URL must look like"),
    ("SECRET_KEYS", "", "SECRET_KEYS is not set"),
    ("SECRET_KEYS", "short", "at least 32 characters"),
    ("MAIL_FROM", "", "MAIL_FROM is not set"),
    ("MAIL_FROM", "turns", "MAIL_FROM must be one mail address"),
    ("MAIL_FROM", "a@b@c", "MAIL_FROM must be one mail address"),
    ("MAIL_DOMAIN", "two words", "MAIL_DOMAIN must be a domain"),
    ("PORT", "http", "PORT must be a whole number"),
    ("PORT", "70000", "from 1 to 65535"),
    ("COOLING_OFF", "-1", "COOLING_OFF must be a whole number"),
    ("OPEN_TABLES", "friends", "OPEN_TABLES must be one of"),
    ("OPEN_TABLES", "list", "needs OPENERS"),
    ("OPENERS", "example.org", "OPENERS must be addresses"),
    ("DAILY_MAIL_CAP", "0", "of at least 1"),
    ("DKIM_KEY", "/nowhere/dkim.pem", "cannot be read"),
    ("DKIM_KEY", __file__, "no RSA private key"),
    ("DKIM_SELECTOR", "a b", "DKIM_SELECTOR must be a word"),
    ("INBOUND_URL", "on", "INBOUND_URL must look like"),
    ("INBOUND_URL", "lmtp://", "INBOUND_URL must look like"),
    ("INBOUND_URL", "smtp://127.0.0.1", "INBOUND_URL must look like"),
    ("INBOUND_URL", "smtp://127.0.0.1:many", "INBOUND_URL must look like"),
    ("INBOUND_URL", "http://127.0.0.1:8025", "INBOUND_URL must look like"),
    ("INBOUND_URL", "lmtp://127.0.0.1:24/socket", "INBOUND_URL must look like"),
    ("INBOUND_SECRET", "short", "at least 16 characters"),
    ("IMAP_URL", "mail.example.org", "IMAP_URL must look like"),
    ("IMAP_URL", "imaps://mail.example.org/INBOX", "IMAP_URL must look like"),
    ("IMAP_URL", "imaps://user:password@mail.example.org", "IMAP_URL must look like"),
    ("KEEP_RAW_DAYS", "0", "from 1 to"),
    ("WEB_CONCURRENCY", "0", "of at least 1"),
    ("BOT_PLAYOUTS", "-1", "of at least 0"),
    ("WORKER_CONCURRENCY", "many", "WORKER_CONCURRENCY must be a whole number"),
]


@pytest.mark.parametrize(("name", "value", "sentence"), WRONG)
def test_a_wrong_setting_is_one_sentence(settings: dict[str, str], name: str, value: str, sentence: str) -> None:
    with pytest.raises(BadConfig) as error:
        production_config({**settings, name: value})
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("url", ["lmtp:///run/railpost/in.sock", "lmtp://127.0.0.1:24", "smtp://[::1]:8025"])
def test_where_mail_comes_in(settings: dict[str, str], url: str) -> None:
    assert production_config({**settings, "INBOUND_URL": url}).inbound_url == url


def test_where_mail_comes_in_by_itself(settings: dict[str, str], tmp_path: Path) -> None:
    """Embedded beside the pages and on loopback only; in production where the operator says."""
    embedded = {"DATA": str(tmp_path), "PORT": "9000"}
    assert embedded_config(embedded).inbound_url == "smtp://127.0.0.1:9001"
    assert embedded_config({**embedded, "INBOUND_URL": "off"}).inbound_url == ""
    assert embedded_config({**embedded, "PORT": "65535"}).inbound_url == ""
    assert production_config(settings).inbound_url == ""


def test_only_where_no_mail_leaves_may_anybody_open_tables(settings: dict[str, str], tmp_path: Path) -> None:
    embedded = {"DATA": str(tmp_path)}
    assert embedded_config(embedded).open_tables == "anybody"
    assert embedded_config({**embedded, "SMTP_URL": f"smtp://{NOBODY}"}).open_tables == "verified"
    del settings["OPEN_TABLES"]
    assert production_config(settings).open_tables == "verified"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["release", "web", "worker", "sender", "thinker", "beat", "inbound"])
def test_every_process_says_it_with_status_2(settings: dict[str, str], name: str) -> None:
    done = ran(name, {**settings, "SMTP_URL": "mail.example.org"})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "pbem: SMTP_URL must look like smtp+starttls://user:password@mail.example.org:587\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["web", "worker", "sender", "thinker", "beat", "inbound"])
def test_no_process_starts_behind_the_schema(settings: dict[str, str], name: str) -> None:
    done = ran(name, settings)
    assert done.returncode == 2
    assert done.stderr == "pbem: the database is behind this release; run `pbem migrate` first\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["release", "web"])
def test_a_database_that_is_away_is_one_sentence(settings: dict[str, str], name: str) -> None:
    done = ran(name, {**settings, "DATABASE_URL": f"postgresql://nobody@{NOBODY}/railpost"})
    assert done.returncode == 2
    assert done.stderr.startswith("pbem: the database does not answer: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_release_brings_the_schema(request: pytest.FixtureRequest, settings: dict[str, str], database: str) -> None:
    if database == "postgres":
        settings["DATABASE_URL"] = request.getfixturevalue("empty_postgres")
    for _ in range(2 if database == "sqlite" else 1):
        assert ran("release", settings).returncode == 0
    service = make_service(production_config(settings))
    assert is_current(service.db)
    service.db.close()


def test_the_procfile_names_the_processes() -> None:
    assert {"release", "web", "worker", "sender", "thinker", "beat", "inbound"} == set(procfile())


@pytest.mark.slow
def test_inbound_says_where_it_cannot_listen(settings: dict[str, str], tmp_path: Path) -> None:
    service = make_service(production_config(settings))
    migrate(service.db)
    service.db.close()
    off = ran("inbound", settings)
    assert (off.returncode, off.stderr.partition(";")[0]) == (2, "pbem: INBOUND_URL is off")
    url = f"lmtp://{tmp_path}/no-such-folder/in.sock"
    nowhere = ran("inbound", {**settings, "INBOUND_URL": url})
    assert nowhere.returncode == 2
    assert nowhere.stderr == f"pbem: {url} cannot be listened on: No such file or directory\n"
