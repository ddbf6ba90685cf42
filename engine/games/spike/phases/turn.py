"""A turn: a free move, one action, cargo at any time (spk-2). The rules are in `permits` and `turn_effects`."""

from collections.abc import Iterator, Sequence

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.phase_plans import Planning
from engine.core.refusal import Refusal
from engine.core.say import Say, say
from engine.games.spike import advice, permits, turn_effects
from engine.games.spike import moves as m
from engine.games.spike.build_paths import need_of
from engine.games.spike.cards import best_payment, payments, spare, spelled
from engine.games.spike.components import PARTS, box
from engine.games.spike.events import card
from engine.games.spike.state import State, Turn

NAME = "turn"
MOVES = (
    m.Run, m.Restart, m.Extra, m.Load, m.Deliver, m.Drop, m.Draw, m.Take, m.Lay, m.Pay, m.Upgrade, m.Done,
)  # fmt: skip


def begin(s: State) -> State:
    return s.with_turn(Turn()).with_phase(NAME, (s.active,))


def actors(s: State) -> tuple[int, ...]:
    return s.asked


def question(s: State, seat: int) -> str:
    """A turn has one line more for each card that is drawn from the deck or the display before it."""
    return f"{s.turns + 1}/{NAME}/{permits.turn_of(s).drawn + 1}"


def offers(s: State, seat: int) -> Iterator[Move]:
    player, turn = s.players[seat], permits.turn_of(s)
    if turn.building and turn.reached:
        for cards in payments(player.hand, need_of(turn.path)):
            yield m.Pay(spelled(cards, box().kinds))
        return
    if turn.building:
        nodes = permits.visited(player, turn.path)
        yield from (m.Lay(step.edge.id) for step in s.builders[seat].goes_on(nodes))
        return
    for contract in player.open_contracts:
        yield from (m.Deliver(contract.good), m.Load(contract.good), m.Drop(contract.good))
    if not turn.action or turn.action == "draw":
        yield m.Draw()
        yield from (m.Take(kind) for kind in box().kinds)
    if not turn.action:
        spaces = player.network.spaces_from(player.train)
        near = [space for space, far in spaces.items() if far <= player.value("speed")]
        for verb in (m.Run, m.Restart, m.Extra):
            yield from (verb(space) for space in near)
        yield from (m.Upgrade(part) for part in PARTS)
        yield from (m.Lay(step.edge.id) for step in s.builders[seat].begins())
    yield m.Done()


def refuse(s: State, seat: int, move: Move) -> Refusal | None:
    return permits.refuse(s, seat, move)


def play(s: State, seat: int, move: Move) -> Outcome[State]:
    return turn_effects.play(s, seat, move)


def default(s: State, seat: int) -> Line:
    return advice.default(s, seat)


def continued(s: State, seat: int, line: Line) -> Iterator[tuple[str, str]]:
    """After a card from the deck: more of them, whatever the first is."""
    drawn = permits.turn_of(s).drawn + sum(isinstance(move, m.Draw | m.Take) for move in line)
    if isinstance(line[-1], m.Draw):
        for number in range(drawn, s.players[seat].value("power")):
            yield f"{s.turns + 1}/{NAME}/{number + 1}", str(m.Draw())


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    return advice.suggest(s, seat, n)


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    """Moves of the suggestions first, then the others in the order of the offers."""
    wanted = [move for suggestion in advice.suggest(s, seat, 5) for move in suggestion.line]
    order = {move: index for index, move in reversed(list(enumerate(wanted)))}
    return sorted(moves, key=lambda move: order.get(move, len(order)))


def prompt(s: State, seat: int) -> Say:
    turn, player = permits.turn_of(s), s.players[seat]
    if turn.building:
        return say("ask-pay", city=turn.reached) if turn.reached else say("ask-lay")
    if turn.action == "draw" and turn.drawn < player.value("power"):
        return say("ask-draw", n=player.value("power") - turn.drawn)
    if turn.action:
        return say("ask-done")
    return say("ask-turn-city" if player.in_city else "ask-turn-track", space=player.train)


def notes(s: State, seat: int) -> Sequence[Say]:
    turn, player = permits.turn_of(s), s.players[seat]
    lines: list[Say] = []
    if turn.building:
        lines.append(_so_far(s, seat, turn))
    if s.extra_turns is not None:
        lines.append(say("note-last-turn"))
    if s.times:
        lines.append(say("note-time", n=box().pieces.time_cards - s.times))
    if player.tracks_left <= 10:
        lines.append(say("note-tracks", n=player.tracks_left))
    return lines


def _so_far(s: State, seat: int, turn: Turn) -> Say:
    hand, need = s.players[seat].hand, need_of(turn.path)
    paid = best_payment(hand, need)
    if turn.reached:
        return say("note-pay", need=_cards(need), cards=_cards(paid), n=len(payments(hand, need)))
    return say("note-path", n=len(turn.path), cards=_cards(paid), left=spare(hand, need), hand=sum(hand) - sum(paid))


def _cards(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(card, spelled(cards, box().kinds)))


PLANNING: Planning[State] = Planning(continued=continued)
