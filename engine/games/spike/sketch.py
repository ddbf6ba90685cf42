"""A move as a button shows it, where its bare words would not do: kinds of cards share words with colours of seats."""

from engine.core.move import Move
from engine.core.say import say
from engine.core.sheet import Sketch
from engine.games.spike.events import card
from engine.games.spike.moves import Give, Pay, Take
from engine.games.spike.view import View


def sketch(view: View, move: Move) -> Sketch | None:
    match move:
        case Give():
            return Sketch(say("sketch-give", card=card(move.rail)))
        case Take():
            return Sketch(say("sketch-take", card=card(move.rail)))
        case Pay():
            return Sketch(say("sketch-pay", cards=tuple(map(card, move.cards))))
        case _:
            return None
