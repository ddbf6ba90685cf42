"""What is said at a table: when it goes out, what is new to whom."""

from pbem.base.service import Service
from pbem.mail_out.compose import render
from pbem.mail_out.deliver import deliver_due
from pbem.mail_out.transport import Mailbox
from pbem.store.mail_kind import MailKind
from pbem.store.models import Mail
from pbem.store.models.mail import CANCELLED, PENDING, SENT
from pbem.tables.talk import say_at_table, unread
from pbem.web.mailbox import opened, text_of
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import mails, play_one, seats, started


def deliver(service: Service) -> None:
    while deliver_due(service, Mailbox(), render):
        pass


def talks(service: Service) -> list[Mail]:
    return mails(service, kind=MailKind.TALK)


def test_what_is_said_to_all_goes_out_after_an_hour_in_one_mail(sqlite_service: Service, clock: FakeClock) -> None:
    service, table_id = sqlite_service, started(sqlite_service, bots=1)
    deliver(service)
    anna, bruno, chloe, bot = seats(service, table_id)
    clock.forward(minutes=1)
    say_at_table(service, anna.id, "Good luck.", "")
    clock.forward(minutes=1)
    say_at_table(service, anna.id, "To all of you.", "")
    assert {mail.seat_id for mail in talks(service)} == {bruno.id, chloe.id}
    deliver(service)
    assert {mail.status for mail in talks(service)} == {PENDING}
    clock.forward(hours=1)
    deliver(service)
    assert {mail.status for mail in talks(service)} == {SENT}
    text = text_of(opened(talks(service)[0]), "plain")
    assert text.index("Good luck.") < text.index("To all of you.")
    assert bot.user_id is None


def test_the_next_mail_of_the_table_takes_the_talk_along(sqlite_service: Service, clock: FakeClock) -> None:
    service, table_id = sqlite_service, started(sqlite_service)
    deliver(service)
    clock.forward(minutes=1)
    say_at_table(service, seats(service, table_id)[0].id, "Hurry up.", "")
    clock.forward(minutes=1)
    play_one(service, table_id)
    clock.forward(minutes=10)
    deliver(service)
    told = {mail.seat_id for mail in mails(service, kind=MailKind.TURN, status=SENT)}
    clock.forward(hours=1)
    deliver(service)
    asked = [mail for mail in talks(service) if mail.status == CANCELLED]
    assert asked
    assert all(mail.seat_id in told and mail.error == "another mail has told it" for mail in asked)


def test_what_others_said_is_new_until_one_says_or_plays_something(sqlite_service: Service, clock: FakeClock) -> None:
    service, table_id = sqlite_service, started(sqlite_service)
    anna, bruno, chloe = seats(service, table_id)

    def new(seat_id: int) -> list[str]:
        with service.db.reading() as session:
            seat = next(seat for seat in seats(service, table_id) if seat.id == seat_id)
            return [talk.text for talk in unread(session, seat)]

    say_at_table(service, anna.id, "Hello", "")
    clock.forward(minutes=1)
    assert (new(anna.id), new(bruno.id), new(chloe.id)) == ([], ["Hello"], ["Hello"])
    say_at_table(service, anna.id, "Only you", bruno.colour)
    assert new(bruno.id) == ["Hello", "Only you"]
    assert new(chloe.id) == ["Hello"]
    clock.forward(minutes=1)
    say_at_table(service, bruno.id, "Hello Anna", "")
    assert new(bruno.id) == []
    assert new(anna.id) == ["Hello Anna"]
