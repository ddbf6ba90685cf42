"""An auction ends with one seat, and nobody is asked to outbid himself."""

from hypothesis import given
from hypothesis import strategies as st

from engine.rail.auction import Auction


def opened(seats: int) -> Auction:
    return Auction(tuple(range(seats)), (0,) * seats)


def test_bids_go_round_until_one_is_left() -> None:
    auction = opened(3)
    assert (auction.speaker, auction.leader, auction.high) == (0, None, 0)
    auction = auction.bid(2)
    assert (auction.speaker, auction.leader, auction.high) == (1, 0, 2)
    auction = auction.drop().bid(3)  # seat 1 is out, seat 2 bids
    assert auction.speaker == 0
    auction = auction.drop()
    assert auction.speaker is None
    assert auction.places() == (2, 0, 1)
    assert auction.bids == (2, 0, 3)


def test_the_leader_is_skipped() -> None:
    auction = opened(3).bid(1).stay()
    assert auction.speaker == 2
    auction = auction.stay()  # round to the leader, whom nobody has outbid
    assert auction.leader == 0
    assert auction.speaker == 1


def test_everybody_who_is_in_speaks_again_but_a_leader_whom_nobody_can_outbid() -> None:
    auction = opened(3).bid(1).drop()  # seat 0 leads, seat 1 is out
    assert [auction.speaks_again(seat, lambda rival: True) for seat in range(3)] == [True, False, True]
    assert not auction.speaks_again(0, lambda rival: False)


def test_without_bids_the_last_to_stay_wins() -> None:
    auction = opened(2).drop()
    assert auction.speaker is None
    assert (auction.leader, auction.places()) == (None, (1, 0))


@given(st.integers(2, 6), st.lists(st.integers(0, 3), max_size=40))
def test_an_auction_stays_in_order(seats: int, acts: list[int]) -> None:
    auction = opened(seats)
    for act in acts:
        if auction.speaker is None:
            break
        speaker, high = auction.speaker, auction.high
        assert speaker != auction.leader
        auction = auction.bid(high + act) if act > 1 else auction.stay() if act else auction.drop()
        assert auction.high >= high
        assert (speaker in auction.dropped) == (act == 0)
    assert sorted(auction.places()) == list(range(seats))
    assert len(auction.queue) >= 1
