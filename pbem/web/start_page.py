"""The first page of a game's rules, with its drawings: `docs/rules/<game>.start.md`."""

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from pbem.base.introductions import introduction
from pbem.web.models import Link
from pbem.web.rules_pictures import Picture, put_pictures
from pbem.web.rules_text import name_chapters, to_html, tokens_of


@dataclass(frozen=True)
class StartPage:
    title: str
    html: Markup
    chapters: tuple[Link, ...]
    pictures: tuple[Picture, ...]


@cache
def start_page(game: str, lang: str) -> StartPage | None:
    """In the reader's language, else in English; None for a game that has no such page."""
    text = introduction(game, lang)
    if not text:
        return None
    tokens = tokens_of(text)
    title, chapters = name_chapters(tokens, "start")
    pictures = put_pictures(tokens, game, lang)
    return StartPage(title, to_html(tokens), chapters, pictures)
