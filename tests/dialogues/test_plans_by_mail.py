"""Plans by mail: what can be written about questions to come, and what comes back."""

import pytest

from pbem.base.service import Service
from pbem.play.play_line import play_line
from pbem.store.models import Mail, Seat
from pbem.web.mailbox import opened, text_of
from tests.dialogues.correspondence import Correspondence, words
from tests.pbem.plans import follow_all, plan, planned_forms, planned_keys
from tests.pbem.sample_tables import asks, lines, play_one, seats, state


def owner_of(talk: Correspondence, mail: Mail) -> Seat:
    return next(seat for seat in seats(talk.service, talk.table_id) if seat.id == mail.seat_id)


def news_for(talk: Correspondence, seat: Seat) -> Mail:
    """Any mail to somebody who is not asked: that the table has begun, or news."""
    talk.post.arrive()
    return next(mail for mail in reversed(talk.post.delivered) if mail.seat_id == seat.id)


@pytest.mark.both_databases
def test_the_first_part_is_played_and_the_rest_is_planned(service: Service) -> None:
    talk = Correspondence(service)
    mail = talk.question()
    assert talk.answer(mail, "issue 2 then bid up to 4 then first move").status == "accepted"
    assert [line.text for line in lines(service, talk.table_id)[1:]] == ["issue.2"]
    owner = owner_of(talk, mail)
    assert planned_forms(service, owner) == {"1/auction": ["upto.4"], "1/actions": ["take.first-move"]}
    receipt = talk.answered()
    assert receipt.kind == "receipt"
    text = words(receipt)
    assert "Bid up to $4" in text
    assert "First Move" in text
    assert "Now it would do this" in text


def test_it_is_written_in_french_too(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service, lang="fr")
    mail = talk.question()
    assert talk.answer(mail, "émettre 2 puis jusqu'à 4 puis ingénieur ou locomotive").status == "accepted"
    assert planned_forms(sqlite_service, owner_of(talk, mail)) == {
        "1/auction": ["upto.4"],
        "1/actions": ["take.engineer", "take.locomotive"],
    }
    assert "Prévu" in words(talk.answered())


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "I'd like to issue two shares please, then bid up to 3 and take the engineer or the locomotive"),
        ("en", "Issue 2. In the auction up to 3, then pass. For the action I'd like the engineer, or the locomotive."),
        ("fr", "J'émets deux actions, j'enchéris jusqu'à trois et je prends l'ingénieur, sinon la locomotive"),
    ],
)
def test_a_limit_is_followed_by_another_question(sqlite_service: Service, lang: str, text: str) -> None:
    talk = Correspondence(sqlite_service, lang=lang)
    mail = talk.question()
    assert talk.answer(mail, text).status == "accepted"
    assert [line.text for line in lines(sqlite_service, talk.table_id)[1:]] == ["issue.2"]
    assert planned_forms(sqlite_service, owner_of(talk, mail)) == {
        "1/auction": ["upto.3"],
        "1/actions": ["take.engineer", "take.locomotive"],
    }


def test_a_limit_that_shares_must_pay_does_not_pass(sqlite_service: Service) -> None:
    """Railroad Tycoon begins without money. Whoever writes this wants to bid, so nothing is played."""
    talk = Correspondence(sqlite_service, game="railroad-tycoon")
    mail = talk.question()
    talk.answer(mail, "bid up to 2")
    assert len(lines(sqlite_service, talk.table_id)) == 1
    assert "“Up to 3 with shares” does." in words(talk.answered())
    talk.answer(mail, "bid up to 2 with shares")
    assert [line.text for line in lines(sqlite_service, talk.table_id)[1:]] == ["bid.1"]
    assert planned_forms(sqlite_service, owner_of(talk, mail)) == {"1/auction": ["upto.2.shares"]}


def test_a_list_of_stations_may_be_written_with_then(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service, game="whistle-stop")
    mail = talk.question()
    talk.answer(mail, "place on I5, then I11, then I9")
    assert [line.text for line in lines(sqlite_service, talk.table_id)[1:]] == ["place.I5"]
    assert planned_forms(sqlite_service, owner_of(talk, mail)) == {"0/place": ["place.I11", "place.I9"]}


def test_lines_for_several_questions_need_no_word_between_them(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    assert talk.answer(mail, "issue 1\nup to 3\ntake engineer\n\nCheers,\nAnna").status == "accepted"
    assert [line.text for line in lines(sqlite_service, talk.table_id)[1:]] == ["issue.1"]
    assert planned_keys(sqlite_service, owner_of(talk, mail)) == ["1/auction", "1/actions"]


def test_somebody_who_is_not_asked_may_plan_by_answering_any_mail(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    asked = talk.question().seat_id
    owner = next(seat for seat in seats(sqlite_service, talk.table_id) if seat.id != asked)
    mail = news_for(talk, owner)
    assert talk.answer(mail, "issue 3").status == "accepted"
    assert planned_forms(sqlite_service, owner) == {"1/issue": ["issue.3"]}
    answer = talk.answered()
    assert "Planned for" in words(answer)
    assert talk.answer(mail, "issue 2").status == "accepted"
    assert "This replaces what you had planned" in words(talk.answered())
    assert planned_forms(sqlite_service, owner) == {"1/issue": ["issue.2"]}


def test_a_limit_answers_the_bid_that_is_asked_now_and_those_to_come(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    while state(sqlite_service, talk.table_id).phase != "auction":  # type: ignore[attr-defined]
        play_one(sqlite_service, talk.table_id)
    mail = talk.question()
    assert talk.answer(mail, "bid up to 6").status == "accepted"
    last = lines(sqlite_service, talk.table_id)[-1]
    assert (last.text, last.how) == ("bid.1", "mail")
    assert planned_forms(sqlite_service, owner_of(talk, mail)) == {"1/auction": ["upto.6"]}


def test_a_choice_that_is_asked_now_takes_the_first_that_is_free(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    while state(sqlite_service, talk.table_id).phase != "actions":  # type: ignore[attr-defined]
        play_one(sqlite_service, talk.table_id, bot="greedy")
    ask = asks(sqlite_service, talk.table_id)[0]
    play_line(sqlite_service, ask.seat_id, ask.id, "take.engineer", "page")
    mail = talk.question()
    assert talk.answer(mail, "take engineer or locomotive").status == "accepted"
    assert lines(sqlite_service, talk.table_id)[-1].text == "take.locomotive"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("issue 1 then deliver red from the moon", "Not planned: “deliver red from the moon”"),
        ("issue 1 then place I5", "Not planned: “place I5”"),
        ("issue 1 then bid up to 4 then issue 3", "Not planned: “issue 3”"),
    ],
)
def test_what_cannot_be_planned_is_said_and_the_rest_is_kept(sqlite_service: Service, text: str, expected: str) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    assert talk.answer(mail, text).status == "accepted"
    assert lines(sqlite_service, talk.table_id)[-1].text == "issue.1"
    told = words(talk.answered())
    assert expected in told
    assert "You can plan for these questions" in told
    if "up to" in text:
        assert planned_keys(sqlite_service, owner_of(talk, mail)) == ["1/auction"]


def test_what_a_mail_suggests_is_taken_by_its_number(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    text = text_of(opened(mail), "plain")
    assert "plan all" in text
    owner = owner_of(talk, mail)
    assert talk.answer(mail, "plan 2").status == "accepted"
    assert planned_keys(sqlite_service, owner) == ["1/actions"]
    talk.came()
    assert talk.answer(mail, "plan all").status == "accepted"
    assert planned_keys(sqlite_service, owner)[:2] == ["1/actions", "1/auction"]
    told = words(talk.answered())
    assert "Planned:" in told
    assert talk.answer(mail, "plan 99").status == "accepted"
    assert "nothing to plan under this number" in words(talk.answered())


def test_a_plan_is_shown_and_dropped(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    owner = owner_of(talk, mail)
    plan(sqlite_service, owner, "1/actions", "take.engineer", "take.locomotive")
    talk.answer(mail, "plan")
    told = words(talk.answered())
    assert "Take Engineer or else Take Locomotive (planned)" in told
    assert "(suggested)" in told
    talk.answer(mail, "no plan")
    assert "Dropped: Take Engineer or else Take Locomotive." in words(talk.answered())
    assert planned_keys(sqlite_service, owner) == []
    talk.answer(mail, "no plan")
    assert "You had planned nothing." in words(talk.answered())
    talk.answer(mail, "plan for the future")
    assert "plan all" in words(talk.answered())


def test_a_standing_order_is_planned_for_always(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = news_for(
        talk,
        next(seat for seat in seats(sqlite_service, talk.table_id) if seat.id != talk.question().seat_id),
    )
    assert talk.answer(mail, "always issue 3").status == "accepted"
    assert "Always: " in words(talk.answered())


def test_a_standing_order_answers_the_present_question_too(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    assert talk.answer(mail, "always issue 2").status == "accepted"
    assert lines(sqlite_service, talk.table_id)[-1].text == "issue.2"
    assert "Always: " in words(talk.answered())
    assert planned_forms(sqlite_service, owner_of(talk, mail)) == {"1/issue": ["issue.2"]}


def test_two_answers_to_the_present_question_are_asked_about(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    assert talk.answer(mail, "issue 2 or 3").status == "rejected"
    told = words(talk.answered())
    assert "Is this what you mean?" in told
    assert "Issue 3 shares" in told
    assert lines(sqlite_service, talk.table_id)[1:] == []


def test_prose_is_not_taken_for_a_plan(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    for text in ("I am not sure, or am I?", "Let us wait, then see what Bruno does"):
        assert talk.answer(mail, text).status == "rejected"
        assert "Not planned" not in words(talk.answered())
    assert planned_keys(sqlite_service, owner_of(talk, mail)) == []


def test_two_cards_are_drawn_whatever_comes(sqlite_service: Service) -> None:
    """In Spike the second card follows the first at once."""
    talk = Correspondence(sqlite_service, "spike")
    for _ in range(40):
        ask = asks(sqlite_service, talk.table_id)[0]
        talk.post.arrive()
        mail = next((mail for mail in talk.post.delivered if mail.ask_id == ask.id), None)
        is_turn = state(sqlite_service, talk.table_id).phase == "turn"  # type: ignore[attr-defined]
        if is_turn and mail is not None and talk.answer(mail, "draw 2").status == "accepted":
            break
        play_one(sqlite_service, talk.table_id, bot="greedy")
    else:
        pytest.fail("nobody could draw two cards")
    before = len(lines(sqlite_service, talk.table_id))
    assert lines(sqlite_service, talk.table_id)[-1].text == "draw"
    (again,) = asks(sqlite_service, talk.table_id)
    assert (again.seat_id, again.is_planned) == (ask.seat_id, True)
    assert follow_all(sqlite_service) >= 1
    drawn = lines(sqlite_service, talk.table_id)[before]
    assert (drawn.text, drawn.how) == ("draw", "plan")
