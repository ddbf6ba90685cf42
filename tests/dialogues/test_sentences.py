"""Answers in sentences, through the whole service: what is played, what is asked back, what is left alone."""

import pytest

from pbem.base.service import Service
from pbem.store.models.table import RUNNING
from tests.dialogues.correspondence import Correspondence, words
from tests.pbem.sample_tables import lines, table


def played(talk: Correspondence) -> list[str]:
    return [line.text for line in lines(talk.service, talk.table_id)][1:]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Hi all,\n\nI'd like to issue two shares, please.\n\nCheers,\nAnna", "issue.2"),
        ("J'émets 2 actions, merci", "issue.2"),
        ("none for me this time", "pass"),
    ],
)
def test_a_sentence_is_played(sqlite_service: Service, text: str, line: str) -> None:
    talk = Correspondence(sqlite_service)
    assert talk.answer(talk.question(), text).status == "accepted"
    assert played(talk) == [line]


@pytest.mark.parametrize("consent", ["yes", "Oui !", "ok, thanks"])
def test_what_is_unclear_is_asked_back_and_yes_plays_the_first(sqlite_service: Service, consent: str) -> None:
    talk = Correspondence(sqlite_service)
    talk.answer(talk.question(), "Should I issue 2 shares?")
    asked = talk.answered()
    assert asked.kind == "answer"
    assert played(talk) == []
    assert "Is this what you mean?".upper() in words(asked).upper()
    assert talk.answer(asked, consent).status == "accepted"
    assert played(talk) == ["issue.2"]


def test_a_number_of_the_question_back_plays_that_line(sqlite_service: Service) -> None:
    """Where an amount is asked, the numbers of the choices are the amounts."""
    talk = Correspondence(sqlite_service)
    talk.answer(talk.question(), "Should I issue 2 shares?")
    assert talk.answer(talk.answered(), "3").status == "accepted"
    assert played(talk) == ["issue.3"]


def test_two_answers_to_one_question_are_asked_about(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    talk.answer(talk.question(), "issue 2, issue 3")
    assert "two answers to the same question" in words(talk.answered())
    assert played(talk) == []


@pytest.mark.parametrize("text", ["Thanks!", "Merci beaucoup !", "well played everyone"])
def test_thanks_are_left_alone(sqlite_service: Service, text: str) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    assert talk.answer(mail, text).status == "accepted"
    assert talk.came() == []
    assert table(sqlite_service, talk.table_id).status == RUNNING
    assert played(talk) == []


def test_chat_without_an_order_is_answered(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    assert talk.answer(talk.question(), "What lovely weather in Paris").status == "rejected"
    assert "There was no move in your mail" in words(talk.answered())
