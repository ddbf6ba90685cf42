"""Suggested lines for a turn, and the line that is played for a silent seat. The greedy bot plays the first."""

from collections.abc import Iterator, Sequence

from engine.core.game import Suggestion
from engine.core.move import Line
from engine.core.say import Say, say
from engine.games.spike import moves as m
from engine.games.spike import permits
from engine.games.spike.building import need_of
from engine.games.spike.card_ideas import card_worth, draw_ideas
from engine.games.spike.cards import best_payment
from engine.games.spike.components import PARTS, box
from engine.games.spike.drafts import Draft, Idea, named_cards
from engine.games.spike.state import State
from engine.games.spike.valuing import Haul, Outlook
from engine.games.spike.weights import (
    FETCH_SHARE,
    GAINS,
    GRACE_TURNS,
    HAUL_SHARE,
    LAST_CHANCE_SHARE,
    LONGEST,
    QUIET,
    RUNNING_TURNS,
    SHARED_TURNS,
    STOP_DRAWING,
    TURN_OF_TRAIN,
)


def default(s: State, seat: int) -> Line:
    """Cargo that can be delivered where the train stands, then a card from the deck: it costs nothing."""
    draft = Draft(s, seat)
    turn = permits.turn_of(s)
    if turn.building:
        return _finish(draft).line
    player = s.players[seat]
    if player.in_city:
        here = [contract for contract in player.cargo if draft.may(m.Deliver(contract.good))]
        if here:
            draft.add(m.Deliver(max(here, key=lambda contract: contract.printed.pays[player.train]).good))
    return (*draft.line, m.Draw() if draft.may(m.Draw()) else m.Done())


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    draft = Draft(s, seat)
    turn = permits.turn_of(s)
    if turn.building:
        line = _finish(draft).line
        return [Suggestion(line, say("suggest-pay" if turn.reached else "suggest-finish"))]
    draft.handle_cargo()
    if turn.action and turn.action != "draw":
        line = draft.handle_cargo().add(m.Done()).line
        return [Suggestion(line, _cargo_label(line))]
    if not turn.action:
        _run(draft)
    ideas = list(draw_ideas(draft)) if turn.action else list(_ideas(draft))
    if turn.action:
        ideas.append(Idea(STOP_DRAWING, (*draft.line, m.Done()), say("suggest-stop")))
    ideas += _quiet(default(s, seat), ideas)
    best = sorted(ideas, key=lambda idea: (-idea.worth, tuple(map(str, idea.line))))
    lines: dict[Line, Suggestion] = {}
    for idea in best:
        lines.setdefault(idea.line, Suggestion(idea.line, idea.label, _with_cargo(idea)))
    chosen = list(lines.values())
    quiet = lines.get(default(s, seat))
    if n > 1 and quiet is not None and quiet not in chosen[:n]:
        return [*chosen[: n - 1], quiet]
    return chosen[:n]


def _quiet(line: Line, ideas: Sequence[Idea]) -> Iterator[Idea]:
    """The line for a silent seat, so that it has its words: it draws like the idea that draws, but does no more."""
    drawing = next((idea for idea in ideas if isinstance(idea.line[-1], m.Draw)), None)
    if drawing is not None and isinstance(line[-1], m.Draw):
        yield Idea(drawing.worth - QUIET, line, drawing.label, drawing.note)


def _finish(draft: Draft) -> Draft:
    """Any way to end a build that has begun, the shortest step by step, paid sensibly."""
    while permits.turn_of(draft.s).building and not permits.turn_of(draft.s).reached:
        builder, player = draft.s.builders[draft.seat], draft.s.players[draft.seat]
        nodes = permits.visited(player, permits.turn_of(draft.s).path)
        steps = [step for step in builder.goes_on(nodes) if draft.may(m.Lay(step.edge.id))]
        draft.add(m.Lay(min(steps, key=lambda step: (builder.to_city[step.far], step.edge.id)).edge.id))
    return draft.pay().add(m.Done())


def _cargo_label(line: Line) -> Say:
    return say("suggest-done") if len(line) == 1 else say("suggest-cargo-done")


def _with_cargo(idea: Idea) -> Say | None:
    """What the line does besides its action, before the note on the action."""
    parts: list[Say] = []
    for move in idea.line:
        if isinstance(move, m.Run):
            parts.append(say("part-run", space=move.to))
        elif isinstance(move, m.Load):
            parts.append(say("part-load", good=move.good))
        elif isinstance(move, m.Deliver):
            parts.append(say("part-deliver", good=move.good))
    if not parts:
        return idea.note
    if idea.note is None:
        return say("note-parts", parts=tuple(parts))
    return say("note-parts-and", parts=tuple(parts), note=idea.note)


def _run(draft: Draft) -> None:
    """The free move towards the best haul."""
    outlook = Outlook(draft.s, draft.seat)
    player = outlook.player
    if player.in_city or not outlook.hauls or not player.tracks:
        return
    to = _towards(outlook, outlook.hauls[0].stop, player.value("speed"))
    if to is not None and draft.may(m.Run(to)):
        draft.add(m.Run(to)).handle_cargo()


def _towards(outlook: Outlook, stop: str, spaces: int) -> str | None:
    player = outlook.player
    if stop == player.train:
        return None
    way = player.network.way(player.train, stop)
    return way[min(spaces, len(way)) - 1]


def _ideas(draft: Draft) -> Iterator[Idea]:
    yield from draw_ideas(draft)
    yield from _builds(draft)
    yield from _train_actions(draft)
    yield from _upgrades(draft)


def _builds(draft: Draft) -> Iterator[Idea]:
    outlook = Outlook(draft.s, draft.seat)
    hand = outlook.player.hand
    for city, path in draft.s.builders[draft.seat].links(LONGEST).items():
        ids = tuple(edge.id for edge in path)
        paid = best_payment(hand, need_of(ids))
        worth = outlook.link_worth(permits.visited(outlook.player, ids))
        worth -= card_worth(sum(hand), outlook.left) * sum(paid)
        after = draft.copy().add(*(m.Lay(id) for id in ids)).pay().handle_cargo().add(m.Done())
        good = box().good_of[city]
        label = say("suggest-build", city=city, n=len(ids), good=good, pays=draft.s.price(good))
        note = say("suggest-build-note", cards=named_cards(paid), n=sum(hand) - sum(paid))
        yield Idea(worth, after.line, label, note)


def _train_actions(draft: Draft) -> Iterator[Idea]:
    outlook = Outlook(draft.s, draft.seat)
    player = outlook.player
    stops: dict[str, Haul] = {}
    for haul in outlook.hauls:
        stops.setdefault(haul.stop, haul)
    for haul in list(stops.values())[:2]:
        verb: type[m.Restart] | type[m.Extra] = m.Restart if player.in_city else m.Extra
        to = _towards(outlook, haul.stop, player.value("speed") if player.in_city else 1)
        if to is None or not draft.may(verb(to)):
            continue
        after = draft.copy().add(verb(to)).handle_cargo().add(m.Done())
        if player.in_city:
            worth = (HAUL_SHARE if haul.stop == haul.city else FETCH_SHARE) * haul.pays
            yield Idea(worth, after.line, _restart_label(haul, to), _haul_note(haul))
        else:
            yield Idea(_extra_worth(outlook, haul), after.line, _extra_label(haul, to), _haul_note(haul))


def _restart_label(haul: Haul, to: str) -> Say:
    if to in box().good_of:
        return say("suggest-restart-into", space=to)
    return say("suggest-restart", space=to, city=haul.stop)


def _extra_label(haul: Haul, to: str) -> Say:
    if to in box().good_of:
        return say("suggest-extra-into", space=to)
    return say("suggest-extra", space=to, city=haul.stop)


def _haul_note(haul: Haul) -> Say:
    if haul.stop == haul.city:
        return say("note-haul", good=haul.good, city=haul.city, pays=haul.pays)
    return say("note-fetch", good=haul.good, stop=haul.stop, city=haul.city, pays=haul.pays)


def _extra_worth(outlook: Outlook, haul: Haul) -> float:
    """A space more is worth a turn of the train if it saves one."""
    player, speed = outlook.player, outlook.player.value("speed")
    far = player.network.spaces_from(player.train)[haul.stop]
    saved = -(-far // speed) > -(-(far - 1) // speed)
    if not saved:
        return 0.0
    if haul.turns > outlook.left - GRACE_TURNS:
        return LAST_CHANCE_SHARE * haul.pays
    return min(haul.rate, TURN_OF_TRAIN)


def _upgrades(draft: Draft) -> Iterator[Idea]:
    outlook = Outlook(draft.s, draft.seat)
    player, left = outlook.player, outlook.left
    waiting = len(player.open_contracts)
    used = {
        "speed": min(left, RUNNING_TURNS * waiting),
        "power": left,
        "cars": min(left, SHARED_TURNS * (waiting - 1 - player.cars)),
    }
    for part in PARTS:
        if draft.may(m.Upgrade(part)):
            price = player.price(part)
            assert price is not None
            after = draft.copy().add(m.Upgrade(part), m.Done())
            value = box().pieces.levels[part][player.level(part) + 1]
            label = say("suggest-upgrade", part=part, value=value, cost=price)
            gain = used[part] * GAINS[part][player.level(part)]
            yield Idea(gain - price, after.line, label, say("suggest-upgrade-note", n=player.score - price))
