"""Whole build turns worth suggesting: which links could be finished now, and what they would bring.

A build turn is put together project by project: the best one first, then the best one on the board after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.game import Suggestion
from engine.core.move import Line, Move
from engine.core.say import Say, say
from engine.games.age_of_steam import weights
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.build_effects import with_city, with_tile
from engine.games.age_of_steam.components import NEW_CITIES
from engine.games.age_of_steam.deliveries import hauls
from engine.games.age_of_steam.lay_rules import refuse_lay
from engine.games.age_of_steam.money import budget, price_of
from engine.games.age_of_steam.moves import Done, Urbanize
from engine.games.age_of_steam.new_cities import promising_cities
from engine.games.age_of_steam.projects import Project, find_projects
from engine.games.age_of_steam.prospects import Prospects, joined
from engine.games.age_of_steam.score import segments
from engine.games.age_of_steam.state import Building, State
from engine.rail.goods import LETTERS


@dataclass(frozen=True, slots=True)
class Judged:
    """A project and what it is worth in points, its cost taken off."""

    worth: float
    project: Project


@dataclass(frozen=True, slots=True)
class Plan:
    """A build turn: its moves without the closing `done`, the state after them, their worth in points."""

    line: Line
    after: State
    worth: float


def judged(s: State, seat: int, budget: int) -> list[Judged]:
    """The projects that can be paid, the best first.

    A second network is looked for only where nothing at home is worth its money: links that never join carry goods
    over one link only.
    """
    at_home = _judged(s, seat, find_projects(s, seat, budget, at_home=True))
    if at_home and at_home[0].worth > 0:
        return at_home
    elsewhere = _judged(s, seat, find_projects(s, seat, budget, at_home=False))
    return sorted([*at_home, *elsewhere], key=lambda row: -row.worth)


def _judged(s: State, seat: int, projects: Sequence[Project]) -> list[Judged]:
    found = sorted(projects, key=lambda project: _guess(s, project))
    prospects = Prospects(s, seat)
    engine = s.players[seat].engine
    now = prospects.present(engine)
    rows = []
    for project in found[: weights.LOOKED_AT]:
        gained = prospects.worth(joined(prospects.network, project.links), engine) - now
        track = len(project.lays) + len(project.links) - 1  # a town that is run through has two segments
        worth = gained + weights.SEGMENT * track + weights.SAVED_LINE * project.saves
        rows.append(Judged(worth - price_of(s, seat, project.cost), project))
    return sorted(rows, key=lambda row: -row.worth)


def _guess(s: State, project: Project) -> tuple[float, int]:
    """A cheap guess, the best first: goods that its stops have for each other, and how many links it has."""
    cities = s.board.cities
    stops = tuple(dict.fromkeys(stop for link in project.links for stop in link))
    fitting = sum(
        s.goods.get(start, "").count(LETTERS[cities[end]]) for start in stops for end in stops if end in cities
    )
    guess = fitting + weights.GUESS_LINK * len(project.links) + project.saves
    return weights.GUESS_DOLLAR * project.cost - guess, project.cost


def _built(s: State, seat: int, project: Project) -> State | None:
    """The state after all its tiles; None where the rules refuse one."""
    for lay in project.lays:
        if refuse_lay(s, seat, lay) is not None:
            return None
        s = with_tile(s, seat, lay)
    return s


def _plan(s: State, seat: int, first: Judged, spend: int, go_on: bool) -> Plan | None:
    """The project and, with the tiles and the money left, the best ones after it."""
    after = _built(s, seat, first.project)
    if after is None:
        return None
    plan = Plan(first.project.lays, after, first.worth)
    spend -= first.project.cost
    while go_on and spend > 0 and after.building is not None and after.building.tiles_left:
        for more in judged(after, seat, spend):
            if more.worth <= 0:
                return plan
            further = _built(after, seat, more.project)
            if further is not None:
                plan = Plan((*plan.line, *more.project.lays), further, plan.worth + more.worth)
                after, spend = further, spend - more.project.cost
                break
        else:
            return plan
    return plan


def best_plan(s: State, seat: int, spend: int) -> Plan | None:
    """The best build turn for this money, if one is worth it."""
    for row in judged(s, seat, spend):
        if row.worth <= 0:
            return None
        plan = _plan(s, seat, row, spend, go_on=True)
        if plan is not None:
            return plan
    return None


def wish(s: State, seat: int) -> int:
    """What the best building of the coming build turn would cost, if it is worth it."""
    player = s.players[seat]
    # Shares can be issued only now, so the money for them need not be there yet.
    rich = s.with_building(Building(3)).with_paid(seat, min(0, player.money - weights.MOST_SPENT))
    plan = best_plan(rich, seat, weights.MOST_SPENT)
    return 0 if plan is None else rich.players[seat].money - plan.after.players[seat].money


@dataclass(frozen=True, slots=True)
class Start:
    """How a build turn may begin: with a New City or without; `plan` is the best one from there, if one is worth it."""

    line: Line
    state: State
    plan: Plan | None
    worth: float

    def nothing_more(self) -> Plan:
        return Plan((), self.state, 0.0)


def suggest_building(s: State, seat: int, n: int) -> list[Suggestion]:
    """The best build turns; among the first of them one with a New City and one without, where one may be placed."""
    spend = budget(s, seat)
    starts = _starts(s, seat, spend)
    best, *others = starts
    rows = [(best, best.plan or best.nothing_more())]
    if n > 1:
        rows += [(best, plan) for plan in _plans(best.state, seat, spend, n)]
    rows[2:2] = [(other, other.plan or other.nothing_more()) for other in others]
    idle = [(start, start.nothing_more()) for start in sorted(starts, key=lambda start: len(start.line))]
    rows = [*rows[: max(n - 1, 1)], *idle] if best.worth > 0 else [*idle, *rows]
    return _different([_suggestion(s, seat, start, plan) for start, plan in rows])[:n]


def _different(rows: Sequence[Suggestion]) -> list[Suggestion]:
    """Without those that lay the same tiles in another order."""
    found: dict[frozenset[Move], Suggestion] = {}
    for row in rows:
        found.setdefault(frozenset(row.line), row)
    return list(found.values())


def _starts(s: State, seat: int, spend: int) -> list[Start]:
    """The best first: with the best New City, if one may be placed, and without."""
    plan = best_plan(s, seat, spend)
    plain = Start((), s, plan, plan.worth if plan is not None else 0.0)
    if s.building is None or not s.building.may_urbanize:
        return [plain]
    engine = s.players[seat].engine
    now = Prospects(s, seat).present(engine) + weights.SEGMENT * segments(s, seat)
    cities = []
    for move in promising_cities(s, seat, weights.CITIES_LOOKED_AT):
        after = with_city(s, seat, move)
        gained = Prospects(after, seat).present(engine) + weights.SEGMENT * segments(after, seat) - now
        plan = best_plan(after, seat, spend)
        cities.append(Start((move,), after, plan, gained + (plan.worth if plan is not None else 0.0)))
    best = sorted(cities, key=lambda start: -start.worth)[:1]
    return sorted([*best, plain], key=lambda start: -start.worth)


def _plans(s: State, seat: int, spend: int, most: int) -> list[Plan]:
    rows: list[Plan] = []
    for row in judged(s, seat, spend):
        if len(rows) >= most or (row.worth <= 0 and rows):
            break
        plan = _plan(s, seat, row, spend, go_on=row.worth > 0 and len(rows) < weights.EXTENDED)
        if plan is not None:
            rows.append(plan)
    return rows


def new_city(move: Urbanize) -> Say:
    return say("new-city-label", town=move.town, letter=move.letter, colour=NEW_CITIES[move.letter])


def _suggestion(before: State, seat: int, start: Start, plan: Plan) -> Suggestion:
    line = (*start.line, *plan.line)
    player = plan.after.players[seat]
    results = _results(before.board, plan.after.board, seat, line)
    label = say("build-nothing")
    if plan.line:
        label = say("build-label", what=results, n=len(plan.line), cost=before.players[seat].money - player.money)
    elif line:
        label = say("build-city", what=results)
    steps = sum(haul.own for haul in hauls(plan.after, seat, player.engine)[: weights.DELIVERIES_PER_TURN])
    return Suggestion((*line, Done()), label, say("build-note", n=steps, money=player.money), plan.worth)


def _results(before: Board, after: Board, seat: int, line: Line) -> tuple[Say, ...]:
    """The links that are new, and the New City."""
    names = after.map.stop_names
    said = [new_city(move) for move in line if isinstance(move, Urbanize)]
    known = {link.pieces for link in before.links}
    for link in after.links:
        a, b = link.ends
        if link.owner == seat and link.pieces not in known and a is not None and b is not None:
            said.append(say("new-link", a=names[a], b=names[b]))
    return tuple(said) or (say("redirected"),)


def rank_building(s: State, seat: int, moves: Sequence[Move]) -> list[Move]:
    """What a suggested line contains comes first, `done` last."""
    wanted = {str(move): at for at, move in enumerate(m for tip in suggest_building(s, seat, 5) for m in tip.line)}
    return sorted(moves, key=lambda move: (isinstance(move, Done), wanted.get(str(move), len(wanted))))
