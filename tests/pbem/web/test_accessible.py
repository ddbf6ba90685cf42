"""Every kind of page under axe-core: WCAG 2.2 AA and its best practices, wide and narrow, by day and by night."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.pbem.web.samples import Sample, pages

AXE = (Path(__file__).parents[2] / "vendor" / "axe-core" / "axe.min.js").read_text("utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WIDE, NARROW, NARROWEST = (1280, 900), (375, 667), (320, 640)
# At night the same elements stand there: only what depends on colours is looked at.
BY_NIGHT = ["color-contrast", "link-in-text-block"]

pytestmark = pytest.mark.slow


def found(tab: Page, **options: Any) -> list[str]:
    """What axe-core finds wrong, each with its first element."""
    result = tab.evaluate("options => axe.run(document, options)", {"resultTypes": ["violations"], **options})
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in result["violations"]]


@pytest.mark.parametrize("name", list(pages("en")))
def test_nothing_stands_in_anybodys_way(tab: Page, demo: tuple[str, Sample], name: str) -> None:
    tab.emulate_media(color_scheme="light", reduced_motion="reduce")
    tab.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    tab.goto(f"{demo[0]}/sample/{name}")
    tab.evaluate(AXE)
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        only = {"type": "tag", "values": TAGS} if scheme == "light" else {"type": "rule", "values": BY_NIGHT}
        for width, height in (WIDE, NARROW):
            tab.set_viewport_size({"width": width, "height": height})
            assert found(tab, runOnly=only) == [], (width, scheme)
    tab.set_viewport_size({"width": NARROWEST[0], "height": NARROWEST[1]})
    assert tab.evaluate("document.documentElement.scrollWidth") <= NARROWEST[0]
