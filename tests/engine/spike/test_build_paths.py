"""Building (spk-6): paths, cards, jokers and the market."""

from collections.abc import Iterator
from dataclasses import replace as with_fields
from itertools import permutations, product
from operator import le

import pytest
from msgspec.structs import replace

from engine.core.play import legal, refuse
from engine.core.reader import reader_now
from engine.core.refusal import Illegal
from engine.games.spike import GAME
from engine.games.spike.build_paths import need_of
from engine.games.spike.cards import NONE, Hand, best_payment, payments, spare
from engine.games.spike.components import box
from engine.games.spike.events import Linked, Paid
from engine.games.spike.moves import Lay, Pay
from engine.games.spike.state import State
from tests.engine.spike.positions import (
    after,
    asked,
    kinds,
    lays,
    line,
    path,
    placed,
    why,
    with_hand,
    with_player,
    with_tracks,
)

BOSTON = path("albany", "j19", "boston")  # red, green


def at_albany(*hand: str) -> State:
    return with_hand(placed("albany", "miami"), 0, *hand)


def offered(s: State) -> list[str]:
    return [str(move) for move in legal(GAME, s, 0)]


def first_lays(s: State) -> set[str]:
    return {move.track for move in legal(GAME, s, 0) if isinstance(move, Lay)}


def test_the_picture_jenn_builds_two_tracks_with_two_cards() -> None:
    s = at_albany("red", "green", "white")
    played = line(s, 0, f"{lays('albany', 'j19', 'boston')} pay.red.green done")
    player = played.state.players[0]
    assert player.tracks == BOSTON
    assert player.hand == (1, 0, 0, 0, 0, 0)
    assert played.state.discards == (0, 0, 1, 0, 1, 0)


def test_the_picture_dan_branches_off_his_network() -> None:
    s = with_tracks(at_albany(*kinds("j19", "j29"), *kinds("j29", "new-york")), 0, *BOSTON)
    way = ("j19", "j29", "new-york")
    paid = sorted(kinds(*way), key=box().kinds.index)
    played = line(s, 0, f"{lays(*way)} pay.{'.'.join(paid)} done")
    assert "new-york" in played.state.players[0].network.linked


def test_the_forbidden_picture_off_another_network() -> None:
    s = with_tracks(at_albany("red", "green", "white", "blue", "black"), 1, *path("miami", "j97"))
    assert why(s, 0, lays("j97", "j95")) == ("not-own-network", "spk-6.4")


def test_the_forbidden_picture_no_city() -> None:
    with pytest.raises(Illegal) as error:
        line(at_albany("red", "green"), 0, f"{lays('albany', 'j19')} done")
    assert error.value.refusal.rule == "spk-6.5"


def test_spk_6_1_tracks_join_the_own_network() -> None:
    s = at_albany("red", "red", "red", "red", "green", "green")
    assert {edge for edge in first_lays(s) if "albany" not in box().edges[edge].ends} == set()
    assert why(s, 0, "lay.chicago-indianapolis") == ("not-own-network", "spk-6.4")
    moved = with_player(with_tracks(s, 0, *BOSTON), 0, train="j19-boston")
    assert set(moved.players[0].network.nodes) == {"albany", "j19", "boston"}


def test_spk_6_2_one_path_to_one_new_city() -> None:
    s = at_albany("red", "green", "red", "green", "red", "green", "white", "blue")
    one = f"{lays('albany', 'j19', 'boston')} pay.red.green"
    assert why(s, 0, f"{one} lay.albany-j28") == ("one-city", "spk-6.2")
    assert why(s, 0, f"{lays('albany', 'j19')} lay.albany-j28") == ("not-at-head", "spk-6.2")
    assert why(s, 0, f"{lays('albany', 'j19', 'boston')} lay.j29-boston") == ("build-unpaid", "spk-6.10")


def test_spk_6_3_no_own_node_and_no_node_twice_on_the_way() -> None:
    rich = at_albany(*["red"] * 4, *["green"] * 4, *["blue"] * 3, "yellow")
    assert why(rich, 0, "lay.albany-j19 lay.albany-j19") == ("track-twice", "spk-6.3")
    assert why(rich, 0, lays("albany", "j28", "j29", "albany")) == ("back-to-network", "spk-6.3")
    assert why(rich, 0, lays("albany", "j28", "j18", "j27", "j28")) == ("node-twice", "spk-6.3")
    assert why(rich, 0, lays("albany", "j19", "boston", "j29")) == ("build-unpaid", "spk-6.10")


def test_spk_6_4_branches_start_at_own_nodes_only() -> None:
    s = with_tracks(at_albany("red", "red", "red", "red", "red"), 0, *BOSTON)
    own = {"albany", "j19", "boston"}
    found = first_lays(s)
    assert found
    for edge in found:
        assert len(own & set(box().edges[edge].ends)) == 1
    assert any("j19" in box().edges[edge].ends for edge in found)


def test_spk_6_5_a_track_that_could_reach_no_city_is_refused() -> None:
    assert why(at_albany("red"), 0, "lay.albany-j19") == ("no-city-within-reach", "spk-6.5")
    assert why(at_albany("red", "green"), 0, "lay.albany-j19") is None
    assert why(at_albany("red", "green"), 0, "lay.albany-j19 draw") == ("build-unfinished", "spk-6.5")


def test_spk_6_6_a_space_holds_one_track_and_nodes_are_open() -> None:
    s = with_tracks(at_albany("red", "green", "red", "red"), 1, *path("j19", "boston"))
    assert why(s, 0, "lay.j19-boston") == ("track-taken", "spk-6.6")
    assert "albany-j19" in first_lays(with_tracks(at_albany("red", "green", "red", "red"), 1, *path("j29", "boston")))


def test_spk_6_7_each_track_costs_a_card_of_its_kind() -> None:
    s = at_albany("red", "green")
    built = f"{lays('albany', 'j19', 'boston')}"
    assert why(s, 0, f"{built} pay.red.green") is None
    assert why(s, 0, f"{built} pay.red") == ("wrong-payment", "spk-6.9")
    played = line(s, 0, f"{built} pay.red.green done")
    assert Paid(0, ("red", "green")) in played.events
    assert played.state.discards == need_of(BOSTON)


def test_spk_6_8_two_white_are_one_and_three_blue_are_two() -> None:
    """The examples of the rulebook, on a need of red and green."""
    built = lays("albany", "j19", "boston")
    assert why(at_albany("white", "white", "green"), 0, f"{built} pay.white.white.green") is None
    assert why(at_albany("blue", "blue", "blue"), 0, f"{built} pay.blue.blue.blue") is None
    assert why(at_albany("white", "white", "black", "black"), 0, f"{built} pay.white.white.black.black") is None
    assert why(at_albany("white", "blue", "green"), 0, "lay.albany-j19") == ("no-city-within-reach", "spk-6.5")


def test_spk_6_9_jokers_may_replace_a_card_that_is_held() -> None:
    """With four white and one red, black and red are paid by three white or by two white and the red one."""
    s = with_hand(placed("chicago", "miami"), 0, "white", "white", "white", "white", "red")
    built = lays("chicago", "j25", "detroit")
    assert sorted(kinds("chicago", "j25", "detroit")) == ["black", "red"]
    assert offered(after(s, 0, built)) == ["pay.white.white.red", "pay.white.white.white"]
    assert why(s, 0, f"{built} pay.white.white.white.white") == ("wrong-payment", "spk-6.9")


def test_spk_6_9_every_card_named_is_needed() -> None:
    built = lays("albany", "j19", "boston")
    s = at_albany("red", "green", "white", "white", "white")
    assert why(s, 0, f"{built} pay.white.white.white") is None
    assert why(s, 0, f"{built} pay.white.white.red.green") == ("wrong-payment", "spk-6.9")
    assert why(s, 0, f"{built} pay.red.green.white") == ("wrong-payment", "spk-6.9")
    assert why(s, 0, f"{built} pay.red.red.green") == ("cards-not-in-hand", "spk-6.7")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_refused_payment_names_the_cards_and_a_line_that_can_be_typed(lang: str) -> None:
    s = after(at_albany("white", "white", "green"), 0, lays("albany", "j19", "boston"))
    refused = refuse(GAME, s, 0, Pay(("white", "green")))
    assert refused is not None
    said = GAME.words.render(refused.say(), lang)
    assert all(GAME.words.name(f"card-{kind}", lang) in said for kind in ("red", "green"))
    assert "card-" not in said
    reader = reader_now(GAME, s)
    assert refuse(GAME, s, 0, reader.read(said.rpartition(": ")[2]).line[0]) is None
    named = " ".join(GAME.words.name(f"card-{kind}", lang) for kind in box().kinds)
    assert reader.read(f"pay {named}").line == (Pay(box().kinds),)


def test_spk_6_10_the_player_names_the_cards() -> None:
    s = at_albany("green", "white", "white", "black", "black")
    built = after(s, 0, lays("albany", "j19", "boston"))
    assert built.players[0].tracks == ()
    assert built.players[0].score == 0
    # The fewest cards first, those that fit before jokers.
    assert offered(built) == ["pay.green.black.black", "pay.white.white.green", "pay.white.white.black.black"]
    assert why(s, 0, f"{lays('albany', 'j19', 'boston')} done") == ("build-unpaid", "spk-6.10")
    assert why(s, 0, "pay.white.white") == ("nothing-to-pay", "spk-6.10")


def test_spk_6_11_tracks_run_out() -> None:
    s = at_albany("red", "green")
    assert not with_fields(s.builders[0], tracks_left=1).can_finish(need_of(BOSTON[:1]), ("j19",))
    assert with_fields(s.builders[0], tracks_left=2).can_finish(need_of(BOSTON[:1]), ("j19",))
    full = with_player(s, 0, tracks=tuple(box().edges)[:45])
    assert full.players[0].tracks_left == 0
    assert why(full, 0, "lay.albany-j19") == ("no-tracks", "spk-6.11")


def test_spk_6_12_the_market_pays_at_once() -> None:
    s = at_albany("red", "green")
    price = s.price("pigs")
    played = line(s, 0, f"{lays('albany', 'j19', 'boston')} pay.red.green done")
    assert Linked(0, "albany", "boston", 2, "pigs", price) in played.events
    assert played.state.players[0].score == price
    assert played.state.players[0].market == price


def test_spk_6_13_norfolk_and_the_pigs() -> None:
    """Jenn links Norfolk, pigs stand on 3: she scores 3, pigs go to 1, the two others rise by one."""
    s = with_hand(placed("raleigh", "miami"), 0, "green")
    market = (
        ("cows", "fruit", "pigs"),
        ("wood", "corn", "wheat"),
        ("coal", "oil", "steel"),
        ("cloth", "flour", "cotton"),
    )
    s = replace(s, market=market)
    played = line(s, 0, "lay.raleigh-norfolk pay.green done").state
    assert played.players[0].score == 3
    assert played.market == (("pigs", "cows", "fruit"), *market[1:])
    assert [played.price(good) for good in ("pigs", "cows", "fruit")] == [1, 2, 3]
    middle = replace(s, market=(("cows", "pigs", "fruit"), *market[1:]))
    assert line(middle, 0, "lay.raleigh-norfolk pay.green done").state.market[0] == ("pigs", "cows", "fruit")
    low = replace(s, market=(("pigs", "cows", "fruit"), *market[1:]))
    assert line(low, 0, "lay.raleigh-norfolk pay.green done").state.market == low.market


def test_spk_6_14_no_income_at_the_start_and_no_loops() -> None:
    s = placed("chicago", "miami")
    assert s.players[0].score == 0
    linked = with_tracks(with_hand(s, 0, *["green"] * 4), 0, *path("milwaukee", "chicago", "indianapolis"))
    for edge in first_lays(linked):
        assert len(set(box().edges[edge].ends) & set(linked.players[0].network.nodes)) == 1
    tracks = linked.players[0].tracks
    assert len(linked.players[0].network.nodes) == len(tracks) + 1
    assert asked(linked) == (0,)


def exchanges(number: int) -> Iterator[int]:
    """What so many cards of a kind are worth as jokers, in sets of two and more."""
    yield from (0,) if number == 0 else ()
    for size in range(2, number + 1):
        yield from (size - 1 + rest for rest in exchanges(number - size))


def covers(cards: Hand, need: Hand) -> bool:
    """Whether the cards can be split so that each stands for itself or is in a set, and all is paid."""
    for fitting in product(*(range(min(n, needed) + 1) for n, needed in zip(cards, need, strict=True))):
        jokers = [list(exchanges(n - own)) for n, own in zip(cards, fitting, strict=True)]
        if any(sum(worth) == sum(need) - sum(fitting) for worth in product(*jokers)):
            return True
    return False


@pytest.mark.parametrize(
    ("hand", "need"),
    [
        ((3, 2, 0, 0, 1, 0), (0, 1, 1, 0, 1, 0)),
        ((4, 3, 2, 0, 0, 0), (0, 0, 0, 2, 0, 0)),
        ((4, 0, 1, 0, 0, 0), (0, 0, 1, 0, 0, 1)),
        ((5, 4, 0, 0, 0, 0), (2, 0, 1, 0, 0, 0)),
    ],
)
def test_payments_are_all_that_the_rulebook_allows_without_waste(hand: Hand, need: Hand) -> None:
    every = [cards for cards in product(*(range(n + 1) for n in hand)) if covers(cards, need)]
    fewer = {cards for cards in every for other in every if other != cards and all(map(le, other, cards))}
    found = payments(hand, need)
    assert len(found) == len(set(found))
    assert set(found) == set(every) - fewer
    assert (spare(hand, need) >= 0) == bool(found)
    assert found[0] == best_payment(hand, need)
    assert sum(found[0]) == min(map(sum, found))


def test_the_first_payment_keeps_the_hand_useful() -> None:
    assert best_payment((3, 0, 1, 0, 0, 0), (0, 0, 1, 1, 0, 0)) == (2, 0, 1, 0, 0, 0)
    assert spare(NONE, (1, 0, 0, 0, 0, 0)) == -1


def test_spk_11_7_cards_are_read_in_any_order_and_written_in_one() -> None:
    s = after(at_albany("white", "white", "green"), 0, lays("albany", "j19", "boston"))
    for order in permutations(("white", "white", "green")):
        [move] = reader_now(GAME, s).read(f"pay {' '.join(order)}").line
        assert str(move) == "pay.white.white.green"
        assert refuse(GAME, s, 0, move) is None


def test_every_offered_payment_is_written_in_order() -> None:
    s = after(at_albany("green", "white", "white", "black", "black"), 0, lays("albany", "j19", "boston"))
    for move in legal(GAME, s, 0):
        assert isinstance(move, Pay)
        assert list(move.cards) == sorted(move.cards, key=box().kinds.index)


def test_a_payment_with_every_card_there_is_can_be_read() -> None:
    s = placed("albany", "miami")
    most = max(box().pieces.cards.values())
    pay = Pay(tuple(kind for kind in box().kinds for _ in range(most)))
    assert GAME.read(str(pay), s) == (pay,)
