"""Railroad Tycoon (2005) and Railways of the World, Eastern U.S.: one package, two profiles.

The rules of both are in docs/rules/railways.md.
"""

from engine.core.game import Automatic, Game, Phase
from engine.games.railways.audit import audit
from engine.games.railways.box import BOXES
from engine.games.railways.card_panel import panels
from engine.games.railways.chart import CHART
from engine.games.railways.emblems import emblems
from engine.games.railways.estimate import ESTIMATE
from engine.games.railways.events import EVENTS
from engine.games.railways.moves import lexicon
from engine.games.railways.names import game_words
from engine.games.railways.phases import actions, auction, income
from engine.games.railways.picture import draw, text
from engine.games.railways.profile import PROFILES, SEATS, Profile
from engine.games.railways.score import standings
from engine.games.railways.setup import SETUPS
from engine.games.railways.sheet import purse, round_of, sheet
from engine.games.railways.sketch import sketch
from engine.games.railways.state import State, View
from engine.games.railways.trial import try_box
from engine.games.railways.view import imagine, view
from engine.games.railways.wishes import grant

# rw-2.1: in the order of a turn.
TURN: tuple[Phase[State] | Automatic[State], ...] = (auction, actions, income)
FOLLOWERS = {phase.NAME: follower for phase, follower in zip(TURN, (*TURN[1:], TURN[0]), strict=True)}


def after(s: State) -> State:
    return FOLLOWERS[s.phase].begin(s)


def _game(profile: Profile) -> Game[State, View]:
    return Game(
        id=profile.id,
        version=3,
        seats=SEATS,
        options=profile.options,
        state=State,
        events=EVENTS,
        setup=SETUPS[profile.id],
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
        chart=CHART,
        audit=audit,
        words=game_words(),
        panels=panels,
        emblems=emblems,
        sketch=sketch,
        purse=lambda s, seat: purse(s.players[seat], s.profile),
        grant=grant,
        estimate=ESTIMATE,
        playouts=8,
        planning_points=(auction.NAME,),
        boxes=BOXES,
        try_box=try_box,
    )


RAILROAD_TYCOON, RAILWAYS_OF_THE_WORLD = map(_game, PROFILES.values())
