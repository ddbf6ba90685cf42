"""The pages in a real browser, wide and narrow, with the script and without it."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, TimeoutError, expect

from engine.core.game import SEAT_COLOURS
from engine.games import GAMES
from tests.pbem.web.demo_pages import create_demo
from tests.pbem.web.samples import Sample, build_turn, pages
from tests.services import PATIENCE, served

WIDE, NARROW = (1280, 900), (375, 740)
KINDS = {
    "wide": (WIDE, True),
    "wide-without-script": (WIDE, False),
    "narrow": (NARROW, True),
    "narrow-without-script": (NARROW, False),
}


@dataclass
class Visit:
    page: Page
    table: Sample
    narrow: bool
    script: bool
    troubles: list[str] = field(default_factory=list)

    def hex(self, hex: str) -> Locator:
        return self.page.locator(f"svg.board a.press[href*='.{hex}']").first

    def press_hex(self, hex: str) -> None:
        """On the board, panned there first where only a part of it is seen."""
        whole = self.page.get_by_role("link", name="Whole")
        if self.narrow and whole.is_visible():
            with suppress(TimeoutError):  # the script hides it where the whole board is seen already
                whole.click(timeout=5000)
            if not self.script:  # else the next press may hit the board that is being left
                self.page.wait_for_url("**at=whole**")
        self.hex(hex).click(force=True)


@pytest.fixture(scope="module", params=list(KINDS))
def visitor(request: pytest.FixtureRequest, chromium: Browser, demo: tuple[str, Sample]) -> Iterator[Visit]:
    """A page of each kind, which the tests share."""
    url, table = demo
    (width, height), script = KINDS[request.param]
    context = chromium.new_context(
        base_url=url, viewport={"width": width, "height": height}, java_script_enabled=script
    )
    context.set_default_timeout(PATIENCE * 1000)
    visit = Visit(context.new_page(), table, width < 500, script)
    visit.page.on("console", lambda message: visit.troubles.append(message.text))
    visit.page.on("pageerror", lambda error: visit.troubles.append(str(error)))
    yield visit
    context.close()


@pytest.fixture
def visit(visitor: Visit) -> Iterator[Visit]:
    visitor.table.log[:] = build_turn().log
    visitor.troubles.clear()
    yield visitor
    assert visitor.troubles == []


def look(tab: Page, url: str, size: tuple[int, int]) -> None:
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab.goto(url)


def test_track_is_built_by_pressing_hexes_and_tiles(visit: Visit) -> None:
    page = visit.page
    page.goto("/t/0")
    visit.press_hex("C7")
    expect(page.get_by_role("heading", name="Build C7")).to_be_visible()
    page.locator(".pictures a", has_text="Straight").first.click()
    expect(page.locator(".steps tbody tr")).to_have_count(1)
    visit.press_hex("C6")
    page.locator(".pictures a", has_text="Straight").first.click()
    expect(page.locator(".steps tbody tr")).to_have_count(2)
    expect(page.locator(".line code")).to_have_text("lay.C7.straight.0 lay.C6.straight.0 done")

    page.get_by_role("link", name="Undo", exact=True if visit.narrow else None).first.click()
    expect(page.locator(".steps tbody tr")).to_have_count(1)

    before = len(visit.table.log)
    page.get_by_role("button", name="Commit: C7").click()
    page.wait_for_url("**/t/0")
    assert visit.table.log[before].text == "lay.C7.straight.0 done"


def test_looking_changes_nothing(visit: Visit) -> None:
    before = len(visit.table.log)
    for draft in ("", "lay.C7", "lay.C7.straight.0", "done", "lay.C7.straight.0~done?board=now"):
        visit.page.goto(f"/t/0/{draft}" if draft else "/t/0")
    assert len(visit.table.log) == before


def test_a_refusal_stands_on_the_page_with_its_rule(visit: Visit) -> None:
    page = visit.page
    page.goto("/t/0/lay.C7.straight.0")
    page.get_by_label("Or write your moves").fill("lay.C7.straight.0 lay.I3.straight.0")
    page.get_by_role("button", name="Read").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("I3 is a lake.")
    expect(page.locator(".steps tbody tr")).to_have_count(1)
    rule = refusal.get_by_role("link")
    number = rule.inner_text().removeprefix("rule ")
    rule.click()
    expect(page.locator(f"[id='aos-{number}']")).to_be_in_viewport()


def test_now_and_with_the_draft(visit: Visit) -> None:
    page = visit.page
    page.goto("/t/0/lay.C7.straight.0")
    expect(page.locator(".board .chosen")).to_have_count(1)
    page.get_by_role("link", name="Now", exact=True).click()
    expect(page.locator(".board .chosen")).to_have_count(0)
    expect(page.get_by_role("button", name="Commit")).to_be_visible()


def test_a_ready_made_move_is_two_presses(visit: Visit) -> None:
    page = visit.page
    page.goto("/t/0")
    page.locator(".ready li a").first.click()
    before = len(visit.table.log)
    page.get_by_role("button", name="Commit").click()
    page.wait_for_url("**/t/0")
    assert visit.table.log[before].seat == 0


def test_a_part_of_the_board_is_seen_and_moved(visit: Visit) -> None:
    page = visit.page
    page.goto("/t/0/lay.C7")
    if not visit.narrow:
        page.get_by_role("link", name="Nearer").click()
    hex_height = visit.hex("C6").or_(page.locator(".board .chosen")).first.bounding_box()
    assert hex_height is not None
    assert hex_height["height"] >= 44
    part = page.locator(".board .part")
    seen = part.bounding_box()
    by_finger = visit.narrow and visit.script
    if by_finger:
        drag(page, -120)
    else:
        page.get_by_role("link", name="To the right").click()
    moved = part.bounding_box()
    assert seen is not None
    assert moved is not None
    assert moved["x"] < seen["x"]
    assert ("at=" in page.url) != visit.script
    page.get_by_role("link", name="Whole").click()
    box, whole = page.locator(".board").bounding_box(), part.bounding_box()
    assert box is not None
    assert whole is not None
    assert whole["width"] < 1.1 * box["width"]  # what runs off under the frame counts too
    expect(page.get_by_role("link", name="To the right")).to_be_hidden()  # there is nothing
    page.get_by_role("link", name="Nearer").click()
    nearer = part.bounding_box()
    assert nearer is not None
    assert nearer["width"] > 1.4 * whole["width"]
    if not by_finger:
        expect(page.get_by_role("link", name="To the right")).to_be_visible()
        return
    for _ in range(8):
        drag(page, 0, -150)
    lowest = page.locator(".board .part text", has_text="Dewi").bounding_box()
    buttons = page.locator(".pans").bounding_box()
    assert lowest is not None
    assert buttons is not None
    assert lowest["y"] + lowest["height"] < buttons["y"], "the foot of the board comes out from under the buttons"


def drag(page: Page, by: float, down: float = 0) -> None:
    """The board under the mouse, or a finger."""
    box = page.locator(".board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by, y + down, steps=4)
    page.mouse.up()


def test_without_the_mouse(visit: Visit) -> None:
    page = visit.page
    page.goto("/t/0/lay.C7")
    tile = page.locator(".pictures a").first
    tile.focus()
    assert tile.evaluate("node => getComputedStyle(node).outlineWidth") in ("3px", "0px")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    if visit.script:
        assert tile.evaluate("node => getComputedStyle(node).outlineWidth") == "3px"
    page.keyboard.press("Enter")
    expect(page.locator(".steps tbody tr")).to_have_count(1)


# Links inside a sentence may be smaller, and so may the name of a table in the line above the heading.
SMALL = """() => [...document.querySelector("main").querySelectorAll("a, button, select, input, summary, textarea")]
  .filter(node => !node.closest("svg, p, dd, small, .tick, .prose, .which, h2") && node.type !== "hidden")
  .filter(node => node.checkVisibility())
  .map(node => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
  .filter(([, box]) => box.height && (box.height < 43.5 || box.width < 43.5)).map(([html]) => html)"""


@pytest.mark.parametrize("name", list(pages("en")))
def test_every_page_fits_and_can_be_pressed(tab: Page, demo: tuple[str, Sample], name: str) -> None:
    troubles: list[Error] = []

    def note(trouble: Error) -> None:
        troubles.append(trouble)

    tab.on("pageerror", note)
    for size, lang in ((WIDE, "en"), (NARROW, "en"), (NARROW, "fr")):
        if (size, lang) == (NARROW, "en"):
            tab.set_viewport_size({"width": size[0], "height": size[1]})
        else:
            look(tab, f"{demo[0]}/sample/{name}?lang={lang}", size)
        assert tab.evaluate("document.documentElement.scrollWidth") <= size[0], lang
        assert tab.evaluate(SMALL) == [], (size, lang)
    tab.remove_listener("pageerror", note)
    assert troubles == []


def test_the_steps_through_the_log_stand_in_one_row(tab: Page, demo: tuple[str, Sample]) -> None:
    look(tab, f"{demo[0]}/sample/history?lang=fr", NARROW)
    tops = tab.locator(".slider .quiet-button").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len(tops) == 4
    assert len(set(tops)) == 1


@pytest.fixture(scope="module")
def crowded() -> Iterator[str]:
    """A table with a long list of moves and many columns."""
    names = ("Geneviève", "Boris", "Marie-Claire", "Dewi", "Eugénie", "Frank")
    table = Sample(GAMES["railways-of-the-world"], tuple(SEAT_COLOURS), names)
    table.play_bots(0, 2, "actions")
    with served(create_demo(table)) as port:
        yield f"http://127.0.0.1:{port}"


def test_a_long_list_of_moves_leaves_no_hole_under_the_board(tab: Page, crowded: str) -> None:
    look(tab, f"{crowded}/t/0", WIDE)
    tab.evaluate("document.querySelectorAll('.work details').forEach(more => more.open = true)")
    board, below = tab.locator(".board-column").bounding_box(), tab.locator(".position").bounding_box()
    assert board is not None
    assert below is not None
    assert below["y"] - board["y"] - board["height"] < 30


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_phone_shows_every_column_and_the_tabs_in_one_row(tab: Page, crowded: str, lang: str) -> None:
    look(tab, f"{crowded}/t/0?lang={lang}", NARROW)
    for _ in range(2):
        players = tab.locator(".players-part")
        assert players.evaluate("part => part.scrollWidth - part.clientWidth") == 0
        for row in (".top", ".tabs"):
            assert tab.locator(row).evaluate("part => part.offsetHeight") <= 50, row
        tab.locator(".ready li a").first.click()  # a draft adds what will be


def test_the_tile_under_the_pointer_is_seen_in_its_hex(tab: Page, demo: tuple[str, Sample]) -> None:
    demo[1].log[:] = build_turn().log
    look(tab, f"{demo[0]}/t/0/lay.C7", WIDE)
    tile = tab.locator(".pictures a").first
    tile.hover()
    ghost, chosen = tab.locator(".ghost > g").bounding_box(), tab.locator(".board .chosen").bounding_box()
    assert ghost is not None
    assert chosen is not None
    assert abs(ghost["x"] + ghost["width"] / 2 - chosen["x"] - chosen["width"] / 2) < 6
    tab.mouse.move(0, 0)
    expect(tab.locator(".ghost > g")).to_have_count(0)


def test_a_narrow_page_keeps_undo_and_commit_in_sight(tab: Page, demo: tuple[str, Sample]) -> None:
    demo[1].log[:] = build_turn().log
    look(tab, f"{demo[0]}/t/0/lay.C7.straight.0", NARROW)
    for _ in range(2):
        expect(tab.get_by_role("button", name="Commit")).to_be_in_viewport(ratio=1)
        expect(tab.get_by_role("link", name="Undo", exact=True)).to_be_in_viewport(ratio=1)
        tab.mouse.wheel(0, 900)
