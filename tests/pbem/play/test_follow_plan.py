"""Plans are followed: when, by whom, and what happens to a plan that something else gets in the way of."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from engine.core.plan import Choice, Intention
from pbem.base.service import Service
from pbem.mail_out.compose import render
from pbem.pacing.pace import Pace
from pbem.people.absences import go_away
from pbem.play import follow_plan as module
from pbem.play.follow_plan import follow_plan
from pbem.play.notify import PATIENCE_ON_PAGE
from pbem.play.plan_ahead import forget_plan, plan_ahead
from pbem.play.plans import CannotPlan, MovedOn, keep_plan, not_used
from pbem.play.play_line import AskClosed, play_line
from pbem.play.turn import locked_table
from pbem.play.undo import CannotTakeBack, take_back
from pbem.store.models import Ask, Seat, Table
from pbem.store.models.table import OFF, OVER
from pbem.tables import rules_upgrade
from pbem.tables.host import choose_plans, pause, resume, rewind
from pbem.tables.open_table import Joining, NewSeat, create_table, join
from pbem.tables.rewind import go_back
from pbem.tables.seats import give_seat, leave
from pbem.upkeep.reminders import remind
from pbem.upkeep.watchdog import complaints
from pbem.web.mailbox import opened, text_of
from tests.pbem.conftest import FakeClock
from tests.pbem.plans import follow_all, look_ahead, plan, plan_everything, planned_forms, planned_keys
from tests.pbem.sample_tables import (
    asks,
    lines,
    mails,
    new_table,
    play_one,
    seats,
    started,
    state,
    sweep,
    table,
)


def asked_first(service: Service, table_id: int) -> Seat:
    ask = asks(service, table_id)[0]
    return next(seat for seat in seats(service, table_id) if seat.id == ask.seat_id)


def in_order(service: Service, table_id: int) -> list[Seat]:
    """The seats of Age of Steam in the order in which the first phase asks them."""
    everybody = seats(service, table_id)
    return [everybody[number] for number in state(service, table_id).order]  # type: ignore[attr-defined]


def asked_later(service: Service, table_id: int) -> Seat:
    """The seat that is asked when the first one has answered."""
    return in_order(service, table_id)[1]


def by_hand(service: Service, table_id: int, line: str, how: str = "page") -> None:
    ask = asks(service, table_id)[0]
    play_line(service, ask.seat_id, ask.id, line, how)


def log(service: Service, table_id: int) -> list[tuple[int | None, str, str]]:
    return [(line.seat, line.text, line.how) for line in lines(service, table_id)[1:]]


@pytest.mark.both_databases
def test_a_planned_question_is_answered_by_a_worker_and_brings_no_mail(service: Service) -> None:
    table_id = started(service)
    first, second = asked_first(service, table_id), asked_later(service, table_id)
    plan(service, second, "1/issue", "issue.2")
    by_hand(service, table_id, "issue.1")
    (ask,) = asks(service, table_id)
    assert (ask.seat_id, ask.is_planned) == (second.id, True)
    assert ask.deadline_at is not None, "it is a question like any other"
    assert not mails(service, ask_id=ask.id)
    assert follow_plan(service, table_id)
    assert log(service, table_id) == [(first.number, "issue.1", "page"), (second.number, "issue.2", "plan")]
    assert not mails(service, ask_id=ask.id)
    (following,) = asks(service, table_id)
    assert mails(service, kind="turn", ask_id=following.id), "whoever has planned nothing is asked"
    assert not follow_plan(service, table_id)


def test_a_plan_waits_until_the_line_before_it_can_no_longer_be_taken_back(
    sqlite_service: Service, clock: FakeClock
) -> None:
    sqlite_service.config = replace(sqlite_service.config, cooling_off=180)
    table_id = started(sqlite_service)
    first, second = asked_first(sqlite_service, table_id), asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    clock.forward(minutes=5)
    by_hand(sqlite_service, table_id, "issue.1")
    assert not follow_plan(sqlite_service)
    take_back(sqlite_service, first.id)
    assert planned_keys(sqlite_service, second) == ["1/issue"]
    by_hand(sqlite_service, table_id, "pass")
    clock.forward(seconds=179)
    assert not follow_plan(sqlite_service)
    clock.forward(seconds=1)
    sweep(sqlite_service)
    assert log(sqlite_service, table_id)[-1] == (second.number, "issue.2", "plan")
    with pytest.raises(CannotTakeBack):
        take_back(sqlite_service, first.id)


def test_a_planned_line_has_no_cooling_off_of_its_own(sqlite_service: Service, clock: FakeClock) -> None:
    sqlite_service.config = replace(sqlite_service.config, cooling_off=180)
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    third = in_order(sqlite_service, table_id)[2]
    for seat in (second, third):
        plan(sqlite_service, seat, "1/issue", "pass")
    by_hand(sqlite_service, table_id, "issue.1")
    clock.forward(seconds=180)
    assert follow_all(sqlite_service) == 2, "one after the other, at once"
    played = lines(sqlite_service, table_id)[-1]
    assert played.settled_at == played.played_at
    assert [ask.starts_at for ask in asks(sqlite_service, table_id)] == [clock.now()]
    with pytest.raises(CannotTakeBack):
        take_back(sqlite_service, third.id)


def test_a_planned_line_changes_neither_the_bank_nor_the_count_of_defaults(
    sqlite_service: Service, clock: FakeClock
) -> None:
    table_id = create_table(sqlite_service, new_table(pace=Pace(bank=timedelta(hours=100))), by_operator=True)
    for seat in seats(sqlite_service, table_id):
        join(sqlite_service, seat.id, Joining())
    first, second, _ = in_order(sqlite_service, table_id)
    with sqlite_service.db.writing() as session:
        session.exec(update(Seat).where(Seat.id == second.id).values(defaults_in_a_row=1, bank=60))  # type: ignore[arg-type]
    plan(sqlite_service, second, "1/issue", "pass")
    by_hand(sqlite_service, table_id, "issue.1")
    assert follow_plan(sqlite_service)
    now = seats(sqlite_service, table_id)[second.number]
    assert (now.bank, now.defaults_in_a_row) == (60, 1)
    first = seats(sqlite_service, table_id)[first.number]
    assert first.bank > 0, "an answer by hand saves time"


@pytest.mark.both_databases
def test_what_does_not_fit_is_asked_with_the_reason(service: Service) -> None:
    table_id = started(service)
    while state(service, table_id).phase != "actions":  # type: ignore[attr-defined]
        play_one(service, table_id, bot="greedy")
    later = in_order(service, table_id)[-1]
    plan(service, later, "1/actions", "take.engineer")
    by_hand(service, table_id, "take.engineer")
    while asked_first(service, table_id).id != later.id:
        play_one(service, table_id, bot="greedy")
    (ask,) = asks(service, table_id)
    assert ask.is_planned
    assert follow_plan(service)
    (ask,) = asks(service, table_id)
    assert not ask.is_planned
    assert ask.why_asked is not None
    (mail,) = mails(service, kind="turn", ask_id=ask.id)
    text = text_of(opened(mail.model_copy(update={"raw": render(service, mail)})), "plain")
    assert "your plan" in text.lower()
    assert "engineer" in text.lower()
    assert not follow_plan(service), "it is asked once"


@pytest.mark.both_databases
def test_the_later_plan_stands_and_says_what_it_replaces(service: Service) -> None:
    table_id = started(service)
    second = asked_later(service, table_id)
    assert plan(service, second, "1/issue", "issue.2") == ()
    (replaced,) = plan(service, second, "1/issue", "issue.3")
    assert [choice.form for choice in replaced.choices] == ["issue.2"]
    assert plan(service, second, "1/issue", "issue.3") == (), "the same again replaces nothing"
    plan(service, second, "1/actions", "take.engineer")
    assert planned_keys(service, second) == ["1/issue", "1/actions"]
    by_hand(service, table_id, "pass")
    follow_all(service)
    assert log(service, table_id)[-1][1] == "issue.3"


def test_a_plan_that_is_dropped_before_its_clock_starts_is_asked(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    assert [intention.key for intention in forget_plan(sqlite_service, second.id)] == ["1/issue"]
    assert follow_plan(sqlite_service)
    (ask,) = asks(sqlite_service, table_id)
    assert (ask.is_planned, ask.why_asked) == (False, None)
    assert mails(sqlite_service, kind="turn", ask_id=ask.id)


def test_a_plan_that_is_changed_while_a_worker_looks_at_it_is_looked_at_again(
    sqlite_service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    ahead = look_ahead(sqlite_service, second)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    real = module.planned_answer

    def meanwhile(session: object, ask: Ask) -> object:
        answer = real(session, ask)  # type: ignore[arg-type]
        forget_plan(sqlite_service, second.id)
        return answer

    monkeypatch.setattr(module, "planned_answer", meanwhile)
    assert follow_plan(sqlite_service)
    assert log(sqlite_service, table_id)[-1][1] == "pass", "the dropped plan is not played"
    assert asks(sqlite_service, table_id)[0].is_planned
    monkeypatch.setattr(module, "planned_answer", real)
    follow_all(sqlite_service)
    assert mails(sqlite_service, kind="turn", ask_id=asks(sqlite_service, table_id)[0].id)
    with pytest.raises(MovedOn):
        plan_ahead(sqlite_service, second.id, ahead.ply, [Intention("1/actions", ())])


def test_one_who_is_quicker_by_hand_is_not_answered_for_twice(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    (ask,) = asks(sqlite_service, table_id)
    by_hand(sqlite_service, table_id, "issue.1")
    assert not follow_plan(sqlite_service)
    with pytest.raises(AskClosed):
        play_line(sqlite_service, second.id, ask.id, "issue.2", "plan")


def test_taking_a_line_back_brings_back_the_plan_that_it_used_up(sqlite_service: Service, clock: FakeClock) -> None:
    sqlite_service.config = replace(sqlite_service.config, cooling_off=180)
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    by_hand(sqlite_service, table_id, "issue.1")  # instead of what was planned
    take_back(sqlite_service, second.id)
    assert planned_keys(sqlite_service, second) == ["1/issue"]
    (ask,) = asks(sqlite_service, table_id)
    assert not ask.is_planned, "whoever takes a line back wants to decide"
    assert mails(sqlite_service, kind="turn", ask_id=ask.id)


def test_a_rewind_drops_the_plans_that_it_touches_and_tells_their_owners(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    first, second, third = in_order(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")  # is used
    plan(sqlite_service, first, "1/actions", "take.engineer")  # made before, not used: it stands
    by_hand(sqlite_service, table_id, "issue.1")
    follow_all(sqlite_service)
    plan(sqlite_service, third, "1/actions", "take.locomotive")  # made since
    with sqlite_service.db.writing() as session:
        go_back(sqlite_service, session, locked_table(session, table_id), 1)
    assert [planned_keys(sqlite_service, seat) for seat in (first, second, third)] == [["1/actions"], [], []]
    told = [mail for mail in mails(sqlite_service, kind="notice") if mail.key.startswith("plans-rewound")]
    assert {mail.seat_id for mail in told} == {second.id, third.id}
    assert "dropped" in text_of(opened(told[0].model_copy(update={"raw": render(sqlite_service, told[0])})), "plain")
    by_hand(sqlite_service, table_id, "issue.1")
    assert not follow_plan(sqlite_service)
    assert mails(sqlite_service, kind="turn", ask_id=asks(sqlite_service, table_id)[0].id)


def test_the_host_takes_a_planned_line_back_like_any_other(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "issue.1")
    follow_all(sqlite_service)
    assert rewind(sqlite_service, table_id, 2), "nobody has decided since"
    assert asks(sqlite_service, table_id)[0].seat_id == second.id
    assert not follow_plan(sqlite_service)


def test_nothing_is_followed_in_a_pause(sqlite_service: Service, clock: FakeClock) -> None:
    sqlite_service.config = replace(sqlite_service.config, cooling_off=180)
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "issue.1")
    pause(sqlite_service, table_id)
    clock.forward(hours=1)
    sweep(sqlite_service)
    assert table(sqlite_service, table_id).ply == 1
    plan(sqlite_service, second, "1/actions", "take.engineer")  # in a pause one may plan
    resume(sqlite_service, table_id)
    sweep(sqlite_service)
    assert log(sqlite_service, table_id)[-1] == (second.number, "issue.2", "plan")


def test_a_plan_is_followed_while_its_owner_is_away(sqlite_service: Service, clock: FakeClock) -> None:
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    assert second.user_id is not None
    today = clock.now().date()
    go_away(sqlite_service, second.user_id, today.isoformat(), (today + timedelta(days=7)).isoformat())
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    follow_all(sqlite_service)
    assert log(sqlite_service, table_id)[-1][1] == "issue.2"


def test_a_later_standing_order_takes_the_place_of_an_earlier_one(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    owner = asked_later(sqlite_service, table_id)
    orders = [Intention(f"{turn}/issue", (Choice(f"issue.{turn}"),), always=True) for turn in (1, 2)]
    here = table(sqlite_service, table_id)
    assert plan_ahead(sqlite_service, owner.id, here.ply, orders[:1]) == ()
    assert plan_ahead(sqlite_service, owner.id, here.ply, orders[1:]) == (orders[0],)
    assert planned_forms(sqlite_service, owner) == {"2/issue": ["issue.2"]}


def test_what_is_planned_for_always_lapses_when_its_owner_is_not_heard_of(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    owner = asked_later(sqlite_service, table_id)
    plan(sqlite_service, owner, "1/issue", "issue.3", always=True)
    followed: list[str] = []
    asked: list[str] = []
    for _ in range(400):
        if len(asked) == 1 or table(sqlite_service, table_id).status == OVER:
            break
        (ask,) = asks(sqlite_service, table_id)
        if ask.is_planned:
            assert follow_plan(sqlite_service)
            last = lines(sqlite_service, table_id)[-1]
            if last.how == "plan":
                followed.append(last.question)
            else:
                asked.append(asks(sqlite_service, table_id)[0].why_asked["id"])  # type: ignore[index, arg-type]
            continue
        if ask.seat_id == owner.id:
            play_line(sqlite_service, ask.seat_id, ask.id, ask.default, "default")
        else:
            play_one(sqlite_service, table_id, bot="greedy")
    assert followed == ["1/issue", "2/issue", "3/issue"], "the round in which it was made, and two in silence"
    assert asked == ["plan-lapsed"]


def test_a_seat_that_changes_hands_keeps_no_plan(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    third = in_order(sqlite_service, table_id)[2]
    for seat in (second, third):
        plan(sqlite_service, seat, "1/issue", "issue.3")
    by_hand(sqlite_service, table_id, "pass")
    leave(sqlite_service, second.id)
    (ask,) = asks(sqlite_service, table_id)
    assert (ask.is_planned, ask.for_bot) == (False, True)
    assert planned_keys(sqlite_service, second) == []
    assert planned_keys(sqlite_service, third) == ["1/issue"]
    with pytest.raises(CannotPlan):
        plan(sqlite_service, second, "1/actions", "take.engineer")
    with sqlite_service.db.writing() as session:
        session.exec(update(Seat).where(Seat.id == third.id).values(defaults_in_a_row=2))  # type: ignore[arg-type]
    if third.user_id != table(sqlite_service, table_id).host_id:
        give_seat(sqlite_service, table_id, third.number, NewSeat("Greta", "greta@mail.localhost"))
        assert planned_keys(sqlite_service, third) == []


def test_defaults_use_their_question_up(sqlite_service: Service, clock: FakeClock) -> None:
    """A plan breaks, the deadline passes: the default is played once, and the plan is not followed afterwards."""
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    forget_plan(sqlite_service, second.id)
    follow_all(sqlite_service)
    clock.forward(days=4)
    sweep(sqlite_service)
    last = lines(sqlite_service, table_id)[-1]
    assert (last.how, last.question) == ("default", "1/issue")
    assert seats(sqlite_service, table_id)[second.number].defaults_in_a_row == 1


def test_a_plan_comes_before_a_deadline_that_no_worker_has_seen(sqlite_service: Service, clock: FakeClock) -> None:
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    clock.forward(days=4)
    sweep(sqlite_service)
    assert log(sqlite_service, table_id)[1] == (second.number, "issue.2", "plan")


def test_nobody_is_reminded_of_a_question_that_is_planned(sqlite_service: Service, clock: FakeClock) -> None:
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    clock.forward(hours=70)
    assert remind(sqlite_service) == 0


def test_a_plan_that_nobody_follows_is_asked_by_the_watchdog(
    sqlite_service: Service, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    assert not complaints(sqlite_service), "that no mail has left is as it should be"
    clock.forward(minutes=10)
    (complaint,) = [each for each in complaints(sqlite_service) if each.table_id == table_id]
    assert (complaint.fault, complaint.is_mended) == ("not-followed", True)
    (ask,) = asks(sqlite_service, table_id)
    assert not ask.is_planned
    assert mails(sqlite_service, kind="turn", ask_id=ask.id)


def test_the_host_may_end_planning(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    second = asked_later(sqlite_service, table_id)
    plan(sqlite_service, second, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    choose_plans(sqlite_service, table_id, OFF)
    assert planned_keys(sqlite_service, second) == []
    follow_all(sqlite_service)
    assert mails(sqlite_service, kind="turn", ask_id=asks(sqlite_service, table_id)[0].id)
    with pytest.raises(CannotPlan):
        plan(sqlite_service, second, "1/actions", "take.engineer")


def test_the_end_of_a_game_leaves_no_plan_behind(sqlite_service: Service) -> None:
    table_id = started(sqlite_service, "parlour", 2)
    everybody = seats(sqlite_service, table_id)
    with sqlite_service.db.writing() as session:
        here = session.get_one(Table, table_id)
        for seat in everybody:
            keep_plan(sqlite_service, session, here, seat, here.ply, [Intention("99/never", ())])
    while asks(sqlite_service, table_id):
        play_one(sqlite_service, table_id)
    assert [planned_keys(sqlite_service, seat) for seat in everybody] == [[], []]


def bidding_as_planned(service: Service, table_id: int, limit: int) -> Seat:
    """The seat that speaks first in the auction plans this limit and has made its first bid."""
    first = asked_first(service, table_id)
    plan(service, first, "1/auction", f"upto.{limit}")
    while asked_first(service, table_id).id != first.id or not asks(service, table_id)[0].is_planned:
        by_hand(service, table_id, "pass")
    assert follow_plan(service)
    return first


def test_one_limit_answers_every_bid_of_an_auction(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    first = bidding_as_planned(sqlite_service, table_id, 2)
    assert log(sqlite_service, table_id)[-1] == (first.number, "bid.1", "plan")
    by_hand(sqlite_service, table_id, "bid.2")
    by_hand(sqlite_service, table_id, "pass")
    assert follow_plan(sqlite_service)
    assert log(sqlite_service, table_id)[-1] == (first.number, "pass", "plan"), "its limit is reached"


def test_a_limit_is_shown_as_planned_until_its_seat_is_out_of_the_auction(sqlite_service: Service) -> None:
    def shown() -> list[str]:
        with sqlite_service.db.reading() as session:
            return [one.key for one in not_used(session, session.get_one(Table, table_id), first)]

    table_id = started(sqlite_service)
    first = bidding_as_planned(sqlite_service, table_id, 3)
    assert shown() == ["1/auction"], "it leads, and may be outbid"
    by_hand(sqlite_service, table_id, "bid.3")
    assert asked_first(sqlite_service, table_id).id != first.id
    assert shown() == ["1/auction"], "it is outbid, and the third seat speaks first"
    by_hand(sqlite_service, table_id, "bid.4")
    assert follow_plan(sqlite_service)
    assert shown() == [], "it has passed"


def test_a_broken_plan_of_somebody_on_the_page_is_mailed_after_a_while(
    sqlite_service: Service, clock: FakeClock
) -> None:
    """The page goes on and shows the question; the mail is for somebody who has left it."""
    table_id = started(sqlite_service, "parlour", 2)
    for _ in range(200):
        accepted = play_one(sqlite_service, table_id)
        if accepted.asked_again:
            break
    with sqlite_service.db.writing() as session:
        ask = session.get_one(Ask, accepted.asked_again)
        for mail in mails(sqlite_service, ask_id=ask.id):
            session.delete(session.merge(mail))
        ask.is_planned = True
        session.add(ask)
    assert follow_plan(sqlite_service)
    (mail,) = mails(sqlite_service, kind="turn", ask_id=accepted.asked_again)
    assert mail.due_at == clock.now() + PATIENCE_ON_PAGE


def test_everything_that_is_suggested_can_be_planned_and_is_played(sqlite_service: Service) -> None:
    """A seat with a complete plan is asked nothing in that round, as long as its plan fits."""
    table_id = started(sqlite_service)
    owner = asked_later(sqlite_service, table_id)
    keys = plan_everything(sqlite_service, owner)
    assert "1/issue" in keys
    played: list[str] = []
    while look_round(sqlite_service, table_id) == 1:
        (ask,) = asks(sqlite_service, table_id)
        if ask.is_planned:
            follow_plan(sqlite_service)
        elif ask.seat_id == owner.id:
            assert ask.why_asked is not None, "asked without a reason"
            play_one(sqlite_service, table_id, bot="greedy")
        else:
            by_hand(sqlite_service, table_id, ask.default)
    played = [line.question for line in lines(sqlite_service, table_id) if line.how == "plan"]
    assert {"1/issue", "1/actions", "1/build"} <= set(played)


def look_round(service: Service, table_id: int) -> int:
    return int(state(service, table_id).turn)  # type: ignore[attr-defined]


@pytest.mark.parametrize("plans", ["offered", "asked"])
def test_where_a_table_asks_for_plans_everybody_gets_the_news_when_there_is_something_to_plan(
    sqlite_service: Service, plans: str
) -> None:
    table_id = create_table(sqlite_service, new_table(plans=plans), by_operator=True)
    for seat in seats(sqlite_service, table_id):
        join(sqlite_service, seat.id, Joining())
    while state(sqlite_service, table_id).phase != "build":  # type: ignore[attr-defined]
        mover = play_one(sqlite_service, table_id, bot="greedy")
    ply = table(sqlite_service, table_id).ply
    assert mover.ply == ply
    (ask,) = asks(sqlite_service, table_id)
    last = lines(sqlite_service, table_id)[-1].seat
    waiting = {seat.id for seat in seats(sqlite_service, table_id) if seat.id != ask.seat_id and seat.number != last}
    told = [mail for mail in mails(sqlite_service, kind="news") if mail.ply == ply]
    assert {mail.seat_id for mail in told} == (waiting if plans == "asked" else set())
    for mail in told:
        text = text_of(opened(mail.model_copy(update={"raw": render(sqlite_service, mail)})), "plain")
        assert "PLAN AHEAD" in text.upper()
        assert "plan all" in text
    (question,) = mails(sqlite_service, kind="turn", ask_id=ask.id)
    text = text_of(opened(question.model_copy(update={"raw": render(sqlite_service, question)})), "plain")
    assert "Move goods, round 1 of 2" in text, "what comes after the present question can be planned too"


def test_the_news_say_what_was_played_as_planned(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    owner = asked_later(sqlite_service, table_id)
    plan(sqlite_service, owner, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    follow_all(sqlite_service)
    while asks(sqlite_service, table_id)[0].seat_id != owner.id:
        play_one(sqlite_service, table_id, bot="greedy")
    (mail,) = mails(sqlite_service, kind="turn", ask_id=asks(sqlite_service, table_id)[0].id)
    text = text_of(opened(mail.model_copy(update={"raw": render(sqlite_service, mail)})), "plain")
    assert "PLAYED AS YOU PLANNED" in text.upper()
    assert "2 shares" in text.partition("PLAYED AS YOU PLANNED")[2][:200]


@pytest.mark.parametrize("why", ["", "ply 1: the position is another one"])
def test_new_rules_drop_a_plan_only_where_they_change_the_table(
    sqlite_service: Service, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    table_id = started(sqlite_service)
    owner = asked_later(sqlite_service, table_id)
    plan(sqlite_service, owner, "1/issue", "issue.2")
    by_hand(sqlite_service, table_id, "pass")
    monkeypatch.setattr(rules_upgrade, "difference", lambda *_: why)
    rules_upgrade.bring_up_to_date(sqlite_service, table_id)
    told = [mail for mail in mails(sqlite_service, kind="notice") if mail.key.startswith("plans-new-rules")]
    assert [mail.seat_id for mail in told] == ([owner.id] if why else [])
    follow_all(sqlite_service)
    last = log(sqlite_service, table_id)[-1]
    assert last[1:] == (("pass", "page") if why else ("issue.2", "plan"))
    assert bool(mails(sqlite_service, kind="turn", ask_id=asks(sqlite_service, table_id)[0].id)), "somebody is asked"


def test_a_bot_that_takes_a_seat_follows_no_plan(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    owner = asked_later(sqlite_service, table_id)
    plan(sqlite_service, owner, "1/issue", "issue.2")
    leave(sqlite_service, owner.id)
    by_hand(sqlite_service, table_id, "pass")
    (ask,) = asks(sqlite_service, table_id)
    assert (ask.is_planned, ask.for_bot) == (False, True)
    assert not follow_plan(sqlite_service)


def test_a_forced_line_uses_its_question_up(sqlite_service: Service) -> None:
    """Every line knows the question that it answered, whoever has played it."""
    table_id = started(sqlite_service)
    for _ in range(40):
        play_one(sqlite_service, table_id, bot="greedy")
    played = lines(sqlite_service, table_id)[1:]
    assert all(line.question for line in played)
    answered = [(line.seat, line.question) for line in played if "auction" not in line.question]
    assert len(set(answered)) == len(answered), "no question comes twice"
