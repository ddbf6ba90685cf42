"""The pictures of the front page: a turn mail on a phone, the press that plays it, and the mail of the next player.

    python -m tests.pbem.web.front_pictures

They show the game that ships with the program, by the templates of the mails and pages themselves, in both languages,
by day and by night. Run it again when a mail or the turn page looks different, and look at what it wrote.
"""

import io
from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PIL import Image

from engine.core.words import LANGUAGES
from engine.games import GAMES
from pbem.mail_out import letters
from pbem.mail_out.drawings import drawings
from pbem.mail_out.letter_text import write
from pbem.mail_out.pictures import png_of
from pbem.play.sample_games import recorded
from pbem.web.cards import FRONT
from tests import provide_chromium
from tests.pbem.mail_out.samples import UNTIL, desk, head
from tests.pbem.web.demo_pages import create_demo
from tests.pbem.web.samples import Played, Sample
from tests.services import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Page

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
GAME = "age-of-steam"
ASKED = 71  # after this ply Anna is asked which cube to move
SCREEN = (375, 760)
SHARPNESS = 1.6  # pixels of the picture for each of the page
QUALITY = 78
NAMES = ("mail", "press", "next")


def mail_to(ply: int, since: int, lang: str) -> str:
    """The turn mail to whoever is asked after this ply, as a page of its own."""
    game = recorded(GAME, ply)
    seat = game.record.seats.index(game.record.entries[ply].by)
    letter = letters.YourTurn(desk(game.scene(lang, ply, since, seat), title_in(lang)), 57, UNTIL)
    drawn = [png_of(one.drawing) for one in drawings(letter)]
    written = write(head(lang, name=game.record.names[seat]), letter, drawn)
    html = written.html
    for picture in written.pictures:
        html = html.replace(f"cid:{picture.cid}", f"data:image/png;base64,{b64encode(picture.png).decode()}")
    return html


def title_in(lang: str) -> str:
    return "Jeudi soir" if lang == "fr" else "Thursday table"


def table() -> Sample:
    """The same question as a table of the demo pages."""
    game = recorded(GAME, ASKED)
    sample = Sample(GAMES[GAME], game.record.seats, game.record.names)
    seats = [None, *(game.record.seats.index(entry.by) for entry in game.record.entries[:ASKED])]
    texts = ["", *(entry.text for entry in game.record.entries[:ASKED])]
    sample.log[:] = [Played(*played) for played in zip(seats, texts, game.events, game.states, strict=True)]
    return sample


def show(page: "Page", site: str, name: str, lang: str) -> tuple[float, float]:
    """Opens what the picture is of, and gives where it begins and ends on the page."""
    if name == "press":
        entry = recorded(GAME, ASKED).record.entries[ASKED]
        page.goto(f"{site}/t/{recorded(GAME, ASKED).record.seats.index(entry.by)}/{entry.text}?lang={lang}")
        return SCREEN[1] - 452, SCREEN[1]
    page.goto("about:blank")  # the policy of a page before would hold for the mail too
    page.set_content(mail_to(ASKED if name == "mail" else ASKED + 1, ASKED - 1 if name == "mail" else ASKED, lang))
    first = page.locator(".eyebrow" if name == "mail" else "h2").first.bounding_box()
    board = page.locator("img").first.bounding_box()
    assert first is not None
    assert board is not None
    return first["y"] - 14, board["y"] + board["height"] + 6


def pictures(browser: "Browser", wanted: Sequence[str] = NAMES) -> Iterator[tuple[str, bytes]]:
    """The name of each file, and the file."""
    with served(create_demo(table())) as port:
        for lang in LANGUAGES:
            for scheme in SCHEMES:
                with browser.new_context(
                    viewport={"width": SCREEN[0], "height": SCREEN[1]}, color_scheme=scheme, device_scale_factor=2
                ) as context:
                    page = context.new_page()
                    for name in wanted:
                        top, bottom = show(page, f"http://127.0.0.1:{port}", name, lang)
                        clip: FloatRect = {"x": 0, "y": top, "width": SCREEN[0], "height": bottom - top}
                        shot = page.screenshot(full_page=name != "press", clip=clip)
                        yield f"{name}.{lang}.{scheme}.webp", packed(shot)


def packed(screenshot: bytes) -> bytes:
    shot = Image.open(io.BytesIO(screenshot)).convert("RGB")
    wide = round(SCREEN[0] * SHARPNESS)
    small = shot.resize((wide, round(shot.height * wide / shot.width)), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    small.save(file, "WEBP", quality=QUALITY, method=6)
    return file.getvalue()


def main() -> None:
    from playwright.sync_api import sync_playwright

    folder = Path(str(FRONT))
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=provide_chromium.find())
        for name, data in pictures(browser):
            (folder / name).write_bytes(data)
            print(f"{folder / name}: {len(data) // 1000} KB")
        browser.close()


if __name__ == "__main__":
    main()
