"""The numbers beside choices."""

from engine.core.play import legal
from pbem.play.numbers import line_numbered, numbered
from pbem.play.scene import Scene
from tests.mails.people.corpus import Place, places


def place_of(record: str, to: int) -> Place:
    return next(place for place in places() if (place.record, place.to) == (record, to))


def scene_of(place: Place) -> Scene:
    return Scene(place.game, place.state, place.seat, tuple(place.state.seats), "en")


def test_choices_are_numbered_from_one() -> None:
    choices = numbered(scene_of(place_of("age-of-steam-1", 14)))
    assert [choice.number for choice in choices] == list(range(1, len(choices) + 1))


def test_an_amount_is_its_own_number_and_declining_is_0() -> None:
    choices = numbered(scene_of(place_of("age-of-steam-1", 4)))
    assert {choice.number: choice.line for choice in choices} == {
        0: "pass", 2: "bid.2", 3: "bid.3", 4: "bid.4", 5: "bid.5"
    }  # fmt: skip


def test_a_second_way_to_decline_gets_a_free_number() -> None:
    by_line = {choice.line: choice.number for choice in numbered(scene_of(place_of("age-of-steam-3", 134)))}
    assert by_line["bid.4"] == 4
    assert {by_line["hold"], by_line["pass"]} == {0, 1}


def test_the_number_of_a_second_way_to_decline_is_no_amount() -> None:
    place = place_of("age-of-steam-4", 31)
    by_line = {choice.line: choice.number for choice in numbered(scene_of(place))}
    assert by_line["hold"] == 0
    assert f"bid.{by_line['pass']}" not in {str(move) for move in legal(place.game, place.state, place.seat)}


def test_an_amount_that_was_not_printed_counts_if_it_is_legal() -> None:
    place = place_of("age-of-steam-1", 4)
    choices = numbered(scene_of(place))
    assert line_numbered(place.game, place.state, place.seat, choices, 9) == "bid.9"
    assert line_numbered(place.game, place.state, place.seat, choices, 11) is None


def test_other_numbers_stand_for_nothing() -> None:
    place = place_of("age-of-steam-1", 14)
    choices = numbered(scene_of(place))
    assert line_numbered(place.game, place.state, place.seat, choices, 2) == choices[1].line
    for number in (0, 99):
        assert line_numbered(place.game, place.state, place.seat, choices, number) is None
