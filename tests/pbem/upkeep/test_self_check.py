"""`pbem check`: each part says ok or what to do."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import delete, update
from sqlmodel import col

from pbem.base.config import Config, production_config
from pbem.base.service import make_service
from pbem.cli import main
from pbem.store.models import Sign
from pbem.store.schema import migrate
from pbem.store.signs import expected, sign_of_life
from pbem.upkeep import self_check
from pbem.upkeep.self_check import NoAnswer, findings
from tests.services import Sink, free_port

PEM = Path(__file__).parents[2] / "mails" / "dkim-test-key.pem"
PUBLIC = "v=DKIM1; k=rsa; p=" + "".join(PEM.with_suffix(".pub").read_text().split("\n")[1:-2])


PARTS = ("settings", "database", "broker", "smtp", "worker", "beat", "web", "sender", "mx", "spf", "dkim", "dmarc")


class Zone:
    """A name server that knows what it is given."""

    def __init__(self, texts: dict[str, list[str]], exchanges: dict[str, list[str]]) -> None:
        self.texts = texts
        self.exchanges = exchanges

    def txt(self, name: str) -> list[str]:
        return self.texts.get(name, [])

    def mx(self, name: str) -> list[str]:
        return self.exchanges.get(name, [])


class Silent:
    def txt(self, name: str) -> list[str]:
        raise NoAnswer(name)

    mx = txt


GOOD = Zone(
    {
        "play.example.org": ["google-site-verification=1", "v=spf1 mx -all"],
        "railpost._domainkey.play.example.org": [PUBLIC],
        "_dmarc.example.org": ["v=DMARC1; p=reject"],
    },
    {"play.example.org": ["mail.example.org."]},
)


@pytest.fixture
def settings(tmp_path: Path, redis_url: str, smtp_sink: Sink) -> dict[str, str]:
    return {
        "DATA": str(tmp_path),
        "PUBLIC_URL": "https://play.example.org",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite'}",
        "REDIS_URL": redis_url,
        "SMTP_URL": smtp_sink.url,
        "SECRET_KEYS": "x" * 32,
        "MAIL_FROM": "turns@play.example.org",
        "DKIM_KEY": str(PEM),
    }


@pytest.fixture
def config(settings: dict[str, str]) -> Config:
    config = production_config(settings)
    service = make_service(config)
    migrate(service.db)
    for process in expected(config):
        sign_of_life(service, process)
    service.db.close()
    return config


def troubles(config: Config, names: self_check.Names = GOOD) -> dict[str, str]:
    return {found.part: found.says for found in findings(config, names) if not found.fit}


def test_all_is_well(config: Config) -> None:
    found = list(findings(config, GOOD))
    assert [(part.part, part.says) for part in found] == [(part, "ok") for part in PARTS]
    assert all(part.fit for part in found)


def test_servers_that_are_away(config: Config, tmp_path: Path) -> None:
    nobody = f"127.0.0.1:{free_port()}"
    config = replace(
        config,
        database_url=f"postgresql+psycopg://nobody@{nobody}/db",
        redis_url=f"redis://{nobody}/0",
        smtp_url=f"smtp://{nobody}",
    )
    said = troubles(config)
    assert set(said) == {"database", "broker", "smtp"}
    assert "correct DATABASE_URL" in said["database"]
    assert "correct REDIS_URL" in said["broker"]
    assert "correct SMTP_URL" in said["smtp"]


def test_a_database_behind_the_release(config: Config, tmp_path: Path) -> None:
    said = troubles(replace(config, database_url=f"sqlite:///{tmp_path / 'empty.sqlite'}"))
    assert said == {"database": "it is behind this release; run `pbem migrate`"}


def test_processes_that_do_not_run_are_named_with_what_to_start(config: Config) -> None:
    service = make_service(config)
    with service.db.writing() as session:
        session.exec(delete(Sign).where(col(Sign.process) == "worker"))
        session.exec(update(Sign).where(col(Sign.process) == "beat").values(seen_at=datetime(2026, 1, 2, tzinfo=UTC)))
    service.db.close()
    assert troubles(config) == {
        "worker": "worker has never been heard of; start `pbem worker`",
        "beat": "beat has been silent since 2026-01-02 00:00:00 UTC; start `pbem beat`",
    }


def test_missing_names_are_told_with_the_record_that_mends_them(config: Config) -> None:
    said = troubles(config, Zone({}, {}))
    assert set(said) == {"mx", "spf", "dkim", "dmarc"}
    assert "play.example.org. MX 10 play.example.org." in said["mx"]
    assert 'play.example.org. TXT "v=spf1' in said["spf"]
    assert 'railpost._domainkey.play.example.org. TXT "v=DKIM1' in said["dkim"]
    assert '_dmarc.play.example.org. TXT "v=DMARC1' in said["dmarc"]


def test_wrong_names(config: Config) -> None:
    zone = Zone(
        {
            **GOOD.texts,
            "play.example.org": ["v=spf1 mx -all", "v=spf1 a -all"],
            "railpost._domainkey.play.example.org": [PUBLIC.replace(PUBLIC[80:88], "AAAAAAAA")],
        },
        GOOD.exchanges,
    )
    said = troubles(config, zone)
    assert set(said) == {"spf", "dkim"}
    assert "2 SPF records" in said["spf"]
    assert "does not belong to DKIM_KEY" in said["dkim"]


def test_name_servers_that_do_not_answer(config: Config) -> None:
    assert all("do not answer" in says for says in troubles(config, Silent()).values())
    assert len(troubles(config, Silent())) == 4


def test_without_a_key_the_relay_signs(config: Config) -> None:
    zone = Zone({key: value for key, value in GOOD.texts.items() if "_domainkey" not in key}, GOOD.exchanges)
    assert troubles(replace(config, dkim_key=""), zone) == {}


def test_mail_that_is_switched_off_is_told(config: Config) -> None:
    assert troubles(replace(config, mail_disabled=True)) == {"smtp": "no mail leaves: MAIL_DISABLED is set"}


def test_the_command(settings: dict[str, str], config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_check, "Dns", lambda: GOOD)
    done = CliRunner().invoke(main, ["check", "--json"], env=settings)
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert (told["fit"], told["tables"]) == (True, [])
    done = CliRunner().invoke(main, ["check"], env={**settings, "SMTP_URL": f"smtp://127.0.0.1:{free_port()}"})
    assert done.exit_code == 1
    assert "database   ok\n" in done.stdout
    assert done.stderr == "pbem: not everything is as it should be\n"
    done = CliRunner().invoke(main, ["check"], env={**settings, "SMTP_URL": ""})
    assert (done.exit_code, done.stdout) == (2, "")
