"""A turn on a telephone, with a finger: every choice and Commit stand in the first screen, with and without script."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page

from engine.core.game import SEAT_COLOURS
from engine.games import GAMES
from tests.pbem.web.demo_pages import create_demo
from tests.pbem.web.samples import Sample
from tests.services import PATIENCE, served

WIDTH, HEIGHT = 375, 667
LEAST = 40  # pixels for a finger
MOST_QUESTIONS = 24  # of a first turn
MOST_TAPS = 14
LONG_ENOUGH = 6  # taps for one line; then a ready-made one is taken

# What the head says when it is over. Trains of Whistle Stop are placed before its first round.
FIRST_TURNS = {
    "age-of-steam": "turn 2",
    "railroad-tycoon": "turn 2",
    "railways-of-the-world": "turn 2",
    "spike": "",
    "whistle-stop": "round 2",
}
# A round of Spike is a third of the game: the train is placed, then come two turns without a move and one with it.
QUESTIONS_OF_SPIKE = 4
QUESTIONS_WITHOUT_SCRIPT = 2

pytestmark = pytest.mark.slow


@pytest.fixture(
    scope="module",
    params=[pytest.param(True, id="script"), pytest.param(False, id="no-script", marks=pytest.mark.soak)],
)
def finger(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[tuple[Page, bool]]:
    context = chromium.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True, java_script_enabled=request.param
    )
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page(), request.param
    context.close()


def tap(page: Page, what: Locator) -> None:
    """With a finger, which neither scrolls nor hits what is smaller than itself."""
    box = what.bounding_box()
    assert box is not None, what
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert 0 < x < WIDTH, (what, box)
    assert 0 < y < HEIGHT, (what, box)
    assert min(box["width"], box["height"]) >= LEAST, (what, box)
    with page.expect_navigation():
        page.touchscreen.tap(x, y)


def on_the_board(page: Page) -> Locator | None:
    """The best place that is marked and in sight, if only places are asked for."""
    first = page.locator(".bar .places-group .place:not(.chosen)").first
    if not first.count() or page.locator(".bar .pictures-group:not(.again)").count():
        return None
    href = (first.get_attribute("href") or "").split("?")[0]
    hexes = page.locator(f"svg.board a[href^='{href}']")
    for hex in hexes.all():
        box = hex.bounding_box()
        if box is not None and 0 < box["x"] < WIDTH - 60 and 40 < box["y"] < HEIGHT - 200:
            return hex
    return first


def choice(page: Page, question: int, taps: int) -> Locator:
    """What is pressed next: every kind of the menu in its turn, then the best of what it offers."""
    kinds = page.locator(".bar .kind:visible")
    if not taps and kinds.count():
        return kinds.nth(question % kinds.count())
    for offered in (".bar .pictures-group:not(.again) .option:not(.refused)", ".bar .buttons .option"):
        options = page.locator(f"{offered}:visible")
        if options.count():
            return options.first
    place = on_the_board(page)
    return place if place is not None else kinds.last


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "end"), FIRST_TURNS.items(), ids=list(FIRST_TURNS))
def test_a_whole_first_turn_is_played_without_scrolling(game: str, end: str, finger: tuple[Page, bool]) -> None:
    play(
        game,
        finger,
        lambda table, question: table.scene(0, "en").round.startswith(end) if end else question == QUESTIONS_OF_SPIKE,
    )


@pytest.mark.parametrize("game", FIRST_TURNS)
@pytest.mark.parametrize("finger", [pytest.param(False, id="no-script")], indirect=True)
def test_the_first_questions_need_neither_scrolling_nor_script(game: str, finger: tuple[Page, bool]) -> None:
    """The pages are those of the turn above; without script it is played as a whole by `make soak`."""
    play(game, finger, lambda _, question: question == QUESTIONS_WITHOUT_SCRIPT)


def play(game: str, finger: tuple[Page, bool], is_over: Callable[[Sample, int], bool]) -> None:
    """Answers question after question of a new table with a finger."""
    page, script = finger
    rules = GAMES[game]
    seats = 3 if 4 not in rules.seats else 4
    table = Sample(rules, tuple(SEAT_COLOURS[:seats]), ("Ada", "Boris", "Chloé", "Dewi")[:seats])
    table.play_bots(0)
    with served(create_demo(table)) as port:
        for question in range(MOST_QUESTIONS):
            if is_over(table, question):
                break
            page.goto(f"http://127.0.0.1:{port}/t/0")
            before = len(table.log)
            for taps in range(MOST_TAPS):
                commit = page.locator("button.primary:has(.plays)")
                if commit.count():
                    assert scrolled(page, script) == 0
                    tap(page, commit)
                    break
                if taps == LONG_ENOUGH:
                    page.goto(f"http://127.0.0.1:{port}{ready(page)}")
                    continue
                tap(page, choice(page, question, taps))
                assert scrolled(page, script) == 0
            assert len(table.log) > before, f"question {question} was not answered"
        else:
            pytest.fail("the first turn does not end")


def ready(page: Page) -> str:
    return page.locator(".ready li a").first.get_attribute("href") or ""


def scrolled(page: Page, script: bool) -> float:
    """How far the page was scrolled; without the script nobody can tell, and nothing in the test scrolls."""
    return float(page.evaluate("scrollY")) if script else 0
