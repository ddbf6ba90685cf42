"""What has to be drawn for a letter: the boards, and the panels beside them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from engine.core.sheet import Drawing, Panel
from pbem.mail_out.letters import Letter
from pbem.play.scene import Scene


@dataclass(frozen=True)
class ToDraw:
    """A picture to be. The key names all that it is drawn from, so that a picture is found without drawing it."""

    key: bytes
    draw: Callable[[], Drawing] = field(compare=False, repr=False)

    @cached_property
    def drawing(self) -> Drawing:
        return self.draw()


def drawings(letter: Letter) -> tuple[ToDraw, ...]:
    """What has to be drawn for the letter, the boards first; `letter_text.write` takes the pictures in this order."""
    boards = [_board(scene) for scene in letter.pictured]
    beside = [_panel(letter.pictured[0], n, panel) for n, panel in enumerate(letter.panels)]
    return (*boards, *beside)


def _board(scene: Scene) -> ToDraw:
    # Addresses help where hexes are typed, and are clutter everywhere else.
    addresses = scene.advice is not None and scene.advice.on_the_board
    return ToDraw(_key(scene, f"board {addresses}"), lambda: scene.drawing(addresses=addresses))


def _panel(scene: Scene, number: int, panel: Panel) -> ToDraw:
    return ToDraw(_key(scene, f"panel {number}") + panel.drawn_from, lambda: panel.drawing)


def _key(scene: Scene, what: str) -> bytes:
    return scene.seen + what.encode() + msgspec.json.encode(scene.marks)
