"""A newcomer with a real browser: the first round of Age of Steam from the mailbox, building by pressing hexes; on a
desktop, on a phone, and without JavaScript."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize

from tests.e2e.server import PATIENCE, running

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PLACES = "svg.board a.press"
READY = "section.ready li a"
OPTIONS = "a.option:not(.refused):not(.chosen)"
PHONE: ViewportSize = {"width": 375, "height": 740}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("data")) as url:
        yield url


@pytest.fixture(params=[(DESKTOP, True), (PHONE, True), (DESKTOP, False)], ids=["desktop", "phone", "no-script"])
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    viewport, script = request.param
    context = chromium.new_context(viewport=viewport, java_script_enabled=script)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    yield page
    context.close()


class Reader:
    """Somebody at the mailbox who reads each mail once."""

    def __init__(self, page: Page, server: str, after: int = 0) -> None:
        self.page = page
        self.server = server
        self.read = after

    def newest(self) -> int:
        self.page.goto(f"{self.server}/mailbox")
        numbers = re.findall(r'href="/mailbox/(\d+)"', self.page.content())
        return max(map(int, numbers), default=0)

    def next_question(self) -> str:
        """Waits for the next turn mail and opens it as its reader would; returns the subject of the question."""
        for _ in range(PATIENCE * 2):
            self.page.goto(f"{self.server}/mailbox")
            numbers = sorted({int(n) for n in re.findall(r'href="/mailbox/(\d+)"', self.page.content())})
            for number in numbers:
                if number > self.read:
                    self.read = number
                    self.page.goto(f"{self.server}/mailbox/{number}")
                    frame = self.page.frame_locator("iframe")
                    heading = frame.locator("h1").inner_text()
                    if heading.startswith("Your turn"):
                        return heading
            time.sleep(0.5)
        raise AssertionError("no question came")

    def press_in_mail(self, text: str) -> None:
        self.page.frame_locator("iframe").get_by_role("link", name=re.compile(text)).first.click()
        self.page.wait_for_url(re.compile("/t/"))

    def commit(self) -> None:
        """Presses the button; what the page asks next of the same seat comes without a mail and is answered too."""
        self.page.locator("form.commit-form button").click()
        self.page.wait_for_load_state()
        if self.page.locator("body.turn").count():
            self.choose()
            self.commit()

    def choose(self, *, on_the_board: bool = False) -> None:
        """The first of what is offered, word by word, until the line is whole; at first from the board if asked."""
        for pressed in range(60):
            if self.page.locator("form.commit-form button").count():
                return
            kinds = (PLACES, OPTIONS) if on_the_board and pressed < 2 else (READY, OPTIONS, PLACES)
            offered = next(kind for kind in kinds if self.page.locator(kind).count())
            self.page.locator(offered).first.click(force=True)
            self.page.wait_for_load_state()


def move_in_mail(page: Page) -> str:
    """The address of the first whole move that the open mail offers."""
    choices = page.frame_locator("iframe").locator("a[href*='/t/']")
    addresses = [link.get_attribute("href") or "" for link in choices.all()]
    return next(url for url in addresses if re.search(r"/t/[^/]+/[a-z]", url) and "/history" not in url)


def visible_hex(page: Page) -> Locator:
    """A place on the board that begins a tile; a phone shows a part of the board only."""
    board = page.locator("svg.board").bounding_box()
    assert board is not None
    for link in page.locator("svg.board a[href*='/lay.']").all():
        box = link.bounding_box()
        if box is None:
            continue
        x, y = box["x"] + box["width"] / 2 - board["x"], box["y"] + box["height"] / 2 - board["y"]
        if 20 < x < board["width"] - 20 and 20 < y < board["height"] - 20:
            return link
    raise AssertionError("no hex to press is in sight")


def build_by_pressing_hexes(reader: Reader) -> None:
    """Opens the board, presses a hex beside a city, chooses a tile and how it lies, and commits."""
    page = reader.page
    reader.press_in_mail("Open the board")
    page.locator("svg.board a").first.wait_for()
    visible_hex(page).click(force=True)
    page.wait_for_url(re.compile(r"/lay\.[A-R]\d+"))
    reader.choose()
    assert page.locator("table.steps").inner_text()
    reader.commit()


@pytest.mark.timeout(900)
def test_a_first_round(page: Page, server: str) -> None:
    reader = Reader(page, server)
    reader.read = reader.newest()
    page.goto(server)
    page.get_by_role("button", name=re.compile("you and three bots")).click()
    page.wait_for_url(re.compile("/mailbox"))
    phases: list[str] = []
    for _ in range(40):
        heading = reader.next_question()
        if "turn 2 of 8" in heading:
            break
        phases.append(heading)
        if "build track" in heading:
            build_by_pressing_hexes(reader)
        else:
            page.goto(move_in_mail(page))
            reader.commit()
        assert page.locator("h1").is_visible()
    else:
        pytest.fail(f"the first round does not end: {phases}")
    told = " ".join(phases)
    for phase in ("issue shares", "choose an action", "build track", "move goods"):
        assert phase in told
    page.goto(f"{server}/mailbox/{reader.read}")
    news = page.frame_locator("iframe").locator("body").inner_text()
    for word in ("Income:", "Expenses:", "Goods in the west", "Goods in the east", "Turn 2 of 8 begins"):
        assert word in news


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("game", "end"),
    [("railroad-tycoon", ""), ("railways-of-the-world", ""), ("spike", "round 2 of 3"), ("whistle-stop", "round 2 of")],
)
def test_the_first_questions_of_the_other_games(game: str, end: str, server: str, chromium: Browser) -> None:
    """From the front page to the end of a short first round, or to five answers: the same mails and pages serve every
    game. Every third answer is put together on the board."""
    page = chromium.new_page(viewport=DESKTOP)
    page.set_default_timeout(PATIENCE * 1000)
    reader = Reader(page, server)
    reader.read = reader.newest()
    page.goto(server)
    page.locator(f'form:has(input[value="{game}"]) button').click()
    page.wait_for_url(re.compile("/mailbox"))
    for number in range(60 if end else 5):
        heading = reader.next_question()
        if end and end in heading:
            break
        if number % 3 == 2:
            reader.press_in_mail("Open the board")
            reader.choose(on_the_board=True)
        else:
            page.goto(move_in_mail(page))
        assert page.locator("svg.board").count() == 1
        reader.commit()
        assert page.locator("h1").is_visible()
    else:
        assert not end, "the first round does not end"
    page.close()


def test_a_mail_shows_its_styles_in_the_mailbox(server: str, chromium: Browser) -> None:
    """Under the policy of its frame: the button has its colour, the picture is there, and no script could run."""
    page = chromium.new_page(viewport=DESKTOP)
    page.goto(server)
    page.get_by_role("button", name=re.compile("four seats")).click()
    reader = Reader(page, server, after=10_000)
    number = reader.newest()
    for _ in range(PATIENCE):
        if number:
            break
        time.sleep(1)
        number = reader.newest()
    page.goto(f"{server}/mailbox/{number}")
    frame = page.frame_locator("iframe")
    heading = frame.locator("h1")
    assert heading.evaluate("node => getComputedStyle(node).fontSize") == "25px"
    assert (
        page.request.get(f"{server}/mailbox/{number}/frame")
        .headers["content-security-policy"]
        .startswith("default-src 'none'")
    )
    page.close()


@pytest.mark.slow
def test_the_server_stops_quickly_and_knows_that_it_runs(tmp_path: Path) -> None:
    with running(tmp_path) as url:
        assert (tmp_path / "running").exists()
        with pytest.raises(AssertionError, match="running on"), running(tmp_path):
            pass
        began = time.monotonic()
        assert url
    assert time.monotonic() - began < PATIENCE
