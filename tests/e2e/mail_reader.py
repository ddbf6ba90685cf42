"""Somebody with a real browser who reads each mail once and answers it, from the mailbox or from a mail server."""

import re
import time
from typing import Protocol

import pytest
from playwright.sync_api import Error, FloatRect, FrameLocator, Locator, Page, TimeoutError, ViewportSize

from tests.services import PATIENCE, Sink

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 375, "height": 740}

# What may be pressed on a page that asks.
LONG = 16  # presses
MOMENT = 15  # seconds for a mail to open, before it is opened once more
PLACES = "svg.board a.press"
OPTIONS = ".group:not(.again) .option:not(.refused)"
KINDS = ".kind:not(.chosen)"
READY = "section.ready li a"

# What a browser says of an address when the page before it leads elsewhere at the same moment.
INTERRUPTED = ("interrupted by another navigation", "net::ERR_ABORTED")


def visit(page: Page, url: str) -> None:
    """From whatever page: one that waits for bots looks again by itself, and may just be doing so."""
    for _ in range(MOMENT):
        try:
            page.goto(url)
            return
        except Error as interrupted:
            if not any(reason in interrupted.message for reason in INTERRUPTED):
                raise
            page.wait_for_load_state()  # of what came between
    raise AssertionError(f"{url} does not open")


class Reader(Protocol):
    page: Page
    news: list[str]  # the mails that asked nothing

    def mail(self) -> FrameLocator | Page:
        """Where the open mail is."""

    def next_question(self) -> str:
        """Waits for the next turn mail and opens it as its reader would; returns its heading."""

    def reopen(self) -> None:
        """The last mail once more."""


class MailboxReader:
    """At the built-in mailbox."""

    def __init__(self, page: Page, server: str, after: int = 0) -> None:
        self.page = page
        self.server = server
        self.read = after
        self.news: list[str] = []
        self.seen = set(range(after + 1))

    def mail(self) -> FrameLocator:
        return self.page.frame_locator("iframe")

    def newest(self) -> int:
        return max(self._numbers(), default=0)

    def _numbers(self) -> list[int]:
        """Asked for beside the open page, which may be on its way elsewhere."""
        listed = self.page.request.get(f"{self.server}/mailbox").text()
        return sorted({int(number) for number in re.findall(r'href="/mailbox/(\d+)"', listed)})

    def next_question(self) -> str:
        for _ in range(PATIENCE * 2):
            for number in self._numbers():
                if number not in self.seen:  # one with a lower number may come later
                    self.seen.add(number)
                    self.read = number
                    self.reopen()
                    heading = self._heading()
                    if heading.startswith("Your turn"):
                        return heading
                    self.news.append(self.mail().locator("body").inner_text())
            time.sleep(0.5)
        raise AssertionError("no question came")

    def _heading(self) -> str:
        """Of the open mail. A page that looked again by itself may have taken the tab meanwhile."""
        for _ in range(PATIENCE // MOMENT):
            try:
                return self.mail().locator("h1").inner_text(timeout=MOMENT * 1000)
            except TimeoutError:
                self.reopen()
        raise AssertionError("the mail does not open")

    def reopen(self) -> None:
        visit(self.page, f"{self.server}/mailbox/{self.read}")


class SinkReader:
    """With a mail program that shows what a mail server has taken."""

    def __init__(self, page: Page, sink: Sink, address: str) -> None:
        self.page = page
        self.sink = sink
        self.address = address
        self.read = 0
        self.news: list[str] = []

    def mail(self) -> Page:
        return self.page

    def next_question(self) -> str:
        for _ in range(PATIENCE * 2):
            while self.read < len(self.sink.received):
                self.read += 1
                if self.sink.received[self.read - 1].recipients == (self.address,):
                    self.reopen()
                    heading = self.page.locator("h1").inner_text()
                    if heading.startswith("Your turn"):
                        return heading
                    self.news.append(self.page.locator("body").inner_text())
            time.sleep(0.5)
        raise AssertionError("no question came")

    def reopen(self) -> None:
        html = self.sink.received[self.read - 1].message.get_body(("html",))
        assert html is not None
        self.page.goto("about:blank")
        self.page.set_content(html.get_content())


def press_in_mail(reader: Reader, text: str) -> None:
    reader.mail().get_by_role("link", name=re.compile(text)).first.click()
    reader.page.wait_for_url(re.compile("/t/"))


def press(page: Page, what: str) -> None:
    """Until the page that it leads to is there: a click alone is over while the old one still shows."""
    with page.expect_navigation():
        page.locator(what).first.click(force=True)


def commit(page: Page) -> list[str]:
    """Presses the button; what the page asks next of the same seat comes without a mail and is answered too.

    Returns what the pages told: none of it is told again by mail."""
    press(page, "form.commit-form button")
    told = [page.locator("body").inner_text()]
    if is_asked(page):
        told += answer(page)
    return told


def answer(page: Page) -> list[str]:
    """Whatever the page asks: track by pressing hexes, anything else by the first choice."""
    if offers_track(page):
        press_hexes(page)
    else:
        choose(page)
    return commit(page)


def is_asked(page: Page) -> bool:
    """Not when bots were so quick that the last page already asked what this mail asks: it was answered there."""
    return page.locator("body.turn").count() > 0


def choose(page: Page, *, on_the_board: bool = False) -> None:
    """The first of what is offered, word by word, until the line is whole; at first from the board if asked."""
    for pressed in range(60):
        if page.locator("form.commit-form button").count():
            return
        kinds = (PLACES, OPTIONS, READY, KINDS) if on_the_board and pressed < 2 else (OPTIONS, READY, KINDS, PLACES)
        if pressed >= LONG:  # a turn of many steps: a ready-made line ends it
            kinds = (READY, OPTIONS, KINDS, PLACES)
        offered = next(kind for kind in kinds if page.locator(kind).count())
        page.locator(offered).first.click(force=True)  # the middle of a place on the board may lie beside its shape
        page.wait_for_load_state()


def move_in(reader: Reader) -> str:
    """The address of the first whole move that the open mail offers."""
    choices = reader.mail().locator("a[href*='/t/']")
    addresses = [link.get_attribute("href") or "" for link in choices.all()]
    return next(url for url in addresses if re.search(r"/t/[^/]+/[a-z]", url) and "/history" not in url)


def visible_hex(page: Page) -> Locator:
    """A place on the board that begins a tile; a phone shows a part of the board only."""
    frame = page.locator(".board-column .frame").bounding_box()
    above = [what.bounding_box() for what in page.locator(".bar:visible, .pans a:visible").all()]
    for link in page.locator(BEGINS_A_TILE).all():
        box = link.bounding_box()
        if box is not None and holds(frame, box) and not any(holds(other, box) for other in above):
            return link
    raise AssertionError("no hex to press is in sight")


def holds(outer: FloatRect | None, inner: FloatRect) -> bool:
    """Whether the middle of one lies in the other."""
    if outer is None:
        return False
    x, y = inner["x"] + inner["width"] / 2 - outer["x"], inner["y"] + inner["height"] / 2 - outer["y"]
    return 0 < x < outer["width"] and 0 < y < outer["height"]


BEGINS_A_TILE = "svg.board a.press[href*='/lay.']"
BUILD = f"{KINDS}[href*='/lay']"


def offers_track(page: Page) -> bool:
    """Not every page that a mail about track leads to: the question may have been answered on the page before it."""
    return page.locator(f"{BEGINS_A_TILE}, {BUILD}").count() > 0


def press_hexes(page: Page) -> None:
    """Presses a hex beside a city, chooses a tile and how it lies, up to the button that commits."""
    if not page.locator(BEGINS_A_TILE).count():  # too many places to mark before Build is chosen
        page.locator(BUILD).first.click()
        page.wait_for_url(re.compile(r"/lay(\?|$)"))
    visible_hex(page).click()
    page.wait_for_url(re.compile(r"/lay\.[A-R]\d+"))
    choose(page)
    assert page.locator("table.steps").inner_text()


def open_the_board(reader: Reader) -> list[str]:
    """Answers on the page; returns what it told."""
    press_in_mail(reader, "Open the board")
    reader.page.locator("h1").wait_for()
    return answer(reader.page) if is_asked(reader.page) else []


def play_a_round(reader: Reader) -> None:
    """The first round of Age of Steam from its mails, up to the mail that tells of the second."""
    page = reader.page
    phases: list[str] = []
    shown: list[str] = []
    for _ in range(40):
        heading = reader.next_question()
        if "turn 2 of 8" in heading:
            break
        phases.append(heading)
        if "build track" in heading:
            shown += open_the_board(reader)
        else:
            visit(page, move_in(reader))
            if is_asked(page):
                shown += commit(page)
        assert page.locator("h1").is_visible()
    else:
        pytest.fail(f"the first round does not end: {phases}")
    told = " ".join(phases)
    for phase in ("issue shares", "choose an action", "build track", "move goods"):
        assert phase in told
    reader.reopen()
    shown += [*reader.news, reader.mail().locator("body").inner_text()]
    for word in ("Income:", "Expenses:", "Goods in the west", "Goods in the east", "Turn 2 of 8 begins"):
        assert any(word in text for text in shown), word
