"""Who may open a table, and whom invitations reach."""

import re
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlmodel import Session, select

from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.cli import main
from pbem.people.lost_links import mail_links
from pbem.people.settings import block_invitations
from pbem.play.turn import seats_of
from pbem.store.links import Links
from pbem.store.models import Absence, Address, Bounce, Failure, Mail, Seat, Table, User
from pbem.store.models.table import INVITING, UNCONFIRMED
from pbem.tables import invitations
from pbem.tables.invitations import MOST_INVITATIONS, MOST_TO_ONE, UNCONFIRMED_FOR
from pbem.tables.open_table import NewSeat, NewTable, create_table
from pbem.upkeep.sweep import sweep
from tests.e2e.player import Post, Presser, links
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import host_link, mails, new_table, seats, started, table

FORM = {
    "title": "Thursday table",
    "lang": "en",
    "host_name": "Anna",
    "host_email": "anna@mail.localhost",
    "seat-2-kind": "none",
    "seat-3-kind": "person",
    "seat-3-name": "Bruno",
    "seat-3-email": "bruno@mail.localhost",
    "seat-4-kind": "greedy",
    "pace-time": "3",
    "pace-unit": "days",
    "pace-days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    "pace-zone": "UTC",
}


def opened(presser: Presser, **more: object):
    return presser.client.post("/tables/new?game=age-of-steam", data={**FORM, **more})


def test_no_invitation_leaves_before_the_host_has_confirmed(service: Service, app: Flask) -> None:
    presser, post = Presser(app), Post(service)
    answer = opened(presser)
    assert answer.status_code == 200
    assert "/join/" not in answer.text
    assert table(service, 1).status == UNCONFIRMED
    (mail,) = post.arrive()
    assert (mail.kind, mail.email) == ("confirm", "anna@mail.localhost")
    url = next(url for url in links(mail) if "/confirm/" in url)
    page = presser.open(url)
    assert "Thursday table" in page.text
    assert [mail.kind for mail in post.arrive()] == []
    done = presser.press(page, url.rpartition("/")[2])
    assert done.status_code == 200
    assert "/join/" not in done.text, "the seat's own link comes by mail"
    presser.press(page, url.rpartition("/")[2])
    assert sorted((mail.kind, mail.email) for mail in post.arrive()) == [
        ("invitation", "anna@mail.localhost"),
        ("invitation", "bruno@mail.localhost"),
    ]
    assert table(service, 1).status == INVITING


def test_a_known_address_in_the_form_is_asked_as_well_and_nobody_sees_that(service: Service, app: Flask) -> None:
    """Anybody may write it there; who comes from the own page needs no such mail."""
    presser, post = Presser(app), Post(service)
    first = opened(presser)
    (mail,) = post.arrive()
    url = next(url for url in links(mail) if "/confirm/" in url)
    presser.press(presser.open(url), url.rpartition("/")[2])
    post.arrive()
    second = opened(presser, title="Friday table")
    assert table(service, 2).status == UNCONFIRMED
    assert second.text == first.text
    assert [mail.kind for mail in post.arrive()] == ["confirm"]


def test_from_the_own_page_a_table_opens_at_once(service: Service, app: Flask) -> None:
    presser, post = Presser(app), Post(service)
    table_id = started(service)
    post.arrive()
    with service.db.reading() as session:
        user = session.get_one(User, table(service, table_id).host_id)
        page = urlsplit(Links(service).me(user)).path
    assert f"{page}/new" in presser.client.get(page).text
    form = FORM | {"title": "Friday table", "host_email": "somebody.else@mail.localhost"}
    done = presser.client.post(f"{page}/new?game=age-of-steam", data=form)
    assert done.status_code == 303
    assert "/host/" in done.location
    made = table(service, table_id + 1)
    assert (made.status, made.host_id) == (INVITING, user.id)
    assert {mail.kind for mail in post.arrive()} == {"invitation"}


def test_confirming_one_table_does_not_open_another(service: Service, app: Flask) -> None:
    """Somebody else may have written the same address into the form."""
    presser, post = Presser(app), Post(service)
    opened(presser)
    opened(presser, title="Somebody else's")
    mail = post.arrive()[0]
    url = next(url for url in links(mail) if "/confirm/" in url)
    presser.press(presser.open(url), url.rpartition("/")[2])
    assert [table(service, id).status for id in (1, 2)] == [INVITING, UNCONFIRMED]


def test_an_address_is_not_flooded_with_confirmations(service: Service, app: Flask) -> None:
    answers = {opened(Presser(app)).text for _ in range(6)}
    assert len(answers) == 1
    assert len(mails(service, kind="confirm")) == MOST_TO_ONE


def test_an_unconfirmed_table_is_nowhere_to_be_seen(service: Service, app: Flask) -> None:
    presser = Presser(app)
    opened(presser, is_open="on")
    slug = table(service, 1).slug
    assert slug not in presser.client.get("/").text
    assert presser.client.get(f"/watch/{slug}").status_code == 404


def test_what_nobody_confirms_is_forgotten_with_its_people(service: Service, clock: FakeClock, app: Flask) -> None:
    opened(Presser(app))
    clock.forward(days=UNCONFIRMED_FOR.days, minutes=-1)
    sweep(service)
    assert table(service, 1).status == UNCONFIRMED
    clock.forward(minutes=1)
    sweep(service)
    sweep(service)
    with service.db.reading() as session:
        assert session.exec(select(User)).all() == []
        assert session.exec(select(Address)).all() == []
    assert mails(service) == []


def test_what_came_back_or_was_written_meanwhile_keeps_nobody_from_being_forgotten(
    service: Service, clock: FakeClock, app: Flask
) -> None:
    presser, post = Presser(app), Post(service)
    opened(presser)
    mail_links(service, "anna@mail.localhost")
    now = service.now()
    with service.db.writing() as session:
        for mail in session.exec(select(Mail)).all():
            session.add(Bounce(mail_id=mail.id, digest="x", status="5.1.1", score=2, came_at=now))
        session.add(Absence(user_id=1, first=now.date(), last=now.date()))
    post.arrive()
    opened(presser, host_email="zoe@mail.localhost")
    clock.forward(days=UNCONFIRMED_FOR.days)
    sweep(service)
    with service.db.reading() as session:
        assert session.exec(select(Failure)).all() == []
        assert session.exec(select(User)).all() == []
    assert mails(service) == []


def test_one_that_cannot_be_forgotten_keeps_no_other(
    service: Service, clock: FakeClock, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for host in ("anna", "zoe"):
        opened(Presser(app), host_email=f"{host}@mail.localhost")

    def fails_first(session: Session, table_id: int | None) -> list[Seat]:
        if table_id == 1:
            raise RuntimeError("no idea")
        return seats_of(session, table_id)

    Post(service).arrive()
    monkeypatch.setattr(invitations, "seats_of", fails_first)
    clock.forward(days=UNCONFIRMED_FOR.days)
    sweep(service)
    with service.db.reading() as session:
        assert session.exec(select(Table.id)).all() == [1]
        assert [failure.what for failure in session.exec(select(Failure)).all()] == ["forget table 1"]


@pytest.mark.parametrize(
    ("email", "status"),
    [
        ("anna@mail.localhost", 200),
        ("zoe@club.localhost", 200),
        ("zoe@mail.localhost", 422),
        ("x@evilclub.localhost", 422),
    ],
)
def test_a_list_names_addresses_and_domains(service: Service, email: str, status: int) -> None:
    service.config = replace(service.config, open_tables="list", openers=("Anna@mail.localhost", "@club.localhost"))
    answer = opened(Presser(create_again(service)), host_email=email)
    assert answer.status_code == status
    if status == 422:
        assert "only people chosen by the operator may open tables" in error_at(answer.text, "host_email")
    else:
        assert [mail.kind for mail in mails(service)] == ["confirm"]


def create_again(service: Service) -> Flask:
    from pbem.web.app import create_app

    return create_app(service)


def error_at(html: str, field: str) -> str:
    found = re.search(rf'id="{field}-error">([^<]*)<', html)
    return found[1] if found else ""


def test_nobody_means_the_command_line(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    service.config = replace(service.config, open_tables="nobody")
    presser = Presser(create_again(service))
    assert "/tables/new" not in presser.client.get("/").text
    for answer in (presser.client.get("/tables/new"), opened(presser)):
        assert answer.status_code == 403
        assert "only the operator" in answer.text
    assert mails(service) == []
    with pytest.raises(BadField):
        create_table(service, new_table())
    monkeypatch.setattr("pbem.cli.open.configured", lambda: service.config)
    monkeypatch.setattr("pbem.cli.open.ready", lambda _: service)
    words = ["open", "age-of-steam", "--title", "Club", "--host", "Anna <anna@mail.localhost>", "--bot", "greedy"]
    done = CliRunner().invoke(main, [*words, "--player", "Bruno <bruno@mail.localhost>"])
    assert done.exit_code == 0, done.output
    assert [mail.kind for mail in mails(service)] == ["invitation", "invitation"]
    for wrong in (["--player", "Bruno"], ["--player", "A <no>", "--bot", "greedy"], ["--option", "map"]):
        done = CliRunner().invoke(main, [*words, *wrong])
        assert done.exit_code == 2, done.output
        assert done.output.count("\n") == 1


def test_an_error_stands_at_its_field_though_a_row_before_it_is_empty(service: Service, app: Flask) -> None:
    for wrong in ("bruno", "bruno@example"):
        answer = opened(Presser(app), **{"seat-3-email": wrong})
        assert answer.status_code == 422
        assert "not a mail address" in error_at(answer.text, "seat-3-email")
    answer = opened(Presser(app), host_name="http://spam.example")
    assert "cannot hold a link" in error_at(answer.text, "host_name")


WHOEVER = {"seat-2-kind": "open", "seat-3-kind": "open", "seat-3-name": "", "seat-3-email": "", "is_open": "on"}


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"is_open": ""}, "is_open", "on the table&#39;s public page: tick this"),
        ({"seat-3-name": "Bruno"}, "seat-3-name", "Nobody is invited to an open seat"),
        ({"seat-3-email": "bruno@mail.localhost"}, "seat-3-email", "Nobody is invited to an open seat"),
    ],
)
def test_a_seat_for_whoever_comes_needs_a_public_page_and_no_name(
    service: Service, app: Flask, wrong: dict[str, str], field: str, sentence: str
) -> None:
    answer = opened(Presser(app), **{**WHOEVER, **wrong})
    assert answer.status_code == 422
    assert sentence in error_at(answer.text, field)
    assert mails(service) == []


def party(*guests: str, title: str = "Table") -> NewTable:
    people = [NewSeat("Anna", "anna@mail.localhost"), *(NewSeat("Guest", guest) for guest in guests)]
    people += [NewSeat("Bot", "", "greedy")] * (3 - len(people))
    return NewTable("age-of-steam", title, tuple(people))


@pytest.fixture
def host(service: Service) -> Service:
    create_table(service, party("first@mail.localhost"), by_operator=True)
    return service


def open_own(service: Service, *guests: str) -> int:
    """As from the host's own page."""
    return create_table(service, party(*guests), is_proven=True)


def test_one_address_is_invited_three_times_a_day(host: Service, clock: FakeClock) -> None:
    for _ in range(MOST_TO_ONE - 1):
        open_own(host, "first@mail.localhost")
    with pytest.raises(BadField, match="email-2"):
        open_own(host, "first@mail.localhost")
    open_own(host, "second@mail.localhost")
    clock.forward(days=1, seconds=1)
    open_own(host, "first@mail.localhost")


def test_a_host_invites_thirty_a_day(host: Service, clock: FakeClock) -> None:
    for number in range(0, MOST_INVITATIONS - 5, 5):  # the first one is invited already
        open_own(host, *(f"p{number + at}@mail.localhost" for at in range(5)))
    with pytest.raises(BadField):
        open_own(host, *(f"q{at}@mail.localhost" for at in range(5)))
    open_own(host, *(f"q{at}@mail.localhost" for at in range(4)))
    with pytest.raises(BadField):
        open_own(host, "one-more@mail.localhost")
    clock.forward(days=1, seconds=1)
    open_own(host, "one-more@mail.localhost")


def test_whoever_blocks_invitations_gets_none_and_the_sentence_is_the_same(host: Service) -> None:
    for _ in range(MOST_TO_ONE):
        open_own(host, "often@mail.localhost")
    with pytest.raises(BadField) as often:
        open_own(host, "often@mail.localhost")
    with host.db.reading() as session:
        user_id = session.exec(select(Address.user_id).where(Address.email == "first@mail.localhost")).one()
    block_invitations(host, user_id)
    before = len(mails(host))
    with pytest.raises(BadField) as blocked:
        open_own(host, "first@mail.localhost")
    assert str(often.value) == str(blocked.value)
    assert len(mails(host)) == before


def test_an_unconfirmed_host_learns_nothing_about_whom_she_writes_into_the_form(host: Service, app: Flask) -> None:
    with host.db.reading() as session:
        user_id = session.exec(select(Address.user_id).where(Address.email == "first@mail.localhost")).one()
    block_invitations(host, user_id)
    presser, post = Presser(app), Post(host)
    post.arrive()
    known = opened(presser, host_email="eve@mail.localhost", **{"seat-3-email": "first@mail.localhost"})
    unknown = opened(presser, host_email="eve@mail.localhost", **{"seat-3-email": "nobody@mail.localhost"})
    assert known.status_code == unknown.status_code == 200
    assert known.text == unknown.text
    url = next(url for url in links(post.arrive()[0]) if "/confirm/" in url)
    presser.press(presser.open(url), url.rpartition("/")[2])
    assert sorted((mail.kind, mail.email) for mail in post.arrive()) == [
        ("invitation", "eve@mail.localhost"),
        ("notice", "eve@mail.localhost"),
    ]
    assert [seat.status for seat in seats(host, 2)] == ["invited", "declined", "bot"]


def test_pressing_block_in_an_invitation_is_enough(host: Service, app: Flask) -> None:
    presser, post = Presser(app), Post(host)
    mail = next(mail for mail in post.arrive() if mail.email == "first@mail.localhost")
    page = presser.open(next(url for url in links(mail) if "/join/" in url).partition("#")[0])
    assert presser.press(page, "/block").status_code == 200
    with pytest.raises(BadField):
        open_own(host, "first@mail.localhost")


def sent_again(service: Service, presser: Presser) -> str:
    """The host presses "Send the mail again" at the seat of the first guest."""
    return presser.press(presser.open(host_link(service, 1)), "/resend/1").text


def test_an_invitation_sent_again_is_one_more_of_the_day(host: Service, app: Flask, clock: FakeClock) -> None:
    pages = [sent_again(host, Presser(app)) for _ in range(MOST_TO_ONE + 1)]
    invited = mails(host, kind="invitation", email="first@mail.localhost")
    assert len(invited) == MOST_TO_ONE
    assert "sent again" in pages[0]
    assert "No invitation can be sent" in error_at(pages[-1], "email")
    clock.forward(days=1, seconds=1)
    assert "sent again" in sent_again(host, Presser(app))


def test_an_invitation_is_not_sent_again_to_who_wants_none(host: Service, app: Flask) -> None:
    with host.db.reading() as session:
        user_id = session.exec(select(Address.user_id).where(Address.email == "first@mail.localhost")).one()
    block_invitations(host, user_id)
    assert "No invitation can be sent" in error_at(sent_again(host, Presser(app)), "email")
    assert len(mails(host, kind="invitation", email="first@mail.localhost")) == 1
