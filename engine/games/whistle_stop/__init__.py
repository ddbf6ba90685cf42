"""Whistle Stop, 2 to 5 players: trains run from the East coast to the West over track that is laid as they go."""

from engine.core.game import Automatic, Game, Phase
from engine.core.move import Line
from engine.games.whistle_stop import advice, moves
from engine.games.whistle_stop.audit import audit
from engine.games.whistle_stop.chart import CHART
from engine.games.whistle_stop.emblems import emblems
from engine.games.whistle_stop.estimate import ESTIMATE
from engine.games.whistle_stop.events import EVENTS
from engine.games.whistle_stop.names import words
from engine.games.whistle_stop.phases import discard, final_count, place, refill, supply, turn
from engine.games.whistle_stop.picture import draw
from engine.games.whistle_stop.score import standings
from engine.games.whistle_stop.setup import setup
from engine.games.whistle_stop.sheet import round_of, sheet
from engine.games.whistle_stop.sketch import sketch
from engine.games.whistle_stop.stages import debtor
from engine.games.whistle_stop.state import State
from engine.games.whistle_stop.textboard import text
from engine.games.whistle_stop.upgrade_panel import panels
from engine.games.whistle_stop.view import View, imagine, view
from engine.games.whistle_stop.wishes import grant

PHASES: tuple[Phase[State] | Automatic[State], ...] = (place, supply, turn, discard, refill, final_count)


def after(s: State) -> State:
    """What follows when nobody is left to decide in a phase."""
    if s.phase == turn.NAME:
        return discard.begin(s) if debtor(s) is not None else refill.begin(s)
    if s.phase == discard.NAME:
        return s.with_phase(turn.NAME, s.asked)  # the buyer goes on
    if s.phase == supply.NAME or (s.phase == refill.NAME and s.asked):
        return turn.begin(s)
    if s.phase == refill.NAME and s.last_round:  # whi-10.1
        return final_count.begin(s)
    return supply.begin(s)


def playout(s: State, seat: int) -> Line:
    """Much like the first suggestion, but a turn is found in a tenth of the time."""
    if s.phase == turn.NAME:
        return advice.quick_line(s, seat)
    suggest = place.suggest if s.phase == place.NAME else discard.suggest
    return suggest(s, seat, 1)[0].line


GAME: Game[State, View] = Game(
    id="whistle-stop",
    version=3,
    seats=range(2, 6),
    options=(),
    state=State,
    events=EVENTS,
    setup=setup,
    phases=PHASES,
    after=after,
    lexicon=moves.lexicon,
    view=view,
    imagine=imagine,
    round=round_of,
    sheet=sheet,
    draw=draw,
    text=text,
    standings=standings,
    chart=CHART,
    audit=audit,
    words=words(),
    panels=panels,
    emblems=emblems,
    sketch=sketch,
    grant=grant,
    playout=playout,
    estimate=ESTIMATE,
    candidates=8,  # whole turns differ much: eight to eleven do a little better than five
    playouts=20,
    planning_points=(place.NAME,),
    plans_after_turns=True,
)
