"""Every kind of page under axe-core: WCAG 2.2 AA and its best practices, wide and narrow, by day and by night."""

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.pbem.web.samples import Sample, pages

AXE = (Path(__file__).parents[2] / "vendor" / "axe-core" / "axe.min.js").read_text("utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WIDE, NARROW, NARROWEST = (1280, 900), (375, 667), (320, 640)
# At night the same elements stand at the same places: only the rules that read colours can find something else. A test
# of `make soak` runs all of them.
BY_NIGHT = ["color-contrast", "link-in-text-block"]

pytestmark = pytest.mark.slow


def found(tab: Page, **options: Any) -> list[str]:
    """What axe-core finds wrong, each with its first element."""
    result = tab.evaluate("options => axe.run(document, options)", {"resultTypes": ["violations"], **options})
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in result["violations"]]


def open_page(tab: Page, address: str, scheme: Literal["light", "dark"]) -> None:
    tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    tab.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    tab.goto(address)
    tab.evaluate(AXE)


def found_at_both_sizes(tab: Page, **options: Any) -> list[str]:
    wrong = []
    for width, height in (WIDE, NARROW):
        tab.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}: {one}" for one in found(tab, **options)]
    return wrong


@pytest.mark.parametrize("name", list(pages("en")))
def test_nothing_stands_in_anybodys_way(tab: Page, demo: tuple[str, Sample], name: str) -> None:
    open_page(tab, f"{demo[0]}/sample/{name}", "light")
    assert found_at_both_sizes(tab, runOnly={"type": "tag", "values": TAGS}) == []
    tab.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert found_at_both_sizes(tab, runOnly={"type": "rule", "values": BY_NIGHT}) == []
    tab.set_viewport_size({"width": NARROWEST[0], "height": NARROWEST[1]})
    assert tab.evaluate("document.documentElement.scrollWidth") <= NARROWEST[0]


@pytest.mark.soak
def test_nothing_stands_in_anybodys_way_at_night(tab: Page, demo: tuple[str, Sample]) -> None:
    wrong = {}
    for name in pages("en"):
        open_page(tab, f"{demo[0]}/sample/{name}", "dark")
        wrong[name] = found_at_both_sizes(tab, runOnly={"type": "tag", "values": TAGS})
    assert not any(wrong.values()), wrong
