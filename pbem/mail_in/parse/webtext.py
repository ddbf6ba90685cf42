"""An answer written only in HTML becomes text, without what the mail program quoted.

Attributes are taken away before the text is laid out: a width, a margin or a span of cells could ask for gigabytes.
"""

import re
from typing import Any

import inscriptis
from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.model.config import ParserConfig
from lxml import etree, html  # type: ignore[import-untyped]

LONGEST = 400_000
MOST_TAGS = 20_000
MOST_ELEMENTS = 6_000  # that are left when the quotation is cut; a whole mail of ours has fewer

# Elements that hold a quotation: what stands after one may be an answer written below it.
_QUOTED_CLASS = re.compile(
    r"gmail_quote|gmail_attr|gmail_extra|moz-cite-prefix|moz-forward-container|protonmail_quote|protonmail_signature_block"
    r"|yahoo_quoted|yahoo-quoted|tutanota_quote|zmail_extra|OutlookMessageHeader|ms-outlook-mobile-reference-message"
    r"|moz-signature|gmail_signature",
    re.IGNORECASE,
)
_QUOTED_NAME = re.compile(r"^quote$|^messageReplySection$", re.IGNORECASE)
# Elements after which everything is quoted.
_DIVIDER_ID = re.compile(
    r"divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|^zwchr$|OLK_SRC_BODY_SECTION|reply-intro"
    r"|ms-outlook-mobile-body-separator-line",
    re.IGNORECASE,
)
_DIVIDER_STYLE = re.compile(r"border:\s*none;\s*border-top:\s*solid #(?:E1E1E1|B5C4DF|A0A0A0)", re.IGNORECASE)
_UNSEEN = ("script", "style", "head", "title", "template", "noscript", "object", "svg", "math", "iframe")


def text_of(source: str) -> str:
    """The visible text of what was written; empty when the HTML is too big a puzzle to be somebody's answer."""
    source = source[:LONGEST]
    if source.count("<") > MOST_TAGS or not source.strip():
        return ""
    try:
        tree = html.document_fromstring(_without_declaration(source))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return ""
    _cut_quotations(tree)
    elements = [element for element in tree.iter() if isinstance(element.tag, str)]
    if len(elements) > MOST_ELEMENTS:
        return ""
    for element in elements:
        element.attrib.clear()
    return str(inscriptis.Inscriptis(tree, ParserConfig(css=CSS_PROFILES["strict"])).get_text())


def _without_declaration(source: str) -> str:
    """lxml refuses text that declares an encoding of its own."""
    return re.sub(r"^\s*<\?xml[^>]{0,200}>", "", source)


def _cut_quotations(tree: Any) -> None:
    waiting = [tree]
    while waiting:
        element = waiting.pop()
        if not isinstance(element.tag, str):
            continue  # a comment
        if element.tag in _UNSEEN:
            if element.getparent() is not None:
                element.drop_tree()
        elif _is_quotation(element):
            # What stands before and after it must not grow together.
            element.clear(keep_tail=True)
            element.tag = "br"
        elif _is_divider(element):
            _drop_from(element)
            return
        else:
            waiting.extend(reversed(element))


def _is_quotation(element: Any) -> bool:
    if _QUOTED_CLASS.search(element.get("class", "")) or _QUOTED_NAME.search(element.get("name", "")):
        return True
    return bool(element.tag == "blockquote" and element.get("type", "").lower() == "cite")


def _is_divider(element: Any) -> bool:
    return bool(_DIVIDER_ID.search(element.get("id", "")) or _DIVIDER_STYLE.search(element.get("style", "")))


def _drop_from(element: Any) -> None:
    """The element and everything that follows it in the document."""
    node = element
    while (parent := node.getparent()) is not None:
        for later in list(node.itersiblings()):
            parent.remove(later)
        node.tail = None
        node = parent
    if (parent := element.getparent()) is not None:
        parent.remove(element)
