"""`pbem simulate`: who sits where, what each kind of bot had of the games, and a log that goes on where it stopped."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli import main, simulate
from pbem.cli.simulate import Job, Result, every_order, play_job, read_log, seated


def simulated(*words: str) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["simulate", "parlour", "--seats", "3", "--check", "none", *words, "--json"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """The jobs that were played, not read from a log."""
    jobs: list[Job] = []

    def play(job: Job) -> Result:
        jobs.append(job)
        return play_job(job)

    monkeypatch.setattr(simulate, "play_job", play)
    return jobs


def test_the_last_bot_fills_the_seats_that_are_left() -> None:
    assert seated((), 3) == ("random",) * 3
    assert seated(("greedy",), 3) == ("greedy",) * 3
    assert seated(("patient", "greedy"), 4) == ("patient", "greedy", "greedy", "greedy")


def test_every_order_is_played_in_turn(played: list[Job]) -> None:
    assert len(every_order(("patient", "greedy", "greedy", "greedy"))) == 4
    assert len(every_order(("patient", "greedy", "patient", "greedy"))) == 6
    simulated("--bot", "random", "--bot", "greedy", "--rotate", "--count", "4")
    assert [job.bots.index("random") for job in played] == [0, 1, 2, 0]


def test_wins_and_scores_are_told_by_bot() -> None:
    summary = simulated("--bot", "patient", "--bot", "random", "--rotate", "--playouts", "4", "--count", "6")
    patient, random = summary["bots"]["patient"], summary["bots"]["random"]
    assert patient["games"] == random["games"] == 6
    assert (patient["chance"], random["chance"]) == (2.0, 4.0)
    assert patient["wins"] + random["wins"] == pytest.approx(6)
    assert patient["mean_score"] > random["mean_score"]
    assert patient["mean_score_error"] > 0
    assert patient["seconds_per_question"] > random["seconds_per_question"]
    own = [scores[number % 3] for number, scores in enumerate(summary["scores"])]
    assert patient["mean_score"] == pytest.approx(sum(own) / 6, abs=0.06)


def test_one_game_has_no_error_and_words_say_the_same() -> None:
    words = ("simulate", "parlour", "--seats", "2", "--check", "none", "--bot", "greedy", "--seed", "3")
    done = CliRunner().invoke(main, words)
    assert "greedy               won 1.0 of 1 (chance 1.0), 100.0 %; mean score " in done.stdout
    assert "±" not in done.stdout


def test_a_log_goes_on_where_it_stopped(tmp_path: Path, played: list[Job]) -> None:
    log = tmp_path / "games.jsonl"
    words = ("--bot", "greedy", "--seed", "log", "--log", str(log))
    two = simulated(*words, "--count", "2")
    assert len(played) == len(log.read_text("utf-8").splitlines()) == 2
    three = simulated(*words, "--count", "3")
    assert [job.seed for job in played] == ["log-1", "log-2", "log-3"]
    assert three["scores"][:2] == two["scores"]
    assert three["scores"] == simulated("--bot", "greedy", "--seed", "log", "--count", "3")["scores"]


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, played: list[Job]) -> None:
    log = tmp_path / "games.jsonl"
    words = ("--bot", "greedy", "--log", str(log))
    simulated(*words, "--count", "2")
    whole = log.read_bytes()
    log.write_bytes(whole[:-20])
    simulated(*words, "--count", "2")
    assert [job.seed for job in played] == ["1-1", "1-2", "1-2"]
    assert [result.seed for result in read_log(log).values()] == ["1-1", "1-2"]
    log.write_bytes(whole[:20])
    assert read_log(log) == {}
    assert log.read_bytes() == b""


def test_games_of_other_bots_or_budgets_in_the_log_are_left_alone(tmp_path: Path, played: list[Job]) -> None:
    log = tmp_path / "games.jsonl"
    for words in (
        ("--bot", "greedy"),
        ("--bot", "random"),
        ("--bot", "greedy", "--playouts", "2"),
        ("--bot", "greedy"),
    ):
        simulated(*words, "--log", str(log))
    assert len(played) == len(read_log(log)) == 3


def test_a_broken_game_is_not_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "play_job", lambda job: Result(job.seed, broken="a promise"))
    log = tmp_path / "games.jsonl"
    done = CliRunner().invoke(main, ["simulate", "parlour", "--seats", "2", "--log", str(log)])
    assert done.exit_code == 1
    assert read_log(log) == {}


def test_another_file_is_not_taken_for_a_log(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("milk, bread\n", "utf-8")
    done = CliRunner().invoke(main, ["simulate", "parlour", "--seats", "2", "--log", str(other)])
    assert done.exit_code == 2
    assert "is no log of simulated games" in done.output
    assert other.read_text("utf-8") == "milk, bread\n"


def test_people_are_compared_with_people_without_plans() -> None:
    summary = simulated("--people", "8h", "--plans", "asked", "--count", "2")
    assert (summary["games"], summary["plans"]) == (2, "asked")
    assert summary.keys() - {"games", "plans", "off"} == summary["off"].keys()
    assert summary["off"]["plans_followed"] == 0
    assert summary["off"]["waits_per_game"] <= summary["off"]["questions_per_game"]
    assert summary["bankruptcies"] == 0
    off = simulated("--people", "8h", "--count", "2")
    assert {**off, **off["off"]} == off
    assert off["off"] == summary["off"]


def test_people_in_words() -> None:
    words = ["simulate", "whistle-stop", "--seats", "2", "--people", "90m", "--plans", "offered"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "1 game, plans offered; beside it the same without plans" in done.stdout
    assert "waits per game" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--people", "8"), "--people is the mean time until a mail is read"),
        (("--plans", "asked"), "--plans is for people"),
        (("--people", "8h", "--bot", "greedy"), "exclude each other"),
    ],
)
def test_people_that_cannot_be(words: tuple[str, ...], sentence: str) -> None:
    done = CliRunner().invoke(main, ["simulate", "parlour", "--seats", "3", *words])
    assert done.exit_code == 2
    assert sentence in done.output
