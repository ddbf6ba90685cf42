"""The text that a mail carries: plain text first, else HTML; character sets, flowed text; attachments never opened."""

import re
from dataclasses import dataclass

from pbem.mail_in.parse.charsets import decoded, tidied
from pbem.mail_in.parse.guards import Incoming, Part
from pbem.mail_in.parse.webtext import text_of

LONGEST_TEXT = 400_000  # bytes of a text part; an answer stands at one of its ends, our mails are far shorter
_QUOTES = re.compile(r"^(>+)")


@dataclass(frozen=True)
class Body:
    text: str
    is_html: bool = False
    attachments: int = 0  # how many were left unopened


def read_body(mail: Incoming) -> Body:
    """The first text part that is no attachment. A plain part without a word in it is as good as none."""
    attachments = sum(part.is_attachment for part in mail.parts)
    texts = [part for part in mail.parts if not part.is_attachment]
    for part in texts:
        if part.content_type == "text/plain" and (text := plain_text(part)).strip():
            return Body(text, attachments=attachments)
    for part in texts:
        if part.content_type in ("text/html", "application/xhtml+xml"):
            source = tidied(decoded(part.content()[:LONGEST_TEXT], part.param("charset") or _meta_charset(part)))
            if (text := tidied(text_of(source))).strip():
                return Body(text, is_html=True, attachments=attachments)
    return Body("", attachments=attachments)


def plain_text(part: Part) -> str:
    text = tidied(decoded(part.content()[:LONGEST_TEXT], part.param("charset")))
    if part.param("format").lower() == "flowed":
        return unflowed(text, part.param("delsp").lower() == "yes")
    return text


def unflowed(text: str, delsp: bool) -> str:
    """Lines that end in a blank go on in the next one, as long as both are quoted equally deep."""
    lines: list[tuple[int, list[str]]] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        found = _QUOTES.match(line)
        depth = len(found[1]) if found else 0
        content = line[depth:].removeprefix(" ")
        flows = content.endswith(" ") and content != "-- "
        shown = content[:-1] if flows and delsp else content
        if open_depth == depth and content != "-- ":
            lines[-1][1].append(shown)
        else:
            lines.append((depth, [shown]))
        open_depth = depth if flows else None
    return "\n".join((">" * depth + " " if depth else "") + "".join(parts) for depth, parts in lines)


def _meta_charset(part: Part) -> str:
    """What the HTML says of itself, for mails whose headers say nothing."""
    found = re.search(rb"<meta[^>]{0,200}charset=[\"']?([\w-]{2,30})", part.content()[:4_000], re.IGNORECASE)
    return found[1].decode("ascii", "ignore") if found else ""
