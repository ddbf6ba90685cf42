"""A newcomer with a real browser: the first round of Age of Steam from the mailbox, building by pressing hexes; on a
desktop, on a phone, and without JavaScript."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.mail_reader import (
    DESKTOP,
    PHONE,
    READY,
    MailboxReader,
    choose,
    commit,
    is_asked,
    move_in,
    play_a_round,
    press_in_mail,
    visit,
)
from tests.e2e.server import running
from tests.services import PATIENCE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("data")) as url:
        yield url


# On a desktop with JavaScript the same round is played in tests/processes.
DEVICES = [
    pytest.param((DESKTOP, True), id="desktop", marks=pytest.mark.soak),
    pytest.param((PHONE, True), id="phone"),
    pytest.param((DESKTOP, False), id="no-script"),
]


@pytest.fixture(params=DEVICES)
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    viewport, script = request.param
    context = chromium.new_context(viewport=viewport, java_script_enabled=script)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    yield page
    context.close()


@pytest.mark.timeout(900)
def test_a_first_round(page: Page, server: str) -> None:
    reader = MailboxReader(page, server)
    reader.read = reader.newest()
    page.goto(server)
    page.get_by_role("button", name=re.compile("you and three bots")).click()
    page.wait_for_url(re.compile("/t/"))
    play_a_round(reader)


def on_a_desk(tab: Page) -> Page:
    tab.set_viewport_size(DESKTOP)
    return tab


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("game", "end"),
    [
        ("railroad-tycoon", ""),
        ("railways-of-the-world", ""),
        ("spike", ""),
        ("whistle-stop", ""),
        pytest.param("whistle-stop", "round 2 of", marks=pytest.mark.soak),  # on a phone it is played in every run
    ],
)
def test_the_first_questions_of_the_other_games(game: str, end: str, server: str, tab: Page) -> None:
    """From the front page to the end of a short first round, or to three answers: the same mails and pages serve every
    game. Every third answer is put together on the board."""
    page = on_a_desk(tab)
    reader = MailboxReader(page, server)
    reader.read = reader.newest()
    visit(page, server)
    page.locator(f'form:has(input[value="{game}"]) button').click()
    page.wait_for_url(re.compile("/t/"))
    for number in range(60 if end else 3):
        heading = reader.next_question()
        if end and end in heading:
            break
        if number % 3 == 2:
            press_in_mail(reader, "Open the board")
        else:
            visit(page, move_in(reader))
        assert page.locator("svg.board").count() == 1
        if is_asked(page):
            choose(page, on_the_board=number % 3 == 2)
            commit(page)
        assert page.locator("h1").is_visible()
    else:
        assert not end, "the first round does not end"


def test_the_front_page_keeps_a_place_for_its_boards(server: str, chromium: Browser) -> None:
    """What stands below does not jump when a picture has come."""
    page = chromium.new_page(viewport=DESKTOP)
    page.route("**/static/boards/*", lambda route: None)  # they never come
    page.goto(server, wait_until="domcontentloaded")
    sizes = [picture.bounding_box() for picture in page.locator(".thumb img").all()]
    assert len(sizes) == 5
    assert all(size is not None and size["width"] == 150 and size["height"] > 100 for size in sizes)
    page.close()


def test_a_mail_shows_its_styles_in_the_mailbox(server: str, tab: Page) -> None:
    """Under the policy of its frame: the button has its colour, the picture is there, and no script could run."""
    page = on_a_desk(tab)
    visit(page, server)
    page.get_by_role("button", name=re.compile("four seats")).click()
    reader = MailboxReader(page, server, after=10_000)
    number = reader.newest()
    for _ in range(PATIENCE):
        if number:
            break
        time.sleep(1)
        number = reader.newest()
    visit(page, f"{server}/mailbox/{number}")
    frame = page.frame_locator("iframe")
    heading = frame.locator("h1")
    assert heading.evaluate("node => getComputedStyle(node).fontSize") == "25px"
    assert (
        page.request.get(f"{server}/mailbox/{number}/frame")
        .headers["content-security-policy"]
        .startswith("default-src 'none'")
    )


def test_the_log_steps_without_loading_pages_and_shows_a_line_on_hover(server: str, tab: Page) -> None:
    page = on_a_desk(tab)
    visit(page, f"{server}/replay/age-of-steam")
    told = page.get_by_text(re.compile(r"After line \d+ of \d+")).first
    last = int(re.findall(r"\d+", told.inner_text())[1])
    page.evaluate("window.stays = true")
    page.locator("input[type=range]").focus()
    page.keyboard.press("ArrowLeft")
    expect(told).to_have_text(f"After line {last - 1} of {last}")
    assert page.url.endswith(f"/{last - 1}"), "its address can be sent to somebody"
    assert page.evaluate("document.activeElement.type") == "range"
    page.locator(".plies li a").nth(1).hover()
    expect(page.locator("img[src$='.svg']").last).to_be_visible()
    assert page.evaluate("window.stays"), "no page was loaded"


@pytest.mark.slow
def test_the_server_stops_quickly_and_knows_that_it_runs(tmp_path: Path) -> None:
    with running(tmp_path) as url:
        assert (tmp_path / "running").exists()
        with pytest.raises(AssertionError, match="running on"), running(tmp_path):
            pass
        began = time.monotonic()
        assert url
    assert time.monotonic() - began < PATIENCE
    assert any("Stopped." in told.read_text() for told in tmp_path.glob("told-*.txt"))


@pytest.mark.slow
def test_a_number_that_another_process_has_now_holds_nobody_up(tmp_path: Path) -> None:
    """The server died with its machine, and its number was given out again: here to this very process."""
    (tmp_path / "running").write_text(str(os.getpid()))
    with running(tmp_path):
        assert (tmp_path / "running").read_text() != str(os.getpid())


MOST_PRESSES = 6


def test_from_the_front_page_to_a_move_with_a_guide(server: str, tab: Page) -> None:
    """Each question says why it is asked; one press ends that."""
    page = on_a_desk(tab)
    visit(page, server)
    presses = 1
    page.get_by_role("button", name=re.compile("with a guide")).click()
    page.wait_for_url(re.compile("/t/"))
    page.locator(".guide").wait_for()  # bots may play before the visitor, and the page looks again by itself
    assert page.locator(".guide p").inner_text().count(".") >= 2
    page.locator(READY).first.click()
    page.locator(".commit-form .primary:visible").first.click()
    presses += 2
    page.get_by_text(re.compile("^Played|Waiting for|Your turn")).first.wait_for()
    assert presses <= MOST_PRESSES
    if not page.locator(".guide").count():  # it is somebody else's turn, until the bots have played
        page.locator(".guide").wait_for()
    page.get_by_role("button", name="Without the guide").click()
    page.wait_for_load_state()
    assert page.locator(".guide").count() == 0
