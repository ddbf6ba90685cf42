"""Which rail cards to draw: those that help towards the builds most worth having."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core.say import Say, say
from engine.games.spike import moves as m
from engine.games.spike import permits
from engine.games.spike.build_paths import Path, need_of
from engine.games.spike.cards import Hand, added, spare
from engine.games.spike.components import box
from engine.games.spike.drafts import Draft, Idea
from engine.games.spike.events import card
from engine.games.spike.state import State
from engine.games.spike.weights import (
    ALMOST,
    CARD,
    CARD_TURNS,
    CUT_SHORT,
    FULL_HAND,
    KNOWN_CARDS,
    LEAST_CARD,
    LONER,
    MOST_GOALS,
    MOST_MISSING,
    PAIR,
    SMALL_HAND,
    TIME_CARD_DANGER,
    Look,
)
from engine.games.spike.worth import Outlook


@dataclass(frozen=True)
class Goal:
    """A build that the hand does not pay yet; `worth` is for each card that is missing."""

    worth: float
    path: Path
    need: Hand


def card_worth(held: int, left: float) -> float:
    """The worth of one more card: less in a full hand and towards the end."""
    return CARD * max(LEAST_CARD, min(1.0, (FULL_HAND - held) / SMALL_HAND)) * min(1.0, left / CARD_TURNS)


def most_of_cards(draft: Draft) -> float:
    """More than this no idea of `draw_ideas` is worth."""
    player, outlook = draft.outlook.player, draft.outlook
    number = player.value("power") - permits.turn_of(draft.s).drawn
    return number * card_worth(sum(player.hand), outlook.left) + KNOWN_CARDS


def draw_ideas(draft: Draft, look: Look) -> Iterator[Idea]:
    """As many cards as the power allows: the best of the display, or first one from the deck to see more."""
    s, seat = draft.s, draft.seat
    if not draft.may(m.Draw()):
        return
    player, outlook = s.players[seat], draft.outlook
    goals = _goals(s, seat, outlook, look.goal)
    number = player.value("power") - permits.turn_of(s).drawn
    hand, display, taken = player.hand, list(s.display), list[str]()
    for _ in range(number):
        worth = {kind: _use(hand, kind, goals) for kind in dict.fromkeys(display)}
        best = max(worth, key=lambda kind: worth[kind], default=None)
        if best is None:
            break
        unseen = sum(_use(hand, kind, goals) for kind in box().kinds) / len(box().kinds)
        if taken and worth[best] < unseen:
            break
        taken.append(best)
        display.remove(best)
        hand = added(hand, box().kind_index[best])
    each = card_worth(sum(player.hand), outlook.left)
    danger = TIME_CARD_DANGER if s.round == 3 else 0.0
    if taken:
        after = draft.copy().add(*(m.Take(kind) for kind in taken), m.Done())
        bonus = KNOWN_CARDS if len(taken) == number else CUT_SHORT
        label = say("suggest-take", cards=tuple(map(card, taken)))
        yield Idea(len(taken) * each + bonus, after.line, label, _goal_note(goals))
    line = (*draft.line, m.Draw())
    yield Idea(number * each - danger, line, say("suggest-draw"), say("suggest-draw-note", n=number - 1))


def _goals(s: State, seat: int, outlook: Outlook, longest: int) -> list[Goal]:
    """The builds most worth having that the hand does not pay yet."""
    player = outlook.player
    builder = s.builders[seat]
    goals = []
    for path in builder.links(longest, short=MOST_MISSING).values():
        ids = tuple(edge.id for edge in path)
        need = need_of(ids)
        missing = max(-spare(player.hand, need), 0)
        if missing:
            worth = outlook.link_worth(permits.visited(player, ids))
            goals.append(Goal(worth / (missing + ALMOST), path, need))
    return sorted(goals, key=lambda goal: -goal.worth)[:MOST_GOALS]


def _use(hand: Hand, kind: str, goals: Sequence[Goal]) -> float:
    """How much one more card of this kind helps towards the goals; a pair is already a joker."""
    more = added(hand, box().kind_index[kind])
    use = PAIR if hand[box().kind_index[kind]] else LONER
    for goal in goals:
        if spare(more, goal.need) > spare(hand, goal.need):
            use += max(goal.worth, 0.0)
    return use


def _goal_note(goals: Sequence[Goal]) -> Say:
    if not goals:
        return say("note-reserve")
    last = goals[0].path[-1]
    return say("note-goal", city=next(end for end in last.ends if end in box().good_of))
