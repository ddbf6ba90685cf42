"""POST /inbound: only with the secret, only raw mails, and stored when it says so."""

import hmac
from dataclasses import replace
from hashlib import sha256

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.base.service import Service
from pbem.mail_in.letterbox import MOST_OF_STRANGERS
from pbem.mail_in.parse.guards import MOST_BYTES
from pbem.web.app import create_app
from tests.pbem.conftest import FakeClock
from tests.pbem.mail_in.letters import SENDER, arrived, letter

SECRET = "a secret of the webhook"


@pytest.fixture
def client(service: Service) -> FlaskClient:
    service.config = replace(service.config, inbound_secret=SECRET)
    return create_app(service).test_client()


def sent(
    client: FlaskClient, raw: bytes, kind: str = "message/rfc822", path: str = "/inbound", **more: str
) -> TestResponse:
    headers = {"Authorization": f"Bearer {SECRET}", **{name.replace("_", "-"): value for name, value in more.items()}}
    return client.post(path, data=raw, content_type=kind, headers={k: v for k, v in headers.items() if v})


def signed(raw: bytes, timestamp: int, secret: str = SECRET) -> dict[str, str]:
    signature = hmac.new(secret.encode(), str(timestamp).encode() + raw, sha256).hexdigest()
    return {"Authorization": "", "X_Inbound_Timestamp": str(timestamp), "X_Inbound_Signature": signature}


def test_there_is_nothing_without_a_secret(service: Service, address: str) -> None:
    assert sent(create_app(service).test_client(), letter(address)).status_code == 404
    assert not arrived(service)


@pytest.mark.both_databases
def test_a_mail_is_stored(service: Service, client: FlaskClient, address: str) -> None:
    raw = letter(address)
    assert sent(client, raw).status_code == 202
    mail = arrived(service)[0]
    assert (mail.transport, mail.sender, mail.recipient, mail.raw) == ("webhook", SENDER, address, raw)
    assert sent(client, raw).status_code == 200
    assert len(arrived(service)) == 1


def test_the_envelope_goes_before_the_headers(service: Service, client: FlaskClient, address: str) -> None:
    raw = letter("somebody@example.org")
    assert sent(client, raw).status_code == 422
    assert sent(client, raw, X_Envelope_To=address, X_Envelope_From="bea@mail.localhost").status_code == 202
    again = letter("somebody@example.org", id="<2@mail.localhost>")
    query = f"/inbound?to={address.replace('+', '%2B')}&from="
    assert sent(client, again, path=query).status_code == 202
    assert [(mail.recipient, mail.sender) for mail in arrived(service)] == [
        (address, "bea@mail.localhost"),
        (address, ""),
    ]
    assert sent(client, raw, X_Envelope_To=address.replace("p+a", "p+b")).status_code == 422


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", "Bearer wrong", "Basic", "Basic !!!", "Basic YTpi", "Digest a", "Bearer é", "x" * 5000],
)
def test_without_the_secret_nothing_happens(
    service: Service, client: FlaskClient, address: str, authorization: str
) -> None:
    assert sent(client, letter(address), Authorization=authorization).status_code == 401
    assert not arrived(service)


def test_the_secret_as_a_password(service: Service, client: FlaskClient, address: str) -> None:
    done = client.post("/inbound", data=letter(address), content_type="message/rfc822", auth=("anybody", SECRET))
    assert done.status_code == 202


def test_a_signature(service: Service, client: FlaskClient, address: str, clock: FakeClock) -> None:
    raw, now = letter(address), int(clock.now().timestamp())
    for wrong in (
        signed(raw, now - 121),
        signed(raw, now + 121),
        signed(raw + b" ", now),
        signed(raw, now, "another secret"),
        {**signed(raw, now), "X_Inbound_Timestamp": str(now + 1)},
        {**signed(raw, now), "X_Inbound_Timestamp": "now"},
        {**signed(raw, now), "X_Inbound_Timestamp": "9" * 400},
        {**signed(raw, now), "X_Inbound_Timestamp": ""},
        {**signed(raw, now), "X_Inbound_Signature": "é"},
    ):
        assert sent(client, raw, **wrong).status_code == 401
    assert sent(client, raw, **signed(raw, now - 119)).status_code == 202


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data", ""])
def test_only_whole_mails(service: Service, client: FlaskClient, address: str, kind: str) -> None:
    assert sent(client, letter(address), kind).status_code == 415
    assert not arrived(service)


def test_the_size(service: Service, client: FlaskClient, address: str) -> None:
    head = letter(address)
    assert sent(client, head + b"x" * (MOST_BYTES - len(head) + 1)).status_code == 413
    assert sent(client, b" \r\n", X_Envelope_To=address).status_code == 422
    assert sent(client, head + b"x" * (MOST_BYTES - len(head))).status_code == 202


@pytest.mark.both_databases
def test_more_than_a_person_writes(service: Service, client: FlaskClient, address: str) -> None:
    answers = [
        sent(client, letter(address, id=f"<{number}@mail.localhost>")) for number in range(MOST_OF_STRANGERS + 1)
    ]
    assert [answer.status_code for answer in answers] == [202] * MOST_OF_STRANGERS + [429]
    assert "Retry-After" in answers[-1].headers


def test_a_database_that_is_away_means_later(
    service: Service, client: FlaskClient, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import OperationalError

    def away() -> None:
        raise OperationalError("SELECT", {}, Exception("away"))

    monkeypatch.setattr(service.db, "writing", away)
    assert sent(client, letter(address)).status_code == 503


def test_get_shows_nothing(client: FlaskClient) -> None:
    assert client.get("/inbound").status_code in (404, 405)
