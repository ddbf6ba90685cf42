"""A game in memory and a sample of every page: what the demo shows and the tests of the templates render."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from engine.core.bots import greedy_line
from engine.core.course import BestLine, Course, Written, best_lines, course
from engine.core.event import Event
from engine.core.game import AnyGame
from engine.core.move import write_line
from engine.core.play import actors, is_over, play, start
from engine.core.record import read_record, replay
from engine.core.rng import Rng
from engine.games import GAMES
from pbem.base.introductions import idea
from pbem.pacing.written_times import known_zones
from pbem.play.scene import Scene
from pbem.play.story import Story
from pbem.web import models
from pbem.web.board_model import position_of
from pbem.web.cards import card, shots
from pbem.web.log import chapters_of
from pbem.web.look import Addresses, Look
from pbem.web.models import Chrome, Deadline, Form, Link, Option, SeatName, TableHead
from pbem.web.rules_model import rules_page
from pbem.web.story_model import story_view
from pbem.web.turn_model import open_draft, turn_of
from tests.pbem.web.plan_samples import plan_pages
from tests.records.take import FOLDER
from tests.samples import recorded

NAMES = ("Ada", "Boris", "Chloé", "Dewi")
COLOURS = ("orange", "green", "sky", "magenta")


@dataclass
class Played:
    """A line of the sample game, with the position after it."""

    seat: int | None
    text: str
    events: tuple[Event, ...]
    state: Any


@dataclass
class Sample:
    """One running table."""

    game: AnyGame
    colours: tuple[str, ...] = COLOURS
    names: tuple[str, ...] = NAMES
    log: list[Played] = field(default_factory=list)

    def __post_init__(self) -> None:
        opening = start(self.game, self.colours, "pages")
        self.log.append(Played(None, "", opening.events, opening.state))

    @property
    def state(self) -> Any:
        return self.log[-1].state

    def play(self, seat: int, text: str) -> None:
        line = self.game.read(text, self.state)
        played = play(self.game, self.state, seat, line)
        self.log.append(Played(seat, write_line(line), played.events + played.settled, played.state))

    def play_bots(self, until: int, turn: int = 0, phase: str = "") -> None:
        """Until this seat is asked, in that turn and phase if they are named."""
        while not is_over(self.game, self.state):
            seat = actors(self.game, self.state)[0]
            there = not phase or (self.state.phase == phase and self.state.turn >= turn)
            if seat == until and there:
                return
            self.play(seat, write_line(greedy_line(self.game, self.game.view(self.state, seat), seat, Rng("pages"))))

    def scene(self, reader: int | None, lang: str, ply: int | None = None) -> Scene:
        """With what happened since the reader's last line; at an earlier ply, with what that line did."""
        if ply is not None:
            entry = self.log[ply]
            return Scene(self.game, entry.state, reader, self.names, lang, entry.events)
        since: list[Event] = []
        for entry in reversed(self.log[1:]):
            if entry.seat == reader:
                break
            since[:0] = entry.events
        return Scene(self.game, self.state, reader, self.names, lang, tuple(since))

    @property
    def course(self) -> Course:
        return course(self.game, range(len(self.log)), lambda ply: self.log[ply].state)

    @property
    def best(self) -> tuple[BestLine, ...]:
        lines = (
            Written(ply, entry.seat, entry.text, self.log[ply - 1].state)
            for ply, entry in enumerate(self.log)
            if entry.seat is not None
        )
        return best_lines(self.game, lines)

    def seat(self, number: int) -> SeatName:
        return SeatName(self.colours[number], self.names[number])

    def head(self, reader: int | None, lang: str, base: str) -> TableHead:
        scene = self.scene(reader, lang)
        name = self.game.words.name(self.game.id, lang)
        seat = None if reader is None else self.seat(reader)
        return TableHead("Thursday table", self.game.id, name, scene.round, seat, base)


@cache
def finished(stem: str = "age-of-steam-2") -> Sample:
    """A game that was played to its end, with its positions and without what happened between them."""
    record = read_record((FOLDER / f"{stem}.txt").read_text("utf-8"))
    seats = record.seats
    sample = Sample(GAMES[record.game], seats, NAMES[: len(seats)])
    states = replay(sample.game, record).states
    lines = [Played(None, "", (), states[0])]
    for entry, state in zip(record.entries, states[1:], strict=True):
        lines.append(Played(seats.index(entry.by), entry.text, (), state))
    sample.log[:] = lines
    return sample


def chrome(lang: str) -> Chrome:
    return Chrome(
        lang,
        (Link("English", "?lang=en", lang == "en"), Link("Français", "?lang=fr", lang == "fr")),
        (Link("My tables" if lang == "en" else "Mes tables", "/me"), Link("Mailbox", "/mailbox", new=3)),
    )


def tabs(base: str, current: str, lang: str) -> tuple[Link, ...]:
    words = {"en": ("Board", "Log", "Talk", "Notes"), "fr": ("Plateau", "Journal", "Discussion", "Notes")}[lang]
    urls = (base, f"{base}/history", f"{base}/talk", f"{base}/notes")
    kinds = ("board", "history", "talk", "notes")
    return tuple(
        Link(label, url, kind == current, 2 if kind == "talk" else 0)
        for label, url, kind in zip(words, urls, kinds, strict=True)
    )


@cache
def build_turn() -> Sample:
    """Age of Steam, turn 5: Ada builds."""
    sample = Sample(GAMES["age-of-steam"])
    for entry in recorded("a-build-turn").entries:
        sample.play(COLOURS.index(entry.by), entry.text)
    return sample


def turn_page(
    sample: Sample, seat: int, lang: str, base: str, text: str = "", look: Look | None = None, on: str = ""
) -> models.TurnPage:
    scene = sample.scene(seat, lang)
    draft = open_draft(sample.game, sample.state, seat, text)
    turn, position = turn_of(scene, draft, Addresses(base, look or Look()), text, on)
    question = scene.question
    assert question is not None
    until = "Thu 19 Nov, 18:00 (Paris)" if lang == "en" else "jeu. 19 nov., 18 h 00 (Paris)"
    left = "3 days left" if lang == "en" else "encore 3 jours"
    return models.TurnPage(
        chrome(lang),
        sample.head(seat, lang, base),
        tabs(base, "board", lang),
        turn,
        position,
        Form(base, hidden={"ask": "12", "signature": "x"}),
        Deadline(until, left, question.default.label),
        "You may take it back for 3 minutes, until the mails go out.",
        Form(base),
    )


def watch_page(sample: Sample, reader: int | None, lang: str, base: str, look: Look | None = None) -> models.WatchPage:
    scene = sample.scene(reader, lang)
    over = is_over(sample.game, sample.state)
    results = tuple(
        models.Result(
            row.place,
            sample.seat(row.seat),
            row.score,
            tuple((scene.source(part), points) for part, points in row.parts),
        )
        for row in (sample.game.standings(sample.state) if over else ())
    )
    return models.WatchPage(
        chrome(lang),
        sample.head(reader, lang, base),
        tabs(base, "board", lang),
        position_of(scene, Addresses(base, look or Look())),
        tuple(
            models.Awaited(
                sample.seat(seat), "Thu 19 Nov, 18:00 (Paris)", "Thursday 12:00 (New York)", "22 November 2026"
            )
            for seat in actors(sample.game, sample.state)
        ),
        undo=Form(f"{base}/undo") if reader is not None and not over else None,
        undo_until="Until 18:03.",
        results=results,
        story=story_view(Story(scene, sample.course, sample.best if over else ()), f"{base}/history"),
        proof_url="/proof" if over else "",
        record_url="/record" if over else "",
    )


def history_page(
    sample: Sample, reader: int | None, lang: str, base: str, ply: int | None = None, look: Look | None = None
) -> models.HistoryPage:
    shown = len(sample.log) - 1 if ply is None else min(max(ply, 0), len(sample.log) - 1)
    plies = []
    for number, entry in enumerate(sample.log):
        scene = sample.scene(reader, lang, number)
        told = tuple(change.text for change in scene.changes) if number else ()
        who = None if entry.seat is None else sample.seat(entry.seat)
        url = f"{base}/history/{number}"
        moments = ("Turning point. Turn 1: Ada went from level to 3 ahead.",) if number == 9 else ()
        plies.append(
            models.Ply(
                number,
                who,
                entry.text,
                told,
                "bot",
                "12:40",
                url,
                number == shown,
                number == 7,
                (),
                moments,
                f"{url}.svg",
            )
        )
    position = position_of(sample.scene(reader, lang, shown), Addresses(f"{base}/history/{shown}", look or Look()))
    story = Story(sample.scene(reader, lang), sample.course)
    urls = [ply.url for ply in plies]
    before = (urls[0], urls[shown - 1]) if shown else ("", "")
    after = (urls[shown + 1], urls[-1]) if shown < len(urls) - 1 else ("", "")
    return models.HistoryPage(
        chrome(lang),
        sample.head(reader, lang, base),
        tabs(base, "history", lang),
        models.ShownLine(position, shown, len(plies) - 1, *before, *after, f"{base}/if/{shown}"),
        tuple(chapters_of(story, plies)),
        Form(f"{base}/history/{shown}", {"by": "green"}),
        tuple((colour, name) for colour, name in zip(sample.colours, sample.names, strict=True)),
        (("bid", "Bid"), ("lay", "Build")),
        story=story_view(story, f"{base}/history"),
    )


def what_if_page(sample: Sample, lang: str, base: str, draft: str) -> models.WhatIfPage:
    scene, here = sample.scene(0, lang), f"{base}/if/20/1"
    turn, position = turn_of(scene, open_draft(scene.game, scene.state, 0, draft), Addresses(here, before="done~~"))
    tried = models.TriedLineView(sample.seat(1), ("Boris built nothing.",), here)
    assert scene.question is not None
    return models.WhatIfPage(
        chrome(lang), sample.head(0, lang, base), tabs(base, "what-if", lang), 20, 1, (tried, tried), position, turn,
        scene.question.prompt, sample.seat(2), False, f"{here}/done~~{draft}~~", f"{here}/done~~?others=yes",
        f"{base}/if/20/2/done~~", here,
    )  # fmt: skip


@cache
def pages(lang: str) -> Mapping[str, tuple[str, Any]]:
    """By name: the template and the page."""
    return {name: (template, page) for name, template, page in every_page(lang)}


def every_page(lang: str) -> Iterator[tuple[str, str, Any]]:
    """A name, the template and the page, for each template and the states in which it looks different."""
    sample, base = build_turn(), "/t/token"
    head, bar = sample.head(0, lang, base), chrome(lang)
    tile = next(move for move in open_draft(sample.game, sample.state, 0, "").nexts if any(move.places()))
    place = ".".join((tile.VERB, tile.words()[0]))
    first = str(open_draft(sample.game, sample.state, 0, place).nexts[0])
    yield "turn", "turn.html", turn_page(sample, 0, lang, base)
    yield "turn-tiles", "turn.html", turn_page(sample, 0, lang, base, place)
    yield "turn-draft", "turn.html", turn_page(sample, 0, lang, base, first)
    yield "turn-now", "turn.html", turn_page(sample, 0, lang, base, first, Look(now=True))
    yield "turn-refused", "turn.html", turn_page(sample, 0, lang, base, f"{first}~lay.I3.straight.0~done")
    yield from plan_pages(sample.scene(0, lang), bar, head, tabs(base, "board", lang), f"{base}/plan")
    yield "watch", "watch.html", watch_page(sample, 1, lang, base)
    yield "spectator", "watch.html", watch_page(sample, None, lang, "/watch/slug")
    yield "over", "watch.html", watch_page(finished(), 1, lang, base)
    yield "history", "history.html", history_page(sample, 0, lang, base, 20)
    yield "what-if", "what_if.html", what_if_page(sample, lang, base, first)
    yield "talk", "talk.html", talk_page(sample, lang, base)
    yield "notes", "notes.html", notes_page(sample, lang, base)
    yield "me", "me.html", me_page(sample, lang)
    yield "home", "home.html", home_page(sample, lang)
    yield "new-table", "new_table.html", new_table_page(lang)
    yield "join", "join.html", join_page(sample, lang)
    yield "waiting", "waiting.html", waiting_page(sample, lang)
    yield "host", "host.html", host_page(sample, lang)
    yield "rules", "rules.html", rules_page(bar, "age-of-steam")
    mail = models.MailLine(
        "Railpost · your turn", "ada@example.org", "Thursday table · Age of Steam, turn 5 of 8",
        "Your turn: build track. Answer by Thursday 19 November, 18:00 (Paris)", "12:40", "/mailbox/1",
    )  # fmt: skip
    readers = (Link("ada@example.org", "?to=ada", True, 2), Link("boris@example.org", "?to=boris"))
    yield "mailbox", "mailbox.html", models.MailboxPage(bar, (mail, mail), readers, "?before=12")
    mail_tabs = tuple(Link(kind, f"/mailbox/1?show={kind}", kind == "html") for kind in ("html", "text", "raw"))
    answer = Form("/mailbox/1/answer")
    yield (
        "mail-html",
        "mailbox_mail.html",
        models.MailboxMailPage(bar, mail, "html", mail_tabs, "/mailbox", "/mailbox/1/html", answer=answer),
    )
    yield (
        "mail-raw",
        "mailbox_mail.html",
        models.MailboxMailPage(
            bar, mail, "raw", mail_tabs, "/mailbox", text="Hello\n", headers=(("Message-ID", "<a@b>"),), answer=answer
        ),
    )
    lines = ("This link is no longer good.", "The game goes on without it.")
    yield (
        "message",
        "message.html",
        models.MessagePage(bar, "A link that does not work", lines, (Link("Home", "/"),), Form("/link"), True),
    )
    yield "confirm", "confirm.html", models.ConfirmPage(bar, "Leave?", lines, "Leave", Form("/leave"), "RESIGN", head)
    mine = Form("/link", hidden={"email": "ada@example.org"})
    yield "unsubscribe", "unsubscribe.html", models.UnsubscribePage(bar, "ada@example.org", Form("/u/x"), mine)
    yield "unsubscribed", "unsubscribe.html", models.UnsubscribePage(bar, "ada@example.org", Form("/u/x"), mine, True)
    troubles = (models.Trouble("12:40", "Table 42: nobody is asked", "/watch/x", Form("/operator/42"), "Repair"),)
    figures = (models.Figure("Tables running", "12"), models.Figure("Mails waiting", "310", True))
    yield "operator", "operator.html", models.OperatorPage(bar, figures, troubles, troubles)


def talk_page(sample: Sample, lang: str, base: str) -> models.TalkPage:
    lines = (
        models.TalkLine(sample.seat(1), "Mon 12:40", "Who let Ada have Cincinnati?"),
        models.TalkLine(sample.seat(2), "Mon 13:02", "You did, in turn 3.", sample.seat(0), True),
    )
    others = tuple(map(sample.seat, (1, 2, 3)))
    form = Form(f"{base}/talk")
    return models.TalkPage(chrome(lang), sample.head(0, lang, base), tabs(base, "talk", lang), lines, others, form)


def notes_page(sample: Sample, lang: str, base: str) -> models.NotesPage:
    notes = (models.NoteLine("Mon 12:40", "Keep $4 for the river.", Form(f"{base}/notes/1")),)
    form = Form(f"{base}/notes", {"text": "Two links"}, {"text": "Too long by 12 characters."})
    return models.NotesPage(chrome(lang), sample.head(0, lang, base), tabs(base, "notes", lang), notes, form)


def me_page(sample: Sample, lang: str) -> models.MePage:
    until = Deadline("Thursday 19 November, 18:00 (Paris)", "3 days", "Build nothing")
    name = sample.game.words.name(sample.game.id, lang)
    return models.MePage(
        chrome(lang),
        "Ada",
        (
            models.MyTable("Thursday table", name, "turn 5 of 8", sample.seat(0), "/t/token", True, deadline=until),
            models.MyTable("Long table", name, "turn 2 of 8", sample.seat(2), "/t/b", False, "waiting for Boris"),
        ),
        Form("/me/token", {"name": "Ada", "zone": "Europe/Pariz", "news": "round", "wants_reminders": "on"},
             {"zone": "There is no time zone Europe/Pariz."}),
        known_zones(),
        (models.Absence("1 December", "12 December", Form("/me/token/absences/1")),),
        Form("/me/token/absences"),
        (
            models.MyAddress("ada@example.org", True, True),
            models.MyAddress("a@example.net", False, False, False, None, Form("/c"), Form("/r")),
            models.MyAddress("b@example.net", False, True, True, Form("/m"), None, Form("/r")),
        ),
        Form("/me/token/addresses"),
        Form("/me/token/export"),
        Form("/me/token/revoke"),
        Form("/me/token/delete"),
        preview="For a question asked now: Wednesday 18 November, 06:00; due Thursday 19 November, 18:00.",
        calendar_url="https://play.example/me/token/deadlines.ics",
        new_url="/me/token/new",
    )  # fmt: skip


def home_page(sample: Sample, lang: str) -> models.HomePage:
    games = tuple(card(game, lang) for game in GAMES.values())
    seats = tuple(map(sample.seat, range(4)))
    table = models.OpenTable("Thursday table", games[0].name, sample.scene(None, lang).round, seats, "/watch/slug")
    waiting = (models.FreeTable("Long table", games[0].name, 2, "/watch/b"),)
    finished = (models.FinishedTable("Old table", games[0].name, "Ada, Boris, Chloé", "/watch/c"),)
    return models.HomePage(
        chrome(lang), games, (table,), "/tables/new", Form("/try"), "/mailbox", Form("/link"), waiting, finished,
        shots(lang), PACES,
    )  # fmt: skip


PACES = models.Paces(("2 h", "8 h", "24 h"), (("Age of Steam", 4, ((4, 18), (16, 70), (47, 210))),))
BOTS = (Option("greedy", "a bot that plays well"), Option("random", "a bot that plays anything"))


def new_table_page(lang: str) -> models.NewTablePage:
    game = GAMES["age-of-steam"]
    options = tuple(
        models.OptionField(
            option.id,
            game.words.name(option.id, lang),
            tuple(Option(value, game.words.name(value, lang)) for value in option.values),
            game.words.about(option.id, lang),
        )
        for option in game.options
    )
    values: Mapping[str, str | tuple[str, ...]] = {
        "title": "Thursday table", "lang": "en", "pace-time": "3", "pace-unit": "days", "at_deadline": "default",
        "pace-days": ("mon", "tue", "wed", "thu", "fri"), "pace-zone": "Europe/Paris", "pace-reminders": "1/2 4h",
        "seat-2-kind": "person", "seat-2-name": "Ada", "seat-2-email": "ada@example", "seat-3-kind": "greedy",
    }  # fmt: skip
    errors = {"seat-2-email": "ada@example is no mail address: the part after @ has no dot."}
    form = Form("/tables/new", values, errors)
    seats = (game.seats[0], game.seats[-1])
    games = tuple(models.GameChoice(one.id, card(one, lang).name, one is game) for one in GAMES.values())
    return models.NewTablePage(
        chrome(lang), games, card(game, lang), options, *seats, BOTS, known_zones(), form, True,
        known=(Option("known-3", "Chloé"),), reminders=(Option("1/2", "when half of the time is over"),),
        meaning=("A game takes about 6 weeks at this pace.",),
    )  # fmt: skip


def join_page(sample: Sample, lang: str) -> models.JoinPage:
    seats = (
        models.Invited("Ada", "joined", "orange"),
        models.Invited("Boris", "invited"),
        models.Invited("", "open"),
        models.Invited("greedy", "bot"),
    )
    colours = tuple(Option(colour, sample.game.words.name(colour, lang)) for colour in COLOURS[1:])
    options = (sample.game.words.name("engineer-flat", lang),)
    return models.JoinPage(
        chrome(lang), sample.head(None, lang, ""), "Ada", seats, options, "3 days a turn, not on week-ends", "5f" * 32,
        colours, known_zones(), Form("/j/token", {"name": "Boris", "zone": "Europe/Paris", "lang": lang}),
        Form("/j/token/decline"), Form("/j/token/block"), watch_url="https://play.example/watch/slug",
        idea=idea(sample.game.id, lang),
    )  # fmt: skip


def waiting_page(sample: Sample, lang: str) -> models.WaitingPage:
    page = join_page(sample, lang)
    take = Form("/watch/slug/take/2")
    return models.WaitingPage(page.chrome, page.head, page.host, page.seats, page.options, page.pace, take, page.idea)


def host_page(sample: Sample, lang: str) -> models.HostPage:
    plies = history_page(sample, None, lang, "/t/token").chapters[-1].plies[-3:]
    seats = (
        models.HostSeat(0, sample.seat(0), "Ada", "ada@example.org", "joined", "Thu 18:00",
                        Form("/d", {"until": "2026-11-19T18:00"}), Form("/r"), Form("/p"), True, False, 1),
        models.HostSeat(1, sample.seat(1), "Boris", "boris@example.org", "joined", is_unreachable=True, missed=2),
        models.HostSeat(2, None, "", "", "open"),
    )  # fmt: skip
    return models.HostPage(
        chrome(lang), sample.head(0, lang, "/t/token"), "running", seats, BOTS, Form("/start", {"missing": "bot"}),
        Form("/pause"), Form("/resume"), Form("/rewind"), plies, Form("/end"), ("12:40 paused",), "/t/token",
    )  # fmt: skip
