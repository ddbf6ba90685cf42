"""What comes of the moves in an answer: they are played, or something is asked. `moves.py` carries it out, and
`pbem read` shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from engine.core.move import Line, Move, write_line
from engine.core.play import complete, legal, preview, unfinished
from engine.core.refusal import Illegal, MoveError
from engine.core.say import Say, say
from engine.core.situation import Situation
from pbem.mail_in.parse.order_types import Doubt, Moves
from pbem.mail_in.parse.orders import OrdersRead

TOO_LONG = "line-too-long"
MOST_LEGAL = 6  # so many legal lines are shown beside a refusal


@dataclass(frozen=True)
class Plays:
    """The whole line; `done` may have been added to what was written. `then` was written for later questions."""

    line: Line
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asks:
    """Nothing is played: why, and what could be meant, likeliest first."""

    why: Say
    choices: tuple[Line, ...]


@dataclass(frozen=True)
class Refuses:
    """A rule forbids it. `legal` is what could be written instead, most like what was written first."""

    error: MoveError
    legal: tuple[Line, ...]

    @property
    def rule(self) -> str:
        return self.error.refusal.rule if isinstance(self.error, Illegal) else ""


Verdict = Plays | Asks | Refuses


def judge(situation: Situation, order: Moves | Doubt, *, cooling_off: bool) -> Verdict:
    """`cooling_off` tells whether a line can be taken back for a while, unless it shows something."""
    if isinstance(order, Doubt):
        return Asks(order.why, order.choices)
    game, state, seat = situation.game, situation.state, situation.seat
    written, then = order.line, order.then
    try:
        line = complete(game, state, seat, written)
    except Illegal as error:
        if error.refusal.reason != TOO_LONG:
            return Refuses(error, _instead(situation, written, error))
        line, rest = written[: error.index], written[error.index :]
        if situation.contradicts(line, rest):
            return Asks(say("reading-contradicts"), (line, rest))
        then = (write_line(rest), *then)
    except MoveError as error:
        return Refuses(error, ())
    shown = preview(game, state, seat, line)
    if shown.ends is None:
        return Refuses(unfinished(line), situation.finished(line))
    if not order.sure and (shown.ends == "seen" or not cooling_off):
        return Asks(say("reading-meant"), (line,))
    return Plays(line, then)


def can_be_done(read: OrdersRead, situations: Mapping[int, Situation], *, cooling_off: bool) -> bool:
    """Whether all of the answer is understood as it stands, and no rule forbids its moves. If not, it may be a plan."""
    for table, order in ((each.table, each.order) for each in read.orders):
        if isinstance(order, Doubt):
            return False
        if isinstance(order, Moves):
            here = situations[table] if table is not None else next(iter(situations.values()))
            verdict = judge(here, order, cooling_off=cooling_off)
            if not isinstance(verdict, Plays) or verdict.then:
                return False
    return bool(read.orders)


def _instead(situation: Situation, line: Line, error: Illegal) -> tuple[Line, ...]:
    game, state, seat = situation.game, situation.state, situation.seat
    before = preview(game, state, seat, line[: error.index]).state
    written = str(line[error.index]) if error.index < len(line) else ""
    allowed = sorted(legal(game, before, seat), key=lambda move: -_likeness(written, move))
    return tuple(dict.fromkeys(situation.whole((*line[: error.index], move)) for move in allowed[:MOST_LEGAL]))


def _likeness(written: str, move: Move) -> float:
    return SequenceMatcher(None, written, str(move)).ratio()
