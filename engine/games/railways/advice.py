"""What to advise in the action rounds: whole lines with their worth, the safe line, and the words around the question.

The worth of a line is in points. A delivery brings its points and, while turns are left, income; everything else is
worth what it adds to the next deliveries.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.core.game import Suggestion
from engine.core.move import Line, Move
from engine.core.say import Say, say
from engine.games.railways.action_moves import play, refuse
from engine.games.railways.box import TOP_ENGINE
from engine.games.railways.company import Company
from engine.games.railways.cube_runs import can_arrive
from engine.games.railways.deeds import card_taken, improvements, track
from engine.games.railways.deeds.track import first_tiles, most_tiles
from engine.games.railways.ideas import (
    Idea,
    best_hauls,
    cards,
    deliveries,
    engine,
    growths,
    rest_of_run,
    resting,
    steps_of,
    urbanizings,
    western,
)
from engine.games.railways.moves import Deliver, Done, Lay, Loco, Pass, Take
from engine.games.railways.outlook import hauls
from engine.games.railways.state import State
from engine.games.railways.track_ideas import links, one_tile, redirections, rest_of_build
from engine.games.railways.track_rules import price, track_of
from engine.games.railways.weights import FIRST_START, HIGHEST_STAKE, TAKEN_FIRST


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    """The best whole lines, and with them the best of every kind of move, so that none is hidden.

    Each is played through before it is shown, so that none is refused. Ideas that differ only in their way to the same
    thing are shown once.
    """
    found = sorted(ideas(s, seat), key=lambda idea: -idea.worth)
    shown = _Shown(s, seat, n)
    next(filter(shown.add, found), None)
    for kind in dict.fromkeys(idea.kind for idea in found):
        if kind not in shown.kinds:
            next(filter(shown.add, (idea for idea in found if idea.kind == kind)), None)
    for idea in found:
        shown.add(idea)
    return shown.best_first() or [Suggestion(safe_line(s, seat), say("suggest-safe"), say("suggest-safe-note"))]


class _Choice(NamedTuple):
    worth: float
    whole: Suggestion


@dataclass
class _Shown:
    """Suggestions as they are chosen, at most so many."""

    s: State
    seat: int
    most: int
    chosen: dict[tuple[str, str], _Choice] = field(default_factory=dict)  # by kind and target
    lines: dict[Line, None] = field(default_factory=dict)  # one tile may be the whole of a link

    def add(self, idea: Idea) -> bool:
        """Adds the idea if the rules allow it; False if they do not, or if the same thing is there."""
        if len(self.chosen) == self.most or (idea.kind, idea.target) in self.chosen:
            return False
        whole = _whole(self.s, self.seat, idea)
        if whole is None or whole.line in self.lines:
            return False
        self.lines[whole.line] = None
        self.chosen[idea.kind, idea.target] = _Choice(idea.worth, whole)
        return True

    @property
    def kinds(self) -> set[str]:
        return {kind for kind, _ in self.chosen}

    def best_first(self) -> list[Suggestion]:
        return [choice.whole for choice in sorted(self.chosen.values(), key=lambda choice: -choice.worth)]


def ideas(s: State, seat: int) -> list[Idea]:
    """Every action that is worth a thought, in the present step of the line."""
    c, act = Company(s, seat), s.act
    if act.running:
        return list(rest_of_run(c))
    if act.pending == "growth":
        return list(growths(c))
    if act.pending == "industry":
        return list(urbanizings(c, 0))
    if act.building:
        return list(rest_of_build(c))
    found = [*deliveries(c), *links(c), *redirections(c), *engine(c)]
    found += [*urbanizings(c, s.profile.urbanize_price), *western(c)]
    found += cards(c, found)
    found += [resting()] if s.profile.may_pass else one_tile(c)
    return found


def _whole(s: State, seat: int, idea: Idea) -> Suggestion | None:
    """The line as the rules play it; where it leaves something to decide, carried on by the best that follows."""
    played: list[Move] = []
    for move in idea.line:
        if refuse(s, seat, move) is not None:
            return None
        outcome = play(s, seat, move)
        played.append(move)
        s = outcome.state
        if outcome.ends is not None:
            return Suggestion(tuple(played), idea.label, idea.note, idea.worth)
    rest = suggest(s, seat, 1)[0]
    label = idea.label if rest.line == (Done(),) else say("suggest-more", first=idea.label, rest=rest.label)
    return Suggestion((*played, *rest.line), label, idea.note, idea.worth)


def safe_line(s: State, seat: int) -> Line:
    """What is played for a seat that stays silent: nothing where the rules allow it, else what costs least."""
    act = s.act
    if act.running:
        return steps_of(s, seat, act.way, hauls(s, seat, act.cube, act.way, act.owners)[0].path)
    if act.pending:
        return max(ideas(s, seat), key=lambda idea: idea.worth).line
    if act.tiles:
        return (Done(),)
    if act.grant:
        return _cheapest_tile(s, seat)
    if refuse(s, seat, Pass()) is None:
        return _again(s, seat, (Pass(),))
    return _again(s, seat, _cheapest_action(s, seat))


def _again(s: State, seat: int, line: Line) -> Line:
    """With another action to follow, the safe line decides that too."""
    for move in line:
        outcome = play(s, seat, move)
        s = outcome.state
    return line if outcome.ends is not None else (*line, *safe_line(s, seat))


def _cheapest_action(s: State, seat: int) -> Line:
    """rw-4.3: something must be done. A delivery is free, so is a card; then a tile, an engine, whatever is left."""
    for haul in best_hauls(s, seat):
        return steps_of(s, seat, (), haul.path, haul.colour, haul.start)
    for card in dict.fromkeys(s.row):
        if s.box.cards[card].sign in ("lasting", "hand", "diamond") and refuse(s, seat, Take(card)) is None:
            return (Take(card),)
    tile = _cheapest_tile(s, seat)
    if tile or s.players[seat].engine < TOP_ENGINE:
        return tile or (Loco(),)
    left = (move for kind in (card_taken, improvements, track) for move in kind.offers(s, seat))
    return (next(move for move in left if refuse(s, seat, move) is None),)


def _cheapest_tile(s: State, seat: int) -> Line:
    cheapest, best = 0, None
    for move in first_tiles(s, seat):
        track = track_of(move.tile, move.rotation) if isinstance(move, Lay) else None
        if track is None or not isinstance(move, Lay) or refuse(s, seat, move) is not None:
            continue
        cost = price(s, move.hex, track, s.act.grant)
        if best is None or cost < cheapest:
            cheapest, best = cost, move
    if best is None:
        return ()
    over = play(s, seat, best).ends is not None or _completes(s, seat, best)
    return (best,) if over else (best, Done())


def _completes(s: State, seat: int, move: Lay) -> bool:
    """The action is over with this tile, whether or not another action follows."""
    return not play(s, seat, move).state.act.tiles


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    """Moves that begin a good line first, the others as they come."""
    best = dict.fromkeys(suggestion.line[0] for suggestion in suggest(s, seat, 6))
    order = {move: place for place, move in enumerate(best)}
    return sorted(moves, key=lambda move: order.get(move, len(order)))


def prompt(s: State, seat: int) -> Say:
    act = s.act
    if act.running:
        return say("ask-way", colour=act.cube, city=act.way[-1], n=s.players[seat].engine - len(act.owners))
    if act.pending:
        return say(f"ask-card-{act.pending}")
    if act.building:
        return say("ask-build", n=most_tiles(s, seat) - act.tiles)
    return say("ask-action", round=s.round, rounds=s.profile.rounds)


def notes(s: State, seat: int) -> Sequence[Say]:
    player = s.players[seat]
    found = [say("note-cash", cash=player.cash, n=player.shares)]
    if s.act.tiles:
        found.append(say("note-built", n=s.act.tiles, cost=s.act.spent))
    if s.act.left > 1:
        found.append(say("note-actions", n=s.act.left))
    own = [s.country.city_at[line.stop] for line in s.unfinished if line.owner == seat and line.stop is not None]
    if own and s.round == s.profile.rounds:
        found.append(say("danger-unfinished", n=len(own), cities=tuple(own)))
    if s.ending:
        found.append(say("note-ending", turn=s.ending + 1))
    return found


def stake_in_being_first(s: State, seat: int) -> int:
    """What acting first is worth, in thousands: what would be lost if another player took the best action."""
    c = Company(s, seat)
    lost = _lost_by_waiting(c)
    return max((bid for bid in range(1, HIGHEST_STAKE + 1) if c.price(bid) <= lost), default=0)


def _lost_by_waiting(c: Company) -> float:
    """Points that acting later may cost: the best start of the map, or something that another player takes."""
    if not c.links:
        return FIRST_START
    some = [*deliveries(c), *engine(c)]  # a link is seldom taken away, and takes long to weigh
    found = sorted((*some, *cards(c, some)), key=lambda idea: -idea.worth)
    best = next((idea for idea in found if _contested(c.s, c.seat, idea)), None)
    if best is None:
        return 0.0
    others = [idea.worth for idea in found if idea is not best]
    return (best.worth - max([0.0, *others])) * TAKEN_FIRST


def _contested(s: State, seat: int, idea: Idea) -> bool:
    """Whether another player could take it away: a card, or a cube that runs over their links too."""
    first = idea.line[0]
    if not isinstance(first, Deliver):
        return isinstance(first, Take)
    others = (other for other in range(len(s.seats)) if other != seat)
    return any(can_arrive(s, other, first.colour, (first.city,)) for other in others)
