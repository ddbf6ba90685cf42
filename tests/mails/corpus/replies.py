"""Replies of people, with what they must be read as. A reply expects

orders   what is to be done, in order; see `told` in tests/pbem/mail_in/parse/sample_orders.py
wrong    why lines are not understood, instead of orders
empty    nothing was written that could be an order
"""

import struct
import zlib
from base64 import encodebytes
from dataclasses import dataclass, field
from typing import Any

from tests.mails.corpus.clients import (
    LANGUAGES,
    PROGRAMS,
    alternative,
    apple,
    gmail,
    gmx,
    headers,
    html_part,
    html_reply,
    iphone,
    outlook,
    outlook_desktop,
    proton,
    reply,
    text_part,
    thunderbird,
    wire,
    yahoo,
)
from tests.mails.corpus.quotation import TEXT, prefixed

TURNS: tuple[tuple[str, str, list[str]], ...] = (
    ("auction", "bid 3", ["moves bid.3"]),
    ("build", "lay K10 straight 1\nlay L9 straight 1\ndone", ["moves lay.K10.straight.1 lay.L9.straight.1 done"]),
    ("goods", "deliver blue Evansville Cincinnati", ["moves deliver.blue.evansville.cincinnati"]),
    ("auction", "pass\nsay Well bid, all of you!", ["moves pass", "say Well bid, all of you!"]),
    ("actions", "take Turn Order", ["moves take.turn-order"]),
    ("build", "Urbanise Fort Wayne B, lay K9 gentle 2", ["moves urbanize.fort-wayne.b lay.K9.gentle.2"]),
    ("issue", "Issue 2.", ["moves issue.2"]),
)
FRENCH_TURNS: tuple[tuple[str, str, list[str]], ...] = (
    ("auction", "miser 4", ["moves bid.4"]),
    ("build", "poser K10 droite 1\nposer L9 droite 1\nfini", ["moves lay.K10.straight.1 lay.L9.straight.1 done"]),
    ("goods", "livrer bleu Saint-Louis Kansas City", ["moves deliver.blue.st-louis.kansas-city"]),
    ("auction", "passer\ndire Bien joué !", ["moves pass", "say Bien joué !"]),
    ("actions", "prendre Ingénieur", ["moves take.engineer"]),
    ("goods", "machine", ["moves loco"]),
    ("issue", "émettre 2", ["moves issue.2"]),
)


@dataclass(frozen=True)
class Reply:
    name: str
    raw: bytes
    phase: str
    orders: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    empty: bool = False
    tables: int = 1
    more: dict[str, Any] = field(default_factory=dict)


def replies() -> list[Reply]:
    return [*_by_programs(), *_html_only(), *_encodings(), *_places(), *_signatures(), *_contents(), *_unclear()]


def _by_programs() -> list[Reply]:
    found = []
    for at, (program, style) in enumerate(PROGRAMS.items()):
        for number, lang in enumerate(LANGUAGES):
            turns = FRENCH_TURNS if lang == "fr" else TURNS
            phase, typed, orders = turns[(at + number) % len(turns)]
            found.append(Reply(f"{program}-{lang}", reply(style(lang), typed, number), phase, orders))
    for lang in ("en", "fr"):
        phase, typed, orders = (FRENCH_TURNS if lang == "fr" else TURNS)[1]
        found.append(Reply(f"outlook-desktop-{lang}", reply(outlook_desktop(lang), typed, 9), phase, orders))
    return found


def _html_only() -> list[Reply]:
    phase, typed, orders = TURNS[1]
    styles = [gmail("en"), outlook("fr"), outlook_desktop("de"), apple("pl"), proton("pt"), yahoo("en"), gmx("de")]
    found = [
        Reply(f"html-{style.program}-{style.lang}", html_reply(style, typed, 20), phase, orders) for style in styles
    ]
    below = thunderbird("en")
    found.append(Reply("html-thunderbird-below-en", html_reply(below, typed, 20), phase, orders))
    strange = (
        "<html><body><p>lay K10 straight&nbsp;1</p><p>lay L9 <b>straight</b> 1</p><ul><li>done</li></ul></body></html>"
    )
    found.append(Reply("html-paragraphs-and-list", wire(headers("x", 21) + html_part(strange)), phase, orders))
    blank = alternative(text_part(" \n"), html_part(gmail("en").html(typed)))
    found.append(Reply("html-beside-an-empty-text", wire(headers("x", 22) + blank), phase, orders))
    return found


def _encodings() -> list[Reply]:
    phase, typed, orders = TURNS[1]
    quoted = gmail("en").text("")
    soft = (
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        "lay K10 stra=\night 1 lay L9 str=\naight 1 do=\nne\n"
    )
    delsp = "lay K10  \nstraight 1  \nlay L9 strai \nght 1  \ndone\n\n" + quoted
    flowed = "lay K10 straight 1 \nlay L9 \nstraight 1 done\n\n-- \nBob\n\n" + quoted
    stuffed = " lay K10 straight 1\n lay L9 straight 1\n done\n\n" + quoted
    latin = "dire Ça va mieux à Détroit\nposer K10 droite 1 fini"
    said = ["say Ça va mieux à Détroit", "moves lay.K10.straight.1 done"]
    polish = "say Dziękuję, świetna gra\nlay K10 straight 1"
    return [
        Reply("base64", wire(headers("x", 30) + text_part(gmail("en").text(typed), encoding="base64")), phase, orders),
        Reply("quoted-printable-soft-breaks", wire(headers("x", 31) + soft), phase, orders),
        Reply(
            "flowed-delsp",
            wire(headers("x", 32) + text_part(delsp, params="; format=flowed; delsp=yes")),
            phase,
            orders,
        ),
        Reply("flowed", wire(headers("x", 33) + text_part(flowed, params='; format="Flowed"')), phase, orders),
        Reply("flowed-stuffed", wire(headers("x", 34) + text_part(stuffed, params="; format=flowed")), phase, orders),
        Reply("latin-1", wire(headers("x", 35) + text_part(latin, "iso-8859-1")), phase, said),
        Reply("windows-1252-8bit", wire(headers("x", 36) + text_part(latin, "windows-1252", "8bit")), phase, said),
        Reply(
            "eight-bit-undeclared",
            wire(headers("x", 37) + "\n") + latin.encode("windows-1252"),
            phase,
            said,
        ),
        Reply(
            "utf-8-declared-as-ascii",
            wire(headers("x", 38) + "Content-Type: text/plain; charset=us-ascii\n\n" + latin),
            phase,
            said,
        ),
        Reply(
            "unknown-charset",
            wire(headers("x", 39) + "Content-Type: text/plain; charset=x-klingon\n\n" + latin),
            phase,
            said,
        ),
        Reply(
            "hebrew-visual-charset",
            wire(headers("x", 40) + "Content-Type: text/plain; charset=iso-8859-8-i\n\nlay K10 straight 1"),
            phase,
            ["moves lay.K10.straight.1"],
        ),
        Reply(
            "latin-2",
            wire(headers("x", 41) + text_part(polish, "iso-8859-2")),
            phase,
            ["say Dziękuję, świetna gra", "moves lay.K10.straight.1"],
        ),
        Reply("utf-16", wire(headers("x", 42) + text_part(typed, "utf-16", "base64")), phase, orders),
        Reply(
            "smart-punctuation",
            wire(headers("x", 43) + text_part("“lay” K10 – straight\xa01\u200b, lay\u2009L9 straight 1 … done")),
            phase,
            orders,
        ),
        Reply(
            "no-break-spaces",
            wire(headers("x", 44) + text_part("lay\xa0K10\u2009straight\u202f1\u200b\nlay L9 straight 1\ndone")),
            phase,
            orders,
        ),
    ]


def _places() -> list[Reply]:
    phase, typed, orders = TURNS[0]
    lines = prefixed(TEXT["en"]).split("\n")
    lead = "On 12/11/2026 10:03, Railpost · your turn wrote:"
    inline = "\n".join([lead, *lines[:6], "", typed, "", *lines[6:]])
    nested = f"{typed}\n\n> On Thu, Bob wrote:\n>\n" + "\n".join(f">> {line[2:]}" for line in lines)
    without_mark = "\n".join([lead, *lines[2:]])
    outlook_without = outlook("en").text(typed).replace("— reply above this line —", "")
    gmail_pl_without = (
        f"{typed}\n\nczw., 12 lis 2026 o 10:03 Railpost <turns@play.example.org> napisał(a):\n\n" + "\n".join(lines[2:])
    )
    original = f"{typed}\n\n-----Original Message-----\nFrom: Railpost\nSent: Thursday\n\nYOUR TURN\n    pass\n"
    broken_mark = gmail("en").text(typed).replace("— reply above this line —", "—\n> reply above this line —")
    dashes = outlook("en").text(typed).replace("—", "?")
    extra = gmail("en").text(typed) + "\n\nand this stands below\n"
    forwarded = (
        f"{typed}\n\n---------- Forwarded message ---------\nFrom: Railpost · your turn <turns@play.example.org>\n"
        f"Date: Thu, Nov 12, 2026 at 10:03 AM\nSubject: x\nTo: Bob <bob@example.net>\n\n{TEXT['en']}"
    )
    apple_forward = (
        f"{typed}\n\nBegin forwarded message:\n\nFrom: Railpost\nSubject: x\nDate: 12 November 2026\n\nYOUR TURN"
    )
    moved = {"sender": "carla@example.com"}
    return [
        Reply("above-thunderbird", reply(thunderbird("en", below=False), typed, 50), phase, orders),
        Reply("inline", wire(headers("x", 51) + text_part(inline)), phase, orders),
        Reply("nested-quotes", wire(headers("x", 52) + text_part(nested)), phase, orders),
        Reply("below-without-mark", wire(headers("x", 53) + text_part(f"{without_mark}\n\n{typed}")), phase, orders),
        Reply("above-without-mark", wire(headers("x", 54) + text_part(f"{typed}\n\n{without_mark}")), phase, orders),
        Reply("outlook-without-mark", wire(headers("x", 55) + text_part(outlook_without)), phase, orders),
        Reply("gmail-pl-without-mark", wire(headers("x", 56) + text_part(gmail_pl_without)), phase, orders),
        Reply("original-message", wire(headers("x", 57) + text_part(original)), phase, orders),
        Reply("mark-broken", wire(headers("x", 58) + text_part(broken_mark)), phase, orders),
        Reply("mark-without-dashes", wire(headers("x", 59) + text_part(dashes)), phase, orders),
        Reply("below-the-mark-too", wire(headers("x", 60) + text_part(extra)), phase, orders, more={"unread": 1}),
        Reply(
            "forwarded-by-a-third-party",
            wire(headers("x", 61, "Carla <carla@example.com>") + text_part(forwarded)),
            phase,
            orders,
            more=moved,
        ),
        Reply(
            "forwarded-by-apple",
            wire(headers("x", 62, '"bob@example.net" <carla@example.com>') + text_part(apple_forward)),
            phase,
            orders,
            more=moved,
        ),
        Reply("a-new-mail", wire(headers("x", 63) + text_part(typed)), phase, orders),
    ]


def _signatures() -> list[Reply]:
    phase, typed, orders = TURNS[0]
    text = gmail("en").text
    closings = {
        "signature": "-- \nBob Miller\nSoftware Engineer, Chicago\nbid 9 on me",
        "signature-long-dash": "—\nBob Miller\nbid 9",
        "kind-regards": "Kind regards,\nBob",
        "cordialement": "\nCordialement\nBob\n06 12 34 56 78",
        "viele-gruesse": "Viele Grüße\nBob",
        "name-after-a-gap": "\nBob",
        "prose-after-a-gap": "\nLooking forward to seeing you all on Thursday!\nBob Miller, Software Engineer",
        "end": "END\nBob Miller\nChicago, K9 2",
        "outlook-for-ios": "\nGet Outlook for iOS<https://aka.ms/o0ukef>",
        "yahoo-for-android": "\nSent from Yahoo Mail for Android",
        "samsung": "\nEnvoyé depuis mon appareil Samsung Galaxy",
        "gmx-for-android": "--\nDiese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.",
        "disclaimer": "\nThis e-mail and any attachment are confidential. If you are not the recipient, delete it.",
    }
    found = [
        Reply(f"closing-{name}", wire(headers("x", 70) + text_part(text(f"{typed}\n{closing}"))), phase, orders)
        for name, closing in closings.items()
    ]
    found += [
        Reply(f"iphone-{lang}", reply(iphone(lang), typed, 71), phase, orders)
        for lang in ("en", "fr", "de", "pl", "pt")
    ]
    greeting = f"Hello everybody,\n\n{typed}\n\nCheers, Bob"
    found.append(Reply("greeting", wire(headers("x", 72) + text_part(text(greeting))), phase, orders))
    return found


def _contents() -> list[Reply]:
    text = gmail("en").text
    board = "Content-Type: image/png; name=board.png\nContent-ID: <board0.turn>\nContent-Transfer-Encoding: base64\n\n"
    board += _png()
    related = alternative(html_part(gmail("en").html("bid 3")), board, boundary="=_related_1", kind="related")
    pictured = alternative(text_part(text("bid 3")), related)
    attached = alternative(
        text_part(text("bid 3")),
        "Content-Type: text/plain; name=orders.txt\nContent-Disposition: attachment; filename=orders.txt\n\nbid 9\n",
        "Content-Type: message/rfc822\n\nSubject: older\n\nbid 8\n",
        boundary="=_mixed_1",
        kind="mixed",
    )
    signed = alternative(
        text_part("bid 3"),
        "Content-Type: application/pgp-signature; name=signature.asc\n\n-----BEGIN PGP SIGNATURE-----\nx\n",
        boundary="=_signed_1",
        kind="signed",
        params='; protocol="application/pgp-signature"; micalg=pgp-sha256',
    )
    talk = "say I think that we ought to meet in person at the end of this game, at Anna's\nplace perhaps, with a cake"
    talk += "\n\nbid 3"
    commands = "away 2026-12-20 to 2027-01-03\nremind 24h 4h\nquiet 22:00-07:00\nnews daily\n"
    commands += "note watch Detroit\nrules 5.3\nboard"
    french = "absent du 2026-12-20 au 2027-01-03\nrappel 24 h\nsilence 22h-7h\nnouvelles par jour\nrègles 5.3\nplateau"
    digest = "41 bid 3\n42: lay K10 straight 1 done\n41 say hello"
    tell = ["tell 2 meet me in Toledo", "say Hi"]
    one = {"attachments": 1}
    moved = alternative(text_part(text("*bid 3*")), html_part("<b>bid 3</b>"))

    def plain(name: str, typed: str, phase: str, orders: list[str], **more: Any) -> Reply:
        return Reply(name, wire(headers("x", 80) + text_part(text(typed))), phase, orders, **more)

    return [
        Reply("quoted-picture", wire(headers("gmail", 81) + pictured), "auction", ["moves bid.3"], more=one),
        Reply("attachments", wire(headers("x", 82) + attached), "auction", ["moves bid.3"], more={"attachments": 2}),
        Reply("pgp-signed", wire(headers("x", 83) + signed), "auction", ["moves bid.3"], more=one),
        Reply("bold", wire(headers("x", 84) + moved), "auction", ["moves bid.3"]),
        plain("bullets", "- lay K10 straight 1\n- done", "build", ["moves lay.K10.straight.1 done"]),
        plain(
            "talk-over-two-lines",
            talk,
            "auction",
            [f"say {talk[4:].split(chr(10) * 2)[0].replace(chr(10), ' ')}", "moves bid.3"],
        ),
        plain("tell-and-say", "tell sky meet me in Toledo\nsay Hi", "auction", tell),
        plain("dire-a", "dire à Zoé : rendez-vous à Toledo", "auction", ["tell 2 rendez-vous à Toledo"]),
        plain(
            "try", "try lay K10 straight 1\nlay L9 straight 1", "build", ["try lay.K10.straight.1 lay.L9.straight.1"]
        ),
        plain(
            "settings",
            commands,
            "auction",
            [
                "away 2026-12-20 2027-01-03",
                "remind 24 4",
                "quiet 22:00 07:00",
                "news daily",
                "note watch Detroit",
                "rules 5.3",
                "board",
            ],
        ),
        plain(
            "settings-fr",
            french,
            "auction",
            ["away 2026-12-20 2027-01-03", "remind 24", "quiet 22:00 07:00", "news daily", "rules 5.3", "board"],
        ),
        plain("help-and-undo", "help\nundo\nhistory\nresign", "auction", ["help", "undo", "history", "resign"]),
        plain("aide", "aide\nannuler\nhistorique\nabandonner", "auction", ["help", "undo", "history", "resign"]),
        plain(
            "digest", digest, "", ["41: moves bid.3", "42: moves lay.K10.straight.1 done", "41: say hello"], tables=2
        ),
        plain(
            "typing-error",
            "deliver blue evansvile cincinnati",
            "goods",
            ["moves deliver.blue.evansville.cincinnati"],
            more={"forgiven": 1},
        ),
        plain(
            "move-over-two-lines",
            "deliver blue pittsburgh wheeling\ncincinnati",
            "goods",
            ["moves deliver.blue.pittsburgh.wheeling.cincinnati"],
        ),
    ]


def _unclear() -> list[Reply]:
    text = gmail("en").text

    def plain(name: str, typed: str, phase: str, wrong: list[str], tables: int = 1) -> Reply:
        return Reply(name, wire(headers("x", 90) + text_part(text(typed))), phase, wrong=wrong, tables=tables)

    only_subject = headers("x", 91, subject="bid 3") + text_part(gmail("en").text(""))
    return [
        Reply("subject-only", wire(only_subject), "auction", empty=True),
        Reply("empty", wire(headers("x", 92) + text_part("")), "auction", empty=True),
        Reply("only-the-quote", reply(outlook("en"), "", 93), "auction", empty=True),
        Reply("only-a-phone-signature", reply(iphone("fr"), "", 94), "auction", empty=True),
        plain("prose", "I would like to bid three dollars.", "auction", ["no-such-verb"]),
        plain("prose-before-the-order", "Here you are:\nbid 3", "auction", ["no-such-verb"]),
        plain("name-without-a-gap", "bid 3\nBob", "auction", ["no-such-verb"]),
        plain("second-order-wrong", "lay K10 straight 1\n\nlay L9 strait 7x", "build", ["word-unknown"]),
        plain("second-order-misspelt", "lay K10 straight 1\n\nlya L9 straight 1", "build", ["no-such-verb"]),
        plain("verb-missing", "lay K10 straight 1\n\nL9 straight 1", "build", ["no-such-verb"]),
        plain("name-that-is-a-town", "deliver blue pittsburgh wheeling\n\nLex", "goods", ["whose-line"]),
        plain("try-and-play", "try lay K10 straight 1\n\nlay L9 straight 1", "build", ["try-or-play"]),
        plain("digest-without-number", "bid 3", "", ["table-missing"], 2),
        plain("digest-unknown-table", "77 bid 3", "", ["table-unknown"], 2),
        plain("tell-nobody", "tell purple hello", "auction", ["tell-whom"]),
        plain("dire-a-personne", "dire à Ane bonjour", "auction", ["tell-whom"]),
        plain("away-when", "away next week", "auction", ["away-dates"]),
        plain("from-to", "From: A1\nTo: B2\nmove", "goods", ["no-such-verb", "no-such-verb", "word-missing"]),
    ]


def _png() -> str:
    """A small picture, in base64."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes((x * y) % 251 for x in range(120)) for y in range(80))
    head = struct.pack(">IIBBBBB", 120, 80, 8, 0, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return encodebytes(png).decode()
