"""Railroad Tycoon (2005) and Railways of the World, Eastern U.S.: one package, two profiles.

The rules of both are in docs/rules/railways.md.
"""

from collections.abc import Callable

from engine.core.game import Automatic, Game, Options, Outcome, Phase
from engine.core.rng import Rng
from engine.core.words import load_words
from engine.games.railways import profile, setup
from engine.games.railways.audit import audit
from engine.games.railways.box import BOXES
from engine.games.railways.drawing import draw, text
from engine.games.railways.events import EVENTS
from engine.games.railways.moves import lexicon
from engine.games.railways.phases import actions, auction, income
from engine.games.railways.profile import SEATS, Profile
from engine.games.railways.score import standings
from engine.games.railways.sheet import round_of, sheet
from engine.games.railways.sketch import sketch
from engine.games.railways.state import State, View
from engine.games.railways.view import imagine, view

# rw-2.1: in the order of a turn.
TURN: tuple[Phase[State] | Automatic[State], ...] = (auction, actions, income)
FOLLOWERS = {phase.NAME: follower for phase, follower in zip(TURN, (*TURN[1:], TURN[0]), strict=True)}


def after(s: State) -> State:
    return FOLLOWERS[s.phase].begin(s)


Setup = Callable[[tuple[str, ...], Rng, Options], Outcome[State]]


def _game(profile: Profile, setup: Setup) -> Game[State, View]:
    return Game(
        id=profile.id,
        version=2,
        seats=SEATS,
        options=profile.options,
        state=State,
        events=EVENTS,
        setup=setup,
        phases=TURN,
        after=after,
        lexicon=lexicon,
        view=view,
        imagine=imagine,
        round=round_of,
        sheet=sheet,
        draw=draw,
        text=text,
        standings=standings,
        audit=audit,
        words=load_words("engine.games.railways"),
        sketch=sketch,
        boxes=BOXES,
    )


RAILROAD_TYCOON = _game(profile.RAILROAD_TYCOON, setup.railroad_tycoon)
RAILWAYS_OF_THE_WORLD = _game(profile.RAILWAYS_OF_THE_WORLD, setup.railways_of_the_world)
