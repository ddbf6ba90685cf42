"""The promises catch what they are for: for each, a variant of Parlour that breaks it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import msgspec
import pytest

from engine.core import play as driver
from engine.core import promises
from engine.core.event import Event
from engine.core.game import AnyGame, Outcome, Suggestion
from engine.core.move import HEX_PATTERN, Move
from engine.core.promises import BrokenPromise, play_out
from engine.core.refusal import refusal
from engine.core.rng import Rng
from engine.core.say import say
from engine.core.sheet import Drawing
from tests.toys.parlour import GAME, after, audit, lexicon, setup, standings
from tests.toys.parlour.events import EVENTS, Dealt, Gave
from tests.toys.parlour.hands import distinct
from tests.toys.parlour.moves import Done, Draw, Drop, Give, Knock, Show, Stake
from tests.toys.parlour.phases import deal, drop, stake, turn
from tests.toys.parlour.state import VALUES, State
from tests.toys.parlour.table import text
from tests.toys.parlour.view import View, view

SEATS = ("orange", "green", "sky")
Variant = Callable[[], AnyGame]
BROKEN: dict[str, Variant] = {}


def breaks(promise: str) -> Callable[[Variant], Variant]:
    def keep(variant: Variant) -> Variant:
        BROKEN[f"{promise} [{variant.__name__}]"] = variant
        return variant

    return keep


def with_phase(phase: ModuleType, **changed: Any) -> AnyGame:
    """Parlour with some functions of one phase replaced."""
    altered = SimpleNamespace(**{**vars(phase), **changed})
    return replace(GAME, phases=tuple(altered if other is phase else other for other in GAME.phases))


def changed(s: Any, **fields: Any) -> Any:
    return msgspec.structs.replace(s, **fields)


def secret_of(s: State, seat: int) -> int:
    """Something that this seat cannot know."""
    return sum(VALUES[card] for card in s.hands[s.left_of(seat)])


@breaks("cards are conserved")
def a_lost_card() -> AnyGame:
    def play(s: State, seat: int, move: Drop) -> Outcome[State]:
        played = drop.play(s, seat, move)
        return Outcome(played.state.with_discard(s.discard), played.events, played.ends)

    return with_phase(drop, play=play)


@breaks("no step leads into a dead end")
def a_step_after_which_nothing_is_legal() -> AnyGame:
    return with_phase(stake, play=lambda s, seat, move: Outcome(stake.play(s, seat, move).state))


@breaks("an imagined state looks the same")
def a_view_into_another_hand() -> AnyGame:
    def peek(s: State, reader: int | None) -> View:
        seen = view(s, reader)
        return changed(seen, hand=s.hands[s.left_of(reader)]) if reader is not None else seen

    return replace(GAME, view=peek)


@breaks("offers keep secrets")
def offers_that_follow_another_hand() -> AnyGame:
    def offers(s: State, seat: int) -> Iterator[Move]:
        return reversed(list(stake.offers(s, seat))) if secret_of(s, seat) % 2 else stake.offers(s, seat)

    return with_phase(stake, offers=offers)


@breaks("refusing")
def a_refusal_that_tells_another_hand() -> AnyGame:
    def refuse(s: State, seat: int, move: Stake) -> Any:
        told = stake.refuse(s, seat, move)
        return told and refusal("not-in-hand", "par-1.4", card=s.hands[s.left_of(seat)][0], n=secret_of(s, seat))

    return with_phase(stake, refuse=refuse)


@breaks("previews keep secrets")
def a_line_that_ends_by_a_secret() -> AnyGame:
    def play(s: State, seat: int, move: Stake) -> Outcome[State]:
        played = stake.play(s, seat, move)
        return Outcome(played.state, played.events, "seen" if secret_of(s, seat) % 2 else "turn")

    return with_phase(stake, play=play)


@breaks("events of previews keep secrets")
def an_event_that_counts_another_hand() -> AnyGame:
    def play(s: State, seat: int, move: Any) -> Outcome[State]:
        played = turn.play(s, seat, move)
        events = tuple(
            changed(event, points=secret_of(s, seat)) if isinstance(move, Show) else event for event in played.events
        )
        return Outcome(played.state, events, played.ends)

    return with_phase(turn, play=play)


@breaks("previews look the same")
def a_score_that_counts_another_hand() -> AnyGame:
    def play(s: State, seat: int, move: Any) -> Outcome[State]:
        played = turn.play(s, seat, move)
        after = played.state.with_leader(secret_of(s, seat) % 3) if isinstance(move, Show) else played.state
        return Outcome(after, played.events, played.ends)

    return with_phase(turn, play=play)


@breaks("drawings keep secrets")
def a_drawing_that_is_never_the_same() -> AnyGame:
    number = count()
    return replace(GAME, draw=lambda view, marks: Drawing(1, 1, "", str(next(number)), ""))


@breaks("text boards keep secrets")
def a_text_board_that_is_never_the_same() -> AnyGame:
    number = count()
    return replace(GAME, text=lambda view, marks: text(view, marks) + str(next(number)))


class OpenlyGave(Gave, frozen=True):
    def seen_by(self, reader: int | None) -> Event | None:
        return self


@breaks("events of give.? keep secrets")
def a_gift_that_all_may_see() -> AnyGame:
    def play(s: State, seat: int, move: Any) -> Outcome[State]:
        played = turn.play(s, seat, move)
        events = tuple(
            OpenlyGave(event.seat, event.to, event.colour, event.card) if isinstance(event, Gave) else event
            for event in played.events
        )
        return Outcome(played.state, events, played.ends)

    words = replace(GAME.words, tongues={lang: _gave_openly(tongue) for lang, tongue in GAME.words.tongues.items()})
    return replace(with_phase(turn, play=play), events=(*EVENTS, OpenlyGave), words=words)


def _gave_openly(tongue: Any) -> Any:
    return replace(tongue, say={**tongue.say, "openly-gave": tongue.say["gave"]})


def stake_and_move_the_leader(s: State, seat: int, move: Stake) -> Outcome[State]:
    played = stake.play(s, seat, move)
    return Outcome(played.state.with_leader(VALUES[move.card] % 3), played.events, played.ends)


@breaks("lines keep secrets")
def a_secret_stake_that_moves_the_leader() -> AnyGame:
    return with_phase(stake, actors=lambda s: stake.actors(s)[:1], play=stake_and_move_the_leader)


@breaks("an answer is shown to nobody before the last seat has answered")
def a_stake_that_moves_the_leader() -> AnyGame:
    return with_phase(stake, play=stake_and_move_the_leader)


@breaks("a question to several seats stays sealed")
def a_question_that_opens_with_the_first_answer() -> AnyGame:
    """The seats that are left are asked in a phase of another name, as if it were another question."""
    rest = SimpleNamespace(**{**vars(stake), "NAME": "rest"})

    def play(s: State, seat: int, move: Stake) -> Outcome[State]:
        played = stake.play(s, seat, move)
        state = played.state.with_phase("rest") if stake.actors(played.state) else played.state
        return Outcome(state, played.events, played.ends)

    altered = with_phase(stake, play=play)
    return replace(
        altered,
        phases=(*altered.phases, rest),
        after=lambda s: after(s.with_phase("stake") if s.phase == "rest" else s),
    )


@breaks("the last answer cannot be taken back")
def stakes_that_are_shown_and_may_be_taken_back() -> AnyGame:
    def play(s: State, seat: int, move: Stake) -> Outcome[State]:
        played = stake.play(s, seat, move)
        return Outcome(played.state, played.events, "turn")

    return with_phase(stake, play=play)


@breaks("answers are shown when the last seat has answered")
def a_question_that_is_put_again_at_once() -> AnyGame:
    return replace(GAME, after=lambda s: stake.begin(s) if s.phase == "stake" else after(s))


@breaks("so it was offered")
def a_legal_move_that_is_not_offered() -> AnyGame:
    return with_phase(stake, offers=lambda s, seat: list(stake.offers(s, seat))[:1])


@breaks("a move is offered once")
def a_move_that_is_offered_twice() -> AnyGame:
    return with_phase(stake, offers=lambda s, seat: [*stake.offers(s, seat), *stake.offers(s, seat)])


@breaks("everybody has a place")
def a_seat_without_a_place() -> AnyGame:
    return replace(GAME, standings=lambda s: standings(s)[1:])


@breaks("replay equals play")
def a_game_with_dice_of_its_own() -> AnyGame:
    number = count()

    def play(s: State, seat: int, move: Any) -> Outcome[State]:
        played = turn.play(s, seat, move)
        return Outcome(played.state.with_deck(played.state.deck, Rng(str(next(number)))), played.events, played.ends)

    return with_phase(turn, play=play)


@breaks("events survive JSON")
def an_event_with_a_list() -> AnyGame:
    def run(s: State) -> Outcome[State]:
        dealt = deal.run(s)
        return Outcome(dealt.state, (*dealt.events, Dealt(0, list(s.deck[:1]), 1)))  # type: ignore[arg-type]

    return with_phase(deal, run=run)


@breaks("a state survives JSON")
def a_state_with_a_list() -> AnyGame:
    return replace(GAME, setup=lambda *table: Outcome(changed(setup(*table).state, discard=[])))


@breaks("the game ends")
def a_game_without_an_end() -> AnyGame:
    return replace(GAME, after=lambda s: GAME.after(changed(s, options={"rounds": str(s.round + 2)})))


@breaks("1/stake is asked once")
def a_question_that_comes_back() -> AnyGame:
    return with_phase(drop, question=lambda s, seat: "1/stake")


@breaks("only seats are asked")
def somebody_who_has_no_seat() -> AnyGame:
    return with_phase(stake, actors=lambda s: (7,))


@breaks("bots play legal lines")
def a_first_suggestion_that_cannot_be_played() -> AnyGame:
    def suggest(s: State, seat: int, n: int) -> list[Suggestion]:
        return [Suggestion((Draw(),), say("finish"))] if n == 1 else list(stake.suggest(s, seat, n))

    return with_phase(stake, suggest=suggest)


@breaks("the default plays")
def a_default_that_stops_too_early() -> AnyGame:
    return with_phase(turn, default=lambda s, seat: turn.default(s, seat)[:-1])


@breaks("something is suggested")
def silence() -> AnyGame:
    return with_phase(stake, suggest=lambda s, seat, n: [])


@breaks("a line is suggested once")
def the_same_suggestion_twice() -> AnyGame:
    return with_phase(stake, suggest=lambda s, seat, n: [*stake.suggest(s, seat, 1), *stake.suggest(s, seat, 1)])


@breaks("suggestions play")
def a_suggestion_that_goes_on_too_long() -> AnyGame:
    def suggest(s: State, seat: int, n: int) -> list[Suggestion]:
        first, *rest = turn.suggest(s, seat, n)
        return [*rest, Suggestion((*first.line, Done()), first.label)]

    return with_phase(turn, suggest=suggest)


@breaks("rank keeps all")
def a_ranking_that_loses_moves() -> AnyGame:
    return with_phase(turn, rank=lambda s, seat, moves: turn.rank(s, seat, moves)[1:])


@breaks("no-such-message can be said in en")
def a_question_without_words() -> AnyGame:
    return with_phase(drop, prompt=lambda s, seat: say("no-such-message"))


@breaks("ask-drop can be said in en")
def a_question_without_its_parameter() -> AnyGame:
    return with_phase(drop, prompt=lambda s, seat: say("ask-drop"))


class Nowhere(Stake, frozen=True):
    VERB: ClassVar[str] = "stake"

    def places(self) -> tuple[str | None, ...]:
        return ()


def stakes_nowhere(s: State, seat: int) -> list[Move]:
    return [Nowhere(card) for card in distinct(s.hands[seat])]


@breaks("says where its words lie")
def a_move_without_places() -> AnyGame:
    return with_phase(stake, MOVES=(Nowhere,), offers=stakes_nowhere)


@breaks("is read as written")
def two_verbs_alike() -> AnyGame:
    return with_phase(stake, MOVES=(Nowhere, Stake), offers=stakes_nowhere)


@breaks("a move is read as written")
def a_word_that_is_not_in_the_lexicon() -> AnyGame:
    return replace(GAME, lexicon=lambda options: {**lexicon(options), "card": ("tram",)})


@breaks("every legal move plays")
def an_offer_of_another_phase() -> AnyGame:
    return with_phase(drop, offers=lambda s, seat: [Give(s.hands[seat][0])])


@breaks("leaves the question to them")
def a_line_that_ends_for_nobody() -> AnyGame:
    def play(s: State, seat: int, move: Any) -> Outcome[State]:
        played = turn.play(s, seat, move)
        return Outcome(s, played.events, "others") if isinstance(move, Knock) else played

    return with_phase(turn, play=play)


def play_some(game: AnyGame) -> None:
    for seed in range(6):
        for bot in ("random", "greedy"):
            play_out(game, SEATS, f"broken-{seed}", {"rounds": "1"}, (bot,) * 3, "all")


@pytest.mark.parametrize("promise", BROKEN)
def test_a_broken_promise_is_found(promise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises, "MOST_LINES", 60)
    variant = BROKEN[promise]()
    with pytest.raises(BrokenPromise) as raised:
        play_some(variant)
    assert promise.partition(" [")[0] in raised.value.what
    assert "Game: parlour" in str(raised.value)


def test_the_whole_game_breaks_none_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises, "MOST_LINES", 60)
    ticks = count()
    report = play_out(GAME, SEATS, "whole", {}, ("random", "greedy", "random"), "all", lambda: float(next(ticks)))
    assert report.lines == report.checked == len(report.record.entries)
    assert 0 < report.waits <= report.lines
    assert (report.seconds, report.slowest) == (report.lines, 1.0)
    assert not list(audit(report.state))


def test_a_record_that_cannot_be_read_again_is_a_broken_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises._Match, "look_at", lambda match, s: False)  # only the end of the game is checked
    forgetful = replace(GAME, lexicon=lambda options: {**lexicon(options), "card": ("tram",)})
    with pytest.raises(BrokenPromise, match="a record replays: ply"):
        play_out(forgetful, SEATS, "whole", {}, ("random",) * 3)


def test_without_checks_nothing_is_looked_at() -> None:
    report = play_out(GAME, SEATS, "quick", {}, ("greedy",) * 3, "none")
    assert report.checked == 0
    assert report.record.result.count(".") == 3


def test_a_sample_looks_at_some_positions() -> None:
    reports = [play_out(GAME, SEATS, f"sample-{n}", {}, ("random",) * 3) for n in range(4)]
    assert 0 < sum(report.checked for report in reports) < sum(report.lines for report in reports) / 4


def test_a_game_that_asks_nobody_is_stopped() -> None:
    silent = with_phase(stake, actors=lambda s: ())
    idle = replace(silent, after=lambda s: s)
    with pytest.raises(RuntimeError, match="1000 phases passed and nobody was asked"):
        driver.start(idle, SEATS, "idle")


def test_a_difference_is_shown_where_it_begins() -> None:
    shown = promises._differing(("x" * 300, 1), ("x" * 300, 2))
    assert "1)" in shown.partition(" against ")[0]
    assert len(shown) < 250
    assert promises._differing("ab", "abc").startswith("…'ab'")


def test_bots_do_not_touch_the_dice_of_the_game() -> None:
    one = play_out(GAME, SEATS, "dice", {}, ("random",) * 3, "none")
    two = play_out(GAME, SEATS, "dice", {}, ("greedy",) * 3, "none")
    assert one.state.rng.seed == two.state.rng.seed == Rng("dice").seed


def test_strange_moves_are_made_of_words_of_every_kind() -> None:
    match = promises._Match(GAME, SEATS, "strange", {}, ("random",) * 3, "all")
    assert match.strange_word("number", {}) in range(8)
    assert HEX_PATTERN.fullmatch(str(match.strange_word("hex", {})))
    assert match.strange_word("card", {"card": ("tram",)}) == "tram"
