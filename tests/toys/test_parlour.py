"""The rules of Parlour, a test for each numbered statement, and how it looks."""

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import msgspec
import pytest

from engine.core.game import OVER
from engine.core.move import read_line
from engine.core.play import actors, legal, play, refuse, settle, start, step, suggest
from engine.core.say import Say
from engine.core.sheet import Marks
from engine.core.together import Together, line_seen_by, open_together
from tests.toys.parlour import GAME
from tests.toys.parlour.events import Dealt, Drew, DrewSecretly, Gave, GaveSecretly, StakeLost, StakeShown, StakeWon
from tests.toys.parlour.moves import Done, Draw, Drop, Give, Knock, Show, Stake
from tests.toys.parlour.state import PACK, VALUES, Score, State, Turn, without

COLOURS = ("orange", "green", "sky")


def table(hands: tuple[tuple[str, ...], ...], **fields: object) -> State:
    """Three seats with these hands, seat 0 in its turn unless told otherwise."""
    discard = fields.get("discard", ())
    assert isinstance(discard, tuple)
    deck = without(PACK, [*(card for hand in hands for card in hand), *discard])
    standard = {"phase": "turn", "hands": hands, "deck": deck, "stakes": (), "queue": (0, 1, 2)}
    state: State = msgspec.structs.replace(start(GAME, COLOURS, "rules").state, **(standard | fields))
    assert not list(GAME.audit(state))
    return state


def staking(*hands: tuple[str, ...], **fields: object) -> State:
    return table(hands, phase="stake", stakes=(None,) * len(hands), queue=(), **fields)


def reason(s: State, seat: int, move: object) -> str | None:
    found = refuse(GAME, s, seat, move)  # type: ignore[arg-type]
    return None if found is None else f"{found.reason} {found.rule}"


TURN = table((("tram", "sleeper", "sleeper"), ("milk-car", "mail-car"), ("dining-car",)))


def test_par_1_1_the_pack() -> None:
    assert Counter(PACK) == dict.fromkeys(VALUES, 5)
    assert sum(VALUES.values()) == 15


def test_par_1_2_the_most_points_win_and_ties_share() -> None:
    s = table(((), (), ()), scores=(Score(3, 0, 4), Score(0, 1, 8), Score(0, 0, 7)))
    assert [(row.seat, row.place, row.score) for row in GAME.standings(s)] == [(1, 1, 9), (0, 2, 7), (2, 2, 7)]
    assert GAME.standings(s)[1].parts == (("staked", 3), ("given", 0), ("shown", 4))
    last = table((("tram",), (), ()), queue=(0,), round=2)
    assert play(GAME, last, 0, (Show(("tram",)), Done())).state.phase == OVER
    three = msgspec.structs.replace(last, options={"rounds": "3"})
    assert play(GAME, three, 0, (Show(("tram",)), Done())).state.round == 3


def test_par_1_3_hands_are_filled_up_to_four() -> None:
    opening = start(GAME, COLOURS, "deal")
    assert [len(hand) for hand in opening.state.hands] == [4, 4, 4]
    five = ("tram",) * 5
    s = settle(GAME, table((five, ("sleeper",), ()), phase="deal")).state
    assert [len(hand) for hand in s.hands] == [5, 4, 4]


def test_par_1_3_discarded_cards_come_back_when_the_deck_is_too_small() -> None:
    discard = without(PACK, ("tram", "tram"))
    settled = settle(GAME, table((("tram",), (), ()), phase="deal", discard=discard))
    assert settled.state.discard == ()
    assert len(settled.state.deck) == 25 - 12
    dealt = [event for event in settled.events if isinstance(event, Dealt)]
    assert [event.n for event in dealt] == [3, 4, 4]
    assert dealt[1].seen_by(1) == dealt[1]
    assert dealt[1].seen_by(0) is dealt[1].seen_by(None) is None


@pytest.mark.parametrize("move", [Stake("tram"), Drop("tram"), Give("tram"), Show(("tram",)), Show(("mail-car",) * 2)])
def test_par_1_4_only_cards_in_hand(move: Stake | Drop | Give | Show) -> None:
    phase = {Stake: "stake", Drop: "drop"}.get(type(move), "turn")
    s = table(((), ("milk-car", "mail-car"), ()), phase=phase, queue=(1, 2), victim=1)
    assert reason(s, 1, move) == "not-in-hand par-1.4"


def test_par_2_1_stakes_are_secret_until_the_last_is_laid() -> None:
    s = staking(("tram", "sleeper"), ("tram",), ("milk-car",))
    assert actors(GAME, s) == (0, 1, 2)
    played = play(GAME, s, 1, (Stake("tram"),))
    assert (played.ends, actors(GAME, played.state)) == ("turn", (0, 2))
    assert GAME.view(played.state, 0).staked == (False, True, False)
    assert GAME.view(played.state, 0).stake is GAME.view(played.state, None).stake is None
    assert GAME.view(played.state, 1).stake == "tram"
    assert Stake("tram").seen_by(0, mover=1) == "stake.?"


def test_par_2_1_a_stake_stays_sealed_until_the_last_is_laid() -> None:
    s = staking(("tram", "sleeper"), ("tram",), ("milk-car",))
    answered = play(GAME, s, 1, (Stake("tram"),)).state

    def positions() -> Iterator[State]:
        yield from (answered, s, TURN)
        raise AssertionError("what is older than the question is not looked at")

    assert open_together(GAME, positions()) == Together(1)
    assert [line_seen_by((Stake("tram"),), 1, reader, sealed=True) for reader in (None, 0, 1)] == [
        "?",
        "?",
        "stake.tram",
    ]
    assert open_together(GAME, (TURN, answered, s)) is None


def test_par_2_2_then_all_are_turned_up_and_discarded() -> None:
    s = staking(("tram",), ("tram",), ("milk-car",), discard=("sleeper",))
    for seat in (2, 0):
        s = play(GAME, s, seat, (next(legal(GAME, s, seat)),)).state
    last = play(GAME, s, 1, (Stake("tram"),))
    assert last.ends == "seen"
    assert [event.card for event in last.events if isinstance(event, StakeShown)] == ["tram", "tram", "milk-car"]
    assert last.state.discard == ("tram", "tram", "milk-car", "sleeper")


def test_par_2_3_the_single_highest_stake_wins() -> None:
    s = staking(("sleeper",), ("mail-car",), ("sleeper",), leader=1)
    outcome = _all_stake(s)
    assert outcome.events[-1] == StakeLost(1)
    assert (outcome.state.leader, outcome.state.scores) == (1, (Score(),) * 3)
    outcome = _all_stake(staking(("sleeper",), ("mail-car",), ("dining-car",)))
    assert outcome.events[-1] == StakeWon(2, 3)
    assert (outcome.state.leader, outcome.state.scores[2].total) == (2, 3)


def _all_stake(s: State):
    for seat in (0, 1, 2):
        outcome = step(GAME, s, seat, Stake(s.hands[seat][0]))
        s = outcome.state
    return outcome


def test_par_3_1_turns_go_to_the_left_from_the_first() -> None:
    s = settle(GAME, _all_stake(staking(("tram",), ("sleeper",), ("tram",))).state).state
    assert (s.phase, s.queue, actors(GAME, s)) == ("turn", (1, 2, 0), (1,))


@pytest.mark.parametrize("move", [Draw(), Give("tram"), Knock("green"), Show(("tram",))])
def test_par_3_2_each_once_a_turn(move: Draw | Give | Knock | Show) -> None:
    used = msgspec.structs.replace(TURN, turn=Turn(True, True, True, True))
    assert reason(used, 0, move) == "once-a-turn par-3.2"
    assert reason(TURN, 0, move) is None


def test_par_3_3_drawing_is_seen_by_oneself_only() -> None:
    outcome = step(GAME, TURN, 0, Draw())
    [drew] = outcome.events
    assert outcome.ends == "seen"
    assert drew == Drew(0, TURN.deck[0])
    assert drew.seen_by(1) == drew.seen_by(None) == DrewSecretly(0)
    assert actors(GAME, outcome.state) == (0,)
    assert reason(msgspec.structs.replace(TURN, deck=()), 0, Draw()) == "no-deck par-3.3"


def test_par_3_4_a_gift_is_secret_and_earns_a_point() -> None:
    outcome = step(GAME, TURN, 0, Give("tram"))
    [gave] = outcome.events
    assert outcome.state.hands[1] == ("tram", "milk-car", "mail-car")
    assert outcome.state.scores[0].given == 1
    assert gave.seen_by(0) == gave.seen_by(1) == Gave(0, 1, "green", "tram")
    assert gave.seen_by(2) == gave.seen_by(None) == GaveSecretly(0, 1, "green")
    assert gave.places() == GaveSecretly(0, 1, "green").places() == ("green",)
    last = msgspec.structs.replace(TURN, queue=(2, 0, 1))
    assert reason(last, 2, Give("dining-car")) == "keep-one-to-show par-3.4"
    shown = msgspec.structs.replace(last, turn=Turn(shown=True))
    assert reason(shown, 2, Give("dining-car")) is None
    assert step(GAME, shown, 2, Give("dining-car")).state.hands[0][-1] == "dining-car"


def test_par_3_5_cards_shown_are_of_one_kind() -> None:
    assert reason(TURN, 0, Show(("tram", "sleeper"))) == "not-alike par-3.5"
    outcome = step(GAME, TURN, 0, Show(("sleeper", "sleeper")))
    assert outcome.state.scores[0].shown == 8
    assert outcome.state.discard == ("sleeper", "sleeper")


def test_par_3_6_a_turn_ends_after_showing() -> None:
    assert reason(TURN, 0, Done()) == "nothing-shown par-3.6"
    played = play(GAME, TURN, 0, (Show(("tram",)), Done()))
    assert (played.ends, actors(GAME, played.state), played.state.turn) == ("turn", (1,), Turn())


def test_par_3_7_knocking_makes_another_seat_drop_first() -> None:
    played = play(GAME, TURN, 0, (Knock("green"),))
    assert (played.ends, actors(GAME, played.state)) == ("others", (1,))
    dropped = play(GAME, played.state, 1, (Drop("milk-car"),))
    assert dropped.state.discard == ("milk-car",)
    assert (dropped.state.phase, actors(GAME, dropped.state)) == ("turn", (0,))
    assert dropped.state.turn == Turn(knocked=True)
    assert reason(TURN, 0, Knock("orange")) == "knock-yourself par-3.7"
    assert reason(TURN, 0, Knock("white")) == "nobody-there par-3.7"


def test_par_3_8_no_knocking_at_a_last_card() -> None:
    assert reason(TURN, 0, Knock("sky")) == "one-card-only par-3.8"


def test_cards_that_are_lost_are_noticed() -> None:
    assert list(GAME.audit(msgspec.structs.replace(TURN, deck=TURN.deck[1:]))) == ["cards are conserved"]


@pytest.mark.parametrize("shown", [False, True])
def test_suggestions_fit_the_turn(shown: bool) -> None:
    s = msgspec.structs.replace(TURN, turn=Turn(shown=shown))
    first = suggest(GAME, GAME.view(s, 0), 0, 9)[0].line
    assert first == (
        (Done(),) if shown else read_line("give.tram show.sleeper.sleeper done", GAME.verbs, GAME.lexicon({}))
    )
    empty = table(((), ("tram", "tram"), ()), turn=Turn(shown=True))
    assert [str(found.line[0]) for found in suggest(GAME, GAME.view(empty, 0), 0, 9)] == ["done", "draw", "knock.green"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("reader", [None, 0, 2])
def test_the_drawing_is_sound(reader: int | None, lang: str) -> None:
    view = GAME.view(play(GAME, staking(*TURN.hands), 0, (Stake("tram"),)).state, reader)
    names = ("Ann & Co", "Bob", "<Cy>")
    links = {"sleeper": "/t/x/show.sleeper?a=1&b=2", "green": "/t/x/knock.green"}
    marks = Marks({"discard": (3, 4)}, links, chosen=("green",), names=names, lang=lang)
    drawing = GAME.draw(view, marks)
    picture = f'<svg xmlns="http://www.w3.org/2000/svg">{drawing.still}{drawing.moving}</svg>'
    root = ElementTree.fromstring(picture)
    addresses = [element.get("href") for element in root.iter("{http://www.w3.org/2000/svg}a")]
    assert addresses == [links["green"], *([links["sleeper"]] if reader == 0 else [])]
    assert "Ann &amp; Co" in drawing.moving
    assert not re.search(r"\bstyle=|<style", picture)
    assert drawing.text == GAME.text(view, marks)
    assert drawing.text.startswith("Ann & Co")


def test_the_sheet_tells_a_seat_its_own_hand_only() -> None:
    view = GAME.view(play(GAME, staking(*TURN.hands), 0, (Stake("tram"),)).state, 0)
    sheet = GAME.sheet(view)
    said = [GAME.words.render(line, "en", COLOURS) for line in sheet.private]
    assert said == ["Your hand: sleeper and sleeper.", "Your stake: tram."]
    assert sheet.rows[0].note == Say("has-staked")
    assert GAME.sheet(GAME.view(TURN, None)).private == ()
    assert [row.seat for row in GAME.sheet(GAME.view(msgspec.structs.replace(TURN, queue=(2,)), None)).rows] == [
        2,
        0,
        1,
    ]
