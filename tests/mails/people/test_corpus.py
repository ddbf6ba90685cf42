"""The corpus itself is right: what it says is meant is legal, and it holds every verb of every game."""

from collections import Counter

import pytest

from engine.core.play import actors, complete, play, preview
from engine.games import GAMES
from tests.mails.people.corpus import REST, Answer, answers, places
from tests.mails.people.variations import variations

# Both Railways share their verbs: shares are issued by hand in one of them only, and a blocked tile is so rare in
# Railroad Tycoon that the other one stands for both.
SELDOM = {"railroad-tycoon": {"redirect"}, "railways-of-the-world": {"issue"}}
ALL = answers() + answers(held_out=True)


def test_there_are_600_answers_in_60_positions_of_all_games_and_150_more_are_held_out() -> None:
    assert len(answers()) >= 600
    assert len(places()) >= 60
    assert len(answers(held_out=True)) >= 150
    for part in (answers(), answers(held_out=True)):
        assert {answer.game.id for answer in part} == set(GAMES)
        assert min(Counter(answer.game.id for answer in part).values()) >= len(part) / 10
        assert sum(answer.lang == "fr" for answer in part) >= len(part) / 4


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_and_every_verb_of_the_game_is_meant_somewhere(game: str) -> None:
    meant = [answer for answer in answers() if answer.game.id == game]
    asked = {phase.NAME for phase in GAMES[game].phases if hasattr(phase, "actors")}
    assert {answer.place.state.phase for answer in meant} == asked
    verbs = {move.partition(".")[0] for answer in meant for line in answer.means for move in line.split()}
    assert set(GAMES[game].verbs) - verbs <= SELDOM.get(game, set())


@pytest.mark.parametrize("game", GAMES)
def test_every_meaning_is_a_legal_line(game: str) -> None:
    seen: set[tuple[object, str]] = set()
    for answer in (answer for answer in ALL if answer.game.id == game):
        place = answer.place
        assert place.seat in actors(place.game, place.state), answer
        for meant in answer.means if answer.sort in ("plays", "asks") else ():
            if (place, meant) in seen:
                continue
            seen.add((place, meant))
            line = place.game.read(meant.removesuffix(REST), place.state)
            if meant.endswith(REST):
                whole = complete(place.game, place.state, place.seat, line)
                ends = preview(place.game, place.state, place.seat, whole).ends
                assert ends is None or len(answer.means) > 1, f"{answer} could be played"
            else:
                play(place.game, place.state, place.seat, line)


def test_an_answer_stands_once_in_a_position() -> None:
    def key(answer: Answer) -> tuple[str, int, int, str]:
        return answer.place.record, answer.place.to, answer.place.seat, answer.text

    twice = [found for found, n in Counter(map(key, answers())).items() if n > 1]
    assert not twice


def test_variations_mean_what_they_were_made_from() -> None:
    by_place = {answer.place: {other.means for other in ALL if other.place == answer.place} for answer in ALL}
    varied = list(variations(answers()))
    assert len(varied) > len(answers()) / 2
    assert all(answer.varied and answer.means in by_place[answer.place] for answer in varied)
