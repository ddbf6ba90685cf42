"""The log as the story of a game: rounds as chapters, key moments marked, and the board after one of its lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Response, abort, render_template, request
from flask_babel import gettext
from sqlmodel import Session, col, select

from engine.core.course import round_of, say_round
from engine.core.game import AnyGame
from engine.draw.svg import document
from pbem.pacing import times
from pbem.play.scene import Scene, sentence
from pbem.play.stored_scenes import scene_at
from pbem.play.stored_scenes import seated as seats_at
from pbem.play.story import Story
from pbem.play.told_ways import told_ways
from pbem.store.models import Act, Line, Table
from pbem.store.models.table import ENDED
from pbem.store.positions import WITHOUT_POSITION, Seal, game_of, unpack_events
from pbem.tables.act_words import act_sentence
from pbem.web.board_model import figure, position_of
from pbem.web.frame import chrome, language, seat_name
from pbem.web.look import Addresses, Look, read_look
from pbem.web.models import Chapter, Form, HistoryPage, Link, Ply, SeatName, ShownLine, TableHead
from pbem.web.story_model import story_view, told_story


@dataclass(frozen=True)
class Filter:
    """Which lines are listed; it stands in the address."""

    by: str = ""  # the colour of a seat
    kind: str = ""  # the verb that a line begins with

    @property
    def kept(self) -> Mapping[str, str]:
        return {name: value for name, value in (("by", self.by), ("kind", self.kind)) if value}

    def passes(self, colour: str, line: str) -> bool:
        return self.by in ("", colour) and self.kind in ("", kind_of(line))


def read_filter(arguments: Mapping[str, str], game: AnyGame, colours: Sequence[str]) -> Filter:
    """What makes no sense is as if it were not there."""
    by, kind = arguments.get("by", ""), arguments.get("kind", "")
    return Filter(by if by in colours else "", kind if kind in game.verbs else "")


def kind_of(line: str) -> str:
    """The verb of the first move, as far as the reader may know it."""
    return line.partition(" ")[0].partition(".")[0]


@dataclass(frozen=True)
class Log:
    """The log of a table as one reader may know it, wherever it is shown."""

    session: Session
    table: Table
    reader: int | None
    base: str  # the address of the log; behind it the number of a line
    zone: str = "UTC"

    def page(self, head: TableHead, tabs: tuple[Link, ...], ply: int | None) -> Response:
        """With `part=line` only the line that is shown, for the script that steps through the log."""
        shown = self.table.ply if ply is None else ply
        scene = self.scene(shown)
        look, lines = read_look(request.args), _lines(self.session, self.table)
        seats = [row.seat for row in seats_at(self.session, self.table)]
        wanted = read_filter(request.args, scene.game, [seat.colour for seat in seats])
        query, seal = Look(lang=look.lang).query(**wanted.kept), Seal.of(self.session, self.table)
        told = {line.ply: seal.told_line(line, self.reader) for line in lines}
        colours = {line.ply: seats[line.seat].colour if line.seat is not None else "" for line in lines}
        listed = [ply for ply in told if wanted.passes(colours[ply], told[ply])]
        line = ShownLine(
            position_of(scene, Addresses(f"{self.base}/{shown}", look, kept=wanted.kept)),
            shown,
            self.table.ply,
            *self._beside(listed, shown, query),
            # Spectators have no seat to look from.
            "" if self.reader is None or scene.is_over else f"{self.base.removesuffix('/history')}/if/{shown}",
        )
        if request.args.get("part") == "line":
            return Response(render_template("pages/_shown_line.html", line=line))
        story = told_story(self.session, self.table, scene_at(self.session, self.table, self.reader, language()))
        plies = [
            ply
            for ply in plies_of(self.session, self.table, scene, self.base, self.zone, shown, query, story)
            if ply.number in set(listed)
        ]
        kinds = [verb for verb in scene.game.verbs if verb in set(map(kind_of, told.values()))]
        page = HistoryPage(
            chrome(),
            head,
            tabs,
            line,
            tuple(chapters_of(story, plies)),
            Form(f"{self.base}/{shown}", dict(wanted.kept), hidden={"lang": look.lang} if look.lang else {}),
            tuple((seat.colour, scene.names[seat.number]) for seat in seats),
            tuple((verb, sentence(scene.game.words.verb(verb, language()))) for verb in kinds),
            self.base.replace("/history", "/record.txt") if self.table.status in ENDED else "",
            story_view(story, self.base),
        )
        return Response(render_template("pages/history.html", page=page))

    def picture(self, ply: int) -> Response:
        """The board after a line, with what the line changed."""
        return Response(document(self.scene(ply).drawing()), mimetype="image/svg+xml")

    def scene(self, ply: int) -> Scene:
        if ply > self.table.ply:
            abort(404)
        return scene_at(self.session, self.table, self.reader, language(), ply, max(ply - 1, 0))

    def _beside(self, listed: Sequence[int], shown: int, query: str) -> tuple[str, str, str, str]:
        """Where the first, the previous, the next and the last line are; empty where there is none."""
        before, after = [ply for ply in listed if ply < shown], [ply for ply in listed if ply > shown]
        found = (before[:1], before[-1:], after[:1], after[-1:])
        first, previous, following, last = (f"{self.base}/{ply[0]}{query}" if ply else "" for ply in found)
        return first, previous, following, last


def chapters_of(story: Story, plies: Sequence[Ply]) -> list[Chapter]:
    """A round each, with the scores at its end; what comes before the first round has no heading."""
    scene = story.scene
    seats = [SeatName(colour, name) for colour, name in zip(scene.state.seats, scene.names, strict=True)]
    readings = {reading.round: reading for reading in story.course}
    chapters = []
    for round, lines in groupby(plies, key=lambda ply: round_of(story.course, ply.number)):
        scores = readings[round].scores if round and round in readings else ()
        told = tuple((seats[seat], figure(str(score))) for seat, score in enumerate(scores) if score is not None)
        heading = scene.say(say_round(scene.game, round)) if round else ""
        chapters.append(Chapter(heading, told, tuple(lines)))
    return chapters


def _lines(session: Session, table: Table) -> Sequence[Line]:
    ordered = select(Line).where(Line.table_id == table.id).order_by(col(Line.ply))
    return session.exec(ordered.options(WITHOUT_POSITION)).all()


def plies_of(
    session: Session,
    table: Table,
    scene: Scene,
    base: str,
    zone: str,
    shown: int | None = None,
    query: str = "",
    story: Story | None = None,
) -> tuple[Ply, ...]:
    """Every line of the log as the reader of the scene may know it; a story marks what turned the game."""
    lines = _lines(session, table)
    seats, reader = seats_at(session, table), scene.reader
    done = _acts_by_ply(session, table, zone)
    seal = Seal.of(session, table)
    ways, moments = told_ways(session, table, lines, reader), _key_moments(story)
    plies = []
    for line in lines:
        # The opening is told where it is looked at; before the first line it would be a wall.
        is_told = not line.taken_back and (line.ply > 0 or shown == 0)
        told = unpack_events(game_of(table), line.events) if is_told else ()
        seat = seats[line.seat].seat if line.seat is not None else None
        seen = [event.seen_by(reader) for event in told]
        plies.append(
            Ply(
                line.ply,
                seat_name(seat) if seat is not None else None,
                seal.told_line(line, reader),
                tuple(scene.say(event.say()) for event in seen if event is not None),
                ways[line.ply],
                times.short(line.played_at, zone, language()),
                f"{base}/{line.ply}{query}",
                line.ply == shown,
                line.taken_back,
                tuple(done.get(line.ply, ())),
                tuple(moments.get(line.ply, ())),
                f"{base}/{line.ply}.svg{query}",
            )
        )
    return tuple(plies)


def _key_moments(story: Story | None) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    if story is None:
        return found
    for point in story.turned:
        found.setdefault(point.ply, []).append(gettext("Turning point. %(what)s", what=point.text))
    for best in story.best_moves:
        name = story.scene.names[best.seat]
        found.setdefault(best.ply, []).append(gettext("The best move of %(name)s: %(gain)s", name=name, gain=best.gain))
    return found


def _acts_by_ply(session: Session, table: Table, zone: str) -> dict[int, list[str]]:
    """What was done to the table, after which ply, in words."""
    found: dict[int, list[str]] = {}
    for act in session.exec(select(Act).where(Act.table_id == table.id).order_by(col(Act.id))).all():
        found.setdefault(act.ply, []).append(act_sentence(act.kind, act.content, gettext, zone, language()))
    return found
