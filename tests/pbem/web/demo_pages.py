"""The pages over a game in memory, without database or mail: `python -m tests.pbem.web.demo_pages`, then /t/0.

Not shipped. Seats are played by a bot but for the one whose page is open; every sample page is at /sample/<name>.
"""

from pathlib import Path
from typing import Any

from flask import Flask, redirect, render_template, request, send_from_directory
from flask_babel import Babel
from werkzeug.wrappers import Response

from engine.core.play import actors, is_over
from engine.core.refusal import MoveError
from pbem.mail_out.pictures import png_of
from pbem.web.look import read_look
from pbem.web.rules_model import pictures_of, rules_page
from tests.pbem.web.samples import Sample, build_turn, chrome, history_page, pages, turn_page, watch_page

ROOT = Path(__file__).parents[3]
POLICY = "default-src 'self'; form-action 'self'; frame-ancestors 'none'"


def language() -> str:
    return "fr" if request.args.get("lang") == "fr" else "en"


def create_demo(sample: Sample | None = None) -> Flask:
    app = Flask(
        "demo",
        template_folder=str(ROOT / "templates"),
        static_folder=str(ROOT / "pbem" / "web" / "static"),
        static_url_path="/static",
    )
    Babel(app, locale_selector=language, default_translation_directories=str(ROOT / "pbem" / "base" / "translations"))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    table = sample or build_turn()

    @app.after_request
    def headers(response: Any) -> Any:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    @app.get("/fonts/<name>")
    def font(name: str) -> Response:
        return send_from_directory(ROOT / "pbem" / "mail_out" / "fonts", name)

    @app.get("/t/<int:seat>", defaults={"draft": ""})
    @app.get("/t/<int:seat>/<draft>")
    def turn(seat: int, draft: str) -> str:
        base, look = f"/t/{seat}", read_look(request.args)
        if seat not in actors(table.game, table.state):
            return render_template("pages/watch.html", page=watch_page(table, seat, language(), base, look))
        text, on = ".".join(request.args.getlist("line")) or draft, request.args.get("on", "")
        return render_template("pages/turn.html", page=turn_page(table, seat, language(), base, text, look, on))

    @app.post("/t/<int:seat>")
    def commit(seat: int) -> Response:
        try:
            table.play(seat, request.form["draft"])
        except MoveError:
            return redirect(f"/t/{seat}/{request.form['draft']}", 303)
        if not is_over(table.game, table.state):
            table.play_bots(seat)
        return redirect(f"/t/{seat}", 303)

    @app.get("/t/<int:seat>/history", defaults={"ply": None})
    @app.get("/t/<int:seat>/history/<int:ply>")
    def history(seat: int, ply: int | None) -> str:
        page = history_page(table, seat, language(), f"/t/{seat}", ply, read_look(request.args))
        return render_template("pages/history.html", page=page)

    @app.get("/rules/<name>")
    def rules(name: str) -> str:
        return render_template("pages/rules.html", page=rules_page(chrome(language()), name))

    @app.get("/rules/<name>/<int:number>.<lang>.png")
    def rules_picture(name: str, number: int, lang: str) -> Response:
        return Response(png_of(pictures_of(name, lang)[number - 1].drawing(lang)), mimetype="image/png")

    @app.get("/sample/<name>")
    def one(name: str) -> str:
        template, page = pages(language())[name]
        return render_template(f"pages/{template}", page=page)

    return app


if __name__ == "__main__":
    create_demo().run(port=8123)
