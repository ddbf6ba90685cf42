"""Links and forms over HTTP: a GET changes nothing, a POST plays once, and what is no good is answered kindly."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest
from sqlalchemy import text

from pbem.base.service import Service
from pbem.pacing.counted_time import CountedTime
from pbem.pacing.pace import Pace
from pbem.people.absences import go_away
from pbem.store.links import Links
from pbem.store.models import Ask, Seat, Table, User
from pbem.tables.open_table import NewSeat, NewTable, create_table
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Post, Presser, links, move_links
from tests.pbem.sample_tables import asks, lines, mails, new_table, play_one, seats, started, table

GAME_ROWS = ("tables", "seats", "lines", "asks", "talks", "notes", "users")


def counted(service: Service) -> dict[str, list[tuple[object, ...]]]:
    """Every row of the game's tables, to see that nothing has changed."""
    with service.db.engine.connect() as connection:
        return {
            name: [tuple(row) for row in connection.execute(text(f"SELECT * FROM {name} ORDER BY 1"))]
            for name in GAME_ROWS
        }


def asked(service: Service, table_id: int) -> tuple[Ask, Seat]:
    ask = asks(service, table_id)[0]
    return ask, next(seat for seat in seats(service, table_id) if seat.id == ask.seat_id)


@pytest.mark.slow
def test_scanners_change_nothing(sqlite_service: Service) -> None:
    """Every link of every mail, by HEAD and twenty times by GET."""
    table_id = started(sqlite_service)
    for _ in range(6):
        play_one(sqlite_service, table_id)
    post, presser = Post(sqlite_service), Presser(create_app(sqlite_service, with_mailbox=True))
    post.arrive()
    before = counted(sqlite_service)
    found = {url for mail in post.delivered for url in links(mail)}
    assert len(found) > 10
    for url in found:
        path = re.sub(r"^https?://[^/]+", "", url)
        assert presser.client.head(path).status_code < 400, url
        for _ in range(3 if "/rules/" in url else 20):
            assert presser.client.get(path).status_code < 400, url
    assert counted(sqlite_service) == before


@pytest.mark.both_databases
def test_fifty_posts_of_the_same_form_play_once(service: Service) -> None:
    table_id = started(service)
    ask, seat = asked(service, table_id)
    app = create_app(service)
    url = Links(service).turn(seat, ask, "issue.1")
    page = Presser(app).open(url)
    action, hidden = next(form for form in Presser(app).forms(page) if "sign" in form[1])

    def press(_: int) -> int:
        return app.test_client().post(action, data=hidden, follow_redirects=True).status_code

    with ThreadPoolExecutor(10) as pool:
        statuses = list(pool.map(press, range(50)))
    assert set(statuses) == {200}
    assert [line.text for line in lines(service, table_id)] == ["", "issue.1"]


def test_an_old_link_shows_the_board_and_what_was_played(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    ask, seat = asked(sqlite_service, table_id)
    presser = Presser(create_app(sqlite_service))
    url = Links(sqlite_service).turn(seat, ask, "issue.2")
    presser.play(url)
    again = presser.open(url)
    assert again.status_code == 200
    assert "issue.2" in again.text
    assert table(sqlite_service, table_id).ply == 1


def test_what_was_played_is_said_in_the_language_of_the_page(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    ask, seat = asked(sqlite_service, table_id)
    presser = Presser(create_app(sqlite_service))
    url = Links(sqlite_service).turn(seat, ask, "issue.2")
    played = presser.play(f"{url}?lang=fr")
    assert "Joué : Émettre 2 titres pour 10" in played.text.replace("\N{NO-BREAK SPACE}", " ")
    assert '<html lang="fr">' in played.text
    assert "Played: Issue 2 shares for $10." in presser.open(Links(sqlite_service).turn(seat, ask)).text


def test_the_log_tells_every_line_in_words(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    ask, seat = asked(sqlite_service, table_id)
    presser = Presser(create_app(sqlite_service))
    presser.play(Links(sqlite_service).turn(seat, ask, "issue.2"))
    play_one(sqlite_service, table_id)
    log = presser.open(Links(sqlite_service).history(seat)).text
    lines_told = log.partition('<div class="plies"')[2]
    assert f"{seat.name} issued 2 shares" in lines_told
    assert "After line 2 of 2" in log
    assert 'aria-label="Last"' not in log, "it is the last one already"


def test_the_host_finds_her_page_while_she_is_asked(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    presser = Presser(create_app(sqlite_service))
    while True:
        ask, seat = asked(sqlite_service, table_id)
        page = presser.open(Links(sqlite_service).turn(seat, ask)).text
        assert ("/host/" in page) == (seat.user_id == table(sqlite_service, table_id).host_id)
        if "/host/" in page:
            break
        play_one(sqlite_service, table_id)
    assert "3 days left" in page


def test_a_post_without_its_signature_keeps_the_draft_and_plays_nothing(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    ask, seat = asked(sqlite_service, table_id)
    presser = Presser(create_app(sqlite_service))
    path = f"/t/{Links(sqlite_service).turn_token(seat, ask)}"
    for data in ({}, {"ask": str(ask.id)}, {"ask": str(ask.id), "sign": "forged"}, {"ask": "x" * 5000}):
        answer = presser.client.post(path, data={"draft": "issue.2", **data})
        assert answer.status_code in (303, 409)
        if answer.status_code == 409:
            assert "issue.2" in answer.text
    assert table(sqlite_service, table_id).ply == 0


def test_a_draft_that_is_no_longer_legal_is_kept_with_the_reason(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    ask, seat = asked(sqlite_service, table_id)
    page = Presser(create_app(sqlite_service)).open(Links(sqlite_service).turn(seat, ask, "issue.14"))
    assert page.status_code == 200
    assert "#aos-3.3" in page.text


def broken(token: str) -> list[str]:
    return [
        token[:-1],
        token[:10],
        token.lower(),
        token.upper(),
        token + "x",
        token.replace(".", ""),
        "",
        "%00",
        "a" * 3000,
    ]


@pytest.mark.parametrize("prefix", ["/t/", "/join/", "/me/", "/u/"])
def test_forged_links_get_a_friendly_page(sqlite_service: Service, prefix: str) -> None:
    table_id = started(sqlite_service)
    ask, seat = asked(sqlite_service, table_id)
    client = create_app(sqlite_service).test_client()
    for token in broken(Links(sqlite_service).turn_token(seat, ask)):
        for answer in (client.get(prefix + token), client.post(prefix + token)):
            assert answer.status_code in (404, 405, 410), (prefix, token)
            assert "Traceback" not in answer.text
    other_purpose = sqlite_service.tokens.sign("host", seat.id, ask.id, seat.link_epoch)
    assert client.get(f"/t/{other_purpose}").status_code == 404


def test_a_revoked_link_is_gone_and_offers_a_new_one(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    ask, seat = asked(sqlite_service, table_id)
    path = f"/t/{Links(sqlite_service).turn_token(seat, ask)}"
    with sqlite_service.db.writing() as session:
        stored = session.get_one(Seat, seat.id)
        stored.link_epoch += 1
        session.add(stored)
    app = create_app(sqlite_service)
    answer = app.test_client().get(path)
    assert answer.status_code == 410
    email = mails(sqlite_service, seat_id=seat.id)[0].email
    sent = Presser(app).press(answer, "/link", email=email)
    assert sent.status_code == 200
    assert mails(sqlite_service, kind="link")


def test_asking_for_a_link_tells_nobody_who_plays_here(sqlite_service: Service) -> None:
    started(sqlite_service)
    client = create_app(sqlite_service).test_client()
    known = client.post("/link", data={"email": "seat0@mail.localhost"})
    unknown = client.post("/link", data={"email": "stranger@mail.localhost"})
    assert known.text == unknown.text


def test_pages_behind_a_token_are_kept_by_nobody(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    ask, seat = asked(sqlite_service, table_id)
    answer = create_app(sqlite_service).test_client().get(f"/t/{Links(sqlite_service).turn_token(seat, ask)}")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store, private"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in answer.headers


def test_the_mailbox_of_one_reader_whatever_is_in_the_address(sqlite_service: Service) -> None:
    host = NewSeat("Anna", "anna+1&2@mail.localhost")
    create_table(sqlite_service, NewTable("spike", "Table", (host, NewSeat("Bot", "", "greedy"))))
    Post(sqlite_service).arrive()
    client = create_app(sqlite_service, with_mailbox=True).test_client()
    readers = [unescape(url) for url in re.findall(r'href="(/mailbox\?for=[^"]*)"', client.get("/mailbox").text)]
    assert len(readers) == 1
    assert "/mailbox/1" in client.get(readers[0]).text
    back = re.search(r'href="(/mailbox\?for=[^"]*)"', client.get("/mailbox/1?for=anna").text)
    assert back is not None
    assert unescape(back[1]) == readers[0]


def test_the_mailbox_is_there_only_when_asked_for(sqlite_service: Service) -> None:
    assert create_app(sqlite_service).test_client().get("/mailbox").status_code == 404
    assert create_app(sqlite_service, with_mailbox=True).test_client().get("/mailbox").status_code == 200


def test_trying_it_out_begins_at_the_table(sqlite_service: Service) -> None:
    client = create_app(sqlite_service, with_mailbox=True).test_client()
    page = client.post("/try", data={"with": "bots", "game": "parlour"}, follow_redirects=True)
    assert "The table has begun. Each question comes to the mailbox as well." in page.text
    assert {mail.kind for mail in mails(sqlite_service)} <= {"turn", "started"}, "who sits there is not invited"
    box = client.get("/mailbox").text
    assert "A mail is on its way." in box
    assert "No mail yet." not in box
    assert 'http-equiv="refresh"' in box
    Post(sqlite_service).arrive()
    assert 'http-equiv="refresh"' not in client.get("/mailbox").text


def test_the_host_takes_a_seat_and_is_not_invited(sqlite_service: Service) -> None:
    table_id = create_table(sqlite_service, new_table(), by_operator=True)
    host, guest = seats(sqlite_service, table_id)[:2]
    presser = Presser(create_app(sqlite_service))
    own, other = (presser.open(Links(sqlite_service).join(seat)).text for seat in (host, guest))
    for said in ("invites you", "No, thank you", "no more invitations"):
        assert said in other
        assert said not in own
    assert "Take my seat" in own
    joined = presser.press(presser.open(Links(sqlite_service).join(guest)), Links(sqlite_service).join(guest)[-20:])
    assert "You have joined" in joined.text
    assert "invites you" not in joined.text
    own_mail, other_mail = (text_of(opened(mail), "plain") for mail in Post(sqlite_service).arrive()[:2])
    assert "Take my seat" in own_mail
    assert "invites you" not in own_mail
    assert "Not this time" not in own_mail
    assert "Not this time" in other_mail


def test_one_click_unsubscription(sqlite_service: Service) -> None:
    """No cookie, no redirect, and it stops news and reminders, not questions."""
    table_id = started(sqlite_service)
    post = Post(sqlite_service)
    mail = post.arrive()[-1]
    url = next(url for url in links(mail) if "/u/" in url)
    client = create_app(sqlite_service).test_client()
    path = re.sub(r"^https?://[^/]+", "", url)
    assert client.get(path).status_code == 200
    for _ in range(2):
        answer = client.post(path, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
    from pbem.store.models import User

    with sqlite_service.db.reading() as session:
        user = session.get_one(User, mail.user_id)
    assert (user.wants_reminders, user.news) == (False, "turn")
    assert asks(sqlite_service, table_id)
    assert "/me/" not in answer.text, "mail systems know this address: it opens nothing else"
    presser = Presser(create_app(sqlite_service))
    presser.press(presser.open(url), "/link")
    assert [(mail.kind, mail.email) for mail in post.arrive()] == [("link", mail.email)]


@pytest.mark.slow
def test_move_links_stay_short_and_safe(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    post = Post(sqlite_service)
    for _ in range(40):
        play_one(sqlite_service, table_id, how="link", bot="greedy")
        post.arrive()
    found = {url for mail in post.delivered for url in move_links(mail)}
    assert len(found) > 20
    for url in found:
        assert len(url) <= 400
        assert re.fullmatch(r"http://127\.0\.0\.1:8000/t/[A-Za-z0-9._-]+/[A-Za-z0-9.~-]+", url)


def test_moves_may_be_typed_as_in_a_mail(sqlite_service: Service) -> None:
    """The kind reader of mails reads the field of the page too: words, accents, typing errors that it names."""
    table_id = started(sqlite_service)
    ask, seat = asked(sqlite_service, table_id)
    presser = Presser(create_app(sqlite_service))
    url = Links(sqlite_service).turn(seat, ask)
    page = presser.open(f"{url}?line=Émettre+2")
    assert 'value="issue.2"' in page.text
    page = presser.open(f"{url}?line=fly+to+Chicago")
    assert page.status_code == 200
    assert 'value="fly to Chicago"' in page.text
    assert 'class="error"' in page.text


def test_a_line_that_is_refused_stays_in_its_field_and_leaves_the_draft(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    ask, seat = asked(sqlite_service, table_id)
    presser = Presser(create_app(sqlite_service))
    url = Links(sqlite_service).turn(seat, ask, "issue.2")
    for typed, why in (("issue 99", "99"), ("dance", "“dance” is not a move of this game.")):
        page = presser.open(f"{url}?line={typed.replace(' ', '+')}")
        assert f'value="{typed}"' in page.text
        assert why in unescape(page.text)
        assert 'name="draft" value="issue.2"' in page.text, "the draft is lost"
    page = presser.open(f"{url}?line=issue+1")
    assert 'name="draft" value="issue.1"' in page.text


def test_a_waiting_page_says_for_whom_and_until_when_by_both_clocks(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    _, seat = asked(sqlite_service, table_id)
    other = next(one for one in seats(sqlite_service, table_id) if one.id != seat.id)
    with sqlite_service.db.writing() as session:
        user = session.get_one(User, seat.user_id)
        user.zone = "America/New_York"
        session.add(user)
    go_away(sqlite_service, user.id, f"{sqlite_service.now():%Y-%m-%d}", f"{sqlite_service.now():%Y}-12-31")
    page = unescape(Presser(create_app(sqlite_service)).open(Links(sqlite_service).turn(other, None)).text)
    assert "(Paris)" in page
    assert "there: " in page
    assert "(New York)" in page
    assert "Away until 31 December" in page
    with sqlite_service.db.writing() as session:
        session.get_one(Table, table_id).is_open = True
    slug = table(sqlite_service, table_id).slug
    watched = Presser(create_app(sqlite_service)).open(f"/watch/{slug}").text
    assert seat.name in watched
    assert "New York" not in watched, "spectators are not told where anybody lives"


def test_an_old_link_announces_only_the_last_line(sqlite_service: Service) -> None:
    table_id = started(sqlite_service, people=2, game="spike")
    ask, seat = asked(sqlite_service, table_id)
    presser = Presser(create_app(sqlite_service))
    url = Links(sqlite_service).turn(seat, ask)
    for _ in range(12):
        play_one(sqlite_service, table_id)
    assert "Played:" not in presser.open(f"{url}/draw").text


def test_what_a_line_has_shown_is_told_where_the_seat_goes_on(sqlite_service: Service) -> None:
    """A card that was drawn: the page that asks for the next move says which."""
    table_id = started(sqlite_service, people=2, game="spike")
    for _ in range(60):
        play_one(sqlite_service, table_id)
        ask, seat = asked(sqlite_service, table_id)
        last = lines(sqlite_service, table_id)[-1]
        if last.seat == seat.number and "draw" in last.text:
            break
    else:
        raise AssertionError("nobody drew and went on")
    page = Presser(create_app(sqlite_service)).open(Links(sqlite_service).turn(seat, ask)).text
    told = page.partition('role="status">')[2].partition("</p>")[0]
    assert "dr" in told.lower()


def test_settings_say_that_they_are_saved(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    with sqlite_service.db.reading() as session:
        user = session.get_one(User, seats(sqlite_service, table_id)[0].user_id)
    presser = Presser(create_app(sqlite_service))
    page = presser.open(Links(sqlite_service).me(user))
    assert "Saved." not in page.text
    saved = presser.press(page, "/settings", name="Anna", zone="Europe/Rome", news="round", lang="en", reminders="1/2")
    assert "Saved." in saved.text


def test_the_zone_is_that_of_the_table_until_one_is_chosen(sqlite_service: Service) -> None:
    pace = Pace(counts=CountedTime(zone="Asia/Tokyo"))
    table_id = create_table(sqlite_service, new_table(pace=pace), by_operator=True)
    seat = seats(sqlite_service, table_id)[1]
    presser = Presser(create_app(sqlite_service))
    page = presser.open(Links(sqlite_service).join(seat)).text
    assert 'value="Asia/Tokyo" list="zones" data-zone' in page
    with sqlite_service.db.writing() as session:
        session.get_one(User, seat.user_id).zone = "Europe/Rome"
    page = presser.open(Links(sqlite_service).join(seat)).text
    assert 'value="Europe/Rome" list="zones"' in page
    assert "data-zone" not in page
