"""Spike (2014): a triangular mesh, rail cards in hand, contracts, a train each. Rules: docs/rules/spike.md."""

from engine.core.game import Automatic, Game, Option, Options, Phase
from engine.core.move import Lexicon, Line
from engine.games.spike import advice, audit, events, names, picture, score, setup, sheet, view
from engine.games.spike.chart import CHART
from engine.games.spike.components import PARTS, box
from engine.games.spike.contract_panel import panels
from engine.games.spike.emblems import emblems
from engine.games.spike.estimate import ESTIMATE
from engine.games.spike.phases import close, expert, first_deal, gift, place, routes, sides, turn
from engine.games.spike.sketch import sketch
from engine.games.spike.state import State
from engine.games.spike.textboard import text
from engine.games.spike.view import View
from engine.games.spike.wishes import grant

ASKING: tuple[Phase[State], ...] = (gift, expert, place, turn)
AUTOMATIC: tuple[Automatic[State], ...] = (first_deal, sides, close, routes)


def after(s: State) -> State:
    """What follows a phase in which nobody is left to decide, in the order of the rulebook."""
    if s.phase == gift.NAME:
        return first_deal.begin(s)
    if s.phase == first_deal.NAME:
        return expert.begin(s) if s.expert else place.begin(s)
    if s.phase == expert.NAME:
        return sides.begin(s)
    if s.phase == sides.NAME:
        return place.begin(s)
    if s.phase == turn.NAME:
        return close.begin(s)
    return routes.begin(s) if s.ended else turn.begin(s)


def lexicon(options: Options) -> Lexicon:
    return {
        "city": box().cities,
        "track": tuple(box().edges),
        "space": (*box().cities, *box().edges),
        "good": box().goods,
        "rail": box().kinds,
        "part": PARTS,
    }


def playout(s: State, seat: int) -> Line:
    """Much like the first suggestion, but a turn is found in half the time."""
    if s.phase == turn.NAME:
        return advice.quick_line(s, seat)
    phase = next(phase for phase in ASKING if s.phase == phase.NAME)
    return phase.suggest(s, seat, 1)[0].line


GAME: Game[State, View] = Game(
    id="spike",
    version=1,
    seats=range(2, 5),
    options=(Option("expert"),),
    state=State,
    events=events.EVENTS,
    setup=setup.setup,
    phases=(*ASKING, *AUTOMATIC),
    after=after,
    lexicon=lexicon,
    view=view.view,
    imagine=view.imagine,
    round=sheet.round_of,
    sheet=sheet.sheet,
    draw=picture.draw,
    text=text,
    standings=score.standings,
    chart=CHART,
    audit=audit.audit,
    words=names.words(),
    panels=panels,
    emblems=emblems,
    sketch=sketch,
    grant=grant,
    playout=playout,
    estimate=ESTIMATE,
    playouts=40,
    candidates=8,  # five are mostly one of each kind of action, so that other builds would not be tried
    plans_after_turns=True,
)
