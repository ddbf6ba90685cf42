"""What the page with the rules of a game is made of."""

from markupsafe import Markup

from engine.games import GAMES
from pbem.web.models import Chrome, Link, RulesPage
from pbem.web.rules_pictures import Picture
from pbem.web.rules_text import Rules, rules_of
from pbem.web.start_page import start_page


def pictures_of(name: str, lang: str) -> tuple[Picture, ...]:
    """All drawings of recorded games on the page, by their numbers from 1. Raises NoRules."""
    first = start_page(name, lang)
    return (*(first.pictures if first is not None else ()), *_numbered(name, lang).pictures)


def _numbered(name: str, lang: str) -> Rules:
    first = start_page(name, lang)
    return rules_of(name, lang, pictures_before=len(first.pictures) if first is not None else 0)


def rules_page(bar: Chrome, name: str) -> RulesPage:
    """Of a game, or of `notation`; the first page of a game stands before its numbered rules. Raises NoRules."""
    lang = bar.lang
    first = start_page(name, lang)
    numbered = _numbered(name, lang)
    games = tuple(Link(game.words.name(id, lang), f"/rules/{id}", id == name) for id, game in GAMES.items())
    if first is None:
        return RulesPage(bar, name, numbered.title, numbered.html, numbered.chapters, games)
    title = GAMES[name].words.name(name, lang)
    # A page has one title, and here it is that of the first part.
    second = Markup(str(numbered.html).replace("<h1>", '<h2 class="title">').replace("</h1>", "</h2>"))
    return RulesPage(bar, name, title, second, numbered.chapters, games, first.html, first.chapters)
