"""What the page with the rules of a game is made of."""

from markupsafe import Markup

from engine.games import GAMES
from pbem.web.models import Chrome, Link, RulesPage
from pbem.web.rules_text import rules_of
from pbem.web.start_page import start_page


def rules_page(bar: Chrome, name: str) -> RulesPage:
    """Of a game, or of `notation`; the first page of a game stands before its numbered rules. Raises NoRules."""
    lang = bar.lang
    numbered = rules_of(name, lang)
    games = tuple(Link(game.words.name(id, lang), f"/rules/{id}", id == name) for id, game in GAMES.items())
    first = start_page(name, lang)
    if first is None:
        return RulesPage(bar, name, numbered.title, numbered.html, numbered.chapters, games)
    title = GAMES[name].words.name(name, lang)
    # A page has one title, and here it is that of the first part.
    second = Markup(numbered.html.replace("<h1>", '<h2 class="title">').replace("</h1>", "</h2>"))
    return RulesPage(bar, name, title, second, numbered.chapters, games, first.html, first.chapters)
