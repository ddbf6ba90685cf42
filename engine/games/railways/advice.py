"""What to advise in the action rounds: whole lines with their worth, the safe line, and the words around the question.

The worth of a line is in points. A delivery brings its points and, while turns are left, income; everything else is
worth what it adds to the next deliveries.
"""

from collections.abc import Sequence

from engine.core.game import Suggestion
from engine.core.move import Line, Move, write_line
from engine.core.say import Say, say
from engine.games.railways.acting import play, refuse
from engine.games.railways.box import TOP_ENGINE
from engine.games.railways.deeds import building, improving, taking
from engine.games.railways.deeds.building import first_tiles, most_tiles
from engine.games.railways.ideas import Idea, best_hauls, growths, ideas, steps_of, urbanizings
from engine.games.railways.laying import price, track_of
from engine.games.railways.moves import Done, Lay, Loco, Pass, Take
from engine.games.railways.outlook import hauls
from engine.games.railways.state import State
from engine.games.railways.weights import CASH_PART, HIGHEST_STAKE


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    """The best whole lines. Each is played through before it is shown, so that none is refused."""
    chosen: dict[str, Suggestion] = {}
    for idea in sorted(ideas(s, seat), key=lambda idea: -idea.worth):
        whole = _whole(s, seat, idea)
        if whole is not None:
            chosen.setdefault(write_line(whole.line), whole)
        if len(chosen) == n:
            break
    if not chosen:
        return [Suggestion(safe_line(s, seat), say("suggest-safe"))]
    return list(chosen.values())


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
            return Suggestion(tuple(played), idea.label, idea.note)
    rest = suggest(s, seat, 1)[0]
    label = idea.label if rest.line == (Done(),) else say("suggest-more", first=idea.label, rest=rest.label)
    return Suggestion((*played, *rest.line), label, idea.note)


def safe_line(s: State, seat: int) -> Line:
    """What is played for a seat that stays silent: nothing where the rules allow it, else what costs least."""
    act = s.act
    if act.running:
        return steps_of(s, seat, act.way, hauls(s, seat, act.cube, act.way, act.owners)[0].path)
    if act.pending:
        found = growths(s, seat) if act.pending == "growth" else urbanizings(s, seat, 0)
        return max(found, key=lambda idea: idea.worth).line
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
    left = (move for kind in (taking, improving, building) for move in kind.offers(s, seat))
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
    """What the first place is worth: little, and never more than a part of the money in hand after the first turn."""
    if s.turn == 1:
        return 1
    best = max((haul.own for haul in best_hauls(s, seat)), default=0)
    return min(s.players[seat].cash // CASH_PART, best // 2, HIGHEST_STAKE)
