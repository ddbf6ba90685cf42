"""The command line: what it prints, and one clear sentence for what cannot be done."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.core.promises import play_out
from engine.core.record import read_record
from engine.games import GAMES
from pbem.base.config import embedded_config
from pbem.base.service import make_service
from pbem.cli import main
from pbem.store.schema import migrate

SEATS = ("orange", "green", "sky")


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=stdin)


@pytest.fixture(scope="module")
def record() -> str:
    report = play_out(GAMES["age-of-steam"], SEATS, "cli", {}, ["random"] * 3, "none")
    return str(report.record)


@pytest.fixture
def file(tmp_path: Path, record: str) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(record, "utf-8")
    return path


def test_games_lists_all_five() -> None:
    listed = json.loads(run("games", "--json").stdout)["games"]
    assert {"age-of-steam", "railroad-tycoon", "railways-of-the-world", "spike", "whistle-stop"} <= {
        game["id"] for game in listed
    }
    assert "3–6 seats" in run("games").stdout


def test_simulate_plays_and_tells() -> None:
    done = run("simulate", "age-of-steam", "--seats", "3", "--count", "2", "--seed", "7", "--json")
    assert done.exit_code == 0
    summary = json.loads(done.stdout)
    assert (summary["games"], summary["broken"], len(summary["scores"])) == (2, 0, 2)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("simulate", "chess", "--seats", "3"), "there is no game 'chess'"),
        (("simulate", "age-of-steam", "--seats", "9"), "has 3 to 6 seats, not 9"),
        (("simulate", "age-of-steam", "--seats", "3", "--option", "map=moon"), "option map of age-of-steam"),
        (("simulate", "age-of-steam", "--seats", "3", "--option", "wings=on"), "has no option 'wings'"),
        (("simulate", "age-of-steam", "--seats", "3", "--option", "wings"), "name=value"),
        (("simulate", "age-of-steam", "--seats", "3", *("--bot", "greedy") * 4), "at most once for each"),
        (("replay", "/nowhere/at-all.txt"), "cannot be read"),
    ],
)
def test_a_wrong_call_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert sentence in done.output
    assert "Traceback" not in done.output


def test_replay_shows_the_position(file: Path, tmp_path: Path) -> None:
    shown = run("replay", str(file))
    assert shown.exit_code == 0
    assert "Result: " in shown.stdout
    view = json.loads(run("replay", str(file), "--to", "3", "--seat", "2", "--json").stdout)
    assert view["ply"] == 3
    assert view["view"]["reader"] == 1
    assert "rng" not in view["view"]
    assert run("replay", str(file), "--svg", str(tmp_path / "b.svg"), "--png", str(tmp_path / "b.png")).exit_code == 0
    assert (tmp_path / "b.svg").read_text("utf-8").startswith("<svg")
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


def test_read_shows_what_an_answer_would_do(file: Path) -> None:
    """One answer a line; a JSON string may have several lines."""
    mover = 1 + SEATS.index(read_record(file.read_text("utf-8")).entries[0].by)
    asked = ("read", str(file), "--to", "0", "--seat", str(mover))
    answers = 'issue 2\n"pass\\n\\nRegards, Bob"\nissue 99\nboard\n'
    listed = json.loads(run(*asked, "--json", stdin=answers).stdout)["answers"]
    assert [each["plays"] for each in listed] == ["issue.2", "pass", None, None]
    assert listed[1]["answer"] == "pass\n\nRegards, Bob"
    assert listed[2]["asks"]
    assert len(listed[2]["choices"]) == 3
    assert listed[3]["does"] == ["board"]
    shown = run(*asked, stdin=answers).stdout
    assert "plays issue.2" in shown
    assert "does board" in shown
    assert "not asked after ply 0" in run("read", str(file), "--to", "0", "--seat", str(mover % 3 + 1)).output
    assert "there is no seat 9" in run("read", str(file), "--to", "0", "--seat", "9").output
    assert "no JSON string" in run(*asked, stdin='"issue 2\n').output


def test_read_shows_what_an_answer_would_plan(file: Path) -> None:
    mover = 1 + SEATS.index(read_record(file.read_text("utf-8")).entries[0].by)
    asked = ("read", str(file), "--to", "0", "--seat", str(mover))
    plans = {
        "issue 2 then bid up to 4 then engineer or locomotive": ["upto.4", "take.engineer or take.locomotive"],
        "issue 2, bid 3 and take the engineer": ["bid.3", "take.engineer"],
        "always issue 2": ["always issue.2"],
    }
    listed = json.loads(run(*asked, "--json", stdin="\n".join(plans)).stdout)["answers"]
    assert [each["plays"] for each in listed] == ["issue.2"] * 3
    assert [each["plan"] for each in listed] == list(plans.values())
    shown = run(*asked, stdin='issue 1 then deliver red from the moon\n"issue 1\\nplan all"\n').stdout
    assert "does not plan deliver red from the moon" in shown
    assert "plans take." in shown


def test_two_answers_with_or_between_them_are_asked_about(file: Path) -> None:
    mover = 1 + SEATS.index(read_record(file.read_text("utf-8")).entries[0].by)
    done = run("read", str(file), "--to", "0", "--seat", str(mover), "--json", stdin="issue 2 or 3\n")
    (answer,) = json.loads(done.stdout)["answers"]
    assert (answer["plays"], answer["plan"], answer["choices"]) == (None, [], ["issue.2", "issue.3"])


def test_an_illegal_line_is_explained(file: Path) -> None:
    lines = file.read_text("utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    lines[at] = lines[at].partition(": ")[0] + ": issue.99"
    file.write_text("\n".join(lines), "utf-8")
    done = run("replay", str(file))
    assert done.exit_code == 1
    for part in (file.name, f"line {at + 1}", "issue.99", "aos-3.3", "Legal at the start of the line", "issue.1"):
        assert part in done.output


def test_a_wrong_result_is_found(file: Path) -> None:
    text = file.read_text("utf-8")
    result = next(line for line in text.split("\n") if line.startswith("Result: "))
    file.write_text(text.replace(result, "Result: orange 1. 999, green 2. 0, sky 3. 0"), "utf-8")
    done = run("replay", str(file))
    assert done.exit_code == 1
    assert "the rules say" in done.output


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "lacks"),
        ("no header\n", "a header line looks like"),
        ("Game: chess\nSeats: orange\nSeed: 1\n\n", "there is no game"),
        ("Game: age-of-steam\nSeats: orange, green\nSeed: 1\n\n", "3 to 6 seats"),
        ("Game: age-of-steam\nSeats: orange, green, sky\nSeed: 1\n\nnonsense\n", "a line looks like"),
    ],
)
def test_an_unreadable_record_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text, "utf-8")
    done = run("replay", str(path))
    assert done.exit_code == 2
    assert sentence in done.output
    path.write_bytes(b"\xff\xfe\x00")
    assert run("replay", str(path)).exit_code == 2


def test_commands_find_the_server_whose_data_are_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`pbem up` on a database elsewhere is still `pbem up`; a broker makes it production."""
    monkeypatch.setenv("DATA", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'elsewhere.sqlite'}")
    monkeypatch.delenv("REDIS_URL", raising=False)
    words = ("open", "spike", "--title", "Club", "--host", "Anna <anna@mail.localhost>", "--bot", "greedy")
    for command in (words, ("export", "1")):
        assert "start `pbem up` once" in run(*command).output
    service = make_service(embedded_config(os.environ))
    migrate(service.db)
    service.db.close()
    assert run(*words).output == "table 1: the invitations leave with the next sweep\n"
    assert "there is no table 1 that has started" in run("export", "1").output
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:9/0")
    monkeypatch.delenv("PUBLIC_URL", raising=False)
    for again in (words, ("export", "1"), ("check",), ("receive",)):
        done = run(*again)
        assert (done.exit_code, done.output.partition(";")[0]) == (2, "pbem: PUBLIC_URL is not set")


def test_a_missing_setting_stops_production_with_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PUBLIC_URL", raising=False)
    for process in ("web", "worker", "sender", "thinker", "beat", "inbound", "migrate"):
        done = run(process)
        assert done.exit_code == 2
        assert "PUBLIC_URL is not set" in done.output
