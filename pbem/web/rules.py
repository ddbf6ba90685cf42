"""The numbered rules of each game, in both languages."""

from flask import Blueprint, abort, render_template

from engine.games import GAMES
from pbem.web.frame import chrome, language
from pbem.web.models import Link, RulesPage

pages = Blueprint("rules", __name__)


@pages.get("/rules/<game>")
def rules(game: str) -> str:
    from pbem.web.rules_text import NoRules, rules_of  # Markdown takes a while to load, and few pages need it

    lang = language()
    try:
        found = rules_of(game, lang)
    except NoRules:
        abort(404)
    others = tuple(Link(other.words.name(id, lang), f"/rules/{id}", id == game) for id, other in GAMES.items())
    page = RulesPage(chrome(), game, found.title, found.html, found.chapters, others)
    return render_template("pages/rules.html", page=page)
