"""A move as a button shows it: in a few words, with what it brings."""

from engine.core.move import Move
from engine.core.say import Say, say
from engine.core.sheet import Sketch
from engine.games.spike import moves as m
from engine.games.spike.components import box
from engine.games.spike.events import card, is_city
from engine.games.spike.view import View


def sketch(view: View, move: Move) -> Sketch | None:
    label = _cards(move) or _train(move) or _cargo(view, move)
    return Sketch(label) if label is not None else None


def _cards(move: Move) -> Say | None:
    """Cards, routes and contracts: kinds of cards share words with colours of seats."""
    match move:
        case m.Give():
            return say("sketch-give", card=card(move.rail))
        case m.Take():
            return say("sketch-take", card=card(move.rail))
        case m.Pay():
            return say("sketch-pay", cards=tuple(map(card, move.cards)))
        case m.Draw():
            return say("suggest-draw")
        case m.Flip():
            return say("sketch-flip", good=move.good)
        case m.Keep():
            return say("sketch-keep", top=move.top)
    return None


def _train(move: Move) -> Say | None:
    """Where the train goes and where track is laid."""
    match move:
        case m.Place():
            return say("suggest-place", city=move.city)
        case m.Run():
            return say("sketch-run-into" if is_city(move.to) else "sketch-run", space=move.to)
        case m.Restart():
            return say("suggest-restart-into" if is_city(move.to) else "suggest-restart-on", space=move.to)
        case m.Extra():
            return say("suggest-extra-into" if is_city(move.to) else "suggest-extra-on", space=move.to)
        case m.Lay():
            return say("sketch-lay", space=move.track, card=card(box().edges[move.track].kind))
    return None


def _cargo(view: View, move: Move) -> Say | None:
    """What the train carries, and the end of the turn."""
    match move:
        case m.Load():
            return say("part-load", good=move.good)
        case m.Drop():
            return say("part-drop", good=move.good)
        case m.Deliver():
            held = view.players[view.reader or 0]
            pays = next((one.printed.pays.get(held.train, 0) for one in held.contracts if one.good == move.good), 0)
            return say("sketch-deliver", good=move.good, pays=pays)
        case m.Done():
            return say("suggest-done")
    return None
