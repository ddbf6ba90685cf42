"""A move as a button shows it: in a few words with what it does, and a tile as it would lie."""

from engine.core.move import Move
from engine.core.say import Say, say
from engine.core.sheet import Piece, Sketch
from engine.draw import theme
from engine.draw.svg import circle, polygon
from engine.games.whistle_stop import moves as m
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.picture import centre
from engine.games.whistle_stop.sheet import described
from engine.games.whistle_stop.tilework import SIDE, hexagon, middle, tile_svg
from engine.games.whistle_stop.view import View

MARGIN = 6


def sketch(view: View, move: Move) -> Sketch | None:
    if isinstance(move, m.Lay):
        return _lay(view, move)
    label = _train(view, move) or _answer(view, move) or _tile(move)
    return Sketch(label) if label is not None else _deal(view, move)


def _train(view: View, move: Move) -> Say | None:
    """Where trains begin and go."""
    running = view.turn.running
    match move:
        case m.Place():
            return say("plan-place", station=move.station)
        case m.Run():
            return say("sketch-run", hex=move.hex, side=move.side)
        case m.Blow():
            return say("sketch-blow", hex=move.hex, side=move.side)
        case m.On():
            return say("sketch-on", side=move.side)
        case m.Stop() if running is not None:
            return say("sketch-stop", hex=running.hex)
        case m.Bypass() if running is not None:
            return say("sketch-bypass", hex=running.hex)
        case m.Again():
            return say("plan-again", hex=move.hex)
        case m.Done():
            return say("plan-end") if view.turn.moved or view.turn.filling else say("plan-idle")
    return None


def _answer(view: View, move: Move) -> Say | None:
    """What is answered to the first thing that is asked."""
    todo = view.turn.todo[0] if view.turn.todo else None
    match move:
        case m.Pay():
            return say("sketch-pay", good=move.good)
        case m.Deliver() if todo is not None:
            tile = box().tiles[view.tiles[todo.word].tile]
            return say("sketch-deliver", cost=tile.cost, bonus=tile.bonus)
        case m.Skip() if todo is not None and todo.kind == "deliver":
            return say("sketch-skip-delivery", n=box().tiles[view.tiles[todo.word].tile].malus)
        case m.Skip() if todo is not None:
            return say("sketch-skip-good", good=todo.word)
        case m.Drop() if todo is not None:
            return say("sketch-drop", dropped=move.good, good=todo.word)
        case m.Take():
            return say("sketch-take", thing=move.thing)
        case m.Park() if move.space <= len(box().spaces):
            return say("sketch-park", space=move.space, gifts=box().spaces[move.space - 1])
        case m.Sell():
            return say("sketch-sell", share=move.share)
    return None


def _tile(move: Move) -> Say | None:
    """Tiles that are taken, and put under the pile."""
    match move:
        case m.Pick():
            return say("plan-tile", tile=move.tile)
        case m.Draw():
            return say("plan-draw")
        case m.Look():
            return say("plan-look")
        case m.Choose():
            return say("sketch-choose", tile=described(move.tile))
        case m.Discard():
            return say("sketch-discard", tile=described(move.tile))
    return None


def _deal(view: View, move: Move) -> Sketch | None:
    """Trades, shares and upgrades; of an upgrade also what it does."""
    match move:
        case m.Trade():
            return Sketch(say("sketch-trade", gives=move.gives, gets=move.gets))
        case m.Swap():
            return Sketch(say("sketch-swap", share=move.share, company=move.company))
        case m.Buy():
            cost = box().upgrades[move.upgrade].cost
            return Sketch(say("sketch-buy", upgrade=move.upgrade, cost=cost), _effect(move.upgrade))
        case m.Buyout():
            owner = next((seat for seat, one in enumerate(view.players) if move.upgrade in one.upgrades), 0)
            cost = box().upgrades[move.upgrade].cost
            label = say("sketch-buyout", upgrade=move.upgrade, owner=owner, cost=cost, rare=move.rare)
            return Sketch(label, _effect(move.upgrade))
        case m.Use():
            return Sketch(say("plan-use", upgrade=move.upgrade), _effect(move.upgrade))
    return None


def _effect(upgrade: str) -> Say:
    return say("note-does", effect=say(f"does-{upgrade}"))


def _lay(view: View, move: m.Lay) -> Sketch | None:
    """A tile as it would lie, with the side by which the train comes."""
    running = view.turn.running
    if running is None or move.rotation >= len(box().tiles[move.tile].rotations):
        return None
    special = box().tiles[move.tile].special
    svg = tile_svg(move.tile, move.rotation, (), SIDE)  # its name stands below
    svg += polygon(hexagon(SIDE, 0.985), fill="none", stroke=theme.FIGURE, stroke_width=1.6)
    x, y = middle(running.side)
    svg += circle(x * SIDE, y * SIDE, 9, fill=theme.ACCENT, stroke=theme.WHITE, stroke_width=2)
    frame = (-SIDE - MARGIN, -54 - MARGIN, 2 * (SIDE + MARGIN), 2 * (54 + MARGIN))
    label = say("sketch-special", tile=move.tile) if special else say("sketch-lay", tile=move.tile, n=move.rotation)
    return Sketch(label, piece=Piece(*centre(running.hex), frame, svg))
