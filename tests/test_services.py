"""The fixtures of tests/services.py give real servers, not imitations."""

import smtplib
from email.message import EmailMessage

import psycopg
import redis
import sqlalchemy
from playwright.sync_api import Browser

from tests.services import Sink


def test_redis_keeps_what_another_client_wrote(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as writer, redis.Redis.from_url(redis_url, decode_responses=True) as reader:
        writer.rpush("cars", "coal", "mail")
        assert reader.lrange("cars", 0, -1) == ["coal", "mail"]
        writer.delete("cars")


def test_postgres_locks_a_row(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE engines (name text)")
        connection.execute("INSERT INTO engines VALUES ('Rocket')")
        taken = "SELECT name FROM engines FOR UPDATE SKIP LOCKED"
        with psycopg.connect(postgres_url) as other:
            assert other.execute(taken).fetchall() == [("Rocket",)]
            assert connection.execute(taken).fetchall() == []
        connection.execute("DROP TABLE engines")


def test_postgres_address_suits_sqlalchemy(postgres_url: str) -> None:
    database = sqlalchemy.create_engine(postgres_url)
    with database.connect() as connection:
        assert connection.scalar(sqlalchemy.text("SELECT current_database()")).startswith("railpost_")
    database.dispose()


def test_smtp_sink_keeps_the_mail(smtp_sink: Sink) -> None:
    mail = EmailMessage()
    mail["Subject"] = "Your turn in Orléans"
    mail.set_content("bid 3")
    with smtplib.SMTP("127.0.0.1", smtp_sink.port) as client:
        client.send_message(mail, "server@example.org", ["ada@example.org"])
    [kept] = smtp_sink.received
    assert (kept.sender, kept.recipients) == ("server@example.org", ("ada@example.org",))
    assert kept.message["Subject"] == "Your turn in Orléans"
    assert kept.message.get_content() == "bid 3\n"


def test_chromium_runs_a_page(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content("<button onclick=\"this.textContent = 'played'\">play</button>")
    page.get_by_role("button").click()
    assert page.get_by_role("button").text_content() == "played"
    page.close()
