"""Which rail cards to draw: those that help towards the builds most worth having."""

from collections.abc import Iterator

from engine.core.say import Say, say
from engine.games.spike import moves as m
from engine.games.spike import permits
from engine.games.spike.building import Path, need_of
from engine.games.spike.cards import Hand, added, spare
from engine.games.spike.components import box
from engine.games.spike.drafts import Draft, Idea
from engine.games.spike.events import card
from engine.games.spike.state import State
from engine.games.spike.valuing import Outlook

CARD = 0.5  # what a rail card is worth in a small hand


def card_worth(held: int, left: float) -> float:
    """Of one more card: less in a full hand and towards the end."""
    return CARD * max(0.15, min(1.0, (13 - held) / 8)) * min(1.0, left / 4)


def draw_ideas(draft: Draft) -> Iterator[Idea]:
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
