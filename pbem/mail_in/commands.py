"""What one can ask for in a mail besides playing: help, the board, the history, talk, absences, settings."""

from dataclasses import asdict, dataclass
from typing import Any

from sqlmodel import Session, col, select

from engine.core.move import write_line
from engine.core.play import preview
from engine.core.refusal import MoveError
from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.base.statements import chapter, chapters, statement
from pbem.mail_in.answers import Done
from pbem.mail_in.help_text import help_on
from pbem.mail_in.parse.order_types import (
    Away,
    Board,
    Command,
    DropPlan,
    Help,
    History,
    News,
    Note,
    Quiet,
    Remind,
    Resign,
    Rules,
    ShowPlan,
    Standings,
    TakePlan,
    Tell,
    TellAll,
    Try,
    Undo,
)
from pbem.mail_in.plan_commands import drop_plan, show_plan, take_plan
from pbem.mail_in.reply import AtTable, Reply
from pbem.pacing.local import write_time
from pbem.pacing.reminder_times import write_points
from pbem.people.absences import come_back, go_away, today
from pbem.people.settings import Settings, change_settings
from pbem.play.scene import Scene
from pbem.play.undo import CannotTakeBack, take_back
from pbem.store.models import Absence, Line, Table, User
from pbem.store.positions import Seal, game_of
from pbem.tables.talk import say_at_table, write_note

LINES_OF_HISTORY = 12


def do_command(service: Service, reply: Reply, at: AtTable, command: Command) -> Done:
    """Does what is asked. What cannot be done is said; nothing raises.

    A mail that is read again after a crash changes nothing that it has done since it came.
    """
    try:
        return _Doing(service, reply, at).do(command)
    except BadField as wrong:
        return Done(reply.gettext("That did not work"), [reply.gettext(wrong.why) % wrong.params])


@dataclass(frozen=True)
class _Doing:
    service: Service
    reply: Reply
    at: AtTable

    def gettext(self, text: str) -> str:
        return self.reply.gettext(text)

    def do(self, command: Command) -> Done:
        match command:
            case Help(topic):
                return help_on(self.reply, self.at, topic)
            case Standings():
                return self.standings()
            case Board():
                return Done(self.gettext("The board"), link="board")
            case History():
                return self.history()
            case Rules(number):
                return self.rules(number)
            case Try(line):
                return self.try_out(line)
            case Undo():
                return self.undo()
            case TellAll(text):
                return self.talk(text, "")
            case Tell(seat, text):
                return self.talk(text, self.at.colours[seat])
            case Note(text):
                return self.note(text)
            case Away():
                return self.away(command)
            case Remind(points):
                kept = write_points(points) or self.reply.user.reminders
                return self.remember(wants_reminders=bool(points), reminders=kept)
            case Quiet(hours):
                begins, ends = (write_time(each) for each in hours) if hours is not None else ("", "")
                return self.remember(quiet_from=begins, quiet_to=ends)
            case News(how):
                return self.remember(news=how)
            case ShowPlan():
                return show_plan(self.service, self.reply, self.at)
            case TakePlan(numbers):
                return take_plan(self.service, self.reply, self.at, numbers)
            case DropPlan():
                return drop_plan(self.service, self.reply, self.at)
            case Resign():
                told = self.gettext("To leave the table, open the link and confirm it.")
                return Done(self.gettext("Leave the table"), [told], link="leave")

    def standings(self) -> Done:
        """The table of players, in words."""
        scene = Scene(game_of(self.at.table), self.at.state, self.at.seat.number, self.at.names, self.reply.lang)
        lines = [
            f"{place}. {player.name}: "
            + ", ".join(f"{column} {cell}" for column, cell in zip(scene.columns, player.cells, strict=True))
            + (f" ({player.note})" if player.note else "")
            for place, player in enumerate(scene.players, 1)
        ]
        return Done(self.gettext("How everybody stands, in turn order"), [], lines)

    def history(self) -> Done:
        with self.service.db.reading() as session:
            table = session.get_one(Table, self.at.table.id)
            rows = session.exec(
                select(Line)
                .where(Line.table_id == table.id, Line.ply > 0)
                .order_by(col(Line.ply).desc())
                .limit(LINES_OF_HISTORY)
            ).all()
            names, host = self.at.names, self.gettext("Host")
            seal = Seal.of(session, table)
            lines = [
                f"{row.ply}. {names[row.seat] if row.seat is not None else host}: "
                f"{seal.told_line(row, self.at.seat.number)}"
                for row in reversed(rows)
            ]
        return Done(self.gettext("The last lines"), [], lines, link="history")

    def rules(self, number: str) -> Done:
        """One statement, a whole chapter, or what the chapters are about."""
        game, lang = game_of(self.at.table).id, self.reply.lang
        titles = chapters(game, lang)
        if not number:
            told = self.gettext("“rules 6” sends chapter 6, “rules 6.1” one statement of it.")
            return Done(
                self.gettext("The rules"), [told], [f"{n}. {title}" for n, title in titles.items()], link="rules"
            )
        text = statement(game, number, lang)
        if text:
            return Done(self.gettext("Rule %(number)s") % {"number": number}, [text], link="rules")
        whole = [f"{each} {words}" for each, words in chapter(game, number, lang).items()]
        if not whole:
            return Done(self.gettext("The rules"), [self.gettext("There is no rule with this number.")], link="rules")
        return Done(f"{number}. {titles.get(number, '')}".strip(), whole, link="rules")

    def try_out(self, line: Any) -> Done:
        game, at = game_of(self.at.table), self.at
        try:
            shown = preview(game, at.state, at.seat.number, line)
        except MoveError as error:
            why = game.words.render(error.say(), self.reply.lang, at.names)
            return Done(self.gettext("That would not be legal"), [why], [write_line(line)])
        told = [self.gettext("Nothing was played. This is how the board would look.")]
        if shown.ends == "seen":
            told.append(self.gettext("What comes next is drawn when you play these moves."))
        return Done(self.gettext("Tried out"), told, [write_line(line)], tried=write_line(line[: shown.shown]))

    def undo(self) -> Done:
        try:
            take_back(self.service, self.at.seat.id, self.reply.came_at)
        except CannotTakeBack:
            why = self.gettext(
                "Nothing can be taken back now: the time for it is over, somebody has played, "
                "or something hidden was shown."
            )
            return Done(self.gettext("Not taken back"), [why])
        return Done(self.gettext("Taken back"), [self.gettext("Your last moves are taken back. You are asked again.")])

    def note(self, text: str) -> Done:
        try:
            write_note(self.service, self.at.seat.id, text, self.reply.came_at)
        except BadField as wrong:
            return Done(self.gettext("Not noted"), [self.gettext(wrong.why) % wrong.params])
        return Done(self.gettext("Noted"), [self.gettext("Only you can read your notes.")])

    def talk(self, text: str, to: str) -> Done:
        try:
            say_at_table(self.service, self.at.seat.id, text, to, self.reply.came_at)
        except BadField as wrong:
            return Done(self.gettext("Not said"), [self.gettext(wrong.why) % wrong.params])
        whom = (
            self.gettext("Only that player can read it.")
            if to
            else self.gettext("Everybody reads it in their next mail.")
        )
        return Done(self.gettext("Said"), [whom])

    def away(self, away: Away) -> Done:
        if away.last is None:
            with self.service.db.reading() as session:
                for absence in _present(session, self.service, self.reply.user):
                    come_back(self.service, self.reply.user.id, absence.id)
            return Done(self.gettext("Welcome back"), [self.gettext("Your clocks run again.")])
        first = away.first or today(self.service, self.reply.user)
        absence = go_away(self.service, self.reply.user.id, first.isoformat(), away.last.isoformat())
        told = self.gettext("From %(first)s to the end of %(last)s, your clock is stopped at every table.")
        days = {"first": absence.first.isoformat(), "last": absence.last.isoformat()}
        return Done(self.gettext("You are away"), [told % days])

    def remember(self, **changed: object) -> Done:
        with self.service.db.reading() as session:
            user = session.get_one(User, self.reply.user.id)
            now = {name: getattr(user, name) for name in Settings.__dataclass_fields__}
        new = Settings(**{**now, **changed})
        change_settings(self.service, self.reply.user.id, new)
        kept = asdict(new)
        lines = [f"{name}: {kept[name]}" for name in changed if name != "wants_reminders"]
        return Done(self.gettext("Your settings are changed"), [], lines)


def _present(session: Session, service: Service, user: User) -> list[Absence]:
    day = today(service, user)
    return list(session.exec(select(Absence).where(Absence.user_id == user.id, col(Absence.last) >= day)).all())
