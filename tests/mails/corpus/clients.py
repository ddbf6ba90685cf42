"""How mail programs write a reply: headers, text part, HTML part and the way in which they introduce the quotation."""

import html
from base64 import encodebytes
from collections.abc import Callable
from dataclasses import dataclass
from quopri import encodestring

from tests.mails.corpus.quotation import REPLY_TO, SENDER, SENT_ID, SUBJECT, TEXT, prefixed
from tests.mails.corpus.quotation import html as quoted_html

LANGUAGES = ("en", "fr", "de", "pl", "pt")
_NAMES = {"en": "Railpost · your turn", "fr": "Railpost · à vous"}
_OUR_LANGUAGE = {"en": "en", "fr": "fr", "de": "en", "pl": "en", "pt": "en"}


@dataclass(frozen=True)
class Style:
    """One mail program in one language. `text` and `html` make the parts from what was typed."""

    program: str
    lang: str
    text: Callable[[str], str]
    html: Callable[[str], str]
    charset: str = "utf-8"
    flowed: bool = False

    @property
    def ours(self) -> str:
        return _OUR_LANGUAGE[self.lang]


def name(lang: str) -> str:
    return _NAMES[_OUR_LANGUAGE[lang]]


def headers(style_program: str, number: int, sender: str = "Bob Miller <bob@example.net>", subject: str = "") -> str:
    agent = {
        "thunderbird": "User-Agent: Mozilla Thunderbird\n",
        "apple": "X-Mailer: Apple Mail (2.3826.200.121)\n",
        "outlook": "X-MS-Has-Attach:\nX-MS-TNEF-Correlator:\nX-Auto-Response-Suppress: DR, OOF, AutoReply\n",
        "outlook-desktop": "X-Mailer: Microsoft Outlook 16.0\nThread-Index: AQHbNb3k\n",
        "yahoo": "X-Mailer: WebService/1.1.22806 YMailNorrin\n",
        "gmx": "X-UI-Message-Type: mail\n",
        "proton": "Feedback-ID: 61:user:proton\nX-Pm-Message-ID: 5f0c\n",
    }.get(style_program, "")
    return (
        "Received: from mail.example.net (mail.example.net [192.0.2.7])\n\tby in.play.example.org with ESMTPS id 4X1;"
        "\n\tThu, 12 Nov 2026 09:21:07 +0000 (UTC)\n"
        f"From: {sender}\nTo: Railpost <{REPLY_TO}>\nSubject: {subject or _encoded('Re: ' + SUBJECT)}\n"
        f"Date: Thu, 12 Nov 2026 10:21:05 +0100\nMessage-ID: <reply{number}.{style_program}@example.net>\n"
        f"In-Reply-To: <{SENT_ID}>\nReferences: <round.41.turn-3@play.example.org> <{SENT_ID}>\n"
        f"{agent}MIME-Version: 1.0\n"
    )


def _encoded(text: str) -> str:
    body = encodestring(text.encode(), header=True).decode().replace("=\n", "").replace("\n", "")
    return f"=?UTF-8?Q?{body}?="


def wire(text: str) -> bytes:
    """With the line ends of the Internet."""
    return text.replace("\r\n", "\n").replace("\n", "\r\n").encode("utf-8", "surrogateescape")


def text_part(text: str, charset: str = "utf-8", encoding: str = "quoted-printable", params: str = "") -> str:
    data = text.encode(charset, "replace")
    if encoding == "base64":
        body = encodebytes(data).decode()
    elif encoding == "8bit":
        body = (
            data.decode("utf-8", "surrogateescape") if charset == "utf-8" else data.decode("ascii", "surrogateescape")
        )
    else:
        body = encodestring(data.replace(b"\r\n", b"\n")).decode()
    return f"Content-Type: text/plain; charset={charset}{params}\nContent-Transfer-Encoding: {encoding}\n\n{body}\n"


def html_part(text: str, charset: str = "utf-8") -> str:
    body = encodestring(text.encode(charset, "xmlcharrefreplace")).decode()
    return f"Content-Type: text/html; charset={charset}\nContent-Transfer-Encoding: quoted-printable\n\n{body}\n"


def alternative(*parts: str, boundary: str = "=_alternative_7c1d", kind: str = "alternative", params: str = "") -> str:
    inner = "".join(f"--{boundary}\n{part}" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"{params}\n\n{inner}--{boundary}--\n'


def reply(style: Style, typed: str, number: int, sender: str = "Bob Miller <bob@example.net>") -> bytes:
    params = "; format=flowed" if style.flowed else ""
    parts = [text_part(style.text(typed), style.charset, params=params)]
    if not style.flowed:
        parts.append(html_part(style.html(typed), style.charset))
        return wire(headers(style.program, number, sender) + alternative(*parts))
    return wire(headers(style.program, number, sender) + parts[0])


def html_reply(style: Style, typed: str, number: int) -> bytes:
    return wire(headers(style.program, number) + html_part(style.html(typed), style.charset))


def _divs(typed: str) -> str:
    return "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in typed.split("\n"))


# Gmail ---------------------------------------------------------------------------------------------------------------

_GMAIL = {
    "en": "On Thu, Nov 12, 2026 at 10:03 AM {name} <\n{sender}> wrote:",
    "fr": "Le jeu. 12 nov. 2026 à 10:03, {name} <{sender}> a\nécrit :",
    "de": "Am Do., 12. Nov. 2026 um 10:03 Uhr schrieb {name} <\n{sender}>:",
    "pl": "czw., 12 lis 2026 o 10:03 {name} <{sender}>\nnapisał(a):",
    "pt": "Em qui., 12 de nov. de 2026 às 10:03, {name} <\n{sender}> escreveu:",
}


def _introduced(lead: str, lang: str) -> str:
    return lead.format(name=name(lang), sender=SENDER)


def gmail(lang: str) -> Style:
    ours, lead = _OUR_LANGUAGE[lang], _introduced(_GMAIL[lang], lang)
    return Style(
        "gmail",
        lang,
        lambda typed: f"{typed}\n\n{lead}\n\n{prefixed(TEXT[ours])}\n",
        lambda typed: (
            f'<div dir="ltr">{_divs(typed)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
            f'class="gmail_attr">{html.escape(lead)}<br></div><blockquote class="gmail_quote" style="margin:0px '
            f'0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);">{quoted_html(ours)}</blockquote></div>'
        ),
    )


# Outlook -------------------------------------------------------------------------------------------------------------

_OUTLOOK = {
    "en": ("From", "Sent", "To", "Subject", "Thursday, November 12, 2026 10:03 AM", ":"),
    "fr": ("De", "Envoyé", "À", "Objet", "jeudi 12 novembre 2026 10:03", " :"),
    "de": ("Von", "Gesendet", "An", "Betreff", "Donnerstag, 12. November 2026 10:03", ":"),
    "pl": ("Od", "Wysłano", "Do", "Temat", "czwartek, 12 listopada 2026 10:03", ":"),
    "pt": ("De", "Enviado", "Para", "Assunto", "quinta-feira, 12 de novembro de 2026 10:03", ":"),
}


def _outlook_block(lang: str, bold: str = "") -> list[str]:
    who, sent, to, subject, when, colon = _OUTLOOK[lang]
    values = ((who, f"{name(lang)} <{SENDER}>"), (sent, when), (to, "Bob Miller <bob@example.net>"), (subject, SUBJECT))
    return [f"{bold}{label}{colon}{bold} {value}" for label, value in values]


def outlook(lang: str) -> Style:
    ours, block = _OUR_LANGUAGE[lang], _outlook_block(lang)
    charset = {"en": "Windows-1252", "fr": "Windows-1252", "de": "Windows-1252", "pl": "iso-8859-2", "pt": "utf-8"}[
        lang
    ]
    return Style(
        "outlook",
        lang,
        lambda typed: f"{typed}\n\n{'_' * 32}\n" + "\n".join(block) + f"\n\n{TEXT[ours]}",
        lambda typed: (
            '<html><head><style type="text/css" style="display:none;"> P {margin-top:0;} </style></head>'
            f'<body dir="ltr"><div class="elementToProof" style="font-family: Aptos">{_divs(typed)}</div>'
            '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">'
            f'<div id="divRplyFwdMsg" dir="ltr"><font>{"<br>".join(html.escape(line) for line in block)}</font></div>'
            f"<div>{quoted_html(ours)}</div></body></html>"
        ),
        charset,
    )


def outlook_desktop(lang: str) -> Style:
    """It puts an empty line between paragraphs and no line before the block."""
    ours, block = _OUR_LANGUAGE[lang], _outlook_block(lang)
    return Style(
        "outlook-desktop",
        lang,
        lambda typed: typed.replace("\n", "\n\n") + "\n\n\n\n" + "\n".join(block) + f"\n\n\n\n{TEXT[ours]}",
        lambda typed: (
            '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml>x</xml><![endif]-->'
            '</head><body lang="EN-US"><div class="WordSection1">'
            + "".join(
                f'<p class="MsoNormal">{html.escape(line) or "<o:p>&nbsp;</o:p>"}</p>' for line in typed.split("\n")
            )
            + '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt"><p class="MsoNormal">'
            + "<br>".join(f"<b>{html.escape(line)}</b>" for line in block)
            + f"</p></div></div>{quoted_html(ours)}</div></body></html>"
        ),
    )


# Apple Mail ----------------------------------------------------------------------------------------------------------

_APPLE = {
    "en": "On 12 Nov 2026, at 10:03, {name} <{sender}> wrote:",
    "fr": "Le 12 nov. 2026 à 10:03, {name} <{sender}> a écrit :",
    "de": "Am 12.11.2026 um 10:03 schrieb {name} <{sender}>:",
    "pl": "Wiadomość napisana przez {name} <{sender}> w dniu 12 lis 2026, o godz. 10:03:",
    "pt": "Em 12 de nov. de 2026, à(s) 10:03, {name} <{sender}> escreveu:",
}
_IPHONE = {
    "en": "Sent from my iPhone",
    "fr": "Envoyé de mon iPhone",
    "de": "Von meinem iPhone gesendet",
    "pl": "Wysłane z iPhone'a",
    "pt": "Enviado do meu iPhone",
}


def apple(lang: str) -> Style:
    ours, lead = _OUR_LANGUAGE[lang], _introduced(_APPLE[lang], lang)
    return Style(
        "apple",
        lang,
        lambda typed: f"{typed}\n\n> {lead}\n> \n{prefixed(TEXT[ours])}\n\n",
        lambda typed: (
            f'<html><body style="overflow-wrap: break-word;">{_divs(typed)}<div><br><blockquote type="cite"><div>'
            f'{html.escape(lead)}</div><br class="Apple-interchange-newline"><div>{quoted_html(ours)}</div>'
            "</blockquote></div><br></body></html>"
        ),
    )


def iphone(lang: str) -> Style:
    ours, lead = _OUR_LANGUAGE[lang], _introduced(_APPLE[lang], lang)
    return Style(
        "iphone",
        lang,
        lambda typed: (
            f"{typed}\n\n{_IPHONE[lang]}\n\n> {lead}\n> \n> \ufeff{TEXT[ours].partition(chr(10))[0]}\n"
            + prefixed(TEXT[ours].partition("\n")[2])
            + "\n"
        ),
        lambda typed: (
            f'<html><body dir="auto">{_divs(typed)}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">'
            f'{_IPHONE[lang]}</div><div dir="ltr"><br><blockquote type="cite">{html.escape(lead)}</blockquote></div>'
            f'<blockquote type="cite"><div dir="ltr">\ufeff{quoted_html(ours)}</div></blockquote></body></html>'
        ),
    )


# Thunderbird ---------------------------------------------------------------------------------------------------------

_THUNDERBIRD = {
    "en": "On 12/11/2026 10:03, {name} wrote:",
    "fr": "Le 12/11/2026 à 10:03, {name} a écrit :",
    "de": "Am 12.11.26 um 10:03 schrieb {name}:",
    "pl": "W dniu 12.11.2026 o 10:03, {name} pisze:",
    "pt": "Em 12/11/2026 10:03, {name} escreveu:",
}


def thunderbird(lang: str, *, below: bool = True) -> Style:
    """Text that flows; it answers below the quotation unless told otherwise."""
    ours, lead = _OUR_LANGUAGE[lang], _introduced(_THUNDERBIRD[lang], lang)
    quoted = f"{lead}\n{prefixed(TEXT[ours])}"
    return Style(
        "thunderbird",
        lang,
        (lambda typed: f"{quoted}\n\n{typed}\n") if below else (lambda typed: f"{typed}\n\n{quoted}\n"),
        lambda typed: (
            f'<html><body>{"" if below else _divs(typed)}<div class="moz-cite-prefix">{html.escape(lead)}<br></div>'
            f'<blockquote type="cite" cite="mid:{SENT_ID}">{quoted_html(ours)}</blockquote>'
            f"{'<br>' + _divs(typed) if below else ''}</body></html>"
        ),
        flowed=True,
    )


# Proton, Yahoo, GMX --------------------------------------------------------------------------------------------------

_PROTON = {
    "en": (
        "Sent with Proton Mail secure email.",
        "On Thursday, November 12th, 2026 at 10:03 AM, {name} <{sender}> wrote:",
    ),
    "fr": (
        "Envoyé avec la messagerie sécurisée Proton Mail.",
        "Le jeudi 12 novembre 2026 à 10:03, {name} <{sender}> a écrit :",
    ),
    "de": (
        "Gesendet mit Proton Mail sicherer E-Mail.",
        "{name} <{sender}> schrieb am Donnerstag, 12. November 2026 um 10:03:",
    ),
    "pl": (
        "Wysłano za pomocą bezpiecznej poczty e-mail Proton Mail.",
        "czwartek, 12 listopada 2026 10:03, {name} <{sender}> napisał(a):",
    ),
    "pt": (
        "Enviado com o e-mail seguro Proton Mail.",
        "quinta-feira, 12 de novembro de 2026 às 10:03, {name} <{sender}> escreveu:",
    ),
}


def proton(lang: str) -> Style:
    ours, (advert, lead) = _OUR_LANGUAGE[lang], _PROTON[lang]
    lead = _introduced(lead, lang)
    return Style(
        "proton",
        lang,
        lambda typed: f"{typed}\n\n\n{advert}\n\n{lead}\n\n{prefixed(TEXT[ours])}\n",
        lambda typed: (
            f'<div style="font-family: Arial, sans-serif; font-size: 14px;">{_divs(typed)}</div>'
            f'<div class="protonmail_signature_block"><div class="protonmail_signature_block-proton">{advert}</div>'
            f'</div><div class="protonmail_quote">{html.escape(lead)}<br>'
            f"<blockquote class='protonmail_quote' type='cite'>{quoted_html(ours)}</blockquote><br></div>"
        ),
    )


_YAHOO = {
    "en": "On Thursday, November 12, 2026 at 10:03:22 AM GMT+1, {name} <{sender}> wrote:",
    "fr": "Le jeudi 12 novembre 2026 à 10:03:22 UTC+1, {name} <{sender}> a écrit :",
    "de": "Am Donnerstag, 12. November 2026 um 10:03:22 MEZ hat {name} <{sender}> Folgendes geschrieben:",
    "pl": "W dniu czwartek, 12 listopada 2026 10:03:22 CET użytkownik {name} <{sender}> napisał:",
    "pt": "Em quinta-feira, 12 de novembro de 2026 às 10:03:22 BRT, {name} <{sender}> escreveu:",
}


def yahoo(lang: str) -> Style:
    ours, lead = _OUR_LANGUAGE[lang], _introduced(_YAHOO[lang], lang)
    return Style(
        "yahoo",
        lang,
        lambda typed: f" {typed}\n\n    {lead}  \n \n {TEXT[ours].replace(chr(10), chr(10) + ' ')}  ",
        lambda typed: (
            f'<html><body><div class="ydp7b1yahoo-style-wrap"><div dir="ltr">{_divs(typed)}</div></div>'
            f'<div id="ydp7byahoo_quoted_1" class="ydp7byahoo_quoted"><div>{html.escape(lead)}</div>'
            f"{quoted_html(ours)}</div></body></html>"
        ),
    )


_GMX = {
    "en": ("Sent: Thursday, November 12, 2026 at 10:03 AM", "From", "To", "Subject"),
    "fr": ("Envoyé: jeudi 12 novembre 2026 à 10:03", "De", "À", "Objet"),
    "de": ("Gesendet: Donnerstag, 12. November 2026 um 10:03 Uhr", "Von", "An", "Betreff"),
    "pl": ("Wysłane: czwartek, 12 listopada 2026 o 10:03", "Od", "Do", "Temat"),
    "pt": ("Enviado: quinta-feira, 12 de novembro de 2026 às 10:03", "De", "Para", "Assunto"),
}


def gmx(lang: str) -> Style:
    ours, (sent, who, to, subject) = _OUR_LANGUAGE[lang], _GMX[lang]
    block = [sent, f'{who}: "{name(lang)}" <{SENDER}>', f"{to}: bob@example.net", f"{subject}: {SUBJECT}"]
    return Style(
        "gmx",
        lang,
        lambda typed: f"{typed}\n \n \n\n" + "\n".join(block) + f"\n\n{TEXT[ours]}",
        lambda typed: (
            f'<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">{_divs(typed)}<div>&nbsp;'
            '<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px;">'
            f'<div style="margin:0 0 10px 0;">{"<br>".join(html.escape(line) for line in block)}</div>'
            f'<div name="quoted-content">{quoted_html(ours)}</div></div></div></div></body></html>'
        ),
    )


PROGRAMS: dict[str, Callable[[str], Style]] = {
    "gmail": gmail,
    "outlook": outlook,
    "apple": apple,
    "thunderbird": thunderbird,
    "proton": proton,
    "yahoo": yahoo,
    "gmx": gmx,
}
