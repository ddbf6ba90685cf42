"""A position as pages show it: the board as inline SVG, the table of players, what changed, the board in words."""

import re
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any

from markupsafe import Markup

from engine.core.play import actors
from engine.core.sheet import Drawing, Panel
from pbem.play.draft import Draft
from pbem.play.scene import Scene
from pbem.web.inlays import Inlay
from pbem.web.look import Addresses, Crop, focus_of, pans
from pbem.web.models import BoardView, Cell, Change, Link, PanelView, PlayerRow, Position, SeatName, Section

_MINUS = re.compile(r"(?<![\w-])-(?=[\d$])")


def position_of(scene: Scene, addresses: Addresses, draft: Draft | None = None, /, **marks: Any) -> Position:
    """`marks` are further ones for the drawing: links, prices, chosen places."""
    drafted = _drafted(scene, draft)
    return Position(
        board=board_of(scene, addresses, draft, **marks),
        panels=panels_of(scene, addresses, draft, **marks),
        columns=scene.columns,
        players=_players(scene, drafted),
        changes=tuple(Change(change.number, change.text) for change in scene.changes),
        sections=tuple(Section(section.heading, section.lines) for section in drafted.sections),
        private=drafted.private,
    )


def _drafted(scene: Scene, draft: Draft | None) -> Scene:
    """The scene after what may be shown of the draft."""
    return replace(scene, state=draft.state) if draft is not None and draft.shown else scene


def _players(scene: Scene, drafted: Scene) -> tuple[PlayerRow, ...]:
    after = {player.seat: player.cells for player in drafted.players}
    asked = () if scene.is_over else actors(scene.game, scene.state)
    return tuple(
        PlayerRow(
            SeatName(player.colour, player.name),
            player.is_reader,
            tuple(
                Cell(figure(now), figure(then) if then != now else "")
                for now, then in zip(player.cells, after[player.seat], strict=True)
            ),
            player.note,
            player.seat in asked,
        )
        for player in scene.players
    )


def figure(text: str) -> str:
    """With the sign that figures have, as in mails: a hyphen is shorter and does not stand at their height."""
    return _MINUS.sub("−", text)


def board_of(scene: Scene, addresses: Addresses, draft: Draft | None = None, /, **marks: Any) -> BoardView:
    look = addresses.look
    text = draft.text if draft is not None else ""
    numbered, with_changes = _changes(scene, addresses, draft)
    shown, wanted = _shown(scene, addresses, draft, marks)
    drawing = shown.drawing(**wanted)
    first = next(iter(wanted.get("links", {}).values()), "")
    at = None if look.whole else (look.crop.inside(drawing) if look.crop is not None else focus_of(drawing, first))
    return BoardView(
        svg=inline(drawing, scene.picture_in_words, at, held=look.crop is not None),
        label=scene.picture_in_words,
        text=drawing.text,
        looks=_looks(addresses, draft),
        legal=Link("", addresses.draft(text, replace(look, legal=not look.legal)), look.legal)
        if marks.get("links") and not look.now
        else None,
        changes=Link("", addresses.draft(text, replace(look, changes=not with_changes)), with_changes)
        if numbered
        else None,
        pans={name: addresses.draft(text, to) for name, to in pans(drawing, look, at).items()},
        is_whole=look.crop is None,
        is_whole_when_small=at is None,
    )


def panels_of(scene: Scene, addresses: Addresses, draft: Draft | None = None, /, **marks: Any) -> tuple[PanelView, ...]:
    """What stands beside the board, in the same position and with the same marks as the board."""
    shown, wanted = _shown(scene, addresses, draft, marks)
    return tuple(
        PanelView(scene.say(panel.heading), panel_svg(panel, scene.say(panel.label)))
        for panel in shown.panels(**wanted)
    )


def _changes(scene: Scene, addresses: Addresses, draft: Draft | None) -> tuple[bool, bool]:
    """Whether there are changes with a number, and whether they are shown."""
    numbered, wanted = any(change.number for change in scene.changes), addresses.look.changes
    drafted = draft is not None and bool(draft.text)
    return numbered, numbered and (wanted if wanted is not None else not drafted)


def _shown(
    scene: Scene, addresses: Addresses, draft: Draft | None, marks: Mapping[str, Any]
) -> tuple[Scene, dict[str, Any]]:
    """The position that the reader looks at, and the marks that are wanted on it."""
    look = addresses.look
    wanted = {name: value for name, value in marks.items() if not look.now}
    if not look.legal:
        wanted |= {"links": {}, "prices": {}, "elsewhere": ""}
    if not _changes(scene, addresses, draft)[1]:
        wanted |= {"changes": {}}
    return (scene if look.now else _drafted(scene, draft)), wanted


def _looks(addresses: Addresses, draft: Draft | None) -> tuple[Link, ...]:
    if draft is None or not draft.moves:
        return ()
    look = addresses.look
    now, then = replace(look, now=True), replace(look, now=False)
    return (
        Link("now", addresses.draft(draft.text, now), look.now),
        Link("draft", addresses.draft(draft.text, then), not look.now),
    )


def inline(drawing: Drawing, label: str, at: Crop | None = None, *, held: bool = False) -> Inlay:
    """The drawing for a page. `at` is the part that small screens show, and with `held` large ones too.

    The part is a transformation in an attribute, which the stylesheet undoes for large screens: so one picture serves
    both, without a script and without inline style.
    """
    part = f' transform="{at.transform(drawing)}"' if at is not None else ""
    return Inlay(
        f'<svg class="board{" held" if held else ""}" viewBox="0 0 {drawing.width} {drawing.height}" role="group"'
        f' preserveAspectRatio="xMidYMid {"meet" if at is None else "slice"}"'
        f' aria-label="{escape(label)}" data-near="{drawing.near:.2f}"><g class="part"{part}><g class="still">',
        drawing.still,
        f'</g><g class="moving">{drawing.moving}</g><g class="ghost"></g></g></svg>',
    )


def panel_svg(panel: Panel, label: str) -> Markup:
    drawing = panel.drawing
    role = "group" if "<a " in drawing.moving else "img"
    return Markup(
        f'<svg class="panel" viewBox="0 0 {drawing.width} {drawing.height}" role="{role}"'
        f' aria-label="{escape(label)}">{drawing.still}{drawing.moving}</svg>'
    )
