"""Suggested lines for a turn, and the line that is played for a silent seat. The greedy bot plays the first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core.game import Suggestion
from engine.core.move import Line, Move
from engine.core.say import Say, say
from engine.games.spike import acting, permits
from engine.games.spike import moves as m
from engine.games.spike.building import Path, need_of
from engine.games.spike.cards import Hand, added, best_payment, spare, spelled
from engine.games.spike.components import PARTS, box
from engine.games.spike.events import card
from engine.games.spike.state import State
from engine.games.spike.valuing import Haul, Outlook

LONGEST = 4  # tracks of a build that is looked for
CARD = 0.5  # what a rail card is worth in a small hand
TURN_OF_TRAIN = 1.6  # at most, for a turn that an extra space saves
# What a better part gains in each turn to come, for its first and its second step.
GAINS = {"speed": (0.6, 0.5, 0.0), "power": (0.24, 0.14, 0.0), "cars": (0.3, 0.18, 0.0)}


@dataclass(frozen=True)
class Idea:
    worth: float
    line: Line
    label: Say
    note: Say | None = None


class Draft:
    """A line as it grows, with the state after it."""

    def __init__(self, s: State, seat: int, line: Line = ()) -> None:
        self.s = s
        self.seat = seat
        self.line = line

    def copy(self) -> "Draft":
        return Draft(self.s, self.seat, self.line)

    def may(self, move: Move) -> bool:
        return permits.refuse(self.s, self.seat, move) is None

    def add(self, *moves: Move) -> "Draft":
        for move in moves:
            self.s = acting.play(self.s, self.seat, move).state
            self.line = (*self.line, move)
        return self

    def pay(self) -> "Draft":
        """For a build that has reached its city, so that the hand keeps the most use."""
        paid = best_payment(self.s.players[self.seat].hand, need_of(permits.turn_of(self.s).path))
        return self.add(m.Pay(spelled(paid, box().kinds)))

    def handle_cargo(self) -> "Draft":
        """Delivers what pays well here, then loads."""
        player = self.s.players[self.seat]
        if player.in_city and not permits.turn_of(self.s).building:
            here = [
                contract
                for contract in player.cargo
                if self.may(m.Deliver(contract.good)) and _pays_well(self.s, self.seat, contract.good)
            ]
            if here:
                best = max(here, key=lambda contract: contract.printed.pays[player.train])
                self.add(m.Deliver(best.good))
            load = m.Load(box().good_of[player.train])
            if self.may(load):
                self.add(load)
        return self


def _pays_well(s: State, seat: int, good: str) -> bool:
    """Nothing much better is waiting on the network."""
    player = s.players[seat]
    contract = player.contract(good)
    assert contract is not None
    pays = contract.printed.pays
    goals = [pays[city] for city in pays if city in player.network.nodes and city not in player.marked]
    return pays[player.train] >= 0.7 * max(goals) or Outlook(s, seat).left < 4


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
    ideas = list(_draws(draft)) if turn.action else list(_ideas(draft))
    if turn.action:
        ideas.append(Idea(-1.0, (*draft.line, m.Done()), say("suggest-stop")))
    best = sorted(ideas, key=lambda idea: (-idea.worth, tuple(map(str, idea.line))))
    lines: dict[Line, Suggestion] = {}
    for idea in best:
        lines.setdefault(idea.line, Suggestion(idea.line, idea.label, _with_cargo(idea)))
    return list(lines.values())[:n]


def _finish(draft: Draft) -> Draft:
    """Any way to end a build that has begun, the shortest step by step, paid sensibly."""
    while permits.turn_of(draft.s).building and not permits.turn_of(draft.s).reached:
        builder, player = draft.s.builders[draft.seat], draft.s.players[draft.seat]
        nodes = permits.visited(player, permits.turn_of(draft.s).path)
        steps = [(builder.to_city.get(far, 99), edge.id) for edge, far in builder.goes_on(nodes)]
        draft.add(next(m.Lay(id) for _, id in sorted(steps) if draft.may(m.Lay(id))))
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
    yield from _draws(draft)
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
        note = say("suggest-build-note", cards=_cards(paid), n=sum(hand) - sum(paid))
        yield Idea(worth, after.line, label, note)


def card_worth(held: int, left: float) -> float:
    """Of one more card: less in a full hand and towards the end."""
    return CARD * max(0.15, min(1.0, (13 - held) / 8)) * min(1.0, left / 4)


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
            worth = 0.5 * haul.pays if haul.stop == haul.city else 0.4 * haul.pays
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
    if haul.turns > outlook.left - 1:
        return 0.4 * haul.pays
    return min(haul.rate, TURN_OF_TRAIN)


def _upgrades(draft: Draft) -> Iterator[Idea]:
    outlook = Outlook(draft.s, draft.seat)
    player, left = outlook.player, outlook.left
    waiting = len(player.open_contracts)
    used = {"speed": min(left, 5.0 * waiting), "power": left, "cars": min(left, 4.0 * (waiting - 1 - player.cars))}
    for part in PARTS:
        if draft.may(m.Upgrade(part)):
            price = player.price(part)
            assert price is not None
            after = draft.copy().add(m.Upgrade(part), m.Done())
            value = box().pieces.levels[part][player.level(part) + 1]
            label = say("suggest-upgrade", part=part, value=value, cost=price)
            gain = used[part] * GAINS[part][player.level(part)]
            yield Idea(gain - price, after.line, label, say("suggest-upgrade-note", n=player.score - price))


def _draws(draft: Draft) -> Iterator[Idea]:
    """As many cards as the power allows: the best of the display, or first one from the deck to see more."""
    s, seat = draft.s, draft.seat
    if not draft.may(m.Draw()):
        return
    player, outlook = s.players[seat], Outlook(s, seat)
    goals = _goals(s, seat, outlook)
    number = player.value("power") - permits.turn_of(s).drawn
    hand, display, taken = player.hand, list(s.display), list[str]()
    for _ in range(number):
        worth = {kind: _use(hand, kind, goals) for kind in dict.fromkeys(display)}
        best = max(worth, key=lambda kind: worth[kind], default=None)
        if best is None:
            break
        unseen = sum(_use(hand, kind, goals) for kind in box().kinds) / len(box().kinds)
        if worth[best] < unseen:
            break
        taken.append(best)
        display.remove(best)
        hand = added(hand, box().kind_index[best])
    each = card_worth(sum(player.hand), outlook.left)
    danger = 0.3 if s.round == 3 else 0.0  # a time card may come
    if taken:
        after = draft.copy().add(*(m.Take(kind) for kind in taken), m.Done())
        bonus = 0.1 if len(taken) == number else -0.4
        label = say("suggest-take", cards=tuple(map(card, taken)))
        yield Idea(len(taken) * each + bonus, after.line, label, _goal_note(goals))
    line = (*draft.line, m.Draw())
    yield Idea(number * each - danger, line, say("suggest-draw"), say("suggest-draw-note", n=number - 1))


def _goals(s: State, seat: int, outlook: Outlook) -> list[tuple[float, Path, Hand]]:
    """The builds most worth having that the hand does not pay yet."""
    player = outlook.player
    builder = s.builders[seat]
    goals = []
    for path in builder.links(3, short=3).values():
        ids = tuple(edge.id for edge in path)
        need = need_of(ids)
        missing = max(-spare(player.hand, need), 0)
        if missing:
            worth = outlook.link_worth(permits.visited(player, ids))
            goals.append((worth / (missing + 0.5), path, need))
    return sorted(goals, key=lambda goal: -goal[0])[:4]


def _use(hand: Hand, kind: str, goals: list[tuple[float, Path, Hand]]) -> float:
    """How much one more card of this kind helps towards the goals; a pair is a joker at last."""
    more = added(hand, box().kind_index[kind])
    use = 0.2 if hand[box().kind_index[kind]] else 0.1
    for worth, _, need in goals:
        if spare(more, need) > spare(hand, need):
            use += max(worth, 0.0)
    return use


def _goal_note(goals: list[tuple[float, Path, Hand]]) -> Say | None:
    if not goals:
        return None
    edge = goals[0][1][-1]
    return say("note-goal", city=next(end for end in edge.ends if end in box().good_of))


def _cards(cards: Hand) -> tuple[str, ...]:
    return tuple(map(card, spelled(cards, box().kinds)))
