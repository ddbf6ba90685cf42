"""A board takes the place of its mark in a page, and of nothing else."""

from flask import Flask, render_template_string

from pbem.web.inlays import Inlay, fill_pages

BOARD = Inlay("<svg>", "<path/>", "</svg>")


def shown(template: str, **values: object) -> bytes:
    app = Flask(__name__)
    fill_pages(app)
    app.get("/")(lambda: render_template_string(template, **values))
    answer = app.test_client().get("/")
    page: bytes = answer.data
    assert int(answer.headers["Content-Length"]) == len(page)
    return page


def test_boards_stand_where_the_template_writes_them() -> None:
    other = Inlay("<svg>", "<circle/>", "</svg>")
    page = shown("{% macro framed(it) %}<b>{{ it }}</b>{% endmacro %}{{ framed(a) }}–{{ b }}!", a=BOARD, b=other)
    assert page.decode() == "<b><svg><path/></svg></b>–<svg><circle/></svg>!"


def test_what_somebody_writes_is_never_taken_for_a_board() -> None:
    page = shown("{{ text }}{{ board }}{{ text }}", text="<!--inlay 0-->", board=BOARD)
    assert page == b"&lt;!--inlay 0--&gt;<svg><path/></svg>&lt;!--inlay 0--&gt;"


def test_outside_a_page_it_is_the_whole_text() -> None:
    assert str(BOARD) == BOARD.__html__() == "<svg><path/></svg>"
