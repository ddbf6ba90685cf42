"""Mails that want to hurt: to take long, to raise, to be played against somebody's will, or to be answered for ever.

Kept under 200 KB each; the test of guards makes bigger ones of the same kinds. `expected` tells what becomes of them:
`unreadable` with the reason, the orders that are read, which are the writer's own, or `any`: read or not, but without
orders.
"""

from base64 import b64encode
from typing import Any

from tests.mails.corpus.clients import headers, html_part, text_part, wire
from tests.mails.corpus.quotation import REPLY_TO

_HEAD = f"From: Mallory <mallory@example.com>\nTo: {REPLY_TO}\nSubject: hello\nMessage-ID: <m@example.com>\n"
_TEXT = "Content-Type: text/plain; charset=utf-8\n\n"


def _nested(depth: int, inside: str = "bid 3") -> str:
    text, close = "", ""
    for level in range(depth):
        text += f'Content-Type: multipart/mixed; boundary="b{level}"\n\n--b{level}\n'
        close = f"\n--b{level}--{close}" if level else close
    return _HEAD + text + f"\n{inside}\n" + close


def _rfc822(depth: int) -> str:
    return _HEAD + "Content-Type: message/rfc822\n\n" * depth + "\nbid 3\n"


def _parts(number: int) -> str:
    return _HEAD + 'Content-Type: multipart/mixed; boundary="b"\n\n' + "--b\n\n" * number + "--b--\n"


def _with(body: str, head: str = _HEAD, kind: str = _TEXT) -> str:
    return head + kind + body


def _header(line: str, body: str = "bid 3\n") -> str:
    return _HEAD + line + "\n" + _TEXT + body


def _without(name: str, line: str) -> str:
    kept = [each for each in _HEAD.split("\n") if each and not each.startswith(f"{name}:")]
    return "\n".join([*kept, line]) + "\n" + _TEXT + "bid 3\n"


BID = {"orders": ["moves bid.3"]}


def unreadable(reason: str) -> dict[str, Any]:
    return {"unreadable": reason}


def hostile() -> dict[str, tuple[bytes, dict[str, Any]]]:
    """Name, mail and what is expected of it."""
    texts: dict[str, tuple[str, dict[str, Any]]] = {
        # What the standard library's parser does not bear.
        "message-id-with-brackets": (_without("Message-ID", "Message-ID: <[a@b]>"), BID),
        "message-id-unclosed": (_without("Message-ID", "Message-ID: <" + "a" * 5000), BID),
        "from-of-parentheses": (_without("From", "From: " + "(" * 3000), BID),
        "from-of-quotes": (_without("From", 'From: "' * 3000), BID),
        "from-of-escapes": (_without("From", "From: " + "\\" * 20000 + "a@b"), BID),
        "nested-multiparts-1000": (_nested(1000), unreadable("too-many-parts")),
        "nested-multiparts-19": (_nested(19), unreadable("too-deep")),
        "nested-mails": (_rfc822(3000), unreadable("malformed")),
        "nested-mails-50": (_rfc822(50), unreadable("too-deep")),
        "parts-20000": (_parts(20000), unreadable("too-many-lines")),
        "parts-450": (_parts(450), unreadable("too-many-parts")),
        "addresses-4000": (_header("Cc: " + ", ".join(f"a{n}@example.com" for n in range(2500))), BID),
        "headers-of-100-kb": (_header("X-Long: " + "a" * 100_000), unreadable("headers-too-big")),
        "header-lines-4000": ("\n".join(f"X-{n}: y" for n in range(4000)) + "\n" + _with("bid 3\n"), BID),
        "header-folded-10000": (_header("X-Folded: a" + "\n b" * 10000), BID),
        "no-headers": ("\n\nbid 3\n", {"orders": ["moves bid.3"], "sender": None}),
        "no-body": (_HEAD, {"empty": True}),
        "only-blanks": ("\n \n\n", unreadable("empty")),
        "lines-of-nothing": (_with("\n" * 60_000), unreadable("too-many-lines")),
        "carriage-returns": (_with("\r" * 60_000), unreadable("too-many-lines")),
        "boundary-never-closed": (
            _HEAD + 'Content-Type: multipart/mixed; boundary="x"\n\n--x\n' + _TEXT + "bid 3\n",
            BID,
        ),
        "boundary-missing": (_HEAD + "Content-Type: multipart/mixed\n\n--x\n" + _TEXT + "bid 3\n", {"empty": True}),
        "boundary-in-pieces": (
            _HEAD + "Content-Type: multipart/mixed; boundary*0*=utf-8''%ff%; boundary*1=%%%\n\n--x\n\nbid 3\n",
            {"any": True},
        ),
        "content-type-garbage": (_header("Content-Type: ;;;===;;charset*=''''; =" + ";" * 2000), BID),
        # Character sets and transfer encodings.
        "charset-unknown": (_with("bid 3\n", kind="Content-Type: text/plain; charset=does-not-exist\n\n"), BID),
        "charset-punycode": (
            _with("a" * 50_000 + "-" + "a" * 50_000, kind="Content-Type: text/plain; charset=punycode\n\n"),
            {"any": True},
        ),
        "charset-punycode-eight-bit": (
            _with("é" + "a" * 60_000 + "-" + "a9" * 30_000, kind="Content-Type: text/plain; charset=punycode\n\n"),
            {"any": True},
        ),
        "charset-punycode-in-pieces": (
            _with("é" + "a9" * 60_000, kind="Content-Type: text/plain; charset*0=puny; charset*1=code\n\n"),
            {"any": True},
        ),
        "charset-zlib": (_with("bid 3\n", kind="Content-Type: text/plain; charset=zlib\n\n"), BID),
        "charset-with-nul": (_with("bid 3\n", kind='Content-Type: text/plain; charset="a\x00b"\n\n'), BID),
        "base64-broken": (
            _with("YmlkIDM=YQ=!!==\nzz", kind="Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"),
            BID,
        ),
        "uuencode-broken": (
            _with("begin 644 x\n" + "M" * 3000 + "\n", kind="Content-Transfer-Encoding: x-uuencode\n\n"),
            {"any": True},
        ),
        "subject-of-encoded-words": (
            _without("Subject", "Subject: " + "=?utf-8?b?////?= " * 500 + "=?x?q?=?= =?utf-8?q?=ZZ?="),
            BID,
        ),
        # What libraries of ours do not bear.
        "one-line-of-16000": (_with("a" * 16_000 + "\n"), {"any": True}),
        "on-on-on": (_with("On " * 13_000 + "wrote\n"), {"any": True}),
        "labels": (_with("From: a\nx\nTo: b\ny\n" * 3000), {"any": True}),
        "underscores": (_with(("_" * 40 + "\n\n") * 2000), {"any": True}),
        "quotes-deep": (_with(">" * 60_000 + " bid 3\n"), {"empty": True}),
        "flowed-for-ever": (
            _with("bid 3 \n" * 9_000, kind="Content-Type: text/plain; format=flowed; delsp=yes\n\n"),
            {"any": True},
        ),
        "words-without-end": (_with("deliver red a a a a a a a a\n" * 250), {"wrong": True}),
        "sixty-lines": (_with("d a a a a a a a a a a a a a a a a\n" * 60), {"wrong": True}),
        "html-deep": (_HEAD + html_part("<div>" * 5000 + "bid 3"), {"any": True}),
        "html-tables": (_HEAD + html_part("<table><tr><td>" * 2000 + "bid 3"), {"any": True}),
        "html-spans-of-cells": (
            _HEAD + html_part('<table><tr><td colspan="99999999" rowspan="99999999">bid 3</td></tr></table>'),
            BID,
        ),
        "html-margins": (_HEAD + html_part('<p style="margin:99999999em;padding-left:9999999em">bid 3</p>'), BID),
        "html-entities": (
            _HEAD + html_part('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><p>&b;</p><p>bid 3</p>'),
            {"any": True},
        ),
        "html-comments": (_HEAD + html_part("<!--" * 5000 + "bid 3"), {"empty": True}),
        # Orders that nobody gave.
        "order-hidden-in-html": (
            _HEAD + 'Content-Type: multipart/alternative; boundary="b"\n\n--b\n' + text_part("pass") + "--b\n"
            + html_part("bid 3") + "--b--\n",
            {"orders": ["moves pass"]},
        ),
        "order-in-an-attachment": (
            _HEAD + 'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n'
            "Content-Disposition: attachment; filename=x.txt\n\nbid 3\n--b--\n",
            {"empty": True},
        ),
        "order-turned-around": (_with("\u202e3 dib\u202c\nbid 3\n"), {"wrong": True}),
        "order-with-look-alikes": (_with("bіd 3\n"), {"wrong": True}),  # a Cyrillic і
        "two-senders": (_without("From", "From: bob@example.net, mallory@example.com"), {**BID, "sender": None}),
        "two-from-headers": (_header("From: bob@example.net"), {**BID, "sender": None}),
        "sender-in-the-name": (
            _without("From", 'From: "bob@example.net" <mallory@example.com>'),
            {**BID, "sender": "mallory@example.com"},
        ),
        "sender-in-an-encoded-name": (
            _without("From", f"From: =?utf-8?b?{b64encode(b'bob@example.net').decode()}?= <mallory@example.com>"),
            {**BID, "sender": "mallory@example.com"},
        ),
        "sender-in-a-comment": (
            _without("From", "From: mallory@example.com (bob@example.net"),
            {**BID, "sender": "mallory@example.com"},
        ),
        "two-keys": (_without("To", "To: p+" + "a" * 26 + "@in.play.example.org, " + REPLY_TO), {**BID, "key": None}),
        "key-on-another-domain": (
            _without("To", f"To: p+{'a' * 26}@in.play.example.org.evil.example"),
            {**BID, "key": None},
        ),
        "authentication-forged": (
            _header("Authentication-Results: elsewhere.example; dmarc=pass header.from=example.com"),
            BID,
        ),
        "authentication-garbage": (_header("Authentication-Results: mx.play.example.org; " + "(" * 3000), BID),
        "header-injection": (_header("Subject: x\r\nBcc: all@example.com"), BID),
    }  # fmt: skip
    found = {name: (wire(text), expected) for name, (text, expected) in texts.items()}
    noise = bytes((n * 7919 + n // 256) % 256 for n in range(60_000))
    found["noise"] = (noise, {"any": True})
    found["noise-as-a-body"] = (wire(headers("x", 1) + _TEXT) + noise, {"any": True})
    found["nul-bytes"] = (wire(_HEAD + _TEXT) + b"b\x00i\x00d\x00 3\n", BID)
    zipped = b64encode(b"PK\x03\x04" + b"\0" * 5000).decode()
    found["zip-bomb"] = (
        wire(_HEAD + f"Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n{zipped}\n"),
        {"empty": True},
    )
    return found
