"""`POST /inbound`: a mail from a provider or a relay, as raw MIME. It does not exist until INBOUND_SECRET is set.

Proven by the secret as a Bearer token or as the password of HTTP Basic, or by a signature: `X-Inbound-Timestamp` holds
seconds since 1970, `X-Inbound-Signature` the hexadecimal HMAC-SHA256 of the timestamp followed by the body.
"""

import hmac
from hashlib import sha256

from flask import Blueprint, Response, abort, request

from pbem.mail_in.hand_in import hand_in
from pbem.mail_in.letterbox import TooBig, TooMany, Unknown
from pbem.mail_in.parse.guards import MOST_BYTES, Unreadable
from pbem.web.frame import service
from pbem.web.secrets import given_secret

pages = Blueprint("inbound_hook", __name__)

WINDOW = 120  # seconds by which the clock of a signer may differ
RETRY_AFTER = "600"


@pages.post("/inbound")
def inbound() -> Response:
    secret = service().config.inbound_secret
    if not secret:
        abort(404)
    request.max_content_length = MOST_BYTES
    if (request.content_length or 0) > MOST_BYTES:
        return _answer(413, f"no mail above {MOST_BYTES} bytes is taken")
    given = request.authorization
    if given is None and "X-Inbound-Signature" not in request.headers:
        return _unproven()
    raw = request.get_data(cache=False)
    if not (_same(given_secret() or "", secret) if given is not None else _has_signed(secret, raw)):
        return _unproven()
    if request.mimetype != "message/rfc822":
        return _answer(415, "a mail is sent as message/rfc822, whole and raw")
    return _taken(raw)


def _taken(raw: bytes) -> Response:
    recipient = request.headers.get("X-Envelope-To") or request.args.get("to", "")
    sender = request.headers.get("X-Envelope-From", request.args.get("from"))
    try:
        stored = hand_in(service(), raw, "webhook", recipient, sender)
    except Unknown as unknown:
        return _answer(422, "there is no such address here" if unknown.is_ours else "it is for no address of ours")
    except Unreadable:
        return _answer(422, "there is nothing in it")
    except TooBig:
        return _answer(413, f"no mail above {MOST_BYTES} bytes is taken")
    except TooMany:
        response = _answer(429, "too many mails within the hour")
        response.headers["Retry-After"] = RETRY_AFTER
        return response
    return _answer(202 if stored.is_new else 200, "taken" if stored.is_new else "it came before")


def _has_signed(secret: str, raw: bytes) -> bool:
    timestamp = request.headers.get("X-Inbound-Timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(service().now().timestamp() - int(timestamp)) > WINDOW:
        return False
    expected = hmac.new(secret.encode(), timestamp.encode() + raw, sha256).hexdigest()
    return _same(request.headers["X-Inbound-Signature"].lower(), expected)


def _same(shown: str, expected: str) -> bool:
    """In a time that tells nothing."""
    return hmac.compare_digest(shown.encode("utf-8", "replace"), expected.encode())


def _unproven() -> Response:
    response = _answer(401, "the secret is missing or wrong")
    response.headers["WWW-Authenticate"] = 'Basic realm="inbound"'
    return response


def _answer(status: int, sentence: str) -> Response:
    """For programs and the people who set them up: in English, like the answers of the mail listener."""
    return Response(f"{sentence}\n", status, mimetype="text/plain")
