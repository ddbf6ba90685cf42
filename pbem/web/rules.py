"""The rules of each game: a first page with drawings, then the numbered rules, in both languages."""

from flask import Blueprint, Response, abort, render_template

from engine.core.words import LANGUAGES
from engine.games import GAMES
from pbem.web.frame import chrome
from pbem.web.shown_pictures import drawn, picture_response

pages = Blueprint("rules", __name__)


@pages.get("/rules/<game>")
def rules(game: str) -> str:
    from pbem.web.rules_model import rules_page  # Markdown takes a while to load, and few pages need it
    from pbem.web.rules_text import NoRules

    try:
        return render_template("pages/rules.html", page=rules_page(chrome(), game))
    except NoRules:
        abort(404)


@pages.get("/rules/<game>/<int:number>.<lang>.png")
def picture(game: str, number: int, lang: str) -> Response:
    """A drawing of a recorded game: only those that stand on the page are drawn."""
    from pbem.web.rules_model import pictures_of

    pictures = pictures_of(game, lang) if game in GAMES and lang in LANGUAGES else ()
    if not 1 <= number <= len(pictures):
        abort(404)
    wanted = pictures[number - 1]
    return picture_response(drawn(f"{GAMES[game].rules} {lang} {wanted}", lambda: wanted.drawing(lang)))
