"""One letter of every kind, and the hard variants, about the late game."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any

from pbem.base.introductions import idea
from pbem.mail_out import letter_parts, letters
from pbem.mail_out.drawings import drawings
from pbem.mail_out.letter_parts import Desk, Letterhead, Links, Said
from pbem.mail_out.letter_text import Written, write
from pbem.mail_out.letters import Letter
from pbem.mail_out.pictures import png_of
from pbem.play.scene import Scene
from pbem.tables.proof import Proof
from tests.pbem.late_game import NAMES, late_game

SITE = "https://play.example.org"
TOKEN = "WzEyLDMsNF0.Hk3JpC9sOa1mEq0yH2kXw7vQb5tZr8LfWzEyLDMsNF0.Hk3JpC9s"
SEAT = f"{SITE}/t/{TOKEN}"
UNTIL = datetime(2026, 11, 19, 17, 0, tzinfo=UTC)
LANGUAGES = ("en", "fr")
# Named here and not read from `samples`: collecting tests must not play a game.
SAMPLES = (
    "turn", "turn, numbers", "turn, the host decides", "turn, no deadline", "started", "news", "news for a watcher",
    "receipt", "receipt with a question", "refused", "answer", "default", "over", "link", "reminder", "reminder of one",
    "talk", "invitation", "confirm", "host", "notice",
)  # fmt: skip
SECRET = "3f" * 32
PROOF = Proof(
    SECRET,
    sha256(SECRET.encode()).hexdigest(),
    f"{SECRET} wagon it's",
    sha256(f"{SECRET} wagon it's".encode()).hexdigest(),
)
SAID = (
    Said(0, "Anyone for black goods?\nI have a link.", datetime(2026, 11, 15, 20, 40, tzinfo=UTC)),
    Said(3, "Thank you.", datetime(2026, 11, 16, 7, 5, tzinfo=UTC), to=1),
)


def head(lang: str, **more: Any) -> Letterhead:
    values: dict[str, Any] = {
        "to": "genevieve@example.net",
        "name": "Geneviève",
        "lang": lang,
        "zone": "Europe/Paris",
        "sender": "turns@play.example.org",
        "domain": "play.example.org",
        "base_url": SITE,
        "instance": "instance-1",
        "message_id": "turn.42.57.3@play.example.org",
        "date": datetime(2026, 11, 16, 10, tzinfo=UTC),
        "reply_to": "p+abcdefghijklmnopqrstuvwxyz@in.play.example.org",
        "thread": "round.42.turn-of.5.6@play.example.org",
        "in_reply_to": "turn.42.50.3@play.example.org",
        "list_id": "table-42.play.example.org",
        "unsubscribe_url": f"{SITE}/u/{TOKEN}{TOKEN}{TOKEN}",
        "unsubscribe_mailto": "u+abcdefghijklmnopqrstuvwxyz@in.play.example.org",
    }
    return Letterhead(**values | more)


def desk(scene: Scene, title: str = "Thursday table") -> Desk:
    return Desk(
        title,
        42,
        scene,
        Links(
            SEAT,
            lambda line: f"{SEAT}/{line.replace(' ', '~')}",
            f"{SEAT}/history",
            f"{SEAT}/talk",
            f"{SITE}/me/{TOKEN}",
            f"{SITE}/me/{TOKEN}#absences",
            f"{SITE}/rules/age-of-steam",
        ),
    )


def samples(lang: str, names: Sequence[str] = NAMES) -> Mapping[str, Letter]:
    """By the name of the kind, with a word behind it for variants."""
    match = late_game()

    def at(ply: int, **more: Any) -> Desk:
        return desk(match.scene(ply, lang, names=names, **more))

    build, goods, issue, bid, action, production = (
        match.last(phase) for phase in ("build", "goods", "issue", "auction", "actions", "production")
    )
    talk = letter_parts.TurnTalk(SAID, 14)
    waiting = tuple(
        letter_parts.Waiting(at(ply), 60 + ply, UNTIL + timedelta(hours=(7 * ply) % 50))
        for ply in (build, goods, issue, bid, action, production, build - 6, goods - 7)
    )
    return {
        "turn": letters.YourTurn(at(build), 57, UNTIL, talk=talk),
        "turn, numbers": letters.YourTurn(at(bid), 58, UNTIL, talk=talk),
        "turn, the host decides": letters.YourTurn(at(issue), 59, UNTIL, host_decides=True),
        "turn, no deadline": letters.YourTurn(at(goods, since=500), 60, None),
        "started": letters.Started(at(0, seat=1), "3 days for each answer.", UNTIL),
        "news": letters.News(at(goods, seat=1), UNTIL, talk),
        "news for a watcher": letters.News(desk(_watched(match.scene(goods, lang, names=names)))),
        "receipt": letters.Receipt(
            at(build + 1, seat=1, since=1),
            "J8, gentle curve, J7 to K8",
            (("cincinati", "cincinnati"),),
            True,
            f"{SEAT}/undo",
            UNTIL,
        ),
        "receipt with a question": letters.Receipt(at(production, since=1), "Draw 2 cubes", ask=61, until=UNTIL),
        "refused": letters.Refused(
            at(build),
            (letter_parts.ReadLine("lay j8 straight", "lay.J8.straight.2"), letter_parts.ReadLine("see you <soon>")),
            "bid is not a move of this phase.",
            "line-1",
            ("lay.J8.gentle.2 done", "done"),
            17,
            57,
            UNTIL,
        ),
        "answer": letters.Answer(
            at(build),
            (
                letter_parts.AnswerPart("What you can write", ("One move a line.",), ("lay j8 gentle 2", "done")),
                letter_parts.AnswerPart("Rule 5.3", ("A <link> joins two cities.",)),
            ),
            57,
            UNTIL,
        ),
        "default": letters.DefaultPlayed(at(build + 1, seat=1), "Build nothing", "done", UNTIL, 2, True),
        "over": letters.GameOver(
            at(len(match.states) - 1, seat=1),
            f"{SEAT}/proof.txt",
            f"{SEAT}/record.txt",
            match.course,
            match.best,
            f"{SEAT}#rematch",
        ),
        "link": letters.NewLink((letter_parts.Action("Thursday table", SEAT, "turn 5 of 6"),), f"{SITE}/me/{TOKEN}"),
        "reminder": letters.Reminder(waiting, f"{SITE}/me/{TOKEN}"),
        "reminder of one": letters.Reminder(waiting[:1], f"{SITE}/me/{TOKEN}"),
        "talk": letters.Talk(at(goods, seat=1), SAID[0]),
        "invitation": letters.Invitation(
            "Peter",
            "Thursday table",
            "Age of Steam",
            tuple(names),
            "3 days for each answer.",
            PROOF.commitment,
            f"{SITE}/join/{TOKEN}",
            f"{SITE}/join/{TOKEN}#decline",
            f"{SITE}/join/{TOKEN}#block",
            f"{SITE}/rules/age-of-steam",
            ("Rust Belt",),
            idea=idea("age-of-steam", lang),
        ),
        "confirm": letters.ConfirmAddress("genevieve@example.net", f"{SITE}/confirm/{TOKEN}", "Your table waits."),
        "host": letters.HostQuestion(
            "Thursday table",
            "Age of Steam",
            "Dave's time ran out. What now?",
            ("He was to build track.",),
            (letter_parts.Action("Play the default", f"{SITE}/host/1", "Build nothing."),),
            UNTIL,
            "The default is played.",
        ),
        "notice": letters.Notice("The rules have changed", ("Nothing changes for you.",), (), "Thursday table"),
    }


def _watched(scene: Scene) -> Scene:
    return Scene(scene.game, scene.state, None, scene.names, scene.lang, scene.events)


@cache
def _samples(lang: str) -> Mapping[str, Letter]:
    return samples(lang)


@cache
def written(name: str, lang: str) -> Written:
    letter = _samples(lang)[name]
    return write(head(lang), letter, [png_of(one.drawing) for one in drawings(letter)])
