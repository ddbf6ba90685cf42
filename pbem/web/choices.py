"""What may come next in a draft: the kinds of moves as a menu, what is open of it, and what a press on the board does.

A kind is a verb. `/t/<token>/lay` has chosen it and nothing more, and then only its places are marked. A place on which
several kinds can be played leads to the list of all of them (`?on=I4`). Nothing here knows a game.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from engine.core.game import AnyGame
from engine.core.move import NUMBER, Move, write_line
from engine.core.play import actors, preview, refuse
from engine.core.refusal import Illegal, MoveError
from engine.core.sheet import Sketch
from pbem.play.draft import Draft
from pbem.play.scene import Scene, sentence
from pbem.web.effects import Effect, Effects, names_price
from pbem.web.look import Addresses
from pbem.web.models import Form, Group, OptionButton, Stepper

AT_ONCE = 24  # up to so many whole moves are shown as buttons instead of asking word by word
PICTURES_AT_ONCE = 10  # two rows on a phone; more are asked for tile by tile
FIRST = 8  # of these are seen before "more" is pressed
PLACES_FIRST = 14
PICTURES_A_ROW = 4
MARKED_AT_ONCE = 40  # places; more would drown the map before a kind is chosen
MENU_LABEL = 22  # letters that fit into a field of the menu
STEPS = 4  # so many numbers are a stepper
MOST_REFUSED = 2
TOO_COMMON = 3  # a reason that refuses so many words at once is no news


@dataclass(frozen=True)
class Choices:
    scene: Scene
    draft: Draft
    addresses: Addresses
    effects: Effects
    added: str = ""  # the move that is added to the draft by itself, and need not be chosen
    on: str = ""  # the place whose moves are listed

    @property
    def game(self) -> AnyGame:
        return self.scene.game

    @cached_property
    def nexts(self) -> tuple[Move, ...]:
        nexts = self.draft.nexts
        return tuple(move for move in nexts if str(move) != self.added) if self.added else nexts

    @cached_property
    def verbs(self) -> dict[str, list[Move]]:
        """Every kind with its legal moves, in the order of the rules, so that the menu stays as it is."""
        found: dict[str, list[Move]] = {}
        for move in (*self.nexts, *self.draft.instead):
            found.setdefault(move.VERB, []).append(move)
        order = [move.VERB for move in self.game.phase_named[self.draft.state.phase].MOVES] if found else []
        return {verb: found[verb] for verb in order if verb in found}

    @cached_property
    def opened(self) -> str:
        """The kind that is chosen, or the only one in which there is something to choose."""
        if self.draft.partial:
            return self.draft.partial[0]
        several = [verb for verb, moves in self.verbs.items() if not self.is_single(moves)]
        return several[0] if len(several) == 1 and not self.here else ""

    def is_single(self, moves: Sequence[Move]) -> bool:
        return len(moves) == 1 and not self.pictured(moves[0])

    # The menu

    @cached_property
    def kinds(self) -> tuple[OptionButton, ...]:
        if len(self.verbs) < 2:
            return ()
        return tuple(self.kind(verb, moves) for verb, moves in self.verbs.items())

    def kind(self, verb: str, moves: Sequence[Move]) -> OptionButton:
        if self.is_single(moves):
            return self.only(moves[0])
        numbers = numbers_of(moves) if self.are_steps(moves) else {}
        first = str(numbers[min(numbers)]) if numbers else verb
        label = sentence(self.game.words.kind(verb, self.scene.lang))
        return OptionButton(label, self.addresses.draft(self.continued(first)), chosen=verb == self.opened)

    def only(self, move: Move) -> OptionButton:
        """The one move of its kind: what is too long for a menu stands below the name of the kind, if it has one."""
        button, words, lang = self.whole(move), self.game.words, self.scene.lang
        kind = words.kind(move.VERB, lang)
        if len(button.label) <= MENU_LABEL or kind == words.verb(move.VERB, lang):
            return replace(button, notes=())
        return replace(button, label=sentence(kind), notes=(button.label,))

    # What is open

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        if self.here:
            return (self.of_place(),)
        if self.draft.partial:
            return (self.written(), *self.others())
        opened = [self.of_verb(self.verbs[self.opened])] if self.opened else []
        if not self.kinds:
            single = [moves[0] for moves in self.verbs.values() if self.is_single(moves)]
            opened += [Group("buttons", "", "", (self.whole(move),)) for move in single]
        return (*self.instead_of_the_last(), *opened)

    @cached_property
    def here(self) -> tuple[Move, ...]:
        """The moves that begin on the place whose moves are asked for."""
        if not self.on or self.draft.partial:
            return ()
        return tuple(move for move in self.nexts if self.is_named(first_place(move)))

    @property
    def names(self) -> tuple[str, ...]:
        """What the place that was pressed is called: a hex, and the city on it."""
        return tuple(filter(None, self.on.split(".")))

    def is_named(self, place: str) -> bool:
        return any(name in around(place) for name in self.names)

    def of_place(self) -> Group:
        options = [self.whole(move) for move in self.here] if len(self.here) <= AT_ONCE else self.by_place(self.here)
        return Group("buttons", self.place_name(self.names[-1]), "", tuple(options))

    def written(self) -> Group:
        """How the move being written may go on."""
        draft, nexts = self.draft, self.draft.nexts
        verb, *words = draft.partial
        if not words:
            return self.of_verb(nexts)
        heading = " ".join((sentence(self.game.words.kind(verb, self.scene.lang)), *map(self.scene.name, words)))
        position = len(draft.partial)
        asks = self.scene.name(kind_at(nexts[0], position))
        if any(self.pictured(move) for move in nexts):
            return Group("pictures", heading, asks, self.pictures(nexts, position))
        if len(nexts) <= AT_ONCE:
            return Group("buttons", heading, asks, *halved([self.whole(move) for move in nexts], FIRST))
        return self.words_group(heading, asks, nexts, position)

    def pictures(self, moves: Sequence[Move], position: int) -> tuple[OptionButton, ...]:
        if len(moves) <= PICTURES_AT_ONCE:
            return (*(self.whole(move) for move in moves), *self.refused(len(moves)))
        return tuple(self.by_picture(moves, position))

    def of_verb(self, moves: Sequence[Move]) -> Group:
        heading = sentence(self.game.words.kind(moves[0].VERB, self.scene.lang))
        if self.are_steps(moves):
            return Group("stepper", heading, "", (), stepper=self.stepper(moves, None))
        if len(moves) <= AT_ONCE and not any(self.pictured(move) for move in moves):
            return Group("buttons", heading, "", *halved([self.whole(move) for move in moves], FIRST))
        if any(any(move.places()) for move in moves):
            return Group("places", heading, "", *halved(self.by_place(moves), PLACES_FIRST))
        asks = self.scene.name(kind_at(moves[0], 1))
        return self.words_group(heading, asks, moves, 1)

    def words_group(self, heading: str, asks: str, moves: Sequence[Move], position: int) -> Group:
        return Group("buttons", heading, asks, *halved(self.by_word(moves, position), AT_ONCE))

    def others(self) -> tuple[Group, ...]:
        """While a move is being written: the places that begin another one of the same kind instead."""
        verb, *words = self.draft.partial
        same = [move for move in self.draft.instead if verb == move.VERB]
        here = self.by_place(self.draft.nexts[:1]) if words and same else []
        if not here:
            return ()
        chosen = replace(here[0], chosen=True, url=self.addresses.draft(self.draft.text))
        there = [option for option in self.by_place(same) if option.place != here[0].place]
        return (Group("places", "", "", *halved([chosen, *there], FIRST)),)

    # The last move of the draft, changed without undoing it

    def instead_of_the_last(self) -> tuple[Group, ...]:
        moves = self.draft.moves
        if not moves or self.draft.ends == "seen":
            return ()
        last, done = moves[-1], moves[:-1]
        before = preview(self.game, self.scene.state, self.effects.seat, done).state
        kept = 1 + next((number for number, place in enumerate(last.places()) if place), 0)
        if is_number(last) and not self.pictured(last, before):
            kept = len(last.words()) - 1
        elif not self.pictured(last, before):
            return ()
        alike = self.beginning_like(before, (last.VERB, *last.words()[:kept]))
        if len(alike) > PICTURES_AT_ONCE:  # those of the same tile
            alike = [move for move in alike if move.words()[:-1] == last.words()[:-1]]
        if len(alike) < 2:
            return ()
        earlier = replace(self, draft=replace(self.draft, moves=done, partial=(), state=before, nexts=tuple(alike)))
        if self.are_steps(alike, before):
            return (Group("stepper", "", "", (), stepper=earlier.stepper(alike, last)),)
        if not self.pictured(last, before):
            return ()
        pictures = (replace(earlier.whole(move), chosen=move == last) for move in alike)
        heading = f"{self.game.words.kind(last.VERB, self.scene.lang)} {self.place_name(first_place(last))}"
        return (Group("pictures", heading, "", tuple(pictures), again=True),)

    def beginning_like(self, state: Any, words: tuple[str, ...]) -> list[Move]:
        seat, phase = self.effects.seat, self.game.phase_named[state.phase]
        alike = (move for move in phase.offers(state, seat) if (move.VERB, *move.words())[: len(words)] == words)
        return [move for move in alike if phase.refuse(state, seat, move) is None]

    def are_steps(self, moves: Sequence[Move], state: Any = None) -> bool:
        """Whether they differ only in a number at their end."""
        return (
            len(moves) >= STEPS
            and is_number(moves[0])
            and not self.pictured(moves[0], state)  # before all of them are looked at: tiles are many, and pictured
            and all(is_number(move) for move in moves)
            and len({(move.VERB, *move.words()[:-1]) for move in moves}) == 1
        )

    def stepper(self, moves: Sequence[Move], chosen: Move | None) -> Stepper:
        numbers = numbers_of(moves)
        order = sorted(numbers)
        now = int(chosen.words()[-1]) if chosen is not None else order[0]
        at = order.index(now)

        def beside(step: int) -> str:
            inside = 0 <= at + step < len(order)
            return self.addresses.draft(self.continued(str(numbers[order[at + step]]))) if inside else ""

        before = str(numbers[now]).rpartition(".")[0]
        return Stepper(
            self.whole(numbers[now]),
            now,
            order[0],
            order[-1],
            less_url=beside(-1),
            more_url=beside(1),
            form=Form(
                self.addresses.page,
                hidden={**self.addresses.look.kept(), "line": self.continued(before).replace("~", " ")},
            ),
            is_drafted=chosen is not None,
        )

    # Lists of options

    def by_place(self, moves: Sequence[Move]) -> list[OptionButton]:
        found: dict[str, OptionButton] = {}
        for move in moves:
            position = next((number for number, place in enumerate(move.places()) if place), None)
            if position is None:
                continue
            place = move.places()[position] or ""
            if place not in found:
                text = self.continued(".".join((move.VERB, *move.words()[: position + 1])))
                price = self.effects.price(self.draft.state, move)
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

    def by_picture(self, moves: Sequence[Move], position: int) -> list[OptionButton]:
        """The next words, each with the picture of its best move: a tile before it is turned."""
        first: dict[str, Move] = {}
        for move in moves:
            first.setdefault((move.VERB, *move.words())[position], move)
        return [
            replace(
                self.whole(move),
                label=sentence(self.scene.name(word)),
                url=self.addresses.draft(self.continued(".".join((*self.draft.partial, word)))),
                notes=(),
            )
            for word, move in first.items()
        ]

    def whole(self, move: Move, *, refused: bool = False) -> OptionButton:
        effect = Effect() if refused else self.effects.of(self.draft.state, move)
        sketch = self.scene.sketch(self.draft.state, move)
        known = self.scene.tips.get(write_line((*self.draft.moves, move)))
        note = (known[1],) if known and known[1] else ()
        if not note and sketch is not None and sketch.note is not None:
            note = (sentence(self.scene.say(sketch.note)),)
        label = sentence(self.scene.label(self.draft.state, move))
        price = self.effects.money(effect.cost)
        return OptionButton(
            label=label,
            url=self.addresses.draft(self.continued(str(move))),
            price="" if names_price(label, price) else price,
            notes=note or effect.notes,
            picture=picture_of(sketch),
            place=first_place(move),
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
        if self.effects.seat not in actors(self.game, state):
            return []
        found: dict[str, tuple[Move, str]] = {}
        position = len(partial)
        legal_words = {move.words()[position - 1] for move in self.draft.nexts}
        for move in self.game.phase_named[state.phase].offers(state, self.effects.seat):
            words = (move.VERB, *move.words())
            if words[:position] == partial and words[position] not in legal_words | found.keys():
                reason = refuse(self.game, state, self.effects.seat, move)
                if reason is not None:
                    found[words[position]] = move, reason.reason
        # What refuses everything of a sort says nothing about this place.
        reasons = [reason for _, reason in found.values()]
        telling = [move for move, reason in found.values() if reasons.count(reason) < TOO_COMMON]
        return [self.whole(move, refused=True) for move in telling[:wanted]]

    def continued(self, move: str) -> str:
        return "~".join((*map(str, self.draft.moves), move))

    # The board

    @cached_property
    def marked(self) -> tuple[Move, ...]:
        """The moves whose places are marked: those of the open kind, or all as long as they do not drown the map."""
        if self.here:
            return self.here
        if self.opened:
            return tuple(move for move in self.nexts if self.opened == move.VERB)
        places = {place for move in self.nexts if (place := first_place(move))}
        return self.nexts if len(places) <= MARKED_AT_ONCE else ()

    def presses(self) -> dict[str, str]:
        """Where a press on each place leads."""
        found: dict[str, dict[str, None]] = {}
        for move in self.marked:
            place, text = self.press(move)
            if place:
                found.setdefault(place, {})[text] = None
            if ":" in place and not self.draft.partial and not self.here:
                found.setdefault(around(place)[-1], {})[text] = None  # a city is easier to hit than its cubes
        links = {}
        for place, texts in found.items():
            several = len(texts) > 1 and not self.here and not self.draft.partial
            text = "~".join(map(str, self.draft.moves)) if several else next(iter(texts))
            links[place] = self.addresses.draft(text, on=place if several else "")
        if self.here:  # another piece instead
            elsewhere = replace(self, on="").presses()
            links = {place: url for place, url in elsewhere.items() if place != self.on} | links
        return links

    @property
    def elsewhere(self) -> str:
        """Where a press on a place that is not marked leads: the page says why. `{}` stands for the place."""
        there = self.addresses.draft(self.draft.text, on="{}").replace(quote("{}"), "{}")
        return self.addresses.near(there)

    @cached_property
    def reason(self) -> Illegal | None:
        """Why nothing begins on the place that was pressed, if a rule says so.

        Asked are the moves that are offered there, and then legal ones as they would be if they began there.
        """
        state, seat = self.draft.state, self.effects.seat
        verbs = [self.opened] if self.opened else list(self.verbs)
        offered = self.game.phase_named[state.phase].offers(state, seat) if verbs else ()
        there = (move for move in offered if move.VERB in verbs and self.is_named(first_place(move)))
        for move in chain(there, *(self.moved(move) for verb in verbs for move in self.verbs.get(verb, ()))):
            refusal = refuse(self.game, state, seat, move)
            if refusal is not None:
                return Illegal(refusal, move)
        return None

    def moved(self, move: Move) -> Iterator[Move]:
        """The move as it would be if it began on the place that was pressed."""
        words, place = move.words(), first_place(move)
        if place not in words:
            return
        position = words.index(place)
        for name in self.names:
            with suppress(MoveError):
                text = ".".join((move.VERB, *words[:position], name, *words[position + 1 :]))
                yield from self.game.read(text, self.draft.state)

    def press(self, move: Move) -> tuple[str, str]:
        """The next place of the move, and the draft with the words up to it."""
        words, places = (move.VERB, *move.words()), (None, *move.places())
        begin = len(self.draft.partial)
        if self.here:
            begin = 2 + next(number for number, place in enumerate(move.places()) if place)
        for position in range(begin, len(words)):
            place = places[position]
            if place:
                return place, self.continued(".".join(words[: position + 1]))
        return "", ""

    def pictured(self, move: Move, state: Any = None) -> bool:
        sketch = self.scene.sketch(self.draft.state if state is None else state, move)
        return sketch is not None and sketch.piece is not None

    def place_name(self, place: str) -> str:
        return ": ".join(sentence(self.scene.name(part)) for part in place.split(":"))


def first_place(move: Move) -> str:
    return next((place for place in move.places() if place), "")


def around(place: str) -> tuple[str, ...]:
    """The place, and the larger one that holds it: a cube lies in a city."""
    return tuple(dict.fromkeys((place, place.partition(":")[0])))


def is_number(move: Move) -> bool:
    slots = move.slots()
    return bool(slots) and slots[-1].kind == NUMBER and not slots[-1].many


def numbers_of(moves: Iterable[Move]) -> dict[int, Move]:
    return {int(move.words()[-1]): move for move in moves}


def kind_at(move: Move, position: int) -> str:
    slots = move.slots()
    return slots[min(position, len(slots)) - 1].kind.name if slots else ""


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
