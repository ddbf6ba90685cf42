"""The turn page of an asked reader, from a scene and a draft: what may come next, what the draft does, what it costs.

    draft = open_draft(game, state, seat, text)
    turn, position = turn_of(scene, draft, Addresses("/t/<token>", read_look(request.args)))

It knows no game. What something costs and brings is read off the table of players before and after it.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask_babel import gettext, ngettext

from engine.core.game import AnyGame
from engine.core.move import Line, Move, write_line
from engine.core.play import actors, complete, notes, preview, refuse, step
from engine.core.refusal import Illegal, MoveError, NotAMove
from engine.core.say import Say
from pbem.play.draft import Draft, read_draft, with_partial
from pbem.play.scene import Scene, headline, hex_of, sentence
from pbem.web.board_model import position_of
from pbem.web.choices import Choices
from pbem.web.effects import Effects, names_price
from pbem.web.look import Addresses
from pbem.web.models import Commit, Group, Position, Ready, RefusalText, Step, Turn

MOST_SAID = 2  # moves that the button names
MOST_ADDRESSES = 100


def open_draft(game: AnyGame, state: Any, seat: int, text: str) -> Draft:
    """Like `read_draft`; after a refused move what was chosen before it stays chosen."""
    draft = read_draft(game, state, seat, text)
    if draft.error is None:
        return draft
    if isinstance(draft.error, NotAMove):
        draft = replace(draft, error=_why_not(game, draft, seat) or draft.error)
    kept = draft
    for length in range(len(draft.refused) - 1, 0, -1):
        shorter = with_partial(draft, draft.refused[:length])
        if shorter is not None:
            kept = shorter
            if len(kept.nexts) > 1:  # so that there is something to choose
                break
    return kept


def _why_not(game: AnyGame, draft: Draft, seat: int) -> Illegal | None:
    """What refuses every move that begins with these words: it says more than that a word is missing.

    What is missing is taken from moves that are offered, or else from legal ones elsewhere.
    """
    state, words = draft.state, draft.refused
    if seat not in actors(game, state):
        return None
    for move in game.phase_named[state.phase].offers(state, seat):
        if (move.VERB, *move.words())[: len(words)] == words:
            reason = refuse(game, state, seat, move)
            if reason is not None:
                return Illegal(reason, move)
    endings = {move.words()[len(words) - 1 :] for move in draft.nexts if words[0] == move.VERB}
    for ending in sorted(endings):
        with suppress(MoveError):
            move = game.read(".".join((*words, *ending)), state)[0]
            reason = refuse(game, state, seat, move)
            if reason is not None:
                return Illegal(reason, move)
    return None


def turn_of(scene: Scene, draft: Draft, addresses: Addresses, asked: str = "", on: str = "") -> tuple[Turn, Position]:
    """`asked` is the draft as it stood in the address, for what had to be left out of it; `on` is a place whose moves
    are asked for."""
    return Drafting(scene, draft, addresses, asked, on).turn()


@dataclass(frozen=True)
class Drafting:
    scene: Scene
    draft: Draft
    addresses: Addresses
    asked: str = ""
    on: str = ""

    @property
    def game(self) -> AnyGame:
        return self.scene.game

    @property
    def seat(self) -> int:
        assert self.scene.reader is not None, "only a seat drafts"
        return self.scene.reader

    @cached_property
    def effects(self) -> Effects:
        return Effects(self.scene, self.seat)

    @cached_property
    def choices(self) -> Choices:
        added = self.commit.added if self.commit is not None else ""
        return Choices(self.scene, self.draft, self.addresses, self.effects, added, self.on)

    def turn(self) -> tuple[Turn, Position]:
        question = self.scene.question
        assert question is not None, "only who is asked drafts"
        choices = self.choices
        groups = choices.groups
        told = notes(self.game, self.game.view(self.deciding, self.seat), self.seat)
        # After a line that is complete they would tell what was so before its last move.
        hints = told if self.deciding is self.draft.state else ()
        turn = Turn(
            prompt=headline(question.prompt, gettext),
            steps=self.steps(),
            total=self.effects.spent(self.scene.state, self.draft.state),
            notes=tuple(self.scene.say(note) for note in hints if not is_danger(note)),
            dangers=tuple(self.scene.say(note) for note in told if is_danger(note)),
            refusal=self.refusal(),
            kinds=choices.kinds,
            groups=groups,
            commit=self.commit,
            undo_url=self.addresses.draft(self.draft.undone) if self.draft.text or choices.here else "",
            restart_url=self.addresses.draft(""),
            ready=self.ready(groups),
            on_the_board=question.on_the_board,
            is_choosing=bool(self.draft.partial or choices.here),
        )
        places = [option for group in groups if group.kind == "places" for option in (*group.options, *group.more)]
        elsewhere = {option.place: option.url for option in reversed(places) if not option.chosen}
        presses = choices.presses()  # the best first
        marks = {
            "links": presses | {place: url for place, url in elsewhere.items() if place not in presses},
            "prices": {option.place: option.price for option in reversed(places) if option.price},
            "chosen": (*self.chosen(), *choices.names) if choices.here else self.chosen(),
            # Where hundreds of hexes are marked nobody reads their addresses; each is named when it is pointed at.
            "addresses": question.on_the_board and len(presses) <= MOST_ADDRESSES,
            "elsewhere": choices.elsewhere if question.on_the_board and choices.nexts else "",
        }
        return turn, position_of(self.scene, self.addresses, self.draft, **marks)

    @cached_property
    def deciding(self) -> Any:
        """The last position of the draft in which the reader decides."""
        if self.draft.ends is None or self.draft.ends == "seen":
            return self.draft.state
        return preview(self.game, self.scene.state, self.seat, self.draft.moves[:-1]).state

    # What the draft does

    def steps(self) -> tuple[Step, ...]:
        found = []
        state = self.scene.state
        for number, move in enumerate(self.draft.moves, 1):
            hidden = number > self.draft.shown
            label = sentence(self.scene.label(state, move))
            found.append(Step(number, hex_of(move), label, self.effects.price(state, move), str(move), hidden))
            if not hidden:
                state = step(self.game, state, self.seat, move).state
        return tuple(found)

    @cached_property
    def commit(self) -> Commit | None:
        """None while the line is unfinished; a line that lacks only `done` gets it."""
        draft = self.draft
        if not draft.moves or draft.partial:
            return None
        line = complete(self.game, self.scene.state, self.seat, draft.moves)
        shown = preview(self.game, self.scene.state, self.seat, line)
        if shown.ends is None:
            return None
        seen = (event.seen_by(self.seat) for event in shown.events)
        what, cost = in_words(self.scene, line), self.effects.spent(self.scene.state, shown.state)
        return Commit(
            line=write_line(line),
            draft="~".join(map(str, line)),
            what=what,
            cost="" if names_price(what, cost) else cost,
            added=str(line[-1]) if len(line) > len(draft.moves) else "",
            results=tuple(self.scene.say(event.say()) for event in seen if event is not None),
            shows=shown.ends == "seen",
        )

    def refusal(self) -> RefusalText | None:
        error = self.draft.error
        if error is None:
            return self.nothing_there() if self.on and not self.choices.here else None
        rest = [part for part in self.asked.replace(" ", "~").split("~") if part][len(self.draft.moves) + 1 :]
        why = self.scene.say(error.say())
        if not isinstance(error, Illegal):
            text = error.text if isinstance(error, NotAMove) else ""
            nothing = error.say().id == "word-missing"
            return RefusalText(text, why, dropped=" ".join(rest), nothing=nothing)
        rule, what = error.refusal.rule, str(error.move)
        if isinstance(error.move, Move):
            what = self.scene.placed_label(self.deciding, error.move)
        return RefusalText(what, why, rule.partition("-")[2], rule_url(self.game.id, rule), " ".join(rest))

    def nothing_there(self) -> RefusalText:
        """The answer to a press on a place that is not marked."""
        names, reason = self.choices.names, self.choices.reason
        place = self.choices.place_name(names[-1]) if names else self.on
        if reason is None:
            why = gettext("Nothing can be done here now. Press a place that is marked.")
            return RefusalText(place, why, there=True)
        rule = reason.refusal.rule
        return RefusalText(
            place, self.scene.say(reason.say()), rule.partition("-")[2], rule_url(self.game.id, rule), there=True
        )

    def chosen(self) -> tuple[str, ...]:
        places = [place for move in self.draft.moves for place in move.places() if place]
        if self.draft.partial and self.draft.nexts:
            written = self.draft.nexts[0].places()[: len(self.draft.partial) - 1]
            places += [place for place in written if place]
        return tuple(dict.fromkeys(places))

    def ready(self, groups: tuple[Group, ...]) -> tuple[Ready, ...]:
        question = self.scene.question
        assert question is not None, "only who is asked drafts"
        commit = self.commit
        chosen = commit.line if commit is not None else ""
        shown = [option for group in groups for option in (*group.options, *group.more)]
        offered = {option.url for option in (*shown, *self.choices.kinds)}
        ready = tuple(
            Ready(
                choice.label,
                choice.note,
                self.addresses.draft(choice.line.replace(" ", "~")),
                choice.line == chosen,
                choice is question.default,
            )
            for choice in (*question.choices, question.default)
        )
        return () if all(choice.url in offered for choice in ready) else ready


def in_words(scene: Scene, line: Line) -> str:
    """A whole line: as the game calls it where it suggests it, else where it builds, or its first moves."""
    known = scene.tips.get(write_line(line))
    if known is not None:
        return sentence(known[0])
    moves = [move for move in line if move.VERB != "done"] or list(line)
    places = [hex_of(move) for move in moves]
    if len(moves) > 1 and all(places):
        return ", ".join(places)
    said = [label for move, label in zip(line, scene.labels(line), strict=True) if move in moves]
    more = len(said) - MOST_SAID
    told = sentence("; ".join(said[:MOST_SAID]))
    return ngettext("%(told)s and %(num)d more", "%(told)s and %(num)d more", more, told=told) if more > 0 else told


def is_danger(note: Say) -> bool:
    return note.id.startswith("danger-")


def rule_url(game: str, rule: str) -> str:
    return f"/rules/notation#{rule}" if rule.startswith("line-") else f"/rules/{game}#{rule}"
