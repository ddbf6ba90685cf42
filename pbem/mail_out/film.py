"""A game as a film: a picture for every line that changes the board, with the change numbered, as WebP or GIF.

Pictures are put together from the same rasters as those of mails and mapped to the same palette, so that most of a
picture equals the one before it, and only the difference is packed.
"""

import io
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from typing import Any, Literal

from PIL import Image, ImageChops

from engine.core.event import Event
from engine.core.game import AnyGame
from engine.games import GAMES
from pbem.base.boxes import load_boxes
from pbem.base.service import Reel
from pbem.mail_out.palette import board_palette
from pbem.mail_out.pictures import picture_of
from pbem.play.scene import Scene

WIDTH = 800
A_LINE, A_ROUND, THE_END = 700, 2_000, 6_000  # milliseconds that a picture stays
NICENESS = 15  # pages, moves and mails come first

Format = Literal["webp", "gif"]


@dataclass(frozen=True)
class Shot:
    """The position after a line, and what the line did."""

    state: Any
    events: tuple[Event, ...]
    ends_round: bool = False


@dataclass(frozen=True)
class Cast:
    """For whom the film is, and what the seats are called in it."""

    game: AnyGame
    names: tuple[str, ...]
    lang: str
    reader: int | None = None


def film_of(cast: Cast, shots: Iterable[Shot], format: Format) -> bytes:
    frames = list(_frames(cast, shots))
    height = max(picture.height for picture, _ in frames)
    pictures = [_on_paper(picture, height) for picture, _ in frames]
    times = [time for _, time in frames[:-1]] + [THE_END]
    packed = io.BytesIO()
    if format == "webp":
        # Lossless: flat colours pack better so, and letters stay sharp.
        first, *more = (picture.convert("RGB") for picture in pictures)
        first.save(
            packed, "WEBP", save_all=True, append_images=more, duration=times, lossless=True, quality=30, method=2
        )
    else:
        first, *more = _differences(pictures)
        clear = len(board_palette().entries)
        first.save(
            packed, "GIF", save_all=True, append_images=more, duration=times, loop=0, transparency=clear, disposal=1,
            optimize=False,
        )  # fmt: skip
    return packed.getvalue()


def _frames(cast: Cast, shots: Iterable[Shot]) -> Iterator[tuple[Image.Image, int]]:
    """Each picture with how long it stays. A line that changes nothing to be seen has none."""
    before, picture, time = "", None, 0
    for shot in shots:
        scene = Scene(cast.game, shot.state, cast.reader, cast.names, cast.lang, shot.events)
        drawing, stays = scene.drawing(alone=True), A_ROUND if shot.ends_round else A_LINE
        if picture is not None and drawing.moving == before:
            time = max(time, stays)
            continue
        if picture is not None:
            yield picture, time
        before, picture, time = drawing.moving, board_palette().mapped(picture_of(drawing, WIDTH)), stays
    if picture is not None:
        yield picture, time


def _on_paper(picture: Image.Image, height: int) -> Image.Image:
    """All pictures of a film have one size; the ground of a lower one goes on."""
    if picture.height == height:
        return picture
    ground = picture.getpixel((0, picture.height - 1))
    higher = Image.new("P", (picture.width, height), ground)
    higher.putpalette(picture.getpalette() or [])
    higher.paste(picture, (0, 0))
    return higher


def _differences(pictures: Sequence[Image.Image]) -> Iterator[Image.Image]:
    """Each picture without what the one before it shows already; long runs of nothing are what GIF packs well."""
    clear = len(board_palette().entries)
    yield pictures[0]
    for before, picture in pairwise(pictures):
        changed = ImageChops.difference(_indices(before), _indices(picture)).point([0] + [255] * 255)
        rest = Image.new("P", picture.size, clear)
        rest.putpalette(picture.getpalette() or [])
        rest.paste(picture, (0, 0), changed)
        yield rest


def _indices(picture: Image.Image) -> Image.Image:
    return Image.frombytes("L", picture.size, picture.tobytes())


def film_of_reel(reel: Reel) -> bytes:
    """Seats go by their colours: a film is kept, and a player who leaves leaves no name in it."""
    load_boxes(reel.boxes)
    game = GAMES[reel.game]
    shots = [Shot(game.decode(state), game.event_decoder.decode(events), ends) for state, events, ends in reel.shots]
    names = tuple(game.words.name(colour, reel.lang).capitalize() for colour in shots[0].state.seats)
    return film_of(Cast(game, names, reel.lang), shots, "webp")


def film_in_own_process(reel: Reel) -> bytes:
    """For the embedded default, where the same process answers pages."""
    with get_context("spawn").Pool(1, os.nice, (NICENESS,)) as pool:
        return pool.apply(film_of_reel, (reel,))
