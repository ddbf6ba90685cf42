"""A player who only ever answers mails: what can be written, and what comes back."""

import email
import email.policy
import re
from dataclasses import replace
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from pbem.base.service import Service
from pbem.mail_in.answers import MOST_DOUBTS
from pbem.mail_in.letterbox import store_raw
from pbem.mail_in.read_mail import read_mail, read_waiting
from pbem.mail_out.compose import render
from pbem.mail_out.deliver import deliver_due
from pbem.people.lost_links import mail_links
from pbem.store.models import Absence, InboundMail, Mail, Note, Talk, User
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.dialogues.correspondence import Correspondence, reply_to, words
from tests.e2e.player import links
from tests.pbem.conftest import FakeClock
from tests.pbem.mail_out.test_deliver import Answering
from tests.pbem.sample_tables import asks, bot_line, lines, play_one, seats, started, sweep, table
from tests.pbem.sample_tables import state as position


@pytest.mark.both_databases
def test_a_line_is_played_and_the_receipt_says_what(service: Service) -> None:
    talk = Correspondence(service)
    mail = talk.question()
    done = talk.answer(mail, "Issue 2\n\nCheers,\nAnna")
    assert done.status == "accepted"
    assert [line.text for line in lines(service, talk.table_id)] == ["", "issue.2"]
    assert lines(service, talk.table_id)[1].how == "mail"
    receipt = talk.answered()
    assert receipt.kind == "receipt"
    assert receipt.email == mail.email
    assert "PLAYED" in words(receipt)
    assert opened(receipt)["Auto-Submitted"] == "auto-replied"


@pytest.mark.both_databases
def test_the_same_mail_twice_plays_once(service: Service) -> None:
    talk = Correspondence(service)
    mail = talk.question()
    raw = reply_to(mail, "issue 1")
    first = store_raw(service, raw, mail.email, str(opened(mail)["Reply-To"]), "smtp")
    again = store_raw(service, raw, mail.email, str(opened(mail)["Reply-To"]).upper(), "webhook")
    assert (first.id, first.is_new, again.is_new) == (again.id, True, False)
    for _ in range(3):
        read_mail(service, first.id)
    assert table(service, talk.table_id).ply == 1
    assert [mail.kind for mail in talk.came() if mail.kind == "receipt"] == ["receipt"]


def test_a_refused_line_says_why_and_what_would_be_legal(service: Service) -> None:
    talk = Correspondence(service)
    done = talk.answer(talk.question(), "issue 40")
    assert done.status == "rejected"
    refused = talk.answered()
    assert refused.kind == "refused"
    assert "NOT PLAYED" in words(refused)
    assert "> issue 40 issue 40" in words(refused)
    assert table(service, talk.table_id).ply == 0


def test_the_nearest_legal_moves_can_be_pressed(sqlite_service: Service) -> None:
    """Each opens the turn page with what was right before it."""
    talk = Correspondence(sqlite_service)
    talk.answer(talk.question(), "issue 14")
    text = text_of(opened(talk.answered()), "plain")
    pressable = re.search(r"Issue 13 shares\b.*?(http\S+)", text.partition("NEAREST LEGAL MOVES")[2], re.DOTALL)
    assert pressable is not None, text
    page = create_app(sqlite_service).test_client().get(urlsplit(pressable[1]).path).get_data(as_text=True)
    assert 'value="issue.13"' in page


def test_a_mail_that_is_read_again_after_a_crash_says_and_undoes_nothing_twice(
    sqlite_service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    sqlite_service.config = replace(sqlite_service.config, cooling_off=180)
    talk.answer(mail, "issue 1")
    talk.came()
    stored = store_raw(
        sqlite_service,
        reply_to(mail, "say Hello\nnote Mind the gap\nundo"),
        mail.email,
        str(opened(mail)["Reply-To"]),
        "smtp",
    )
    with monkeypatch.context() as crash:
        crash.setattr("pbem.mail_in.carry_out._answer", dies)
        with pytest.raises(KeyboardInterrupt):
            read_mail(sqlite_service, stored.id)
    with sqlite_service.db.writing() as session:
        session.exec(update(InboundMail).values(status="pending"))
    read_mail(sqlite_service, stored.id)
    with sqlite_service.db.reading() as session:
        assert [said.text for said in session.exec(select(Talk)).all()] == ["Hello"]
        assert [note.text for note in session.exec(select(Note)).all()] == ["Mind the gap"]
    assert [line.text for line in lines(sqlite_service, talk.table_id)] == ["", "issue.1", "undo"]
    assert "TAKEN BACK" in words(talk.answered())


def dies(*_: object) -> None:
    raise KeyboardInterrupt  # which nothing catches, like the end of a process


@pytest.mark.parametrize("text", ["fly to the moon", "", "Hello!"], ids=["nonsense", "nothing", "a greeting"])
def test_what_is_not_understood_is_answered_with_help(sqlite_service: Service, text: str) -> None:
    talk = Correspondence(sqlite_service)
    assert talk.answer(talk.question(), text).status == "rejected"
    assert "“help” tells what else you can write." in words(talk.answered())
    assert table(sqlite_service, talk.table_id).ply == 0


def below(mail: Mail, above: str, text: str) -> bytes:
    """An answer with something above and below the quotation."""
    message = email.message_from_bytes(reply_to(mail, above), policy=email.policy.SMTP)
    assert isinstance(message, EmailMessage)
    message.set_content(f"{message.get_content()}\n{text}\n")
    return message.as_bytes()


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("No wait, rather three of them!", "accepted"),
        ("This mail is confidential and meant for its recipient alone.", "accepted"),
        ("issue 1", "rejected"),
        ("* Issue 1", "rejected"),
    ],
)
def test_what_stands_below_our_mail_is_never_passed_over_in_silence(
    sqlite_service: Service, text: str, status: str
) -> None:
    """What looks like moves there may contradict what stands above: then nothing is played."""
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    stored = store_raw(sqlite_service, below(mail, "issue 2", text), mail.email, str(opened(mail)["Reply-To"]), "smtp")
    read_mail(sqlite_service, stored.id)
    answer = talk.answered()
    with sqlite_service.db.reading() as session:
        assert session.get_one(InboundMail, stored.id).status == status
    assert table(sqlite_service, talk.table_id).ply == (1 if status == "accepted" else 0)
    assert " ".join(text.split()) in words(answer)
    said = "Only what is above it was read" if status == "accepted" else "above and below our mail"
    assert said in words(answer)


def test_a_command_says_as_well_what_was_not_read(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    raw = below(mail, "board", "A footer of the company.")
    read_mail(sqlite_service, store_raw(sqlite_service, raw, mail.email, str(opened(mail)["Reply-To"]), "smtp").id)
    assert "A footer of the company." in words(talk.answered())


def test_an_answer_below_our_mail_is_played(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    raw = below(mail, "", "issue 2")
    read_mail(sqlite_service, store_raw(sqlite_service, raw, mail.email, str(opened(mail)["Reply-To"]), "smtp").id)
    assert table(sqlite_service, talk.table_id).ply == 1
    assert "below our mail" not in words(talk.answered())


def test_a_move_in_the_subject_is_not_played_and_that_is_said(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    talk.answer(talk.question(), "", subject="issue 2")
    assert "subject of a mail is not read" in words(talk.answered())


@pytest.mark.both_databases
def test_an_answer_to_a_closed_question_plays_nothing_and_offers_the_line(service: Service) -> None:
    talk = Correspondence(service)
    mail = talk.question()
    talk.answer(mail, "issue 1")
    talk.came()
    while asks(service, talk.table_id)[0].seat_id != mail.seat_id:
        play_one(service, talk.table_id)
    talk.came()
    before = table(service, talk.table_id).ply
    late = talk.answer(mail, "issue 1")
    assert late.status == "rejected"
    assert table(service, talk.table_id).ply == before
    told = words(talk.answered())
    assert "is closed: issue 1 was played" in told


def test_a_line_that_was_taken_back_was_not_played_for_the_question(sqlite_service: Service) -> None:
    """The page behind the link of that question says the same."""
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    sqlite_service.config = replace(sqlite_service.config, cooling_off=180)
    talk.answer(mail, "issue 1")
    talk.answer(mail, "undo")
    talk.came()
    assert talk.answer(mail, "issue 2").status == "rejected"
    told = words(talk.answered())
    assert "no longer asked" in told
    assert "was played" not in told.replace("Nothing was played", "")


def test_a_mail_from_another_address_needs_a_confirmation(service: Service) -> None:
    talk = Correspondence(service)
    mail = talk.question()
    for _ in range(2):
        assert talk.answer(mail, "issue 2", sender="stranger@elsewhere.localhost").status == "rejected"
    assert table(service, talk.table_id).ply == 0
    asked = talk.answered()
    assert asked.email == mail.email, "it goes to the registered address, and once"
    assert any(url.endswith("/issue.2") for url in links(asked))


@pytest.mark.parametrize(
    ("found", "status"),
    [
        ("", "rejected"),
        ("mx.localhost; spf=none; dkim=none", "rejected"),
        ("mx.localhost; dmarc=fail header.from=mail.localhost", "rejected"),
        ("elsewhere.localhost; dmarc=pass header.from=mail.localhost", "rejected"),
        ("mx.localhost; spf=pass smtp.mailfrom=eve@elsewhere.localhost", "rejected"),
        ("mx.localhost; dmarc=pass header.from=mail.localhost", "accepted"),
        ("mx.localhost; spf=pass smtp.mailfrom=seat0@mail.localhost", "accepted"),
        ("mx.localhost; dkim=pass header.d=mail.localhost", "accepted"),
    ],
)
def test_where_senders_are_checked_a_mail_needs_a_pass(sqlite_service: Service, found: str, status: str) -> None:
    """Otherwise nothing is played before the link is pressed that goes to the player's own address."""
    sqlite_service.config = replace(sqlite_service.config, authserv_id="mx.localhost")
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    checked = {"Authentication_Results": found} if found else {}
    assert talk.answer(mail, "issue 2", **checked).status == status
    if status == "rejected":
        assert any(url.endswith("/issue.2") for url in links(talk.answered()))
    assert table(sqlite_service, talk.table_id).ply == (status == "accepted")


def test_many_unknown_addresses_cannot_fill_a_mailbox_with_questions(sqlite_service: Service) -> None:
    """Whoever has got hold of one mail can answer it in any name."""
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    for number in range(MOST_DOUBTS + 4):
        talk.answer(mail, "issue 2", sender=f"stranger{number}@elsewhere.localhost")
    came = talk.came()
    assert {mail.email for mail in came} == {mail.email}
    assert len(came) == MOST_DOUBTS
    assert talk.answer(mail, "issue 2").status == "accepted", "the player's own answers are read as before"


def test_machines_get_no_answer(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    assert talk.answer(mail, "issue 2", Auto_Submitted="auto-replied").status == "ignored"
    assert talk.answer(mail, "I am on holiday", subject="Automatic reply: your turn").status == "ignored"
    assert talk.came() == []
    assert table(sqlite_service, talk.table_id).ply == 0


def test_an_answer_never_comes_back(sqlite_service: Service) -> None:
    """Neither to the address of bounces nor from a machine that answers it, whatever kind of mail it is."""
    talk = Correspondence(sqlite_service)
    talk.answer(talk.question(), "issue 2", sender="stranger@elsewhere.localhost")
    postman = Answering()
    deliver_due(sqlite_service, postman, render)
    [(sender, _, raw)] = postman.sent
    assert sender == ""
    assert email.message_from_bytes(raw)["Auto-Submitted"] == "auto-replied"


def test_the_commands(service: Service, clock: FakeClock) -> None:
    talk = Correspondence(service)
    mail = talk.question()
    said = {
        "help": "WHAT YOU CAN WRITE",
        "board": "THE BOARD",
        "history": "THE LAST LINES",
        "rules 5.3": "RULE 5.3",
        "rules 6": "6. BUILDING TRACK",
        "rules": "10. End, scoring, ties",
        "standings": "HOW EVERYBODY STANDS",
        "help issue": "It is written: issue <number>",
        "help build": "It is written: lay <hex>",
        "aide livrer": "It is not possible now.",
        "try issue 3": "Nothing was played",
        "undo": "Nothing can be taken back",
        "say Good luck, everybody!": "SAID",
        "tell Bruno Shall we?": "SAID",
        "note Remember the north.": "NOTED",
        "away 2026-12-20 to 2027-01-03": "2026-12-20",
        "remind 24h 4h": "24h 4h",
        "quiet 22:00-07:00": "22:00",
        "news daily": "daily",
        "resign": "/leave",
    }
    for text, expected in said.items():
        assert talk.answer(mail, text).status == "accepted", text
        answer = next(mail for mail in talk.came() if mail.kind == "answer")
        assert expected in words(answer), (text, words(answer)[:600])
        clock.forward(minutes=3)
    assert table(service, talk.table_id).ply == 0, "nothing of this plays"
    with service.db.reading() as session:
        assert [row.text for row in session.exec(select(Talk).order_by(col(Talk.id)))] == [
            "Good luck, everybody!",
            "Shall we?",
        ]
        assert [row.text for row in session.exec(select(Note))] == ["Remember the north."]
        assert len(session.exec(select(Absence)).all()) == 1
        user = session.get_one(User, mail.user_id)
    assert (user.quiet_from, user.quiet_to, user.news) == ("22:00", "07:00", "daily")
    assert user.reminders == "24h 4h"


def test_commands_and_moves_in_one_mail(service: Service) -> None:
    talk = Correspondence(service)
    done = talk.answer(talk.question(), "issue 2\nsay Here we go")
    assert done.status == "accepted"
    receipt = talk.answered()
    assert receipt.kind == "receipt"
    assert "Everybody reads it" in words(receipt)
    assert table(service, talk.table_id).ply == 1


def test_french_moves_and_commands(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service, lang="fr")
    talk.answer(talk.question(), "aide")
    assert "CE QUE VOUS POUVEZ ÉCRIRE" in words(talk.answered())
    talk.answer(talk.question(), "Émettre 2\n\nCordialement,\nAnne")
    assert lines(sqlite_service, talk.table_id)[1].text == "issue.2"


def test_a_forgiven_typing_error_that_cannot_be_taken_back_is_asked_about(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    for _ in range(40):
        state = asks(sqlite_service, talk.table_id)[0]
        if position(sqlite_service, talk.table_id).phase == "actions":  # type: ignore[attr-defined]
            break
        play_one(sqlite_service, talk.table_id)
    before = table(sqlite_service, talk.table_id).ply
    assert talk.answer(talk.question(), "take enginer").status == "rejected"
    assert state.id
    asked = talk.answered()
    assert "Is this what you mean" in words(asked) or "IS THIS WHAT YOU MEAN" in words(asked)
    assert any(url.endswith("/take.engineer") for url in links(asked))
    assert table(sqlite_service, talk.table_id).ply == before


@pytest.mark.both_databases
def test_a_bounce_suspends_an_address_and_tells_the_host(service: Service) -> None:
    talk = Correspondence(service)
    mail_links(service, "seat1@mail.localhost")
    talk.came()
    mails = [mail for mail in talk.post.delivered if mail.email == "seat1@mail.localhost"]
    for number, bounced in enumerate((mails[-1], mails[-1], mails[-2])):
        assert not [mail for mail in talk.came() if mail.kind == "notice"], (
            "one mail counts once, however often it comes back"
        )
        raw = dsn(bounced, f"{number}")
        stored = store_raw(service, raw, "", f"b+{bounced.bounce_key}@{service.config.mail_domain}", "smtp")
        read_mail(service, stored.id)
    told = [mail for mail in talk.came() if mail.kind == "notice"]
    assert [mail.email for mail in told] == ["seat0@mail.localhost"]
    assert "no mail reaches" in words(told[0]).lower() or "NO MAIL REACHES" in words(told[0])


def dsn(mail: Mail, salt: str) -> bytes:
    return (
        f"From: MAILER-DAEMON@mx.localhost\r\nTo: b+{mail.bounce_key}@railpost.localhost\r\n"
        f"Subject: Undelivered {salt}\r\n"
        f"Message-ID: <{salt}.{mail.id}@mx.localhost>\r\n"
        'MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="x"\r\n\r\n'
        "--x\r\nContent-Type: text/plain\r\n\r\nNo such user.\r\n"
        "--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.localhost\r\n\r\n"
        f"Final-Recipient: rfc822; {mail.email}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        "Diagnostic-Code: smtp; 550 5.1.1 no such user\r\n\r\n--x--\r\n"
    ).encode()


@pytest.mark.both_databases
def test_what_a_lost_hint_has_left_is_read_by_the_sweep(service: Service, clock: FakeClock) -> None:
    talk = Correspondence(service)
    mail = talk.question()
    store_raw(service, reply_to(mail, "issue 2"), mail.email, str(opened(mail)["Reply-To"]), "smtp")
    assert read_waiting(service) == 0, "its own hint is still on the way"
    clock.forward(minutes=2)
    assert read_waiting(service) == 1
    assert table(service, talk.table_id).ply == 1


def test_the_answer_to_a_digest_names_its_tables(service: Service, clock: FakeClock) -> None:
    talk = Correspondence(service)
    other = started(service)
    number = seats(service, talk.table_id)[0].number
    for table_id in (talk.table_id, other):
        while seats(service, table_id)[number].id != asks(service, table_id)[0].seat_id:
            play_one(service, table_id)
    talk.post.arrive()
    clock.forward(hours=37)
    sweep(service)
    digest = next(mail for mail in talk.came() if mail.kind == "reminder" and mail.email == "seat0@mail.localhost")
    before = [table(service, table_id).ply for table_id in (talk.table_id, other)]
    talk.answer(digest, "pass")
    refused = next(mail for mail in talk.came() if mail.kind == "refused")
    assert "table's number" in words(refused)
    assert [table(service, table_id).ply for table_id in (talk.table_id, other)] == before
    first, second = (bot_line(service, asks(service, table_id)[0]) for table_id in (talk.table_id, other))
    done = talk.answer(digest, f"{talk.table_id}: {first}\n{other}: {second}")
    assert done.status == "accepted"
    assert [table(service, t).ply > ply for t, ply in zip((talk.table_id, other), before, strict=True)] == [True, True]
    assert len([mail for mail in talk.came() if mail.kind == "receipt"]) == 2


def test_a_mail_to_the_unsubscribe_address_stops_reminders_and_news(service: Service) -> None:
    talk = Correspondence(service)
    mail = talk.question()
    address = unquote(re.findall(r"mailto:([^>?]+)", str(opened(mail)["List-Unsubscribe"]))[0])
    stored = store_raw(service, reply_to(mail, ""), mail.email, address, "smtp")
    read_mail(service, stored.id)
    with service.db.reading() as session:
        user = session.get_one(User, mail.user_id)
        done = session.get_one(InboundMail, stored.id)
    assert (done.status, user.wants_reminders, user.news) == ("accepted", False, "turn")
    assert talk.came() == [], "and no answer comes"
