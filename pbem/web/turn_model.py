"""The turn page of an asked reader, from a scene and a draft: what may come next, what the draft does, what it costs.

    draft = open_draft(game, state, seat, text)
    turn, position = turn_of(scene, draft, Addresses("/t/<token>", read_look(request.args)))

It knows no game. What something costs and brings is read off the table of players before and after it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask_babel import gettext, ngettext
from markupsafe import Markup

from engine.core.game import AnyGame
from engine.core.move import NUMBER, Line, Move, write_line
from engine.core.play import actors, complete, notes, preview, refuse, step
from engine.core.refusal import Illegal, NotAMove
from engine.core.say import Say, say
from engine.core.sheet import Row, Sketch
from pbem.play.draft import Draft, read_draft, with_partial
from pbem.play.scene import Scene, headline, hex_of, sentence
from pbem.web.board_model import position_of
from pbem.web.look import Addresses
from pbem.web.models import Commit, Group, OptionButton, Position, Ready, RefusalText, Step, Turn

AT_ONCE = 24  # up to so many whole moves are shown as buttons instead of asking word by word
FIRST = 8  # of these are seen before "more" is pressed
NUMBERS_FIRST = 9  # three rows of three
PLACES_FIRST = 14
PICTURES_A_ROW = 4
MOST_REFUSED = 2
TOO_COMMON = 3  # a reason that refuses so many words at once is no news
MOST_SAID = 2  # moves that the button names


def open_draft(game: AnyGame, state: Any, seat: int, text: str) -> Draft:
    """Like `read_draft`; after a refused move what was chosen before it stays chosen."""
    draft = read_draft(game, state, seat, text)
    if draft.error is None:
        return draft
    kept = draft
    for length in range(len(draft.refused) - 1, 1, -1):
        shorter = with_partial(draft, draft.refused[:length])
        if shorter is not None:
            kept = shorter
            if len(kept.nexts) > 1:  # so that there is something to choose
                break
    if kept is draft and isinstance(draft.error, NotAMove):
        return replace(draft, error=_why_not(game, draft.state, seat, draft.refused) or draft.error)
    return kept


def _why_not(game: AnyGame, state: Any, seat: int, words: tuple[str, ...]) -> Illegal | None:
    """What refuses a move that begins with these words: it says more than that a word is missing."""
    if seat not in actors(game, state):
        return None
    for move in game.phase_named[state.phase].offers(state, seat):
        if (move.VERB, *move.words())[: len(words)] == words:
            reason = refuse(game, state, seat, move)
            if reason is not None:
                return Illegal(reason, move)
    return None


def turn_of(scene: Scene, draft: Draft, addresses: Addresses, asked: str = "") -> tuple[Turn, Position]:
    """`asked` is the draft as it stood in the address, for what had to be left out of it."""
    return Drafting(scene, draft, addresses, asked).turn()


@dataclass(frozen=True)
class Effect:
    """What a move changes in the reader's row of the table."""

    cost: int = 0  # what is paid; below nought what comes in
    notes: tuple[str, ...] = ()
    shows: bool = False


@dataclass(frozen=True)
class Drafting:
    scene: Scene
    draft: Draft
    addresses: Addresses
    asked: str = ""

    @property
    def game(self) -> AnyGame:
        return self.scene.game

    @property
    def seat(self) -> int:
        assert self.scene.reader is not None, "only a seat drafts"
        return self.scene.reader

    def turn(self) -> tuple[Turn, Position]:
        question = self.scene.question
        assert question is not None, "only who is asked drafts"
        groups = self.groups()
        told = notes(self.game, self.game.view(self.deciding, self.seat), self.seat)
        # After a line that is complete they would tell what was so before its last move.
        hints = told if self.deciding is self.draft.state else ()
        turn = Turn(
            prompt=headline(question.prompt, gettext),
            steps=self.steps(),
            total=self.money(self.spent(self.draft.state)),
            notes=tuple(self.scene.say(note) for note in hints if not is_danger(note)),
            dangers=tuple(self.scene.say(note) for note in told if is_danger(note)),
            refusal=self.refusal(),
            groups=groups,
            commit=self.commit,
            undo_url=self.addresses.draft(self.draft.undone) if self.draft.text else "",
            restart_url=self.addresses.draft(""),
            ready=self.ready(groups),
            on_the_board=question.on_the_board,
        )
        places = [option for group in groups if group.kind == "places" for option in (*group.options, *group.more)]
        links = {option.place: option.url for option in reversed(places) if not option.chosen}
        marks = {
            "links": links | {place: self.addresses.draft(text) for place, text in self.draft.places.items()},
            "prices": {option.place: option.price for option in reversed(places) if option.price},
            "chosen": self.chosen(),
            "addresses": question.on_the_board,
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
            effect = self.effect(state, move)
            hidden = number > self.draft.shown
            label = sentence(self.scene.label(state, move))
            found.append(Step(number, hex_of(move), label, self.money(effect.cost), str(move), hidden))
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
        what, cost = in_words(self.scene, line), self.money(self.spent(shown.state))
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
            return None
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

    def chosen(self) -> tuple[str, ...]:
        places = [place for move in self.draft.moves for place in move.places() if place]
        if self.draft.partial and self.draft.nexts:
            written = self.draft.nexts[0].places()[: len(self.draft.partial) - 1]
            places += [place for place in written if place]
        return tuple(dict.fromkeys(places))

    # What may come next

    def groups(self) -> tuple[Group, ...]:
        draft = self.draft
        commit = self.commit
        nexts = [move for move in draft.nexts if commit is None or str(move) != commit.added]
        groups = [self.written()] if draft.partial else []
        verbs: dict[str, list[Move]] = {}
        for move in nexts:
            verbs.setdefault(move.VERB, []).append(move)
        single = [moves[0] for moves in verbs.values() if len(moves) == 1 and not self.pictured(moves[0])]
        if not draft.partial:
            rest = [moves for moves in verbs.values() if moves[0] not in single]
            groups += [self.group_of_verb(moves) for moves in rest]
            if single:
                groups.append(Group("buttons", "", "", tuple(self.whole(move) for move in single)))
        elif self.chosen()[-1:] and draft.instead:
            groups.append(self.others())
        return tuple(groups)

    def written(self) -> Group:
        """How the move being written may go on."""
        draft = self.draft
        verb, *words = draft.partial
        heading = " ".join((sentence(self.game.words.verb(verb, self.scene.lang)), *map(self.scene.name, words)))
        position = len(draft.partial)
        asks = self.scene.name(kind_at(draft.nexts[0], position))
        if any(self.pictured(move) for move in draft.nexts):
            options = tuple(self.whole(move) for move in draft.nexts)
            return Group("pictures", heading, asks, (*options, *self.refused(len(options))))
        if len(draft.nexts) <= AT_ONCE:
            return Group("buttons", heading, asks, *halved([self.whole(move) for move in draft.nexts], FIRST))
        return self.words_group(heading, asks, draft.nexts, position)

    def group_of_verb(self, moves: Sequence[Move]) -> Group:
        heading = sentence(self.game.words.verb(moves[0].VERB, self.scene.lang))
        at_once = len(moves) <= AT_ONCE and not any(self.pictured(move) for move in moves)
        if at_once:
            return Group("buttons", heading, "", *halved([self.whole(move) for move in moves], FIRST))
        if any(any(move.places()) for move in moves):
            return Group("places", heading, "", *halved(self.by_place(moves), PLACES_FIRST))
        asks = self.scene.name(kind_at(moves[0], 1))
        return self.words_group(heading, asks, moves, 1)

    def words_group(self, heading: str, asks: str, moves: Sequence[Move], position: int) -> Group:
        options = tuple(self.by_word(moves, position))
        first = NUMBERS_FIRST if kind_at(moves[0], position) == NUMBER.name else AT_ONCE
        return Group("buttons", heading, asks, *halved(options, first))

    def others(self) -> Group:
        """While a move is being written: the places that begin another one instead."""
        here = self.by_place(self.draft.nexts[:1])
        chosen = [replace(option, chosen=True, url=self.addresses.draft(self.draft.text)) for option in here]
        there = [option for option in self.by_place(self.draft.instead) if option.place != here[0].place]
        return Group("places", "", "", *halved([*chosen, *there], FIRST))

    def by_place(self, moves: Sequence[Move]) -> list[OptionButton]:
        found: dict[str, OptionButton] = {}
        for move in moves:
            position = next((number for number, place in enumerate(move.places()) if place), None)
            if position is None:
                continue
            place = move.places()[position] or ""
            if place not in found:
                text = self.continued(".".join((move.VERB, *move.words()[: position + 1])))
                price = self.money(self.effect(self.draft.state, move).cost)
                found[place] = OptionButton(self.place_name(place), self.addresses.draft(text), price, place=place)
        return list(found.values())

    def by_word(self, moves: Sequence[Move], position: int) -> list[OptionButton]:
        """The next words; the word after the verb is at position 1."""
        found: dict[str, OptionButton] = {}
        for move in moves:
            words = (move.VERB, *move.words())
            if words[position] not in found:
                text = self.continued(".".join(words[: position + 1]))
                place = (None, *move.places())[position] or ""
                sketch = self.scene.sketch(self.draft.state, move) if len(words) == position + 1 else None
                label = sentence(self.scene.say(sketch.label) if sketch else self.scene.name(words[position]))
                found[words[position]] = OptionButton(label, self.addresses.draft(text), place=place)
        return list(found.values())

    def whole(self, move: Move, *, refused: bool = False) -> OptionButton:
        effect = Effect() if refused else self.effect(self.draft.state, move)
        sketch = self.scene.sketch(self.draft.state, move)
        known = self.scene.tips.get(write_line((*self.draft.moves, move)))
        note = (known[1],) if known and known[1] else ()
        if not note and sketch is not None and sketch.note is not None:
            note = (self.scene.say(sketch.note),)
        label, price = sentence(self.scene.label(self.draft.state, move)), self.money(effect.cost)
        return OptionButton(
            label=label,
            url=self.addresses.draft(self.continued(str(move))),
            price="" if names_price(label, price) else price,
            notes=note or effect.notes,
            picture=picture_of(sketch),
            place=next((place for place in move.places() if place), ""),
            refused=refused,
            shows=effect.shows,
            is_default=not self.draft.moves and self.is_default(str(move)),
        )

    def is_default(self, line: str) -> bool:
        question = self.scene.question
        return question is not None and question.default.line == line

    def refused(self, legal: int) -> list[OptionButton]:
        """A few moves that begin like the one being written and are not allowed: their press tells why."""
        wanted = min(MOST_REFUSED, PICTURES_A_ROW - legal % PICTURES_A_ROW)
        state, partial = self.draft.state, self.draft.partial
        if self.seat not in actors(self.game, state):
            return []
        found: dict[str, tuple[Move, str]] = {}
        position = len(partial)
        legal_words = {move.words()[position - 1] for move in self.draft.nexts}
        for move in self.game.phase_named[state.phase].offers(state, self.seat):
            words = (move.VERB, *move.words())
            if words[:position] == partial and words[position] not in legal_words | found.keys():
                reason = refuse(self.game, state, self.seat, move)
                if reason is not None:
                    found[words[position]] = move, reason.reason
        # What refuses everything of a sort says nothing about this place.
        reasons = [reason for _, reason in found.values()]
        telling = [move for move, reason in found.values() if reasons.count(reason) < TOO_COMMON]
        return [self.whole(move, refused=True) for move in telling[:wanted]]

    def continued(self, move: str) -> str:
        return "~".join((*map(str, self.draft.moves), move))

    # Words and figures

    def pictured(self, move: Move) -> bool:
        sketch = self.scene.sketch(self.draft.state, move)
        return sketch is not None and sketch.piece is not None

    def place_name(self, place: str) -> str:
        return ": ".join(sentence(self.scene.name(part)) for part in place.split(":"))

    def effect(self, state: Any, move: Move) -> Effect:
        outcome = step(self.game, state, self.seat, move)
        if outcome.ends == "seen":
            return Effect(shows=True)
        before, after = self.row(state), self.row(outcome.state)
        changed = tuple(
            f"{column} {self.scene.say(old)} → {self.scene.say(new)}"
            for column, old, new in zip(self.scene.columns, before.cells, after.cells, strict=True)
            if old != new and old.id != "money"
        )
        return Effect(money_in(before) - money_in(after), changed)

    def row(self, state: Any) -> Row:
        sheet = self.game.sheet(self.game.view(state, self.seat))
        return next(row for row in sheet.rows if row.seat == self.seat)

    def spent(self, state: Any) -> int:
        return money_in(self.row(self.scene.state)) - money_in(self.row(state))

    def money(self, amount: int) -> str:
        return self.scene.say(say("money", n=amount)) if amount > 0 else ""

    def ready(self, groups: Sequence[Group]) -> tuple[Ready, ...]:
        question = self.scene.question
        assert question is not None, "only who is asked drafts"
        commit = self.commit
        chosen = commit.line if commit is not None else ""
        offered = {option.url for group in groups for option in (*group.options, *group.more)}
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


def names_price(label: str, price: str) -> bool:
    return bool(price) and re.search(rf"(?<!\w){re.escape(price)}(?!\w)", label) is not None


def is_danger(note: Say) -> bool:
    return note.id.startswith("danger-")


def money_in(row: Row) -> int:
    if row.purse is not None:
        return row.purse
    found = next((cell.params.get("n") for cell in row.cells if cell.id == "money"), 0)
    return found if isinstance(found, int) else 0


def kind_at(move: Move, position: int) -> str:
    slots = move.slots()
    return slots[min(position, len(slots)) - 1].kind.name if slots else ""


def rule_url(game: str, rule: str) -> str:
    return f"/rules/notation#{rule}" if rule.startswith("line-") else f"/rules/{game}#{rule}"


def picture_of(sketch: Sketch | None) -> Markup | None:
    if sketch is None or sketch.piece is None:
        return None
    piece = sketch.piece
    left, top, wide, high = piece.box
    view = f"{left + piece.x} {top + piece.y} {wide} {high}"
    return Markup(
        f'<svg class="sketch" viewBox="{view}" aria-hidden="true">'
        f'<g transform="translate({piece.x} {piece.y})">{piece.svg}</g></svg>'
    )


def halved(options: Sequence[OptionButton], first: int) -> tuple[tuple[OptionButton, ...], tuple[OptionButton, ...]]:
    """What is seen at once and what is seen on request; a single one is not worth hiding."""
    if len(options) <= first + 1:
        return tuple(options), ()
    return tuple(options[:first]), tuple(options[first:])
