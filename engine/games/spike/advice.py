"""Suggested lines for a turn, and the line that is played for a silent seat. The greedy bot plays the first."""

from collections.abc import Iterator, Sequence

from engine.core.game import Suggestion
from engine.core.move import Line
from engine.core.say import Say, say
from engine.games.spike import moves as m
from engine.games.spike import permits
from engine.games.spike.build_paths import need_of
from engine.games.spike.card_ideas import card_worth, draw_ideas, most_of_cards
from engine.games.spike.cards import best_payment
from engine.games.spike.components import PARTS, box
from engine.games.spike.drafts import Draft, Idea, named_cards
from engine.games.spike.events import card
from engine.games.spike.state import State
from engine.games.spike.train_ideas import run_ahead, train_ideas
from engine.games.spike.weights import (
    BLOCKED_CAR,
    CAR_GAIN,
    CAR_TURNS,
    FAR,
    NEAR,
    POWER_GAIN,
    RUNNING_TURNS,
    SPEED_GAIN,
    STOP_DRAWING,
    Look,
)


def default(s: State, seat: int) -> Line:
    """What costs nothing, the cargo and the free move, then a card from the deck."""
    draft = Draft(s, seat)
    if permits.turn_of(s).building:
        return _finish(draft).line
    _begin(draft)
    return (*draft.line, m.Draw() if draft.may(m.Draw()) else m.Done())


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    draft = Draft(s, seat)
    turn = permits.turn_of(s)
    if turn.building:
        return [_finishing(draft)]
    _begin(draft)
    if turn.action and turn.action != "draw":
        line = draft.add(m.Done()).line
        return [Suggestion(line, _cargo_label(line))]
    ideas = _draws_on(draft, FAR) if turn.action else (*draw_ideas(draft, FAR), *_without_cards(draft, FAR))
    ranked = sorted(ideas, key=_rank)
    return [Suggestion(idea.line, idea.label, _with_cargo(idea)) for idea in _every_kind(ranked, n)]


def quick_line(s: State, seat: int) -> Line:
    """Much like the first suggestion, but advice does not look so far."""
    turn = permits.turn_of(s)
    if turn.building or turn.action not in ("", "draw"):
        return suggest(s, seat, 1)[0].line
    draft = Draft(s, seat)
    _begin(draft)
    if turn.action:
        return min(_draws_on(draft, NEAR), key=_rank).line
    ideas = list(_without_cards(draft, NEAR))
    # Which cards to draw takes half of the time to find out, and often something else is worth more than any cards.
    if all(idea.worth < most_of_cards(draft) for idea in ideas):
        ideas += draw_ideas(draft, NEAR)
    return min(ideas, key=_rank).line


def _rank(idea: Idea) -> tuple[float, tuple[str, ...]]:
    """Lower is better."""
    return -idea.worth, tuple(map(str, idea.line))


def _begin(draft: Draft) -> None:
    """What comes before the action, whichever that is."""
    draft.handle_cargo()
    if not permits.turn_of(draft.s).action:
        run_ahead(draft)


def _every_kind(ranked: Sequence[Idea], n: int) -> list[Idea]:
    """The best n of them, but the best of each kind of action before a second one: no kind is hidden by others."""
    ideas = list({idea.line: idea for idea in reversed(ranked)}.values())[::-1]
    kinds = {idea.kind: idea for idea in reversed(ideas)}
    chosen = [idea for idea in ideas if kinds[idea.kind] is idea]
    chosen += [idea for idea in ideas if kinds[idea.kind] is not idea]
    return sorted(chosen[:n], key=ideas.index)


def _finishing(draft: Draft) -> Suggestion:
    """The rest of a build that has begun."""
    city = permits.turn_of(draft.s).reached
    line = _finish(draft).line
    if city:
        paid = next(move.cards for move in line if isinstance(move, m.Pay))
        return Suggestion(line, say("suggest-pay", city=city, cards=tuple(map(card, paid))))
    return Suggestion(line, say("suggest-finish", city=permits.turn_of(draft.s).reached))


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
        elif isinstance(move, m.Drop):
            parts.append(say("part-drop", good=move.good))
        elif isinstance(move, m.Deliver):
            parts.append(say("part-deliver", good=move.good))
    if not parts:
        return idea.note
    if idea.note is None:
        return say("note-parts", parts=tuple(parts))
    return say("note-parts-and", parts=tuple(parts), note=idea.note)


def _draws_on(draft: Draft, look: Look) -> Iterator[Idea]:
    """After a card from the deck."""
    yield from draw_ideas(draft, look)
    yield Idea(STOP_DRAWING, (*draft.line, m.Done()), say("suggest-stop"))


def _without_cards(draft: Draft, look: Look) -> Iterator[Idea]:
    """What may be done with the action of a turn instead of drawing cards."""
    yield from _builds(draft, look)
    yield from train_ideas(draft)
    yield from _upgrades(draft)


def _builds(draft: Draft, look: Look) -> Iterator[Idea]:
    outlook = draft.outlook
    hand = outlook.player.hand
    each = card_worth(sum(hand), outlook.left)
    links = draft.s.builders[draft.seat].links(look.build)
    tracks = {city: tuple(edge.id for edge in path) for city, path in links.items()}
    paid = {city: best_payment(hand, need_of(ids)) for city, ids in tracks.items()}
    worth = {
        city: outlook.link_worth(permits.visited(outlook.player, ids)) - each * sum(paid[city])
        for city, ids in tracks.items()
    }
    for city in sorted(worth, key=lambda city: -worth[city])[: look.builds]:
        ids = tracks[city]
        after = draft.copy().add(*(m.Lay(id) for id in ids)).pay().handle_cargo().add(m.Done())
        good = box().good_of[city]
        label = say("suggest-build", city=city, n=len(ids), good=good, pays=draft.s.price(good))
        note = say("suggest-build-note", cards=named_cards(paid[city]), n=sum(hand) - sum(paid[city]))
        yield Idea(worth[city], after.line, label, note)


def _upgrades(draft: Draft) -> Iterator[Idea]:
    player = draft.outlook.player
    for part in PARTS:
        if draft.may(m.Upgrade(part)):
            price = player.price(part)
            assert price is not None
            after = draft.copy().add(m.Upgrade(part), m.Done())
            value = box().pieces.levels[part][player.level(part) + 1]
            label = say("suggest-upgrade", part=part, value=value, cost=price)
            note = _upgrade_note(part, value, player.score - price)
            yield Idea(upgrade_gain(draft, part) - price, after.line, label, note)


def _upgrade_note(part: str, value: int, left: int) -> Say:
    if part == "speed":
        return say("note-speed", value=value, n=left)
    return say("note-power", value=value, n=left) if part == "power" else say("note-cars", value=value, n=left)


def upgrade_gain(draft: Draft, part: str) -> float:
    """What the next level of a part brings in the turns to come."""
    player, left = draft.outlook.player, draft.outlook.left
    if part == "speed":
        return SPEED_GAIN[player.speed] * min(left, RUNNING_TURNS * len(player.open_contracts))
    if part == "power":
        return POWER_GAIN[player.power] * left
    to_load = len(player.open_contracts) - len(player.cargo)
    blocked = (
        len(player.cargo) == player.value("cars") and to_load and any(map(draft.dispatcher.is_stuck, player.cargo))
    )
    gain = CAR_GAIN * max(to_load - player.cars, 0) + (BLOCKED_CAR if blocked else 0.0)
    return gain * min(1.0, left / CAR_TURNS)
