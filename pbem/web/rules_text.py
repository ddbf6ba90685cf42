"""The numbered rules as pages, from the same Markdown files that the tests and refusals cite.

Each statement is an anchor (`#aos-6.12`), and a number of the same file in the text is a link to it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from pbem.base.folders import RULES
from pbem.web.models import Link
from pbem.web.rules_pictures import Picture, put_pictures

NOTATION = "notation"  # the rules of lines, which all games share: one folder above the others in a checkout

_STATEMENT = re.compile(r"[a-z]+-[0-9]+(?:\.[0-9]+)?")
_NUMBER = re.compile(r"(?<![\w.$-])([a-z]+-)?([0-9]+\.[0-9]+)(?![\w-]|\.[0-9])")
_APPENDIX = ("Appendix", "Annexe")  # the text refers to it by this name


class NoRules(LookupError):
    """There is no such file."""


@dataclass(frozen=True)
class Rules:
    title: str
    html: Markup
    chapters: tuple[Link, ...]
    numbers: tuple[str, ...]
    pictures: tuple[Picture, ...]


def rules_of(name: str, lang: str, folders: Sequence[Path] = RULES, pictures_before: int = 0) -> Rules:
    """The rules of a game, or `notation`; in English where there is no French.

    Their pictures are numbered after those that stand before them on the page.
    """
    if not re.fullmatch(r"[a-z0-9-]+", name):
        raise NoRules(name)
    names = [f"{name}.{lang}.md", f"{name}.md"] if lang != "en" else [f"{name}.md"]
    if name == NOTATION:
        folders = (*folders, *(folder.parent for folder in folders))
    found = next((path for wanted in names for folder in folders if (path := folder / wanted).is_file()), None)
    if found is None:
        raise NoRules(name)
    return _read(found, name, lang, pictures_before)


@cache
def _read(path: Path, name: str, lang: str, pictures_before: int) -> Rules:
    tokens = tokens_of(path.read_text("utf-8"))
    numbers = _name_statements(tokens)
    title, chapters = name_chapters(tokens, "chapter")
    _link_numbers(tokens, numbers)
    pictures = put_pictures(tokens, name, lang, pictures_before)
    return Rules(title, to_html(tokens), chapters, tuple(numbers), pictures)


def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def tokens_of(text: str) -> list[Token]:
    return _markdown().parse(re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL))


def to_html(tokens: Sequence[Token]) -> Markup:
    markdown = _markdown()
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = html.replace("<th></th>", "<td></td>")  # the corner of a table is no heading
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    return Markup(html)


def _name_statements(tokens: Sequence[Token]) -> dict[str, None]:
    """Paragraphs that begin with a number in bold become anchors, and the number a link to itself."""
    found: dict[str, None] = {}
    for opening, inline in pairwise(tokens):
        children = inline.children or []
        bold = next((index for index, child in enumerate(children) if child.type == "strong_open"), None)
        if opening.type != "paragraph_open" or bold is None or any(child.content for child in children[:bold]):
            continue
        number = children[bold + 1].content
        if not _STATEMENT.fullmatch(number):
            continue
        found[number] = None
        opening.attrSet("id", number)
        opening.attrSet("class", "statement")
        link, close = Token("link_open", "a", 1), Token("link_close", "a", -1)
        link.attrSet("href", f"#{number}")
        link.attrSet("class", "number")
        label = Token("text", "", 0, content=number.partition("-")[2] if "." in number else number)
        inline.children = [link, label, close, *children[bold + 3 :]]
    return found


def name_chapters(tokens: Sequence[Token], prefix: str) -> tuple[str, tuple[Link, ...]]:
    title = ""
    chapters: list[Link] = []
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        if opening.tag == "h1":
            title = inline.content
        elif opening.tag == "h2":
            anchor = f"{prefix}-{len(chapters) + 1}" if inline.content not in _APPENDIX else inline.content.lower()
            opening.attrSet("id", anchor)
            chapters.append(Link(inline.content, f"#{anchor}"))
    return title, tuple(chapters)


def _link_numbers(tokens: Sequence[Token], numbers: dict[str, None]) -> None:
    """A number such as 6.14 in the text leads to that statement, if there is one."""
    prefix = next(iter(numbers), "").partition("-")[0]
    for inline in tokens:
        if inline.type != "inline":
            continue
        linked: list[Token] = []
        inside = False
        for child in inline.children or []:
            inside = (inside or child.type == "link_open") and child.type != "link_close"
            linked += [child] if inside or child.type != "text" else _split(child, prefix, numbers)
        inline.children = linked


def _split(text: Token, prefix: str, numbers: dict[str, None]) -> list[Token]:
    parts: list[Token] = []
    done = 0
    for match in _NUMBER.finditer(text.content):
        number = f"{(match[1] or f'{prefix}-')}{match[2]}"
        if number not in numbers:
            continue
        link, close = Token("link_open", "a", 1), Token("link_close", "a", -1)
        link.attrSet("href", f"#{number}")
        parts += [
            Token("text", "", 0, content=text.content[done : match.start()]),
            link,
            Token("text", "", 0, content=match[0]),
            close,
        ]
        done = match.end()
    return [*parts, Token("text", "", 0, content=text.content[done:])]
