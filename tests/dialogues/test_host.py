"""Life happens: what the host and the players do about it, and the mails that everybody gets."""

import re
import secrets
from contextlib import suppress
from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlmodel import Session

from engine.core.play import reseeded
from engine.core.record import read_record, replay
from engine.core.refusal import MoveError
from engine.core.rng import Rng
from engine.games import GAMES
from pbem.base.service import Service
from pbem.pacing import times
from pbem.play.play_line import play_line
from pbem.play.stored_scenes import scene_at
from pbem.play.turn import locked_table
from pbem.play.undo import CannotTakeBack, something_seen, take_back
from pbem.store.links import Links
from pbem.store.models import Line, Mail, Table, User
from pbem.store.models.table import INVITING, RUNNING
from pbem.store.positions import state_at
from pbem.tables import host
from pbem.tables.open_table import Joining, NewSeat, NewTable, create_table, join, start_now
from pbem.tables.rewind import go_back
from pbem.upkeep.deadlines import treat_overdue as play_defaults
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Post, Presser, links, move_links
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, host_link, lines, new_table, play_one, seats, started, sweep, table
from tests.toys.parlour.state import VALUES


class Company:
    """A running table, its post, and a browser."""

    def __init__(self, service: Service, game: str = "age-of-steam", people: int = 3, bots: int = 0) -> None:
        self.service = service
        self.table_id = started(service, game, people, bots)
        self.post = Post(service)
        self.browser = Presser(create_app(service))
        self.post.arrive()

    @property
    def host(self) -> str:
        return host_link(self.service, self.table_id)

    def does(self, act: str, **form: str) -> str:
        """The host opens the own page, fills in a form and presses."""
        page = self.browser.open(self.host)
        assert page.status_code == 200
        if act == "rewind" and f'/rewind/{form.get("to")}"' in page.text:  # a line of the log, which asks once more
            page = self.browser.open(f"{self.host}/rewind/{form['to']}")
        elif act == "rewind":
            address = self.host.removeprefix(self.service.config.public_url)
            return self.browser.client.post(f"{address}/rewind", data=form, follow_redirects=True).text
        return self.browser.press(page, act, **form).text

    def told(self, kind: str = "notice") -> dict[str, str]:
        """What came by mail since the last look: address to text."""
        return {mail.email: text(mail) for mail in self.post.arrive() if mail.kind == kind}

    def history(self) -> str:
        seat = seats(self.service, self.table_id)[0]
        return self.browser.open(Links(self.service).history(seat)).text


def text(mail: Mail) -> str:
    return " ".join(text_of(opened(mail), "plain").split())


def vote_link(words: str) -> str:
    found: str = next(url for url in re.findall(r"https?://\S+", words) if "/vote/" in url)
    return found


SECRET_BYTES = 32
EVERYBODY = {"seat0@mail.localhost", "seat1@mail.localhost", "seat2@mail.localhost"}


def test_pause_and_go_on(service: Service, clock: FakeClock) -> None:
    company = Company(service)
    ask = asks(service, company.table_id)[0]
    assert ask.deadline_at is not None
    company.does("pause")
    told = company.told()
    assert set(told) == EVERYBODY
    assert all("all clocks are stopped" in words for words in told.values())
    asked = next(seat for seat in seats(service, company.table_id) if seat.id == ask.seat_id)
    page = company.browser.open(Links(service).turn(asked, ask, "issue.1"))
    assert "The game is paused" in page.text
    clock.forward(days=10)
    company.does("resume")
    assert set(company.told()) == EVERYBODY
    later = asks(service, company.table_id)[0]
    assert later.id == ask.id
    assert later.deadline_at == ask.deadline_at + timedelta(days=10)
    assert "all clocks are stopped" in company.history()
    play_one(service, company.table_id)


def test_a_moved_deadline_is_told_in_the_readers_zone(service: Service) -> None:
    company = Company(service)
    ask = asks(service, company.table_id)[0]
    number = next(seat.number for seat in seats(service, company.table_id) if seat.id == ask.seat_id)
    company.does(f"deadline/{number}", until="2026-12-24T18:00")
    told = company.told()
    assert set(told) == EVERYBODY
    assert all("Thursday 24 December, 18:00 (Paris)" in words for words in told.values())
    moved = asks(service, company.table_id)[0].deadline_at
    assert moved is not None
    assert moved.isoformat() == "2026-12-24T17:00:00+00:00"


@pytest.mark.parametrize("until", ["", "yesterday", "2020-01-01T10:00", "2099-01-01T10:00"])
def test_a_deadline_that_makes_no_sense_is_said_at_its_field(sqlite_service: Service, until: str) -> None:
    company = Company(sqlite_service)
    ask = asks(sqlite_service, company.table_id)[0]
    number = next(seat.number for seat in seats(sqlite_service, company.table_id) if seat.id == ask.seat_id)
    page = company.does(f"deadline/{number}", until=until)
    assert 'class="error"' in page
    assert asks(sqlite_service, company.table_id)[0].deadline_at == ask.deadline_at
    assert company.told() == {}


def test_a_mail_sent_again_is_the_same_question(service: Service) -> None:
    company = Company(service)
    ask = asks(service, company.table_id)[0]
    seat = next(seat for seat in seats(service, company.table_id) if seat.id == ask.seat_id)
    for _ in range(2):
        company.does(f"resend/{seat.number}")
    again = [mail for mail in company.post.arrive() if mail.kind == "turn"]
    first = next(mail for mail in company.post.delivered if mail.ask_id == ask.id)
    assert len({mail.message_id for mail in (first, *again)}) == 3
    assert {mail.email for mail in again} == {first.email}
    assert move_links(again[0]) == move_links(first)


def test_the_lines_to_go_back_to_stand_with_the_hosts_own_time(sqlite_service: Service) -> None:
    company = Company(sqlite_service)
    play_one(sqlite_service, company.table_id)
    played = lines(sqlite_service, company.table_id)[1].played_at
    in_tokyo, in_utc = (times.short(played, zone, "en") for zone in ("Asia/Tokyo", "UTC"))
    with sqlite_service.db.writing() as session:
        session.exec(update(User).values(zone="Asia/Tokyo"))
    page = company.browser.open(company.host).text
    choices = re.findall(r"<a href=\"[^\"]*/rewind/1\">.*?</a>", page, re.DOTALL)
    assert len(choices) == 1
    assert in_tokyo in choices[0]
    assert in_utc not in choices[0]


def test_back_before_something_that_nobody_has_seen_needs_no_consent(service: Service) -> None:
    company = Company(service)
    play_one(service, company.table_id)
    first = lines(service, company.table_id)[1].text
    company.post.arrive()
    company.does("rewind", to="1")
    told = company.told()
    assert set(told) == EVERYBODY
    assert all("before line 1" in words for words in told.values())
    log = lines(service, company.table_id)
    assert [(line.text, line.taken_back) for line in log[1:]] == [(first, True), ("rewind.1", False)]
    assert asks(service, company.table_id)[0].ply == 2


@pytest.mark.both_databases
def test_back_past_dice_needs_everybody_and_the_dice_fall_anew(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole turn of Age of Steam, goods growth and all, is taken back when the last player has agreed."""
    random_hex = secrets.token_hex
    monkeypatch.setattr(secrets, "token_hex", lambda size: "ab" * size if size == SECRET_BYTES else random_hex(size))
    company = Company(service)
    while "turn 2" not in shown_round(company):
        play_one(service, company.table_id, bot="greedy")
    company.post.arrive()
    before = table(service, company.table_id).ply
    assert "asked by mail" in company.does("rewind", to="1")
    asked = company.told()
    assert set(asked) == EVERYBODY - {"seat0@mail.localhost"}, "the host has agreed by proposing it"
    first, last = (vote_link(words) for words in asked.values())
    company.browser.press(company.browser.open(first), first.rpartition("/")[2], agrees="yes")
    assert table(service, company.table_id).ply == before, "one consent is missing"
    company.browser.press(company.browser.open(last), last.rpartition("/")[2], agrees="yes")
    log = lines(service, company.table_id)
    assert log[-1].text == "rewind.1"
    assert all(line.taken_back for line in log[1:-1])
    assert set(company.told()) == EVERYBODY
    back = log[-1].ply
    while (done := table(service, company.table_id).ply - back) < before:
        ask = asks(service, company.table_id)[0]
        play_line(service, ask.seat_id, ask.id, log[1 + done].text, "page")
    assert "turn 2" in shown_round(company)
    assert without_dice(company, before) != without_dice(company, back + before), "the dice fell as before"


def test_back_to_before_an_earlier_way_back(sqlite_service: Service) -> None:
    """Since then other cubes were drawn and delivered: the lines that stand do not replay from there."""
    company = Company(sqlite_service, "railroad-tycoon", 2)

    def last() -> Line:
        play_one(sqlite_service, company.table_id, bot="greedy")
        return lines(sqlite_service, company.table_id)[-1]

    drawing = next(line for line in iter(last, None) if "urbanize." in line.text)
    city = drawing.text.rpartition("urbanize.")[2].partition(".")[0]
    with sqlite_service.db.writing() as session:
        go_back(sqlite_service, session, locked_table(session, company.table_id), drawing.ply)
    while sum(f".{city} to." in line.text for line in lines(sqlite_service, company.table_id)) < 3:
        play_one(sqlite_service, company.table_id, bot="greedy")
    assert "asked by mail" in company.does("rewind", to=str(drawing.ply - 1))


@pytest.mark.both_databases
def test_others_play_while_it_is_found_out_whether_something_was_seen(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what they have decided meanwhile is looked at as well: now everybody must agree."""
    company = Company(service)
    play_one(service, company.table_id)
    looked_at: list[int] = []

    def slowly(session: Session, here: Table, undone: list[Line]) -> bool:
        looked_at.append(len(undone))
        if len(looked_at) == 1:
            play_one(service, company.table_id)
        return something_seen(session, here, undone)

    monkeypatch.setattr(host, "something_seen", slowly)
    assert not host.rewind(service, company.table_id, 1)
    assert looked_at == [1]
    assert not any(line.taken_back for line in lines(service, company.table_id))


def test_back_in_a_pause_asks_nobody_before_it_goes_on(service: Service) -> None:
    company = Company(service)
    play_one(service, company.table_id)
    company.post.arrive()
    company.does("pause")
    company.does("rewind", to="1")
    assert {mail.kind for mail in company.post.arrive()} == {"notice"}
    company.does("resume")
    sweep(service)
    [question] = [mail for mail in company.post.arrive() if mail.kind == "turn"]
    assert question.ask_id == asks(service, company.table_id)[0].id


def test_seats_that_are_asked_together_stay_asked_when_one_goes_back(service: Service) -> None:
    company = Company(service, "parlour")
    first, *others = asks(service, company.table_id)
    play_one(service, company.table_id)
    with service.db.writing() as session:
        go_back(service, session, locked_table(session, company.table_id), 1)
    assert {ask.id for ask in others} < {ask.id for ask in asks(service, company.table_id)}
    asked = [mail for mail in company.post.arrive() if mail.kind == "turn"]
    assert [mail.seat_id for mail in asked] == [first.seat_id], "the others have their question"


def shown_round(company: Company) -> str:
    with company.service.db.reading() as session:
        return scene_at(session, table(company.service, company.table_id), None, "en").round.lower()


def without_dice(company: Company, ply: int) -> object:
    """The position, but for the generator itself."""
    with company.service.db.reading() as session:
        state = state_at(session, table(company.service, company.table_id), ply)
    return reseeded(state, Rng(""))


def test_one_who_does_not_agree_stops_it(sqlite_service: Service) -> None:
    company = Company(sqlite_service, "parlour")
    while not any(line.shows for line in lines(sqlite_service, company.table_id)):
        play_one(sqlite_service, company.table_id)
    company.post.arrive()
    company.does("rewind", to="1")
    asked = company.told()
    link = vote_link(next(iter(asked.values())))
    before = table(sqlite_service, company.table_id).ply
    company.browser.press(company.browser.open(link), link.rpartition("/")[2], agrees="no")
    assert all("does not agree" in words for words in company.told().values())
    assert table(sqlite_service, company.table_id).ply == before
    other = vote_link(list(asked.values())[-1])
    assert "no longer" in company.browser.open(other).text or "does not agree" in company.browser.open(other).text


def test_somebody_leaves_and_somebody_else_takes_the_seat(service: Service) -> None:
    company = Company(service)
    leaver = seats(service, company.table_id)[1]
    page = company.browser.open(f"{Links(service).turn(leaver, None)}/leave")
    assert "LEAVE" in page.text
    assert company.browser.press(page, "/leave", confirm="no").status_code == 422
    assert seats(service, company.table_id)[1].status == "joined"
    company.browser.press(page, "/leave", confirm="leave")
    told = company.told()
    assert set(told) == EVERYBODY - {leaver_address(leaver.number)}
    assert any("host" in words for words in told.values())
    assert company.browser.open(Links(service).turn(leaver, None)).status_code == 410, "her links are dead"
    company.does("seat/1", kind="person", name="Farid", email="farid@mail.localhost")
    company.post.arrive()
    mail = company.post.delivered[-1]
    assert (mail.kind, mail.email) == ("invitation", "farid@mail.localhost")
    join = next(url for url in links(mail) if "/join/" in url)
    company.browser.press(company.browser.open(join), join.rpartition("/")[2].partition("#")[0])
    arrived = seats(service, company.table_id)[1]
    assert (arrived.status, arrived.name, arrived.colour) == ("joined", "Farid", leaver.colour)
    asked: list[str] = [mail.email for mail in company.post.arrive() if mail.kind == "turn"]
    while "farid@mail.localhost" not in asked and len(asked) < 20:
        play_one(service, company.table_id)
        asked += [mail.email for mail in company.post.arrive() if mail.kind == "turn"]
    assert "farid@mail.localhost" in asked


def leaver_address(number: int) -> str:
    return f"seat{number}@mail.localhost"


@pytest.mark.both_databases
def test_a_seat_that_plays_is_given_away_only_when_all_others_agree(service: Service) -> None:
    company = Company(service)
    page = company.does("seat/2", kind="person", name="Farid", email="farid@mail.localhost")
    assert "asked by mail" in page
    asked = company.told()
    assert set(asked) == {"seat1@mail.localhost", "seat2@mail.localhost"}, "the host is not asked"
    assert "/vote/" not in asked["seat2@mail.localhost"], "who would be replaced is told, and not asked"
    assert "1 of 2 so far" in asked["seat1@mail.localhost"]
    assert "will see what" in asked["seat1@mail.localhost"]
    assert seats(service, company.table_id)[2].name == "Chloé"
    link = vote_link(asked["seat1@mail.localhost"])
    company.browser.press(company.browser.open(link), link.rpartition("/")[2], agrees="yes")
    given = seats(service, company.table_id)[2]
    assert (given.name, given.status) == ("Farid", "invited")
    told = company.told()
    assert "given to somebody else" in told["seat2@mail.localhost"]


def test_after_two_missed_deadlines_the_host_may_give_a_seat_away_alone(service: Service, clock: FakeClock) -> None:
    company = Company(service)
    for _ in range(12):
        clock.forward(days=4)
        play_defaults(service)
    late = next(seat for seat in seats(service, company.table_id)[1:] if seat.defaults_in_a_row >= 2)
    company.post.arrive()
    company.does(f"seat/{late.number}", kind="greedy", name="Iron Horse")
    given = seats(service, company.table_id)[late.number]
    assert (given.status, given.bot, given.name) == ("bot", "greedy", "Iron Horse")


@pytest.mark.both_databases
def test_the_host_ends_the_table_and_everybody_may_have_a_rematch(service: Service) -> None:
    company = Company(service)
    for _ in range(4):
        play_one(service, company.table_id)
    company.post.arrive()
    assert 'class="error"' in company.does("end", confirm="something else")
    company.does("end", confirm="Thursday table")
    assert set(company.told()) == EVERYBODY
    assert asks(service, company.table_id) == []
    seat = seats(service, company.table_id)[1]
    board = company.browser.open(Links(service).turn(seat, None))
    assert "The table is closed" in board.text
    record = company.browser.open(f"{Links(service).turn(seat, None)}/record.txt").text
    assert len(replay(GAMES["age-of-steam"], read_record(record)).states) == 5
    company.browser.press(board, "/rematch")
    other = company.browser.open(Links(service).turn(seats(service, company.table_id)[2], None))
    company.browser.press(other, "/rematch")
    invited = [mail for mail in company.post.arrive() if mail.kind == "invitation"]
    assert {mail.email for mail in invited} == EVERYBODY, "pressed twice, there is one new table"
    assert len({mail.table_id for mail in invited}) == 1


@pytest.mark.both_databases
def test_an_open_seat_is_taken_by_who_presses_first(service: Service) -> None:
    table_id = create_table(service, new_table(people=3, is_open=True))
    join(service, seats(service, table_id)[0].id, Joining())
    join(service, seats(service, table_id)[1].id, Joining())
    start_now(service, table_id, "open")
    browser, post = Presser(create_app(service)), Post(service)
    watch = Links(service).watch(table(service, table_id))
    for name in ("Elsa", "Farid"):
        page = browser.open(watch)
        browser.press(page, "/take/2", name=name, email=f"{name.lower()}@mail.localhost")
    mails = {mail.email: mail for mail in post.arrive() if "take" in mail.content}
    assert set(mails) == {"elsa@mail.localhost", "farid@mail.localhost"}
    taken = []
    for email in ("farid@mail.localhost", "elsa@mail.localhost"):
        link = next(url for url in links(mails[email]) if "/take/" in url)
        page = browser.open(link)
        taken.append(browser.client.post(re.sub(r"^https?://[^/]+", "", link), follow_redirects=True).status_code)
        assert page.status_code in (200, 410)
    assert taken == [200, 410]
    assert seats(service, table_id)[2].name == "Farid"


def test_who_takes_back_asks_nobody_else_anew(service: Service) -> None:
    """Where several are asked together the others keep their questions, with their links and deadlines."""
    object.__setattr__(service.config, "cooling_off", 180)
    company = Company(service, "parlour", 2)
    mine, others = asks(service, company.table_id)
    for card in VALUES:  # one that she might hold for all that the other knows
        with suppress(MoveError, CannotTakeBack):
            play_line(service, mine.seat_id, mine.id, f"stake.{card}", "page")
            take_back(service, mine.seat_id)
            break
    assert lines(service, company.table_id)[-1].text == "undo"
    again = {ask.seat_id: ask for ask in asks(service, company.table_id)}
    assert again[others.seat_id] == others
    assert again[mine.seat_id].deadline_at == mine.deadline_at
    assert len(again) == 2


def waiting(service: Service) -> int:
    """A table with two seats for whoever comes."""
    people = (NewSeat("Anna", "anna@mail.localhost"), NewSeat(is_open=True), NewSeat(is_open=True))
    return create_table(service, NewTable("age-of-steam", "Table", people, is_open=True))


def test_a_table_waits_until_whoever_comes_has_a_seat(service: Service) -> None:
    table_id = waiting(service)
    browser, post = Presser(create_app(service)), Post(service)
    (invitation,) = post.arrive()
    assert "open to anybody" in text(invitation)
    join(service, seats(service, table_id)[0].id, Joining())
    assert "2 free seats" in browser.open("/").text
    watch = Links(service).watch(table(service, table_id))
    assert watch in browser.open(Links(service).join(seats(service, table_id)[0])).text
    for number, name in enumerate(("Elsa", "Farid"), 1):
        assert table(service, table_id).status == INVITING
        browser.press(browser.open(watch), f"/take/{number}", name=name, email=f"{name.lower()}@mail.localhost")
        (mail,) = post.arrive()
        url = next(url for url in links(mail) if "/take/" in url)
        page = browser.press(browser.open(url), url.rpartition("/")[2])
        assert page.request.path.startswith("/join/")
        again = browser.open(url)
        assert "The seat is yours" in again.text, "the link from the mail is used up"
        assert "/join/" not in again.text
        assert name not in browser.open(watch).text, "whoever has not joined is named to nobody"
        browser.press(page, page.request.path, zone="Europe/Paris")
    assert table(service, table_id).status == RUNNING
    assert [seat.name for seat in seats(service, table_id)] == ["Anna", "Elsa", "Farid"]
    assert "No table has a free seat" in browser.open("/").text
    assert "Farid" in browser.open(watch).text


def test_the_host_need_not_wait_for_whoever_comes(service: Service) -> None:
    table_id = waiting(service)
    start_now(service, table_id, "open")
    free = seats(service, table_id)[1]
    assert (free.status, free.bot, free.name) == ("open", "greedy", "Bot 2")
    page = Presser(create_app(service)).open(Links(service).watch(table(service, table_id)))
    assert "a bot plays until somebody takes it" in page.text


def test_a_line_is_taken_back_on_the_page(service: Service) -> None:
    object.__setattr__(service.config, "cooling_off", 180)
    company = Company(service)
    ask = asks(service, company.table_id)[0]
    seat = next(seat for seat in seats(service, company.table_id) if seat.id == ask.seat_id)
    page = company.browser.play(Links(service).turn(seat, ask, "issue.2"))
    assert "Take my last line back" in page.text
    company.browser.press(page, "/undo")
    assert [line.text for line in lines(service, company.table_id)] == ["", "issue.2", "undo"]
    assert asks(service, company.table_id)[0].seat_id == seat.id
