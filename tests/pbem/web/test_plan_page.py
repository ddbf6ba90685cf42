"""The plan page: every press is kept at once, by keyboard and without a script; GET changes nothing."""

import re
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from engine.core.ahead import read_choice
from engine.core.plan import Intention
from pbem.base.service import Service
from pbem.play.plan_ahead import plan_ahead
from pbem.play.plans import plan_of
from pbem.play.play_line import play_line
from pbem.store.links import Links
from pbem.store.models import Seat, User
from pbem.tables.host import choose_plans
from pbem.web.app import create_app
from tests.pbem.plans import follow_all, look_ahead, plan, planned_forms, planned_keys
from tests.pbem.sample_tables import asks, play_one, seats, started, state


class Planner:
    """A player who waits for the turn and plans."""

    def __init__(self, service: Service, game: str = "age-of-steam") -> None:
        self.service, self.table_id = service, started(service, game)
        asked = asks(service, self.table_id)[0].seat_id
        self.seat: Seat = next(
            seat
            for seat in seats(service, self.table_id)
            if seat.id != asked and len(look_ahead(service, seat).questions) > 0
        )
        self.client: FlaskClient = create_app(service).test_client()
        self.base = f"/t/{Links(service).turn_token(self.seat, None)}"

    def page(self, rest: str = "/plan") -> str:
        answer = self.client.get(self.base + rest)
        assert answer.status_code == 200
        return answer.text

    def press(self, act: str, key: str = "", expect: int = 303, **more: str) -> str:
        """Presses a button of a step, with what its form on the page holds."""
        seen = re.search(rf'name="key" value="{key}">\s*<input type="hidden" name="seen" value="([^"]*)"', self.page())
        form = {"act": act, "key": key, "seen": seen[1] if seen and key else "", **more}
        answer = self.client.post(f"{self.base}/plan", data=form)
        assert answer.status_code == expect, answer.text
        return answer.text

    @property
    def planned(self) -> dict[str, list[str]]:
        return planned_forms(self.service, self.seat)


def test_looking_at_the_plan_changes_nothing(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)
    page = planner.page()
    assert "Issue shares" in page
    assert "Choose an action" in page
    planner.page("/plan/1")
    planner.page("/plan/1/issue.2")
    assert planner.planned == {}
    assert planner.client.get(f"{planner.base}/plan/99").status_code == 303


def test_one_press_takes_everything_and_it_is_played(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)
    planner.press("all")
    keys = planned_keys(sqlite_service, planner.seat)
    assert {"1/issue", "1/actions"} <= set(keys)
    assert "1/build" not in keys, "it is better planned when everybody has chosen an action"
    assert "Plan all of this" not in planner.page()
    assert "Planned:" in planner.page(""), "the table's page says what is planned"
    first = asks(sqlite_service, planner.table_id)[0]
    play_line(sqlite_service, first.seat_id, first.id, "pass", "page")
    while not asks(sqlite_service, planner.table_id)[0].is_planned:
        play_one(sqlite_service, planner.table_id, bot="greedy")
    assert follow_all(sqlite_service)
    planner.press("none")
    assert planner.planned == {}


def test_choices_are_moved_up_and_down_and_left_out(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)
    planner.press("take", "1/actions")
    before = planner.planned["1/actions"]
    planner.press("down-1", "1/actions")
    assert planner.planned["1/actions"] == [before[1], before[0], *before[2:]]
    planner.press("up-3", "1/actions")
    assert planner.planned["1/actions"][:3] == [before[1], before[2], before[0]]
    planner.press("out-1", "1/actions")
    assert before[1] not in planner.planned["1/actions"]
    planner.press("drop", "1/actions")
    assert planner.planned == {}


def test_a_limit_is_written(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)
    key = next((one.key for one in look_ahead(sqlite_service, planner.seat).questions if "auction" in one.key), "")
    if not key:
        pytest.fail("this seat is not asked in the auction")
    planner.press("limit", key, limit="6")
    assert planner.planned == {key: ["upto.6"]}
    planner.press("limit", key, limit="4", ask="on")
    assert planner.planned == {key: ["upto.4.ask"]}
    assert "as a number" in planner.press("limit", key, expect=422, limit="lots")
    assert planner.planned == {key: ["upto.4.ask"]}


def test_a_line_drafted_on_the_board_is_planned_first(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)
    page = planner.page("/plan/1/issue.3")
    assert "Plan: Issue" in page or "Plan: issue" in page.replace("<", " ")
    planner.press("add", "1/issue", draft="issue.3")
    assert planner.planned == {"1/issue": ["issue.3"]}
    planner.press("add", "1/issue", add="pass")
    assert planner.planned == {"1/issue": ["pass", "issue.3"]}
    told = planner.press("add", "1/issue", expect=422, draft="take.engineer")
    assert planner.planned == {"1/issue": ["pass", "issue.3"]}
    assert "role" in told
    for junk in ("", "x" * 5000, "lay.~~", "issue.99"):
        planner.press("add", "1/issue", expect=422, draft=junk)


def test_options_are_kept(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)
    planner.press("options", "1/issue", always="on")
    with sqlite_service.db.reading() as session:
        (kept,) = plan_of(session, planner.seat).kept
    assert kept.intention.always
    planner.press("options", "1/issue")
    with sqlite_service.db.reading() as session:
        (kept,) = plan_of(session, planner.seat).kept
    assert not kept.intention.always


def test_another_window_is_told_what_it_replaces(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)
    page = planner.page()
    seen = re.search(r'name="key" value="1/issue">\s*<input type="hidden" name="seen" value="([^"]*)"', page)
    assert seen is not None
    plan(sqlite_service, planner.seat, "1/issue", "issue.2")  # in another window
    data = {"act": "add", "key": "1/issue", "seen": seen[1], "add": "issue.4"}
    answer = planner.client.post(f"{planner.base}/plan", data=data)
    assert answer.status_code == 200
    assert "This replaces what you had planned" in answer.text
    assert planner.planned == {"1/issue": ["issue.4", "issue.2"]}
    moved = planner.client.post(f"{planner.base}/plan", data={**data, "act": "up-2"})
    assert moved.status_code == 422
    assert "changed in another window" in moved.text
    assert planner.planned == {"1/issue": ["issue.4", "issue.2"]}


def test_a_press_on_an_old_page_is_explained(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)
    while state(sqlite_service, planner.table_id).phase == "issue":  # type: ignore[attr-defined]
        play_one(sqlite_service, planner.table_id, bot="greedy")
    assert "has been asked meanwhile" in planner.press("add", "1/issue", expect=422, add="issue.2")
    assert planner.planned == {}


def test_later_answers_follow_an_earlier_one_that_is_changed(sqlite_service: Service) -> None:
    """The build is planned for after the action that is chosen first now: it is not asked for the sake of a branch."""
    planner = Planner(sqlite_service)
    planner.press("all")
    planner.press("take", "1/build")
    first, second, *_ = planner.planned["1/actions"]
    planner.press("down-1", "1/actions")
    with sqlite_service.db.reading() as session:
        build = plan_of(session, planner.seat).plan.named("1/build")
    assert build is not None
    assert second in build.choices[0].after.get("1/actions", (second,)), (first, second)


def test_where_nobody_plans_the_page_says_so(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)
    choose_plans(sqlite_service, planner.table_id, "off")
    assert "Nobody plans ahead at this table" in planner.page()
    assert planner.client.post(f"{planner.base}/plan", data={"act": "all"}).status_code == 200
    assert planner.planned == {}
    assert ">Plan<" not in planner.page("")


def test_a_standing_order_of_an_earlier_turn_is_a_plan_of_this_one(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)

    def order() -> dict[str, list[str]]:
        """A standing order for issuing shares, from another turn."""
        ahead = look_ahead(sqlite_service, planner.seat)
        asked = next(one for one in ahead.questions if one.key == "1/issue")
        choice = read_choice(ahead.game, asked, planner.seat.number, "issue.4")
        plan_ahead(sqlite_service, planner.seat.id, ahead.ply, [Intention("0/issue", (choice,), always=True)])
        return planner.planned

    assert order() == {"0/issue": ["issue.4"]}
    planner.press("all")
    assert "1/actions" in planner.planned
    assert "1/issue" not in planner.planned, "one press does not take its place"
    planner.press("none")
    order()
    planner.press("options", "1/issue")
    assert planner.planned == {"1/issue": ["issue.4"]}, "it is for this turn only"
    planner.press("none")
    order()
    planner.press("drop", "1/issue")
    assert planner.planned == {}


def test_the_own_page_says_what_is_planned_at_each_table(sqlite_service: Service) -> None:
    planner = Planner(sqlite_service)
    plan(sqlite_service, planner.seat, "1/actions", "take.engineer", "take.locomotive")
    with sqlite_service.db.reading() as session:
        user = session.get_one(User, planner.seat.user_id)
    page = planner.client.get(urlsplit(Links(sqlite_service).me(user)).path).text
    assert "Planned: Take Engineer or else Take Locomotive." in page
