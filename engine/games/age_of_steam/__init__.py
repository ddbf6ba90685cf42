"""Age of Steam (Martin Wallace, 2002) on the Rust Belt map. The rules are in docs/rules/age-of-steam.md."""

from engine.core.game import Automatic, Game, Option, Phase
from engine.core.words import load_words
from engine.games.age_of_steam.audit import audit
from engine.games.age_of_steam.chart import CHART
from engine.games.age_of_steam.components import MAPS
from engine.games.age_of_steam.emblems import emblems
from engine.games.age_of_steam.estimate import ESTIMATE
from engine.games.age_of_steam.events import EVENTS
from engine.games.age_of_steam.goods_chart import panels
from engine.games.age_of_steam.guide import guide
from engine.games.age_of_steam.moves import lexicon
from engine.games.age_of_steam.phases import (
    actions,
    auction,
    build,
    expenses,
    goods,
    growth,
    income,
    issue,
    marker,
    production,
    reduction,
)
from engine.games.age_of_steam.picture import draw, text
from engine.games.age_of_steam.score import standings
from engine.games.age_of_steam.setup import setup
from engine.games.age_of_steam.sheet import round_of, sheet
from engine.games.age_of_steam.sketch import sketch
from engine.games.age_of_steam.state import State
from engine.games.age_of_steam.view import View, imagine, view
from engine.games.age_of_steam.wishes import grant

# aos-2.1: in the order of a turn.
ROUND: tuple[Phase[State] | Automatic[State], ...] = (
    issue,
    auction,
    actions,
    build,
    goods,
    income,
    expenses,
    reduction,
    production,
    growth,
    marker,
)
FOLLOWERS = {phase.NAME: follower for phase, follower in zip(ROUND, (*ROUND[1:], ROUND[0]), strict=True)}


def after(s: State) -> State:
    return FOLLOWERS[s.phase].begin(s)


GAME: Game[State, View] = Game(
    id="age-of-steam",
    version=1,
    seats=range(3, 7),
    options=(
        Option("map", MAPS),
        Option("engineer-flat"),
        Option("production-choice"),
        Option("direct-complex"),
        Option("coexist-upgrade-2"),
        Option("reduction-50-is-10"),
        Option("urbanize-anytime"),
    ),
    state=State,
    events=EVENTS,
    setup=setup,
    phases=ROUND,
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
    words=load_words("engine.games.age_of_steam"),
    panels=panels,
    emblems=emblems,
    sketch=sketch,
    guide=guide,
    purse=lambda s, seat: s.players[seat].money,
    grant=grant,
    estimate=ESTIMATE,
    playouts=8,
    planning_points=(issue.NAME, build.NAME),
)
