"""A turn is planned in a real browser: wide and narrow, with the script, without it, and by keyboard alone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from pbem.base.service import Service
from pbem.store.links import Links
from pbem.web.app import create_app
from tests.pbem.plans import follow_all, look_ahead, planned_forms
from tests.pbem.sample_tables import asks, lines, play_one, seats, started
from tests.services import PATIENCE, served

KINDS = {
    "wide": ((1280, 900), True),
    "narrow": ((375, 740), True),
    "narrow-without-script": ((375, 740), False),
}


def no_wider_than_the_screen(page: Page) -> None:
    assert page.locator("body").bounding_box()["width"] <= page.viewport_size["width"]  # type: ignore[index]


def step(page: Page, question: str) -> str:
    """The selector of the step of this question."""
    return f".plan-steps > li:has(h2:has-text('{question}'))"


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_turn_of_age_of_steam_is_planned_and_played(
    sqlite_service: Service, chromium: Browser, kind: str
) -> None:
    service = sqlite_service
    table_id = started(service)
    asked = asks(service, table_id)[0].seat_id
    owner = next(
        seat
        for seat in seats(service, table_id)
        if seat.id != asked and "1/auction" in [one.key for one in look_ahead(service, seat).questions]
    )
    (width, height), script = KINDS[kind]
    with served(create_app(service)) as port:
        context = chromium.new_context(
            base_url=f"http://127.0.0.1:{port}",
            viewport={"width": width, "height": height},
            java_script_enabled=script,
        )
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        page.goto(f"/t/{Links(service).turn_token(owner, None)}")
        page.get_by_role("link", name="Plan", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Plan ahead")
        no_wider_than_the_screen(page)
        page.get_by_role("button", name="Plan all of this").click()
        expect(page.get_by_role("button", name="Plan all of this")).to_have_count(0)
        page.get_by_label("Bid up to").fill("3")
        page.get_by_label("Bid up to").press("Enter")
        expect(page.get_by_label("Bid up to")).to_have_value("3")
        first = page.locator(f"{step(page, 'Choose an action')} .preferences li b").first.inner_text()
        page.get_by_role("button", name=f"Move down: {first}").focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"{step(page, 'Choose an action')} .preferences li b").nth(1)).to_have_text(first)
        page.locator(step(page, "Issue shares")).get_by_role("link", name="Another move, on the board").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Issue shares")
        no_wider_than_the_screen(page)
        page.locator("#ready a, .strip a", has_text="Issue 2").first.click()
        page.get_by_role("button", name="Plan:").click()
        expect(page.locator(f"{step(page, 'Issue shares')} .preferences li b").first).to_contain_text("2")
        later = page.locator(".suggested .choices").get_by_role("button", name="Plan this")
        for left in range(later.count() - 1, -1, -1):  # what is better planned later, each by a press of its own
            later.first.click()
            expect(later).to_have_count(left)
        no_wider_than_the_screen(page)
        context.close()
    planned = planned_forms(service, owner)
    assert planned["1/auction"] == ["upto.3"]
    assert planned["1/issue"][0] == "issue.2"
    assert {"1/issue", "1/auction", "1/actions", "1/build", "1/goods/1"} <= set(planned)
    while not lines(service, table_id)[-1].question.startswith("2/"):
        if not follow_all(service):
            play_one(service, table_id, bot="greedy")
    mine = [line.question for line in lines(service, table_id) if line.how == "plan" and line.seat == owner.number]
    assert {"1/issue", "1/auction", "1/actions"} <= set(mine)


def test_a_list_of_stations_is_put_in_order(sqlite_service: Service, chromium: Browser) -> None:
    """Whistle Stop: each train goes to the first station of the list that is free."""
    service = sqlite_service
    table_id = started(service, "whistle-stop")
    asked = asks(service, table_id)[0].seat_id
    owner = next(seat for seat in seats(service, table_id) if seat.id != asked)
    with served(create_app(service)) as port:
        page = chromium.new_page(viewport={"width": 375, "height": 740})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"http://127.0.0.1:{port}/t/{Links(service).turn_token(owner, None)}/plan")
        stations = page.locator(".preferences li b")
        second = stations.nth(1).inner_text()
        page.get_by_role("button", name=f"Move up: {second}", exact=True).click()
        expect(stations.first).to_have_text(second)
        no_wider_than_the_screen(page)
        page.close()
    wanted = planned_forms(service, owner)["0/place"]
    free = [form for form in wanted if form != lines(service, table_id)[-1].text]
    while not asks(service, table_id)[0].is_planned:
        play_one(service, table_id, bot="greedy")
    taken = {line.text for line in lines(service, table_id)}
    follow_all(service)
    placed = next(line for line in lines(service, table_id) if line.how == "plan")
    assert placed.text == next(form for form in free if form not in taken)
