"""Mails as a browser shows them: on a desk, on a phone, in the dark."""

from typing import TYPE_CHECKING, Literal

import pytest

from engine.core.course import Written, best_lines, course
from engine.core.record import read_record, replay
from engine.games import GAMES
from pbem.mail_out.letter_text import write
from pbem.mail_out.letters import GameOver
from pbem.play.scene import Scene
from tests.pbem.mail_out.samples import LANGUAGES, SAMPLES, SEAT, desk, head, written
from tests.records.take import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Texts whose contrast with the nearest painted ground is below 4.5.
LOW_CONTRAST = """() => {
  const rgb = c => c.match(/[0-9.]+/g).map(Number);
  const linear = v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const lum = c => { const [r, g, b] = rgb(c).map(v => linear(v / 255));
    return .2126 * r + .7152 * g + .0722 * b; };
  const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    if (rgb(c)[3] !== 0) return c; } return 'rgb(255,255,255)'; };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) { const text = walker.currentNode.textContent.trim();
    if (!text || text === '\\u00a0') continue;
    const e = walker.currentNode.parentElement; const a = lum(getComputedStyle(e).color), b = lum(ground(e));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) found.push([text, ratio, getComputedStyle(e).color, ground(e)]); }
  return found; }"""


# Headings of one short word that stand on more than one line.
BROKEN_HEADINGS = """() => [...document.querySelectorAll('.cells th')].filter(heading => {
  const range = document.createRange();
  range.selectNodeContents(heading);
  return !heading.children.length && /^\\S{1,8}$/.test(heading.textContent) && range.getClientRects().length > 1;
}).map(heading => heading.textContent)"""


def widths_where_it_runs_over(tab: "Page") -> list[int]:
    """Of a desk and two phones."""
    over = []
    for width in (600, 375, 320):
        tab.set_viewport_size({"width": width, "height": 800})
        if tab.evaluate("document.documentElement.scrollWidth") > width:
            over.append(width)
    return over


def test_no_mail_is_wider_than_the_screen(tab: "Page") -> None:
    for name in SAMPLES:
        for lang in LANGUAGES:
            tab.set_content(written(name, lang).html)
            assert widths_where_it_runs_over(tab) == [], (name, lang)


@pytest.mark.parametrize("game", GAMES)
def test_no_final_score_is_wider_than_the_screen(tab: "Page", game: str) -> None:
    record = read_record(max(FOLDER.glob(f"{game}-*.txt")).read_text("utf-8"))
    timeline = replay(GAMES[game], record)
    states = timeline.states
    went = course(GAMES[game], range(len(states)), states.__getitem__)
    lines = (Written(e.ply, record.seats.index(e.by), e.text, states[e.ply - 1]) for e in timeline.standing)
    best = best_lines(GAMES[game], lines)
    names = ("Geneviève", "Boris", "Marie-Claire", "Dewi", "Eugénie", "Łukasz")[: len(record.seats)]
    for lang in LANGUAGES:
        end = desk(Scene(GAMES[game], states[-1], 0, names, lang))
        over = GameOver(end, f"{SEAT}/proof.txt", f"{SEAT}/record.txt", went, best, f"{SEAT}#rematch")
        tab.set_content(write(head(lang), over).html)
        assert widths_where_it_runs_over(tab) == [], lang
        tab.set_viewport_size({"width": 375, "height": 800})
        assert tab.evaluate(BROKEN_HEADINGS) == []


def test_what_is_pressed_is_large_enough(tab: "Page") -> None:
    tab.set_viewport_size({"width": 375, "height": 800})
    for name in SAMPLES:
        tab.set_content(written(name, "fr").html)
        small = tab.evaluate(
            "Array.from(document.querySelectorAll('.primary a, .move a, .foot a, .openlink a'))"
            ".filter(a => a.getBoundingClientRect().height < 44).map(a => a.textContent)"
        )
        assert small == [], name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_letter_stands_out_from_its_ground(tab: "Page", scheme: Literal["light", "dark"]) -> None:
    tab.set_viewport_size({"width": 600, "height": 800})
    tab.emulate_media(color_scheme=scheme)
    for name in SAMPLES:
        tab.set_content(written(name, "en").html)
        assert tab.evaluate(LOW_CONTRAST) == [], name
