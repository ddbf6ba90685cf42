"""The numbered rules of each game, in both languages."""

from flask import Blueprint, abort, render_template

from engine.games import GAMES
from pbem.pages.frame import chrome, language
from pbem.pages.models import Link, RulesPage
from pbem.pages.rules_model import chapters_of, rules_html, rules_text

pages = Blueprint("rules", __name__)


@pages.get("/rules/<game>")
def rules(game: str) -> str:
    if game not in GAMES:
        abort(404)
    lang = language()
    text = rules_text(game, lang)
    page = RulesPage(
        chrome(),
        game,
        GAMES[game].words.name(game, lang),
        rules_html(text),
        chapters_of(text),
        tuple(Link(other.words.name(id, lang), f"/rules/{id}", id == game) for id, other in GAMES.items()),
    )
    return render_template("pages/rules.html", page=page)
