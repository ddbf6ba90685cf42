"""Mails that belong together are threaded, and each tells two ways to unsubscribe."""

import re
from email.message import EmailMessage

from pbem.base.service import Service
from pbem.web.mailbox import opened
from tests.e2e.player import Post
from tests.pbem.sample_tables import play_one, started


def ids(message: EmailMessage, name: str) -> list[str]:
    return re.findall(r"<([^>]+)>", str(message[name] or ""))


def played(service: Service) -> dict[str, list[EmailMessage]]:
    """The mails of a table that has played some lines, by reader, in their order."""
    table_id, post = started(service), Post(service)
    post.arrive()
    for _ in range(14):
        play_one(service, table_id, bot="greedy")
        post.arrive()
    by_reader: dict[str, list[EmailMessage]] = {}
    for mail in sorted(post.delivered, key=lambda mail: mail.sent_at or mail.created_at):
        by_reader.setdefault(mail.email, []).append(opened(mail))
    return by_reader


def test_a_mail_answers_the_last_one_of_its_thread(sqlite_service: Service) -> None:
    answered = 0
    for messages in played(sqlite_service).values():
        for at, message in enumerate(messages):
            references, parents = ids(message, "References"), ids(message, "In-Reply-To")
            earlier = [one for one in messages[:at] if references and ids(one, "References")[:1] == references[:1]]
            if earlier and parents:
                answered += 1
                assert parents == ids(earlier[-1], "Message-ID")
                assert references == [references[0], *parents]
                assert message["Subject"] == earlier[-1]["Subject"]
            else:
                assert not earlier
                assert not parents
    assert answered > 3


def test_two_ways_to_unsubscribe(sqlite_service: Service) -> None:
    seen: dict[str, set[str]] = {}
    for email, messages in played(sqlite_service).items():
        for message in messages:
            url, mailto = ids(message, "List-Unsubscribe")
            assert url.startswith("http://127.0.0.1:8000/u/")
            assert re.fullmatch(r"mailto:u\+[a-z2-7]{26}@railpost\.localhost", mailto)
            assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            seen.setdefault(email, set()).add(mailto)
    assert all(len(addresses) == 1 for addresses in seen.values())
    assert len(set.union(*seen.values())) == len(seen)
