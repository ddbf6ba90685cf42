"""Parlour, a small card game that the tests play: no rules of a real game, but everything that is hard to serve.

It has secret hands, a secret choice that all make at once, a secret gift, a card drawn in mid-turn, a move after which
another seat must decide first, and a step that would lead into a dead end. The rules stand in `rules.md`.
"""

from collections.abc import Iterator, Mapping

from engine.core.game import OVER, SEAT_COLOURS, Automatic, Chart, Game, Option, Options, Outcome, Phase
from engine.core.move import Lexicon
from engine.core.rng import Rng
from engine.core.sheet import Standing
from tests.toys.parlour.events import EVENTS
from tests.toys.parlour.phases import deal, drop, stake, turn
from tests.toys.parlour.state import PACK, VALUES, Score, State, in_order
from tests.toys.parlour.table import WORDS, curves, draw, panels, round_of, sheet, text
from tests.toys.parlour.view import View, imagine, view

_DECISIONS: tuple[Phase[State], ...] = (stake, turn, drop)
_AUTOMATIC: tuple[Automatic[State], ...] = (deal,)


def setup(colours: tuple[str, ...], rng: Rng, options: Options) -> Outcome[State]:
    deck, rng = rng.shuffled(PACK)
    hands, scores = ((),) * len(colours), (Score(),) * len(colours)
    return Outcome(State(colours, options, rng, deal.NAME, deck, hands, scores))


def after(s: State) -> State:
    if s.phase == deal.NAME:
        return stake.begin(s)
    if s.phase == stake.NAME:
        return turn.begin(s)
    if s.phase == drop.NAME:
        return s.with_phase(turn.NAME)
    return deal.begin(s.with_round(s.round + 1)) if s.round < s.rounds else s.with_phase(OVER)


def lexicon(options: Options) -> Lexicon:
    return {"card": tuple(VALUES), "colour": SEAT_COLOURS}


def standings(s: State) -> tuple[Standing, ...]:
    totals = [score.total for score in s.scores]
    seats = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return tuple(
        Standing(seat, 1 + sum(other > totals[seat] for other in totals), totals[seat], _parts(s.scores[seat]))
        for seat in seats
    )


def _parts(score: Score) -> tuple[tuple[str, int], ...]:
    parts: Mapping[str, int] = {"staked": score.staked, "given": score.given, "shown": score.shown}
    return tuple(parts.items())


def round_number(s: State) -> int:
    return s.round


def audit(s: State) -> Iterator[str]:
    stakes = [card for card in s.stakes if card is not None]
    cards = [*s.deck, *s.discard, *stakes, *(card for hand in s.hands for card in hand)]
    if in_order(cards) != PACK:
        yield "cards are conserved"


GAME: Game[State, View] = Game(
    id="parlour",
    version=1,
    seats=range(2, 5),
    options=(Option("rounds", ("2", "1", "3")),),
    state=State,
    events=EVENTS,
    setup=setup,
    phases=(*_DECISIONS, *_AUTOMATIC),
    after=after,
    lexicon=lexicon,
    view=view,
    imagine=imagine,
    round=round_of,
    sheet=sheet,
    draw=draw,
    text=text,
    standings=standings,
    chart=Chart(round_number, curves, "round"),
    audit=audit,
    words=WORDS,
    panels=panels,
)
