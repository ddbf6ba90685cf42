"""Every template in both languages: what the CSP, a screen reader and a keyboard need of it."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask, render_template
from flask_babel import force_locale

from engine.core.move import HEX_PATTERN
from engine.core.words import LANGUAGES
from tests.pbem.web.demo_pages import ROOT, create_demo
from tests.pbem.web.samples import build_turn, pages

CSS = (ROOT / "pbem" / "web" / "static" / "railpost.css").read_text("utf-8")
NAMES = list(pages("en"))
VOID = {"input", "meta", "link", "br", "img", "hr", "source"}


class Document(HTMLParser):
    """The elements of a page in order, each with its attributes and those around it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.elements if tag in tags]


@pytest.fixture(scope="module")
def demo() -> Flask:
    return create_demo(build_turn())


def rendered(demo: Flask, name: str, lang: str) -> str:
    template, page = pages(lang)[name]
    with demo.test_request_context(f"/?lang={lang}"), force_locale(lang):
        return render_template(f"pages/{template}", page=page)


@pytest.fixture(
    scope="module", params=[(name, lang) for name in NAMES for lang in LANGUAGES], ids=lambda one: "-".join(one)
)
def document(request: pytest.FixtureRequest, demo: Flask) -> Document:
    name, lang = request.param
    return Document(rendered(demo, name, lang))


def test_elements_are_closed_in_order(document: Document) -> None:
    assert document.wrong == []
    assert document.open == []


def test_nothing_is_inline_that_the_policy_forbids(document: Document) -> None:
    assert [tag for tag, attributes in document.elements if "style" in attributes] == []
    assert [tag for tag, _ in document.elements if tag == "style"] == []
    assert all(attributes.get("src") for attributes in document.all("script"))
    handlers = [name for _, attributes in document.elements for name in attributes if name.startswith("on")]
    assert handlers == []
    outside = [attributes.get("src", "") for attributes in document.all("script", "iframe", "img")]
    assert all(source.startswith("/") for source in outside)


def test_every_field_has_a_label(document: Document) -> None:
    labelled = {attributes["for"] for attributes in document.all("label")}
    fields = [field for field in document.all("input", "select", "textarea") if field.get("type") != "hidden"]
    assert [field for field in fields if field.get("id") not in labelled] == []
    assert labelled <= {field.get("id") for field in fields}


def test_ids_are_unique(document: Document) -> None:
    ids = [attributes["id"] for _, attributes in document.elements if attributes.get("id")]
    assert sorted(set(ids)) == sorted(ids)


def test_what_describes_a_field_is_there(document: Document) -> None:
    ids = {attributes.get("id") for _, attributes in document.elements}
    described = " ".join(attributes.get("aria-describedby", "") for _, attributes in document.elements).split()
    assert set(described) <= ids


def test_there_is_one_heading_of_the_page(document: Document) -> None:
    assert len(document.all("h1")) == 1
    assert len(document.all("main")) == 1


def test_every_form_says_where_it_goes(document: Document) -> None:
    forms = document.all("form")
    assert all(form["action"] and form["method"] in ("get", "post") for form in forms)


def test_every_link_leads_somewhere_and_has_words(document: Document) -> None:
    assert [link for link in document.all("a") if not link.get("href")] == []
    assert not [text for text in document.texts if "%(" in text]


def test_the_menu_stands_first_and_the_draft_before_it(demo: Flask) -> None:
    fresh, drafted = rendered(demo, "turn", "en"), rendered(demo, "turn-draft", "en")
    assert fresh.index('class="kinds"') < fresh.index("places-group") < fresh.index("Ready-made moves")
    assert drafted.index("If you commit now") < drafted.index("commit-form") < drafted.index("Ready-made moves")


def test_french_pages_are_french(demo: Flask) -> None:
    for name in NAMES:
        english, french = (Document(rendered(demo, name, lang)) for lang in LANGUAGES)
        assert french.all("html")[0]["lang"] == "fr"
        headings = [re.findall(r"<h2[^>]*>(\D[^<]*)", rendered(demo, name, lang)) for lang in LANGUAGES]
        same = {text.strip() for text in headings[0]} & {text.strip() for text in headings[1]}
        same = {text for text in same if not HEX_PATTERN.fullmatch(text)}
        assert same <= {"Notes", "Options", "Absences"}, name
        assert english.texts != french.texts


def test_what_was_typed_stays_and_the_error_is_at_its_field(demo: Flask) -> None:
    html = rendered(demo, "new-table", "en")
    field = html.index('id="seat-2-email"')
    assert 'value="ada@example"' in html[field : field + 200]
    assert 'aria-invalid="true"' in html[field : field + 300]
    assert field < html.rindex("is no mail address") < html.index('id="seat-3-kind"')
    assert html.index("is no mail address") < html.index("<h2"), "and above the form, with a link to the field"


def test_texts_of_people_are_escaped(demo: Flask) -> None:
    from dataclasses import replace

    template, page = pages("en")["talk"]
    nasty = '<script>alert(1)</script>"'
    lines = (replace(page.lines[0], text=nasty, seat=replace(page.lines[0].seat, name=nasty)),)
    with demo.test_request_context("/"):
        html = render_template(f"pages/{template}", page=replace(page, lines=lines))
    assert "<script>alert" not in html


def test_the_classes_that_mean_something_are_in_the_stylesheet() -> None:
    for name in ("option", "refused", "place", "chosen", "held", "bar", "danger", "refusal", "legal", "disc", "you"):
        assert re.search(rf"\.{name}\b", CSS), name


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_texts_are_read_on_every_ground() -> None:
    roots = re.findall(r":root \{.*?\}", CSS, re.DOTALL)
    day, night = (dict(re.findall(r"--([a-z-]+): (#[0-9A-F]{6})", root)) for root in roots)
    for colours in (day, day | night):
        for text in ("ink", "quiet", "accent"):
            for ground in ("sheet", "paper", "tint", "refused"):
                assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
        assert contrast("#FFFFFF", colours["filled"]) >= 4.5
    discs: list[Any] = re.findall(r"\.disc\.[a-z]+ \{ background: (#[0-9A-F]{3,6});(?: color: (#FFF);)? \}", CSS)
    assert len(discs) == 6
    for ground, letter in discs:
        whole = {"#FFF": "#FFFFFF"}.get(ground, ground)
        assert contrast(whole, "#FFFFFF" if letter else day["black"]) >= 4.5
