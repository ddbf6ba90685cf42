"""A letter in words: subject, text part and HTML part, all from the same values by templates of their own.

Nothing here asks a database or a request; the same letter gives the same words.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import accumulate
from typing import Any

import css_inline
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from engine.draw.theme import SEATS
from pbem.base.folders import templates_folder
from pbem.base.reply_mark import reply_mark
from pbem.base.translations import catalogue
from pbem.base.translations.french import with_french_spaces
from pbem.mail_out import plain
from pbem.mail_out.desk_words import MARK, Told, typed, unmarked
from pbem.mail_out.letter_parts import Desk, Letterhead, Waiting
from pbem.mail_out.letters import Letter, Reminder
from pbem.mail_out.names import tidy, tidy_lines
from pbem.pacing import times
from pbem.play.scene import headline

LONGEST_FIRST_LINE = 72  # with the mark; a longer one would be broken when it is quoted
MOST_PICTURE_BYTES = 150_000  # in one mail, before encoding: a mail is at most 300 KB long
WITH_TEXT_BOARD = 6  # tables of a reminder that are shown; the others are named with their link

_PAINTS = {paint.letter: paint for paint in SEATS.values()}
_INLINER = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False, minify_css=True)
_NBSP = "\N{NO-BREAK SPACE}"
_PARTICULARS = re.compile(r"[,:]|(?<!\bSt)\.")  # St. Louis goes on after its dot
_BETWEEN_TAGS = re.compile(r">\s*\n\s*<")
_BLANK_LINES = re.compile(r"\n{4,}")
_UNDER_RULE = re.compile(r"(\n-{74}\n)\n+")


@dataclass(frozen=True)
class Picture:
    """A PNG file that the HTML shows by its content id."""

    cid: str
    png: bytes


@dataclass(frozen=True)
class Written:
    sender_name: str
    subject: str
    text: str
    html: str
    pictures: tuple[Picture, ...]
    is_answer: bool


def write(head: Letterhead, letter: Letter, pictures: Sequence[bytes] = ()) -> Written:
    """The letter in the reader's language. `pictures` are the PNG files of `drawings(letter)`, in that order; a
    position without its picture, or with one too many, is shown by the text board, and a panel in words alone."""
    shown = tuple(
        Picture(f"board{number}.{head.message_id}", png)
        for number, (png, total) in enumerate(zip(pictures, accumulate(map(len, pictures)), strict=True))
        if total <= MOST_PICTURE_BYTES
    )
    boards = len(letter.pictured)
    told = _told(letter)
    names = {
        "head": head,
        "letter": letter,
        "desks": told,
        "told": told[0] if told else None,
        "cids": [picture.cid for picture in shown[:boards]],
        "panels": list(zip(letter.panels, [picture.cid for picture in shown[boards:]], strict=False)),
        "reader_name": tidy(head.name),
        "moment": _Moments(head.zone, head.lang),
        "first": _first_line(head, letter, told),
        "mark": reply_mark(head.lang) if head.reply_to else "",
        "most_shown": WITH_TEXT_BOARD,
    }
    kind = letter.KIND
    subject = " ".join(_render(f"{kind}.subject.txt", head.lang, names).split())
    names["subject"] = subject
    return Written(
        " ".join(_render("sender.txt", head.lang, names).split()),
        subject,
        _tidy_text(_render(f"{kind}.txt", head.lang, names)),
        _INLINER.inline(_BETWEEN_TAGS.sub(">\n<", _render(f"{kind}.html", head.lang, names))),
        shown,
        kind.is_answer,
    )


def _told(letter: Letter) -> tuple[Told, ...]:
    if isinstance(letter, Reminder):
        return tuple(Told(waiting.desk, letter.offers[waiting.ask]) for waiting in letter.most_urgent_first)
    desk: Desk | None = getattr(letter, "desk", None)
    return (Told(desk, *letter.offers.values()),) if desk is not None else ()


def _first_line(head: Letterhead, letter: Letter, told: Sequence[Told]) -> str:
    """What is asked and by when: short, because the inbox shows it beside the subject."""
    _ = catalogue(head.lang).gettext
    first: Told | None = told[0] if told else None
    until: datetime | None = getattr(letter, "until", None)
    if isinstance(letter, Reminder):
        urgent: Waiting = letter.most_urgent_first[0]
        until = urgent.until
    if first is None or first.question is None:
        return ""
    what, yours = what_is_asked(first.prompt, head.lang), _("Your turn")
    if until is None:
        return f"{what}."
    room = LONGEST_FIRST_LINE - len(reply_mark(head.lang)) - 2
    ways = [
        _("%(what)s by %(when)s.") % {"what": asked, "when": when(until, head.zone, head.lang)}
        for asked in (what, yours)
        for when in (times.short, times.shortest)
    ]
    return next((way for way in ways if len(way) <= room), ways[-1])


def what_is_asked(prompt: str, lang: str) -> str:
    """The question without "Your turn:" before it and without the particulars after it."""
    yours = catalogue(lang).gettext("Your turn")
    asked = unmarked(prompt)
    if asked.startswith(yours):
        asked = asked.removeprefix(yours).lstrip(f" {_NBSP}:")
    asked = _PARTICULARS.split(asked, maxsplit=1)[0].strip()
    return asked[:1].upper() + asked[1:]


@dataclass(frozen=True)
class _Moments:
    """Moments for templates: in the reader's zone and language."""

    zone: str
    lang: str

    def long(self, at: datetime) -> str:
        return times.long(at, self.zone, self.lang)

    def short(self, at: datetime) -> str:
        return times.short(at, self.zone, self.lang)

    def day(self, at: datetime) -> str:
        return times.day(at, self.zone, self.lang)

    @property
    def city(self) -> str:
        return times.city(self.zone, self.lang)

    def whole(self, at: datetime) -> str:
        return f"{self.long(at)} ({self.city})"


def _render(name: str, lang: str, names: dict[str, Any]) -> str:
    return _environment(lang, name.endswith(".html")).get_template(name).render(names)


@cache
def _environment(lang: str, html: bool) -> Environment:
    env = Environment(
        loader=FileSystemLoader(templates_folder() / "mails"),
        extensions=["jinja2.ext.i18n"],
        autoescape=html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_in_html(lang) if html else _in_text,
    )
    env.install_gettext_translations(catalogue(lang), newstyle=True)  # type: ignore[attr-defined]
    env.globals["paints"] = tuple(_PAINTS.values())
    env.filters |= {
        "typed": lambda line: list(typed(line)),
        "tidy": tidy,
        "tidy_lines": tidy_lines,
        "headline": lambda prompt: headline(prompt, catalogue(lang).gettext),
        "wrap": lambda text, first="", rest=None: plain.wrap(_in_text(str(text)), first, rest),
        "facts": lambda rows: plain.facts([(str(name), _in_text(str(text))) for name, text in rows]),
        "table": lambda rows, head, left=1: plain.table(
            [unmarked(str(cell)) for cell in head], [[_in_text(str(cell)) for cell in r] for r in rows], left
        ),
        "figure": lambda number: f"{number}".replace("-", "−"),
        "upper_text": lambda text: _in_text(str(text)).upper(),
    }
    return env


def _in_text(value: Any) -> Any:
    return unmarked(value).replace(plain.SOFT_HYPHEN, "") if isinstance(value, str) else value


def _in_html(lang: str) -> Callable[[Any], Any]:
    def finalize(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        text = MARK.sub(_disc, str(escape(value)))
        return Markup(with_french_spaces(text) if lang == "fr" else text)

    return finalize


def _disc(found: re.Match[str]) -> str:
    """A seat: its disc with the letter, and the name. Found in escaped text, so the name is escaped."""
    paint = _PAINTS[found[1]]
    word, blank, more = found[2].partition(" ")
    disc = f'<span class="disc seat-{paint.letter.lower()}">{paint.letter}</span>'
    # Mail programs break a line between the disc and the name, even at a no-break space.
    return f'<span class="keep">{disc}&nbsp;{word}</span>{blank}{more}'


def _tidy_text(text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))
    return _UNDER_RULE.sub(r"\1", _BLANK_LINES.sub("\n\n\n", lines)).strip("\n") + "\n"
